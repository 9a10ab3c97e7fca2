package io.bitfront.engine.closeness;

import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import java.util.stream.IntStream;

/// Some rows of a result, the highest first by the first measure.
record ChosenRows(ClosenessResult all, int... rows) implements ResultOver {
    @Override
    public int rowCount() {
        return rows.length;
    }

    @Override
    public long id(int row) {
        return all.id(rows[row]);
    }

    @Override
    public double value(int row, ClosenessMeasure measure) {
        return all.value(rows[row], measure);
    }

    @Override
    public double standardError(int row, ClosenessMeasure measure) {
        return all.standardError(rows[row], measure);
    }

    @Override
    public int[] highest(int count, ClosenessMeasure measure) {
        return measure == job().measures().getFirst()
                ? IntStream.range(0, Math.min(count, rows.length)).toArray()
                : Ranking.highest(rows.length, count, row -> value(row, measure), this::id);
    }
}
