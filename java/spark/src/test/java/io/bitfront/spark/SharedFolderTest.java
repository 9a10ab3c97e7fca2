package io.bitfront.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.BvssFile.Stretch;
import io.bitfront.parallel.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A folder on a file system that only Hadoop knows.
final class SharedFolderTest {
    @TempDir
    private Path local;

    private SharedFolder elsewhere() {
        Configuration hadoop = new Configuration();
        hadoop.set("fs.elsewhere.impl", Elsewhere.class.getName());
        return new SharedFolder("elsewhere://" + local, hadoop);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1 << 20, 16 << 20, (16 << 20) + 1, (33 << 20) + 5})
    void copiesAFileByAllWorkers(int bytes) throws IOException {
        byte[] content = new byte[bytes];
        new Random(1).nextBytes(content);
        Files.write(local.resolve("large"), content);
        Path copy = Files.writeString(local.resolve("copy"), "what was there before");
        try (Workers workers = new Workers(3)) {
            elsewhere().fetch("large", copy, List.of(new Stretch(0, bytes)), workers);
        }
        assertThat(copy).hasBinaryContent(content);
    }

    @Test
    void leavesHolesBetweenThePartsOfACopy() throws IOException {
        byte[] content = new byte[9_000];
        new Random(1).nextBytes(content);
        Files.write(local.resolve("large"), content);
        Path copy = local.resolve("copy");
        try (Workers workers = new Workers(2)) {
            elsewhere().fetch("large", copy, List.of(new Stretch(0, 10), new Stretch(8_990, 9_000)), workers);
        }
        Arrays.fill(content, 10, 8_990, (byte) 0);
        assertThat(copy).hasBinaryContent(content);
    }

    @Test
    void saysInOneLineWhatCannotBeCopied() {
        try (Workers workers = new Workers(2)) {
            assertThatThrownBy(
                            () -> elsewhere().fetch("none", local.resolve("copy"), List.of(new Stretch(0, 1)), workers))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageMatching("read elsewhere:\\S*/none: File \\S* does not exist");
        }
    }
}
