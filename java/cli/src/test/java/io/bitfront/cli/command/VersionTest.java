package io.bitfront.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VersionTest {
    @Test
    void namesKernelsByTheirContents(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("kernels"), "abc");
        assertThat(Version.kernels(file.toString())).isEqualTo("ba7816bf8f01");
    }

    @Test
    void saysWhereThereAreNone() {
        assertThat(Version.kernels(null)).isEqualTo("none");
        assertThat(Version.kernels("/nowhere/bitfront.fatbin")).isEqualTo("none");
    }
}
