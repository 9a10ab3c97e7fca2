package io.bitfront.input.edges;

import io.bitfront.memory.IntArray;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// A part of a [NameTable]: names one behind the other, each after its length in two bytes, and an open-addressing hash
/// table of their ordinals. Locked by whoever adds; read by any thread once nobody does.
final class NameShard {
    private static final ValueLayout.OfShort LENGTH = ValueLayout.JAVA_SHORT_UNALIGNED;
    private static final int PIECE_BITS = 18;
    private static final int PIECE = 1 << PIECE_BITS;
    private static final int FIRST_SLOTS = 1 << 8;

    private final Arena arena;
    private final Hash hash;
    private final List<MemorySegment> pieces = new ArrayList<>();
    private Room slots;
    private Room places;
    private int count;
    private int end = PIECE;
    private long textBytes;

    /// The hash of a name.
    @FunctionalInterface
    interface Hash {
        long of(byte[] text, int from, int to);
    }

    /// An array that is replaced by a larger one.
    private static final class Room {
        private final Arena arena = Arena.ofShared();
        private final IntArray ints;

        Room(long length) {
            ints = IntArray.of(NameTable.allocate(arena, length * IntArray.BYTES));
        }
    }

    /// @param arena owns the text
    NameShard(Arena arena, Hash hash) {
        this.arena = arena;
        this.hash = hash;
        slots = new Room(FIRST_SLOTS);
        try {
            places = new Room(FIRST_SLOTS);
        } catch (Throwable t) {
            freeze();
            throw t;
        }
    }

    /// The ordinal of a name in this shard.
    ///
    /// @param low its hash's lower bits
    synchronized int add(byte[] text, int from, int to, int low) {
        int mask = (int) slots.ints.length() - 1;
        int slot = low & mask;
        for (int found = slots.ints.get(slot); found != 0; found = slots.ints.get(slot)) {
            if (equals(found - 1, text, from, to)) {
                return found - 1;
            }
            slot = (slot + 1) & mask;
        }
        slots.ints.set(slot, count + 1);
        store(text, from, to - from);
        if (count > DistinctIds.limit(slots.ints.length())) {
            growSlots();
        }
        return count - 1;
    }

    private void store(byte[] text, int from, int length) {
        if (end + Short.BYTES + length > PIECE) {
            if (pieces.size() == 1 << Integer.SIZE - PIECE_BITS) {
                throw new IllegalStateException("names of more than 1 TB");
            }
            pieces.add(NameTable.allocate(arena, PIECE));
            end = 0;
        }
        if (count == places.ints.length()) {
            Room larger = new Room(2L * count);
            MemorySegment.copy(places.ints.segment(), 0, larger.ints.segment(), 0, (long) count * IntArray.BYTES);
            places.arena.close();
            places = larger;
        }
        MemorySegment piece = pieces.getLast();
        piece.set(LENGTH, end, (short) length);
        MemorySegment.copy(text, from, piece, ValueLayout.JAVA_BYTE, end + Short.BYTES, length);
        places.ints.set(count++, (pieces.size() - 1 << PIECE_BITS) + end);
        end += Short.BYTES + length;
        textBytes += length;
    }

    private void growSlots() {
        Room larger = new Room(2 * slots.ints.length());
        int mask = (int) larger.ints.length() - 1;
        for (int ordinal = 0; ordinal < count; ordinal++) {
            byte[] name = name(ordinal);
            int slot = (int) hash.of(name, 0, name.length) & mask;
            while (larger.ints.get(slot) != 0) {
                slot = (slot + 1) & mask;
            }
            larger.ints.set(slot, ordinal + 1);
        }
        slots.arena.close();
        slots = larger;
    }

    private boolean equals(int ordinal, byte[] text, int from, int to) {
        int place = places.ints.get(ordinal);
        MemorySegment piece = pieces.get(place >>> PIECE_BITS);
        int at = place & PIECE - 1;
        int length = Short.toUnsignedInt(piece.get(LENGTH, at));
        if (length != to - from) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (piece.get(ValueLayout.JAVA_BYTE, at + Short.BYTES + i) != text[from + i]) {
                return false;
            }
        }
        return true;
    }

    int count() {
        return count;
    }

    long textBytes() {
        return textBytes;
    }

    int length(int ordinal) {
        int place = places.ints.get(ordinal);
        return Short.toUnsignedInt(pieces.get(place >>> PIECE_BITS).get(LENGTH, place & PIECE - 1));
    }

    byte[] name(int ordinal) {
        byte[] name = new byte[length(ordinal)];
        int place = places.ints.get(ordinal);
        int begin = (place & PIECE - 1) + Short.BYTES;
        MemorySegment.copy(pieces.get(place >>> PIECE_BITS), ValueLayout.JAVA_BYTE, begin, name, 0, name.length);
        return name;
    }

    /// Frees the hash table; no name can be added any more.
    void freeze() {
        if (slots != null) {
            slots.arena.close();
            slots = null;
        }
    }

    /// Frees all but the text.
    void close() {
        places.arena.close();
    }
}
