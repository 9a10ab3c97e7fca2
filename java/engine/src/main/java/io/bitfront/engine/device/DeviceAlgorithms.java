package io.bitfront.engine.device;

import io.bitfront.engine.DeviceException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// Device-wide sorts, scans, selections and searches: CUB, behind the plain C interface of
/// `native/library/cub_library.cu`. Work is queued on the context's stream. Temporary device memory grows to the
/// largest call's and is kept.
public final class DeviceAlgorithms implements AutoCloseable {
    /// System property that names the compiled library; the launcher sets it.
    static final String PROPERTY = "bitfront.cub";

    private static final String NAME = "libbitfront-cub.so";

    private static final int VERSION = 2;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;

    private final CudaContext context;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment temporaryBytes = arena.allocate(LONG);
    private final MemorySegment inOther = arena.allocate(INT);
    private final MethodHandle sortKeys;
    private final MethodHandle sortPairs;
    private final MethodHandle unique;
    private final MethodHandle sumNarrow;
    private final MethodHandle sumWide;
    private final MethodHandle rowsOf;
    private final MethodHandle largest;
    private DeviceBuffer temporary;

    /// @throws DeviceException where the library is missing or another version
    public DeviceAlgorithms(CudaContext context) {
        this.context = context;
        String problem = problem();
        if (problem != null) {
            throw new DeviceException(problem);
        }
        try {
            SymbolLookup library = lookup();
            int version = (int) function(library, "bitfront_cub_version").invokeExact();
            if (version != VERSION) {
                throw new DeviceException("the library of sorts and scans has interface version %d, this build needs %d"
                        .formatted(version, VERSION));
            }
            sortKeys = function(library, "bitfront_sort_keys", LONG, LONG, LONG, LONG, LONG, INT, INT, LONG, LONG);
            sortPairs = function(library, "bitfront_sort_pairs", LONG, LONG, LONG, LONG, LONG, LONG, LONG, LONG, LONG);
            unique = function(library, "bitfront_unique", LONG, LONG, LONG, LONG, LONG, LONG, LONG);
            sumNarrow = function(library, "bitfront_sum_narrow", LONG, LONG, LONG, LONG, LONG, LONG);
            sumWide = function(library, "bitfront_sum_wide", LONG, LONG, LONG, LONG, LONG, LONG);
            rowsOf = function(library, "bitfront_rows_of", LONG, LONG, LONG, LONG, LONG, LONG, LONG);
            largest = function(library, "bitfront_largest", LONG, LONG, LONG, LONG, LONG, LONG);
        } catch (Throwable t) {
            arena.close();
            throw rethrown(t);
        }
    }

    /// Null where the library is there, else the reason in one line.
    public static String problem() {
        return NativeParts.ofThisProgram().problem(PROPERTY, NAME, "library of GPU sorts");
    }

    @SuppressWarnings("restricted")
    private static SymbolLookup lookup() {
        return SymbolLookup.libraryLookup(NativeParts.ofThisProgram().library(PROPERTY, NAME), Arena.global());
    }

    @SuppressWarnings("restricted")
    private static MethodHandle function(SymbolLookup library, String name, ValueLayout... arguments) {
        MemorySegment address = library.find(name)
                .orElseThrow(() -> new DeviceException("the library of GPU sorts has no %s".formatted(name)));
        return Linker.nativeLinker().downcallHandle(address, FunctionDescriptor.of(INT, arguments));
    }

    /// Sorts 64-bit keys by bits `beginBit` to `endBit`-1, ascending.
    ///
    /// @param other room of the same size
    /// @return which of the two buffers holds the result
    public DeviceBuffer sortKeys(DeviceBuffer keys, DeviceBuffer other, long count, int beginBit, int endBit) {
        call("sort keys", (work, bytes) -> (int) sortKeys.invokeExact(
                work,
                bytes,
                keys.address(),
                other.address(),
                count,
                beginBit,
                endBit,
                inOther.address(),
                context.streamHandle()));
        return inOther.get(INT, 0) == 0 ? keys : other;
    }

