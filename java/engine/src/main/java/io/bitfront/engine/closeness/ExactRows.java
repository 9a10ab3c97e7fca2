package io.bitfront.engine.closeness;

import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.answer.VertexSums;
import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.BitSet;

/// The sums of an exact job's vertices, one row each, ascending by input index. Off-heap, 24 bytes a row. Rows are
/// put by one thread at a time and final once they are.
final class ExactRows {
    static final int ROW_BYTES = 24;

    private final int[] indices;
    private final int rowCount;
    private final IntArray reached;
    private final LongArray distanceSum;
    private final LongArray harmonicSum;
    private final IntArray eccentricity;
    private final BitSet done;
    private boolean knowsHarmonic = true;

    /// @param indices input indices of the rows, ascending; null for all
    ExactRows(Arena arena, int vertexCount, int[] indices) {
        this.indices = indices;
        this.rowCount = indices == null ? vertexCount : indices.length;
        this.done = new BitSet(rowCount);
        this.reached = IntArray.allocate(arena, rowCount, "reached counts");
        this.distanceSum = LongArray.allocate(arena, rowCount, "distance sums");
        this.harmonicSum = LongArray.allocate(arena, rowCount, "harmonic sums");
        this.eccentricity = IntArray.allocate(arena, rowCount, "eccentricities");
    }

    int rowCount() {
        return rowCount;
    }

    int doneCount() {
        return done.cardinality();
    }

    /// Input index of a row.
    int index(int row) {
        return indices == null ? row : indices[row];
    }

    /// Row of an input index, negative where it has none.
    int rowOf(int index) {
        if (indices == null) {
            return index < rowCount ? index : -1;
        }
        return Arrays.binarySearch(indices, index);
    }

    boolean isDone(int row) {
        return done.get(row);
    }

    /// Rows that are done, ascending.
    int[] done() {
        return done.stream().toArray();
    }

    /// The first row from one on that is done; -1 where none is.
    int nextDone(int row) {
        return done.nextSetBit(row);
    }

    /// Takes the sums of an input index.
    void put(int index, VertexSums sums) {
        put(index, sums.reached(), sums.distanceSum(), sums.harmonicSum(), sums.eccentricity());
    }

    /// The sums of a row that is done.
    VertexSums sums(int row) {
        return new VertexSums(
                reached.get(row),
                distanceSum.get(row),
                Double.longBitsToDouble(harmonicSum.get(row)),
                eccentricity.get(row));
    }

    void put(int index, long reachedCount, long distances, double harmonic, int farthest) {
        int row = rowOf(index);
        reached.set(row, (int) reachedCount);
        distanceSum.set(row, distances);
        harmonicSum.set(row, Double.doubleToRawLongBits(harmonic));
        knowsHarmonic = knowsHarmonic && !Double.isNaN(harmonic);
        eccentricity.set(row, farthest);
        done.set(row);
    }

    /// Whether the harmonic sums of all rows that are done are known.
    boolean knowsHarmonic() {
        return knowsHarmonic;
    }

    /// NaN where the row is not known.
    double value(int row, ClosenessMeasure measure, int vertexCount) {
        return !done.get(row)
                ? Double.NaN
                : measure.exact(
                        vertexCount,
                        reached.get(row),
                        distanceSum.get(row),
                        Double.longBitsToDouble(harmonicSum.get(row)),
                        eccentricity.get(row));
    }
}
