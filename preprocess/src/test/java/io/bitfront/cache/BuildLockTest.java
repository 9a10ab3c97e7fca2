package io.bitfront.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.file.FileException;
import io.bitfront.testkit.HeldFiles;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class BuildLockTest {
    @TempDir
    private Path folder;

    /// It says so, and leaves the thread interrupted, the file closed and the lock to its holder.
    @Test
    @Timeout(60)
    void whoeverIsInterruptedWaitsNoLonger() throws Exception {
        Path cache = folder.resolve("a.bvss");
        CountDownLatch waits = new CountDownLatch(1);
        AtomicReference<Boolean> interrupted = new AtomicReference<>();
        BuildLock held = BuildLock.acquire(cache, () -> {});
        try {
            Thread other = Thread.ofPlatform().start(() -> {
                assertThatThrownBy(() -> BuildLock.acquire(cache, waits::countDown))
                        .isInstanceOf(FileException.class)
                        .hasMessage("lock %s: interrupted while waiting".formatted(BuildLock.fileOf(cache)));
                interrupted.set(Thread.currentThread().isInterrupted());
            });
            waits.await();
            other.interrupt();
            other.join();
            assertThat(HeldFiles.isLocked(BuildLock.fileOf(cache))).isTrue();
        } finally {
            held.close();
        }
        assertThat(interrupted.get()).isTrue();
        assertThat(folder).isEmptyDirectory();
    }
}
