package io.bitfront.cli;

import io.bitfront.cli.command.ExitCode;
import io.bitfront.cli.command.SignalException;
import io.bitfront.engine.verify.VerificationException;
import io.bitfront.file.FileException;
import io.bitfront.parallel.Workers.WorkerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;

/// How an exception is told to the user.
record Failure(int exitCode, String line) {
    static Failure of(Throwable thrown) {
        for (Throwable later : thrown.getSuppressed()) {
            if (!ours(thrown) && later instanceof FileException explanation) {
                return failed(explanation.getMessage()); // such as a cache that was rewritten while it was in use
            }
        }
        return switch (thrown) {
            case WorkerException wrapper -> of(wrapper.getCause());
            case UncheckedIOException wrapper -> of(wrapper.getCause());
            case VerificationException wrong -> new Failure(ExitCode.VERIFICATION_FAILED, wrong.getMessage());
            case SignalException signal -> new Failure(signal.exitCode(), signal.getMessage());
            case IllegalArgumentException mistake
            when mistake.getMessage() != null && !ofTheJdk(mistake) -> failed(mistake.getMessage());
            case IOException io -> failed(describe(io));
            case OutOfMemoryError full -> failed(describe(full));
            case InternalError fault
            when String.valueOf(fault.getMessage()).contains("unsafe memory access") ->
                failed("a file was cut short, or its disk failed, while it was being read; nothing of this job was"
                        + " kept");
            default ->
                ours(thrown)
                        ? failed(thrown.getMessage())
                        : failed("internal error: %s (--debug shows where)".formatted(thrown));
        };
    }

    /// What the JDK takes for a wrong argument, but for a file's name, is our mistake, no user's.
    private static boolean ofTheJdk(IllegalArgumentException mistake) {
        StackTraceElement[] trace = mistake.getStackTrace();
        return !(mistake instanceof InvalidPathException)
                && trace.length > 0
                && trace[0].getClassName().matches("(java|jdk|sun)\\..*");
    }

    /// Exceptions of our own modules carry a message for the user.
    private static boolean ours(Throwable thrown) {
        return thrown.getClass().getPackageName().startsWith("io.bitfront.");
    }

    private static Failure failed(String message) {
        return new Failure(ExitCode.FAILED, message.replaceAll("\\s*\\R\\s*", "; "));
    }

    private static String describe(IOException io) {
        return switch (io) {
            case NoSuchFileException missing -> missing.getFile() + ": no such file or folder";
            case AccessDeniedException denied -> denied.getFile() + ": permission denied";
            case FileSystemException other when other.getReason() != null -> other.getFile() + ": " + other.getReason();
            default -> io.getMessage() == null ? io.getClass().getSimpleName() : io.getMessage();
        };
    }

    private static String describe(OutOfMemoryError full) {
        String message = String.valueOf(full.getMessage());
        return message.startsWith("allocate ")
                ? message
                : "the Java heap of %,d bytes is full (%s); BITFRONT_JAVA_OPTS=-Xmx... sets a larger one"
                        .formatted(Runtime.getRuntime().maxMemory(), message);
    }
}
