package io.bitfront.cache;

import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import io.bitfront.memory.OffHeap;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;

/// Goes through sections of a mapped cache once, with all workers: sums the bytes of each and hands its
/// elements, block by block, to whoever knows what they may be. Works on heap copies of a block, which no
/// truncation of the file can take away.
final class SectionScan {
    /// Bytes copied, summed and looked at while they are in the core's own cache.
    private static final int BLOCK = 1 << 16;

    private static final long NOTHING = Long.MAX_VALUE;

    private final BvssFile.Mapped mapped;
    private final Workers workers;
    private final Progress.Phase phase;
    private final Room[] rooms;

    SectionScan(BvssFile.Mapped mapped, Workers workers, Progress.Phase phase) {
        this.mapped = mapped;
        this.workers = workers;
        this.phase = phase;
        this.rooms = new Room[workers.threads()];
    }

    /// Looks at a block of `int` elements.
    @FunctionalInterface
    interface Ints {
        /// @param first index of the block's first element
        /// @param values elements 1 to `count`; element 0 is the one before them, -1 where there is none
        /// @return index of an element that cannot be, or -1
        long wrong(long first, int[] values, int count);
    }

    /// Looks at a block of `long` elements, as [Ints] does.
    @FunctionalInterface
    interface Longs {
        long wrong(long first, long[] values, int count);
    }

    /// What one worker copies to.
    private static final class Room {
        private final byte[] bytes = new byte[BLOCK];
        private final int[] ints = new int[BLOCK / IntArray.BYTES + 1];
        private final long[] longs = new long[BLOCK / LongArray.BYTES + 1];
    }

    @FunctionalInterface
    private interface Block {
        long wrong(Room room, long begin, int bytes);
    }

    /// @param rule what an element must be, in the message
    void ints(BvssSection section, String rule, Ints check) {
        MemorySegment bytes = mapped.section(section);
        long wrong = scan(section, bytes, (room, begin, size) -> {
            long first = begin / IntArray.BYTES;
            int count = size / IntArray.BYTES;
            room.ints[0] = first == 0 ? -1 : bytes.getAtIndex(ValueLayout.JAVA_INT, first - 1);
            MemorySegment.copy(MemorySegment.ofArray(room.bytes), BYTEWISE_INT, 0, room.ints, 1, count);
            return check.wrong(first, room.ints, count);
        });
        if (wrong >= 0) {
            throw corrupt("%s[%d] is %d, expected %s"
                    .formatted(section.word(), wrong, bytes.getAtIndex(ValueLayout.JAVA_INT, wrong), rule));
        }
    }

    /// Checks every `long` of a section.
    ///
    /// @param rule what an element must be, in the message
    void longs(BvssSection section, String rule, Longs check) {
        MemorySegment bytes = mapped.section(section);
        long wrong = scan(section, bytes, (room, begin, size) -> {
            long first = begin / LongArray.BYTES;
            int count = size / LongArray.BYTES;
            room.longs[0] = first == 0 ? -1 : bytes.getAtIndex(ValueLayout.JAVA_LONG, first - 1);
            MemorySegment.copy(MemorySegment.ofArray(room.bytes), BYTEWISE_LONG, 0, room.longs, 1, count);
            return check.wrong(first, room.longs, count);
        });
        if (wrong >= 0) {
            throw corrupt("%s[%d] is %d, expected %s"
                    .formatted(section.word(), wrong, bytes.getAtIndex(ValueLayout.JAVA_LONG, wrong), rule));
        }
    }

    /// Looks at a block of bytes.
    @FunctionalInterface
    interface Bytes {
        /// @param bytes elements 0 to `count` - 1
        /// @return index of a byte that cannot be, or -1
        long wrong(long first, byte[] bytes, int count);
    }

    /// Checks every byte of a section.
    ///
    /// @param rule what an element must be, in the message
    void bytes(BvssSection section, String rule, Bytes check) {
        MemorySegment bytes = mapped.section(section);
        long wrong = scan(section, bytes, (room, begin, size) -> check.wrong(begin, room.bytes, size));
        if (wrong >= 0) {
            throw corrupt("byte %d of %s is 0x%02x, expected %s"
                    .formatted(wrong, section.word(), bytes.get(ValueLayout.JAVA_BYTE, wrong), rule));
        }
    }

    /// Only sums the bytes.
    void bytes(BvssSection section) {
        scan(section, mapped.section(section), (room, begin, size) -> -1);
    }

    private static final ValueLayout.OfInt BYTEWISE_INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong BYTEWISE_LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    /// @return the smallest index that is wrong, or -1
    private long scan(BvssSection section, MemorySegment bytes, Block block) {
        long size = bytes.byteSize();
        int[] sums = new int[Math.toIntExact(Math.ceilDiv(size, Crc32c.PIECE))];
        AtomicLong wrong = new AtomicLong(NOTHING);
        workers.forRange(0, size, Crc32c.PIECE, (worker, begin, end) -> {
            if (rooms[worker] == null) {
                rooms[worker] = new Room();
            }
            OffHeap.populate(bytes, begin, end - begin);
            sums[(int) (begin / Crc32c.PIECE)] = piece(bytes, begin, end, rooms[worker], block, wrong);
            phase.advance(end - begin);
        });
        int sum = Crc32c.joined(sums, size);
        int expected = mapped.header().crcs()[section.ordinal()];
        if (sum != expected) {
            throw corrupt("the checksum of %s is %08x, expected %08x".formatted(section.word(), sum, expected));
        }
        return wrong.get() == NOTHING ? -1 : wrong.get();
    }

    private static int piece(MemorySegment bytes, long begin, long end, Room room, Block block, AtomicLong wrong) {
        CRC32C crc = new CRC32C();
        for (long at = begin; at < end; at += BLOCK) {
            int size = (int) Math.min(BLOCK, end - at);
            MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, at, room.bytes, 0, size);
            crc.update(room.bytes, 0, size);
            long found = block.wrong(room, at, size);
            if (found >= 0) {
                wrong.accumulateAndGet(found, Math::min);
            }
        }
        return (int) crc.getValue();
    }

    private CacheFormatException corrupt(String what) {
        return BvssHeader.corrupt(mapped.file(), what);
    }
}
