package io.bitfront.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/// Zeroed off-heap memory from `calloc`: large blocks are mapped by the operating system page by page at first
/// touch, so an allocation costs nothing until it is used, and the threads that fill it also place it. Blocks
/// of several megabytes start at a huge page and ask for such pages. [Arena#allocate] would write every byte once more
/// on one thread.
public final class OffHeap {
    private static final MethodHandle CALLOC = downcall(
            "calloc", FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
    private static final MethodHandle FREE = downcall("free", FunctionDescriptor.ofVoid(ValueLayout.ADDRESS));

    /// Null where the system is not Linux: the advice has this number there only.
    private static final MethodHandle MADVISE = System.getProperty("os.name").equals("Linux")
            ? downcall(
                    "madvise",
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT))
            : null;
    private static final int MADV_DONTNEED = 4;
    private static final int MADV_HUGEPAGE = 14;
    private static final int MADV_POPULATE_READ = 22;
    private static final int MADV_POPULATE_WRITE = 23;
    private static final long PAGE = 4096;
    private static final long HUGE_PAGE = 2L << 20;
    private static final long LARGE = 4 * HUGE_PAGE;

    private static final LongAdder HELD = new LongAdder();

    /// How many blocks are still to be had: more than there ever are, but where a test has the system refuse some.
    private static final AtomicLong LEFT = new AtomicLong(Long.MAX_VALUE);

    private OffHeap() {}

    /// How many blocks are allocated and not freed yet.
    public static long held() {
        return HELD.sum();
    }

    /// Has the system refuse all blocks after so many: for tests of what is left behind then.
    static void refuseAfter(long blocks) {
        LEFT.set(blocks);
    }

    /// Allocates `bytes` zeroed bytes, 16-byte aligned or more, freed when `arena` closes.
    ///
    /// @param what names the block in the error message
    /// @throws OutOfMemoryError naming the block and its size, when the operating system refuses
    @SuppressWarnings("restricted")
    public static MemorySegment allocate(Arena arena, long bytes, String what) {
        if (bytes < 0) {
            throw new IllegalArgumentException("allocate %,d bytes for %s".formatted(bytes, what));
        }
        CollectedArena.weigh(arena, bytes);
        boolean large = bytes >= LARGE;
        MemorySegment block = LEFT.getAndDecrement() > 0
                ? calloc(large ? bytes + 2 * HUGE_PAGE : Math.max(bytes, 1))
                : MemorySegment.NULL;
        if (block.address() == 0) {
            throw new OutOfMemoryError(
                    "allocate %,d bytes for %s: the system has no more memory".formatted(bytes, what));
        }
        HELD.increment();
        long skipped = large ? -block.address() & HUGE_PAGE - 1 : 0;
        if (large) {
            askForHugePages(block.address() + skipped, bytes);
        }
        return owned(block, skipped + bytes, arena).asSlice(skipped, bytes);
    }

    @SuppressWarnings("restricted")
    private static MemorySegment owned(MemorySegment block, long bytes, Arena arena) {
        try {
            return block.reinterpret(Math.max(bytes, 1), arena, OffHeap::free);
        } catch (RuntimeException closed) {
            free(block);
            throw closed;
        }
    }

    /// Views mapped memory as segments of the class that [#allocate] returns: loops that meet one class of
    /// segment alone are compiled without choices.
    ///
    /// @param arena the one that unmaps the memory
    @SuppressWarnings("restricted")
    public static MemorySegment view(MemorySegment mapped, Arena arena) {
        MemorySegment plain = MemorySegment.ofAddress(mapped.address()).reinterpret(mapped.byteSize(), arena, null);
        return mapped.isReadOnly() ? plain.asReadOnly() : plain;
    }

    /// Random reads over more than a few megabytes miss the TLB at every step with pages of 4 KB. A refusal is no
    /// error.
    ///
    /// @param address at a huge page; up to one page behind the bytes belongs to the block, too
    private static void askForHugePages(long address, long bytes) {
        advise(address, (bytes + HUGE_PAGE - 1) & -HUGE_PAGE, MADV_HUGEPAGE);
    }

    /// Has the operating system map all pages of a part of a segment at once: a sequential read of a mapped
    /// file takes a page fault for every 16 of them otherwise. A refusal is no error.
    public static void populate(MemorySegment segment, long offset, long bytes) {
        long first = (segment.address() + offset) & -PAGE;
        advise(first, segment.address() + offset + bytes - first, MADV_POPULATE_READ);
    }

    /// Has the operating system map the pages of memory that will be written at once: fresh memory is zeroed now.
    ///
    /// @return false where it cannot, or where there is no memory, or space in the mapped file, for all of them
    public static boolean populateForWriting(MemorySegment segment, long offset, long bytes) {
        long first = (segment.address() + offset) & -PAGE;
        return advise(first, segment.address() + offset + bytes - first, MADV_POPULATE_WRITE);
    }

    /// Has the operating system forget where the pages of a part of a mapped file lie; the file keeps what was stored,
    /// and the next access finds it there. Unmapping takes 20 ms a GB otherwise, on one thread.
    ///
    /// @param file a view of a file mapped for all to see; other memory would be cleared
    public static void forget(MemorySegment file, long offset, long bytes) {
        long first = (file.address() + offset) & -PAGE;
        advise(first, file.address() + offset + bytes - first, MADV_DONTNEED);
    }

    /// Whether the system took the advice.
    private static boolean advise(long address, long bytes, int advice) {
        if (MADVISE == null) {
            return false;
        }
        try {
            return (int) MADVISE.invokeExact(MemorySegment.ofAddress(address), bytes, advice) == 0;
        } catch (Throwable t) {
            throw new AssertionError("madvise", t);
        }
    }

    private static MemorySegment calloc(long bytes) {
        try {
            return (MemorySegment) CALLOC.invokeExact(bytes, 1L);
        } catch (Throwable t) {
            throw new AssertionError("calloc", t);
        }
    }

    private static void free(MemorySegment block) {
        try {
            FREE.invokeExact(block);
            HELD.decrement();
        } catch (Throwable t) {
            throw new AssertionError("free", t);
        }
    }

    @SuppressWarnings("restricted")
    private static MethodHandle downcall(String name, FunctionDescriptor type) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type);
    }
}
