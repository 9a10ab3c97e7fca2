package io.bitfront.graph;

import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import io.bitfront.memory.OffHeap;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/// The vertex ids of an input file. A vertex's *input index* is its rank 0..n-1 by ascending id. Whoever
/// shows an id to a user or takes one goes through [#text] and [#parse], as vertices may have names.
public sealed interface VertexIds {
    /// Any number, as it is: for whoever shows ids of a graph that is elsewhere.
    static VertexIds numbers() {
        return new Range(0, Integer.MAX_VALUE);
    }

    /// Number of vertices.
    int count();

    /// Id of the vertex with this input index.
    long idOf(int index);

    /// Input index of an id, or -1 where the input has no such vertex.
    int indexOf(long id);

    /// True where ids are exactly 0..n-1.
    default boolean identity() {
        return this instanceof Names || (this instanceof Range range && range.first == 0);
    }

    /// Whether a user knows the vertices by names, of which an id is only the rank.
    default boolean named() {
        return this instanceof Names;
    }

    /// What a user calls the vertex with this id.
    default String text(long id) {
        return Long.toString(id);
    }

    /// The vertex with this id as JSON has it: a number, or its name.
    default Object value(long id) {
        return named() ? text(id) : (Object) id;
    }

    /// The id of what a user calls a vertex.
    ///
    /// @throws NumberFormatException where it is no id
    /// @throws IllegalArgumentException in one line, where the input has no such vertex
    default long parse(String word) {
        long id = Long.parseLong(word);
        requireKnown(id);
        return id;
    }

    /// @return the input index of an id
    /// @throws IllegalArgumentException naming the id, where the input has no such vertex
    default int requireKnown(long id) {
        int index = indexOf(id);
        if (index < 0) {
            throw new IllegalArgumentException("vertex %d is not in the graph (%s)".formatted(id, range()));
        }
        return index;
    }

    /// The ids of some vertices.
    ///
    /// @param indices their input indices, ascending
    default VertexIds subset(Arena arena, IntArray indices) {
        LongArray ids = LongArray.allocate(arena, indices.length(), "ids");
        for (long i = 0; i < indices.length(); i++) {
            ids.set(i, idOf(indices.get(i)));
        }
        return new Table(ids);
    }

    /// How many ids there are and which, in words.
    default String range() {
        return count() == 0
                ? "it has no vertices"
                : "%,d ids from %d to %d".formatted(count(), idOf(0), idOf(count() - 1));
    }

    /// Consecutive ids from `first`: 0 for GAP files and dense edge lists, 1 for MatrixMarket and DIMACS.
    record Range(long first, int count) implements VertexIds {
        @Override
        public long idOf(int index) {
            return first + index;
        }

        @Override
        public int indexOf(long id) {
            return id >= first && id - first < count ? (int) (id - first) : -1;
        }
    }

    /// Sparse ids, strictly ascending.
    record Table(LongArray ascending) implements VertexIds {
        @Override
        public int count() {
            return Math.toIntExact(ascending.length());
        }

        @Override
        public long idOf(int index) {
            return ascending.get(index);
        }

        @Override
        public int indexOf(long id) {
            int low = 0;
            int high = count() - 1;
            while (low <= high) {
                int middle = (low + high) >>> 1;
                long found = ascending.get(middle);
                if (found == id) {
                    return middle;
                }
                if (found < id) {
                    low = middle + 1;
                } else {
                    high = middle - 1;
                }
            }
            return -1;
        }
    }

    /// Names, distinct and ascending by their bytes; ids are their ranks 0..n-1.
    ///
    /// @param starts n+1: name i is bytes `starts[i] .. starts[i+1]` of the text
    /// @param text UTF-8
    record Names(LongArray starts, MemorySegment text) implements VertexIds {
        /// @param ascending by their bytes, distinct; copied to memory that the garbage collector frees
        public static Names of(List<String> ascending) {
            LongArray starts = LongArray.allocate(Arena.ofAuto(), ascending.size() + 1L, "starts of names");
            byte[][] bytes = new byte[ascending.size()][];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = ascending.get(i).getBytes(StandardCharsets.UTF_8);
                starts.set(i + 1L, starts.get(i) + bytes[i].length);
            }
            MemorySegment text = OffHeap.allocate(Arena.ofAuto(), starts.get(bytes.length), "names");
            for (int i = 0; i < bytes.length; i++) {
                MemorySegment.copy(bytes[i], 0, text, ValueLayout.JAVA_BYTE, starts.get(i), bytes[i].length);
            }
            return new Names(starts, text);
        }

        @Override
        public int count() {
            return Math.toIntExact(starts.length() - 1);
        }

        @Override
        public long idOf(int index) {
            return index;
        }

        @Override
        public int indexOf(long id) {
            return id >= 0 && id < count() ? (int) id : -1;
        }

        @Override
        public String text(long id) {
            return new String(bytes(id), StandardCharsets.UTF_8);
        }

        @Override
        public VertexIds subset(Arena arena, IntArray indices) {
            LongArray some = LongArray.allocate(arena, indices.length() + 1, "starts of names");
            for (long i = 0; i < indices.length(); i++) {
                long name = indices.get(i);
                some.set(i + 1, some.get(i) + starts.get(name + 1) - starts.get(name));
            }
            MemorySegment names = OffHeap.allocate(arena, some.get(indices.length()), "names");
            for (long i = 0; i < indices.length(); i++) {
                MemorySegment.copy(text, starts.get(indices.get(i)), names, some.get(i), some.get(i + 1) - some.get(i));
            }
            return new Names(some, names);
        }

        /// The name of this rank, UTF-8.
        public byte[] bytes(long id) {
            long start = starts.get(id);
            byte[] bytes = new byte[Math.toIntExact(starts.get(id + 1) - start)];
            MemorySegment.copy(text, ValueLayout.JAVA_BYTE, start, bytes, 0, bytes.length);
            return bytes;
        }

        @Override
        public long parse(String word) {
            byte[] wanted = word.getBytes(StandardCharsets.UTF_8);
            int low = 0;
            int high = count() - 1;
            while (low <= high) {
                int middle = (low + high) >>> 1;
                int order = Arrays.compareUnsigned(bytes(middle), wanted);
                if (order == 0) {
                    return middle;
                }
                if (order < 0) {
                    low = middle + 1;
                } else {
                    high = middle - 1;
                }
            }
            throw new IllegalArgumentException("vertex '%s' is not in the graph (%s)".formatted(word, range()));
        }

        @Override
        public String range() {
            return count() == 0
                    ? "it has no vertices"
                    : "%,d names from '%s' to '%s'".formatted(count(), text(0), text(count() - 1));
        }
    }
}