    /// Sorts 32-bit values by 32-bit unsigned keys, ascending and stably.
    ///
    /// @return which of the two value buffers holds the result
    public DeviceBuffer sortPairs(
            DeviceBuffer keys, DeviceBuffer otherKeys, DeviceBuffer values, DeviceBuffer otherValues, long count) {
        call("sort pairs", (work, bytes) -> (int) sortPairs.invokeExact(
                work,
                bytes,
                keys.address(),
                otherKeys.address(),
                values.address(),
                otherValues.address(),
                count,
                inOther.address(),
                context.streamHandle()));
        return inOther.get(INT, 0) == 0 ? values : otherValues;
    }

    /// Copies the 64-bit keys that differ from the one before.
    ///
    /// @param kept receives their number, 8 bytes
    public void unique(DeviceBuffer keys, DeviceBuffer into, DeviceBuffer kept, long count) {
        call("drop duplicates", (work, bytes) -> (int) unique.invokeExact(
                work, bytes, keys.address(), into.address(), kept.address(), count, context.streamHandle()));
    }

    /// Stores for each of `count` 32-bit numbers the sum of those before it, in 32 bits.
    public void sumsBefore(DeviceBuffer counts, DeviceBuffer sums, long count) {
        call("add up", (work, bytes) -> (int)
                sumNarrow.invokeExact(work, bytes, counts.address(), sums.address(), count, context.streamHandle()));
    }

    /// Stores for each of `count` 32-bit numbers the sum of those before it, in 64 bits.
    public void wideSumsBefore(DeviceBuffer counts, DeviceBuffer sums, long count) {
        call("add up", (work, bytes) -> (int)
                sumWide.invokeExact(work, bytes, counts.address(), sums.address(), count, context.streamHandle()));
    }

    /// Stores for each of `entries` entries, in 32 bits, the row it lies in: whatever the starts are, one of the rows.
    ///
    /// @param starts of `rows` + 1 rows, 64-bit, ascending
    /// @param rows at least 1
    public void rowsOf(DeviceBuffer starts, long rows, DeviceBuffer rowOf, long entries) {
        call("list rows", (work, bytes) -> (int) rowsOf.invokeExact(
                work, bytes, starts.address(), rows, rowOf.address(), entries, context.streamHandle()));
    }

    /// Stores the largest of `count` 32-bit unsigned numbers, at least one.
    public void largest(DeviceBuffer numbers, DeviceBuffer result, long count) {
        call("find the largest", (work, bytes) -> (int)
                largest.invokeExact(work, bytes, numbers.address(), result.address(), count, context.streamHandle()));
    }

    @FunctionalInterface
    private interface Call {
        @SuppressWarnings("checkstyle:IllegalThrows") // what a method handle throws
        int run(long temporary, long temporaryBytes) throws Throwable;
    }

    /// Asks how much temporary memory a call wants, sees to it, and makes the call.
    private void call(String what, Call call) {
        try {
            temporaryBytes.set(LONG, 0, 0);
            check(call.run(0, temporaryBytes.address()), what);
            ensure(temporaryBytes.get(LONG, 0));
            check(call.run(temporary.address(), temporaryBytes.address()), what);
        } catch (Throwable t) {
            throw rethrown(t);
        }
    }

    private void ensure(long bytes) {
        if (temporary == null || temporary.bytes() < bytes) {
            if (temporary != null) {
                context.finish("earlier work");
                temporary.close();
                temporary = null;
            }
            temporary = context.allocate(Math.max(bytes, 1), "sorts and scans");
        }
    }

    private static void check(int result, String what) {
        if (result != 0) {
            throw new DeviceException("%s on the GPU: CUDA runtime error %d".formatted(what, result));
        }
    }

    private static RuntimeException rethrown(Throwable t) {
        if (t instanceof Error error) {
            throw error;
        }
        return t instanceof RuntimeException runtime ? runtime : new DeviceException(String.valueOf(t.getMessage()), t);
    }

    @Override
    public void close() {
        if (temporary != null) {
            temporary.close();
            temporary = null;
        }
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }
}
