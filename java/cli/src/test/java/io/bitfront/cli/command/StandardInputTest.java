package io.bitfront.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cli.report.Streams;
import io.bitfront.file.ProcessLocks;
import io.bitfront.testkit.HeldFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StandardInputTest {
    @TempDir
    private Path parent;

    private Path folder(String name, boolean locked) throws IOException {
        Path folder = Files.createDirectory(parent.resolve(name));
        Files.writeString(folder.resolve("stdin"), "0 1\n");
        Files.writeString(Files.createDirectory(folder.resolve("caches")).resolve("cache"), "");
        if (locked) {
            Files.writeString(folder.resolve("lock"), "");
        }
        return folder;
    }

    @Test
    void deletesWhatProcessesThatWereKilledLeft() throws IOException {
        Path left = folder("bitfront-stdin-1", true);
        Path unlocked = folder("bitfront-stdin-2", false);
        Path other = folder("bitfront-natives-3", true);
        Path held = folder("bitfront-stdin-4", true);
        Path elsewhere = folder("elsewhere", true);
        Path link = Files.createSymbolicLink(parent.resolve("bitfront-stdin-5"), elsewhere);
        try (FileChannel lock = FileChannel.open(held.resolve("lock"), StandardOpenOption.WRITE)) {
            assertThat(lock.tryLock()).isNotNull();
            Runnable taken = ProcessLocks.take(held.resolve("lock"));
            StandardInput.deleteLeft(parent);
            taken.run();
        }
        assertThat(left).doesNotExist();
        for (Path kept : new Path[] {unlocked, other, held, elsewhere, link}) {
            assertThat(kept.resolve("stdin")).exists();
        }
    }

    @Test
    void isKeptBesideThoseOfOthersWhileTheCommandRuns() throws IOException {
        Path first;
        Path second;
        try (Streams one = new Streams(OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), false, 0);
                Streams two = new Streams(OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), false, 0)) {
            first = StandardInput.keep(new ByteArrayInputStream(new byte[] {'1'}), one);
            second = StandardInput.keep(new ByteArrayInputStream(new byte[] {'2'}), two);
            assertThat(Files.readString(first)).isEqualTo("1");
            assertThat(Files.readString(second)).isEqualTo("2");
            assertThat(HeldFiles.isLocked(first.resolveSibling("lock"))).isTrue();
            assertThat(HeldFiles.isLocked(second.resolveSibling("lock"))).isTrue();
        }
        assertThat(first.getParent()).doesNotExist();
        assertThat(second.getParent()).doesNotExist();
    }
}
