package io.bitfront.cli.output;

import io.bitfront.engine.BfsResult;
import io.bitfront.graph.VertexIds;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/// Which vertices have a row in a file of levels.
///
/// @param only input indices in the order of their rows; null: all, ascending
/// @param reached whether vertices that were not reached are left out
public record RowChoice(int[] only, boolean reached) {
    public static final RowChoice ALL = new RowChoice(null, false);

    /// The rows of one result.
    ///
    /// @param index input index of a row
    record Rows(int count, IntUnaryOperator index) {}

    /// Rows before any is left out.
    int count(int vertexCount) {
        return only == null ? vertexCount : only.length;
    }

    /// Input index of a row, where none is left out.
    int index(int row) {
        return only == null ? row : only[row];
    }

    /// Input ids of the rows; null for all.
    public long[] ids(VertexIds ids) {
        return only == null ? null : IntStream.of(only).mapToLong(ids::idOf).toArray();
    }

    Rows of(BfsResult result) {
        int count = count(Math.toIntExact(result.level().length()));
        if (!reached) {
            return new Rows(count, this::index);
        }
        int[] left = IntStream.range(0, count)
                .map(this::index)
                .filter(index -> result.level().get(index) >= 0)
                .toArray();
        return new Rows(left.length, row -> left[row]);
    }
}
