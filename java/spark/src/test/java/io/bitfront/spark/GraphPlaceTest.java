package io.bitfront.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.testkit.GraphKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GraphPlaceTest {
    @TempDir
    private Path folder;

    @Test
    void keepsCopiesOfAUserWhereNobodyElseWrites() throws IOException {
        Path own = GraphPlace.ownCopies(folder);
        assertThat(own).hasFileName("bitfront-graphs-" + System.getProperty("user.name"));
        assertThat(Files.getPosixFilePermissions(own)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        assertThat(GraphPlace.ownCopies(folder)).isEqualTo(own);
        Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatThrownBy(() -> GraphPlace.ownCopies(folder))
                .isInstanceOf(ClusterException.class)
                .hasMessage(
                        "copies of graphs on %s: others can write to %s; name a folder by --copies",
                        GraphPlace.host(), own);
        Files.delete(own);
        Files.createSymbolicLink(own, Files.createDirectory(folder.resolve("elsewhere")));
        assertThatThrownBy(() -> GraphPlace.ownCopies(folder)).hasMessageContaining(own + " is a symbolic link");
    }

    @Test
    void copiesTheTilesForAGpuAlone() {
        String cache = new TestJobs(folder).prepared("messy", GraphKind.MESSY.draw(3, 300));
        Configuration hadoop = new Configuration();
        hadoop.set("fs.elsewhere.impl", Elsewhere.class.getName());
        GraphPlace place = new GraphPlace("elsewhere://" + cache, hadoop);
        int checksum = place.facts().checksum();
        Path copies = folder.resolve("copies");
        try (Graph gpu = place.open(checksum, copies, true);
                Graph cpu = place.open(checksum, copies, false)) {
            assertThat(cpu.bvss()
                            .rowIds()
                            .segment()
                            .mismatch(gpu.bvss().rowIds().segment()))
                    .isNotNegative();
            assertThat(cpu.out()
                            .rowIndex()
                            .segment()
                            .mismatch(gpu.out().rowIndex().segment()))
                    .isEqualTo(-1);
        }
        assertThat(copies.resolve("%08x-messy.bvss".formatted(checksum))).hasSameBinaryContentAs(Path.of(cache));
    }
}
