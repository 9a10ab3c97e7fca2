package io.bitfront.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FolderPartsTest {
    @TempDir
    private Path folder;

    private Path file(String name) throws IOException {
        return Files.writeString(folder.resolve(name), name);
    }

    @Test
    void standInTheOrderOfTheirNames() throws IOException {
        file("_SUCCESS");
        file(".b.crc");
        Files.createDirectory(folder.resolve("_temporary"));
        Files.createDirectory(folder.resolve(".hidden"));
        Path c = file("c");
        Path a = file("a");
        Path b = file("b_");
        assertThat(FolderParts.of(folder)).containsExactly(a, b, c);
        assertThat(FolderParts.of(c)).containsExactly(c);
        assertThat(FolderParts.of(folder.resolve("none"))).containsExactly(folder.resolve("none"));
    }

    @Test
    void areNoFolders() throws IOException {
        file("a");
        Files.createDirectory(folder.resolve("year=2024"));
        assertThatThrownBy(() -> FolderParts.of(folder))
                .isInstanceOf(FileException.class)
                .hasMessage("read %s: it holds the folder year=2024, expected the parts of one table side by side"
                        .formatted(folder));
    }
}
