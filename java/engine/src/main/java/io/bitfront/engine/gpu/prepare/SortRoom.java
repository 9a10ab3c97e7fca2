package io.bitfront.engine.gpu.prepare;

import io.bitfront.engine.DeviceException;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceAlgorithms;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Device memory for 64-bit keys that are sorted a range at a time, and how long a range may be. For one thread.
final class SortRoom implements AutoCloseable {
    /// Bytes of device memory a key of a range takes: two buffers of keys, flags and their sums.
    static final long KEY_BYTES = 24;
    /// Device memory left to the driver and to CUB's temporary storage.
    static final long RESERVE = 1L << 30;

    private final CudaContext context;
    private final DeviceAlgorithms algorithms;
    private final Progress progress;
    private final long mostKeys;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment word = arena.allocate(ValueLayout.JAVA_LONG);
    private DeviceBuffer keys;
    private DeviceBuffer otherKeys;

    /// What is done with a range of sets of columns.
    @FunctionalInterface
    interface Range {
        /// @param count entries of the sets `first` to `end`-1
        /// @param before what the ranges before have returned in all
        /// @return what is added up
        long run(int first, int end, long count, long before);
    }

    /// @param mostKeys most keys that are sorted at a time, fewer than 2^32
    SortRoom(CudaContext context, DeviceAlgorithms algorithms, Progress progress, long mostKeys) {
        this.context = context;
        this.algorithms = algorithms;
        this.progress = progress;
        this.mostKeys = mostKeys;
    }

    /// Sees to room for as many keys at a time as there are, or as fit beside a result of four bytes each.
    ///
    /// @return keys of a range
    long capacity(long wanted) {
        if (keys == null) {
            long room = capacity(context.freeBytes(), wanted, mostKeys);
            keys = context.allocate(Long.BYTES * room, "keys");
            otherKeys = context.allocate(Long.BYTES * room, "sorted keys");
        }
        return keys.bytes() / 8;
    }

    /// Keys that fit into so many bytes, beside a result of four bytes each and what is left to others: one at least,
    /// those wanted at most.
    static long capacity(long freeBytes, long wanted, long mostKeys) {
        long free = freeBytes - RESERVE - 4 * wanted;
        return Math.clamp(free / KEY_BYTES, 1, Math.min(mostKeys, Math.max(wanted, 1)));
    }

    /// Where keys are emitted.
    DeviceBuffer keys() {
        return keys;
    }

    /// The buffer that does not hold `sorted`.
    DeviceBuffer besides(DeviceBuffer sorted) {
        return sorted == keys ? otherKeys : keys;
    }

    /// Sorts the first keys by some of their bits, stably.
    DeviceBuffer sorted(long count, int firstBit, int bits) {
        int endBit = Math.min(firstBit + bits, Long.SIZE);
        return count == 0 || bits == 0 ? keys : algorithms.sortKeys(keys, otherKeys, count, firstBit, endBit);
    }

    /// Goes through sets of `stride` columns, in ranges of no more than `capacity` entries.
    ///
    /// @param step its name for people
    /// @param unit what people call a set of columns, singular
    /// @param sums entries before each column, and of all `columns`
    /// @param count sets
    /// @return what the ranges returned in all
    long forRanges(
            String step,
            String unit,
            DeviceBuffer sums,
            int columns,
            int stride,
            int count,
            long capacity,
            Range work) {
        long sum = 0;
        try (Progress.Phase phase = progress.start(step, count, unit)) {
            for (int first = 0; first < count; ) {
                int end = endOfRange(sums, columns, stride, count, first, capacity);
                long entries = entriesBefore(sums, columns, stride, end) - entriesBefore(sums, columns, stride, first);
                sum += work.run(first, end, entries, sum);
                phase.advance(end - first);
                first = end;
            }
        }
        return sum;
    }

    /// The last set of `stride` columns up to which a range from `first` on has no more than `capacity` entries.
    private int endOfRange(DeviceBuffer sums, int columns, int stride, int count, int first, long capacity) {
        long base = entriesBefore(sums, columns, stride, first);
        int low = first;
        int high = count;
        while (low < high) {
            int middle = high - (high - low) / 2;
            if (entriesBefore(sums, columns, stride, middle) - base <= capacity) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        if (low == first) {
            throw new DeviceException(
                    "%,d columns from column %,d on have more than the %,d entries that fit into this GPU at a time"
                            .formatted(stride, (long) first * stride, capacity));
        }
        return low;
    }

    private long entriesBefore(DeviceBuffer sums, int columns, int stride, int set) {
        return readLong(sums, 8 * Math.min((long) set * stride, columns));
    }

    /// Bits that tell `count` numbers from each other.
    static int bitsFor(int count) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(count, 1) - 1);
    }

    long readLong(DeviceBuffer from, long offset) {
        from.download(offset, word);
        context.finish("a count");
        return word.get(ValueLayout.JAVA_LONG, 0);
    }

    long readInt(DeviceBuffer from, long offset) {
        from.download(offset, word.asSlice(0, 4));
        context.finish("a count");
        return Integer.toUnsignedLong(word.get(ValueLayout.JAVA_INT, 0));
    }

    /// Frees the keys where so many bytes would not fit beside them and their flags.
    void makeWay(long bytes) {
        if (keys != null && context.freeBytes() < bytes + keys.bytes() + RESERVE) {
            drop();
        }
    }

    /// Frees the keys; they come back where room is asked for again.
    void drop() {
        if (keys != null) {
            keys.close();
            keys = null;
        }
        if (otherKeys != null) {
            otherKeys.close();
            otherKeys = null;
        }
    }

    @Override
    public void close() {
        drop();
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }
}
