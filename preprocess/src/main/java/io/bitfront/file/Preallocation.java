package io.bitfront.file;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Takes disk space for a file before it is written, by POSIX `posix_fallocate`.
final class Preallocation {
    private static final int O_WRONLY = 1;
    private static final int EINTR = 4;
    private static final int ENOSPC = 28;

    private Preallocation() {}

    /// Gives `file` at least `bytes` bytes of disk space and size. Systems or file systems that cannot do that
    /// only have their free space compared.
    ///
    /// @param from what was taken before: a file system in memory looks at every page again
    /// @throws IOException `no space left` where they do not fit
    static void grow(Path file, long from, long bytes) throws IOException {
        int error = allocate(file, from, bytes);
        long missing = bytes - Files.size(file);
        if (error == ENOSPC || missing > Files.getFileStore(file).getUsableSpace()) {
            throw new IOException("no space left");
        }
    }

    /// The error number, 0 if done, -1 where the system has no such call.
    @SuppressWarnings("restricted")
    private static int allocate(Path file, long from, long bytes) {
        Linker linker = Linker.nativeLinker();
        Optional<MemorySegment> fallocate = linker.defaultLookup().find("posix_fallocate");
        Optional<MemorySegment> open = linker.defaultLookup().find("open");
        Optional<MemorySegment> close = linker.defaultLookup().find("close");
        if (fallocate.isEmpty() || open.isEmpty() || close.isEmpty()) {
            return -1;
        }
        MethodHandle opener = linker.downcallHandle(
                open.get(),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT),
                Linker.Option.firstVariadicArg(2));
        MethodHandle allocator = linker.downcallHandle(
                fallocate.get(),
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
        MethodHandle closer =
                linker.downcallHandle(close.get(), FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
        try (Arena arena = Arena.ofConfined()) {
            int descriptor = (int) opener.invokeExact(arena.allocateFrom(file.toString()), O_WRONLY);
            if (descriptor < 0) {
                return -1;
            }
            int error = EINTR;
            while (error == EINTR) {
                error = (int) allocator.invokeExact(descriptor, from, bytes - from);
            }
            int _ = (int) closer.invokeExact(descriptor);
            return error;
        } catch (Throwable t) {
            throw new AssertionError("posix_fallocate", t);
        }
    }
}
