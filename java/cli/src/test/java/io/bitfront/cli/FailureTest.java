package io.bitfront.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.bitfront.bench.BenchException;
import io.bitfront.cli.command.SignalException;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.verify.VerificationException;
import io.bitfront.file.FileException;
import io.bitfront.parallel.Workers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// What becomes of exceptions.
class FailureTest {
    private static void expect(Throwable thrown, int exitCode, String line) {
        assertThat(Failure.of(thrown)).isEqualTo(new Failure(exitCode, line));
    }

    @Test
    void givesEveryKindOfEndItsExitCode() {
        expect(new VerificationException("vertex 7: level 3"), 3, "vertex 7: level 3");
        expect(new SignalException(15, "interrupted: stopped"), 143, "interrupted: stopped");
        expect(new DeviceException("gpu: lost"), 1, "gpu: lost");
        expect(new BenchException("no edges"), 1, "no edges");
        expect(new IllegalArgumentException("vertex 9 is not in the graph"), 1, "vertex 9 is not in the graph");
    }

    @Test
    void namesTheFileOfAFailedOperation() {
        expect(new NoSuchFileException("a.mtx"), 1, "a.mtx: no such file or folder");
        expect(new AccessDeniedException("a.mtx"), 1, "a.mtx: permission denied");
        expect(new UncheckedIOException(new IOException("No space left on device")), 1, "No space left on device");
    }

    @Test
    void saysWhatTheSystemSaid() {
        expect(new FileSystemException("a.sg", null, "Is a directory"), 1, "a.sg: Is a directory");
        expect(new FileSystemException("a.sg"), 1, "a.sg");
        expect(new IOException(), 1, "IOException");
        expect(
                new InternalError("a fault occurred in an unsafe memory access operation"),
                1,
                "a file was cut short, or its disk failed, while it was being read; nothing of this job was kept");
        expect(new InternalError(), 1, "internal error: java.lang.InternalError (--debug shows where)");
    }

    /// What closing a cache said explains what nobody foresaw, and nothing else.
    @Test
    void explainsByAFileWhatNobodyForesaw() {
        Throwable unforeseen = new IllegalStateException("oops");
        unforeseen.addSuppressed(new IOException("other"));
        unforeseen.addSuppressed(new FileException("a.bvss was written to"));
        expect(unforeseen, 1, "a.bvss was written to");
        Throwable ours = new DeviceException("gpu: lost");
        ours.addSuppressed(new FileException("a.bvss was written to"));
        expect(ours, 1, "gpu: lost");
        expect(
                new IllegalArgumentException(),
                1,
                "internal error: java.lang.IllegalArgumentException (--debug shows where)");
    }

    @Test
    void looksThroughTheThreadsThatRanIt() {
        try (Workers workers = new Workers(2)) {
            Throwable thrown = catchThrowable(() -> workers.onEach(worker -> {
                throw new NoSuchFileException("a.mtx");
            }));
            assertThat(thrown).isInstanceOf(Workers.WorkerException.class);
            expect(thrown, 1, "a.mtx: no such file or folder");
        }
    }

    @Test
    void saysInOneLineWhatHasSeveral() {
        expect(new IllegalArgumentException("one\n  two\r\nthree"), 1, "one; two; three");
    }

    @Test
    void callsByItsNameWhatNobodyForesaw() {
        expect(
                new IllegalStateException("oops"),
                1,
                "internal error: java.lang.IllegalStateException: oops (--debug shows where)");
    }

    @Test
    void takesNoWrongArgumentOfOursForAUsers() {
        expect(
                catchThrowable(() -> Integer.parseInt("nine")),
                1,
                "internal error: java.lang.NumberFormatException: For input string: \"nine\" (--debug shows where)");
        expect(catchThrowable(() -> Path.of("a\0")), 1, "Nul character not allowed: a\0");
    }

    @Test
    void saysHowToGetALargerHeap() {
        assertThat(Failure.of(new OutOfMemoryError("Java heap space")).line())
                .matches("the Java heap of [0-9,]+ bytes is full \\(Java heap space\\);"
                        + " BITFRONT_JAVA_OPTS=-Xmx\\.\\.\\. sets a larger one");
        expect(
                new OutOfMemoryError("allocate 9 bytes for levels: the system has no more memory"),
                1,
                "allocate 9 bytes for levels: the system has no more memory");
    }
}
