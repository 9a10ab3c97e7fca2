package io.bitfront.spark;

import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import java.util.List;
import java.util.stream.IntStream;

/// The highest rows of a job over a cluster, highest first.
record HighestResult(ClosenessJob job, List<HighestRows.Row> rows, List<String> notes, long traversals, long nanos)
        implements ClosenessResult {
    @Override
    public int rowCount() {
        return rows.size();
    }

    @Override
    public long id(int row) {
        return rows.get(row).id();
    }

    @Override
    public double value(int row, ClosenessMeasure measure) {
        return rows.get(row).values()[job.measures().indexOf(measure)];
    }

    @Override
    public double standardError(int row, ClosenessMeasure measure) {
        if (!job.sampled()) {
            throw new IllegalStateException("an exact job has no standard error");
        }
        return rows.get(row).values()[job.measures().size() + job.measures().indexOf(measure)];
    }

    @Override
    public int[] highest(int count, ClosenessMeasure measure) {
        if (job.measures().indexOf(measure) != 0) {
            throw new IllegalArgumentException("the highest by %s are not known: rows were gathered by %s"
                    .formatted(measure.word(), job.measures().getFirst().word()));
        }
        return IntStream.range(0, Math.min(count, rows.size())).toArray();
    }
}
