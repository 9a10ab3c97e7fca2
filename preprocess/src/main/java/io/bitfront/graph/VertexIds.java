package io.bitfront.graph;

import io.bitfront.memory.LongArray;

/// The vertex ids of an input file. A vertex's *input index* is its rank 0..n-1 by ascending id.
public sealed interface VertexIds {
    /// Number of vertices.
    int count();

    /// Id of the vertex with this input index.
    long idOf(int index);

    /// Input index of an id, or -1 where the input has no such vertex.
    int indexOf(long id);

    /// True where ids are exactly 0..n-1.
    default boolean identity() {
        return this instanceof Range range && range.first == 0;
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
}
