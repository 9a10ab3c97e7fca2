package io.bitfront.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.testkit.GraphKind;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GraphPlaceTest {
    @TempDir
    private Path folder;

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
