package io.bitfront.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporaryFileTest {
    @TempDir
    Path folder;

    @Test
    void isDeletedWithItsChannelClosed() throws IOException {
        TemporaryFile file = TemporaryFile.beside(folder.resolve("out.csv"));
        assertThat(file.path()).exists().hasParent(folder);
        assertThat(file.path().getFileName().toString()).startsWith(".out.csv.").endsWith(".tmp");
        file.stay();
        assertThat(file.path()).exists();
        file.delete();
        assertThat(file.channel().isOpen()).isFalse();
        assertThat(folder).isEmptyDirectory();
    }

    /// No process has the number 0; what is named otherwise is somebody else's.
    @Test
    void deletesWhatADeadProcessLeftOfTheSameTarget() throws IOException {
        Files.createFile(folder.resolve(".out.csv.0.0000000a.tmp"));
        Path other = Files.createFile(folder.resolve(".other.csv.0.0000000a.tmp"));
        Path named = Files.createFile(folder.resolve(".out.csv.0.tmp"));
        TemporaryFile file = TemporaryFile.beside(folder.resolve("out.csv"));
        file.stay();
        try (FileChannel _ = file.channel()) {
            assertThat(folder).isDirectoryContaining(file.path()::equals);
            assertThat(folder.toFile().list())
                    .containsExactlyInAnyOrder(
                            file.path().getFileName().toString(),
                            other.getFileName().toString(),
                            named.getFileName().toString());
        }
    }

    @Test
    void isNotMadeByAProcessThatIsEndingAlready() throws IOException {
        TemporaryFile file = new TemporaryFile(folder.resolve(".out.csv.1.00000001.tmp"));
        file.delete();
        assertThatThrownBy(file::open)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("the process is ending");
        assertThat(folder).isEmptyDirectory();
    }

    /// Whoever sweeps between the making of a file and its lock takes it for a leftover.
    @Test
    void aFileSweptBeforeItIsLockedIsClosedAndNotUsed() throws IOException {
        Path swept = folder.resolve(".out.csv.1.00000001.tmp");
        List<FileChannel> opened = new ArrayList<>();
        assertThat(TemporaryFile.openLocked(swept, channel -> {
                    opened.add(channel);
                    assertThat(swept.toFile().delete()).isTrue();
                }))
                .isNull();
        assertThat(opened).singleElement().returns(false, FileChannel::isOpen);
        try (FileChannel kept = TemporaryFile.openLocked(swept, opened::add)) {
            assertThat(kept).isSameAs(opened.getLast()).returns(true, FileChannel::isOpen);
            assertThat(TemporaryFile.openLocked(swept, opened::add))
                    .as("of a name that is taken")
                    .isNull();
        }
    }
}
