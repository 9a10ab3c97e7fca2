package io.bitfront.file;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;

/// Takes disk space for a file before it is written, by POSIX `posix_fallocate`. Any thread may call [#grow].
final class Preallocation implements AutoCloseable {
    private static final int O_WRONLY = 1;
    private static final int EINTR = 4;
    private static final int ENOMEM = 12;
    private static final int ENOSPC = 28;
    private static final int EDQUOT = 122;

    /// Null where the system has no such call.
    private static final MethodHandle OPEN = downcall(
            "open",
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT),
            Linker.Option.firstVariadicArg(2));

    private static final MethodHandle ALLOCATE = downcall(
            "posix_fallocate",
            FunctionDescriptor.of(
                    ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
    private static final MethodHandle CLOSE =
            downcall("close", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

    private final Path file;
    /// Negative where nothing can be taken.
    private final int descriptor;

    /// @param file there already, and writable
    Preallocation(Path file) {
        this.file = file;
        this.descriptor = OPEN == null || ALLOCATE == null || CLOSE == null ? -1 : open(file);
    }

    /// Gives the file disk space for its bytes from `from` up to `to`, and at least `to` bytes. Systems or file systems
    /// that cannot do that only have their free space compared.
    ///
    /// @param from what was taken before: a file system in memory looks at every page again
    /// @throws IOException `no space left` where they do not fit, or what else [#obstacle] says
    void grow(long from, long to) throws IOException {
        String obstacle = obstacle(allocate(from, to - from));
        long missing = to - Files.size(file);
        if (obstacle == null
                && missing > 0
                && missing > Files.getFileStore(file).getUsableSpace()) {
            obstacle = obstacle(ENOSPC);
        }
        if (obstacle != null) {
            throw new IOException(obstacle);
        }
    }

    /// Why there is no space to take, by the error number; null where that is not what it says.
    static String obstacle(int error) {
        return switch (error) {
            case ENOSPC -> "no space left";
            case EDQUOT -> "disk quota exceeded";
            case ENOMEM -> "no memory left for a file in memory";
            default -> null;
        };
    }

    /// The error number, 0 if done, -1 where nothing can be taken.
    private int allocate(long from, long bytes) {
        if (descriptor < 0) {
            return -1;
        }
        try {
            int error = EINTR;
            while (error == EINTR) {
                error = (int) ALLOCATE.invokeExact(descriptor, from, bytes);
            }
            return error;
        } catch (Throwable t) {
            throw new AssertionError("posix_fallocate", t);
        }
    }

    private static int open(Path file) {
        try (Arena arena = Arena.ofConfined()) {
            return (int) OPEN.invokeExact(arena.allocateFrom(file.toString()), O_WRONLY);
        } catch (Throwable t) {
            throw new AssertionError("open", t);
        }
    }

    @Override
    public void close() {
        if (descriptor < 0) {
            return;
        }
        try {
            int _ = (int) CLOSE.invokeExact(descriptor);
        } catch (Throwable t) {
            throw new AssertionError("close", t);
        }
    }

    @SuppressWarnings("restricted")
    private static MethodHandle downcall(String name, FunctionDescriptor type, Linker.Option... options) {
        Linker linker = Linker.nativeLinker();
        return linker.defaultLookup()
                .find(name)
                .map(symbol -> linker.downcallHandle(symbol, type, options))
                .orElse(null);
    }
}
