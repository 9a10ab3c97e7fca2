package io.bitfront.engine.closeness;

import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.spi.TargetSums;
import java.util.List;
import java.util.function.IntUnaryOperator;

/// Estimates of consecutive vertices, or all.
final class SampledResult extends JobResult {
    private final SampleEstimates estimates;
    private final TargetSums sums;
    private final int first;
    private final int rowCount;
    private final IntUnaryOperator position;

    /// @param first input index of the first row
    /// @param position where in `sums` a row's are
    SampledResult(
            RunContext context,
            SampleEstimates estimates,
            TargetSums sums,
            int first,
            int rowCount,
            IntUnaryOperator position,
            List<String> notes,
            List<String> events,
            long traversals) {
        this.estimates = estimates;
        this.sums = sums;
        this.first = first;
        this.rowCount = rowCount;
        this.position = position;
        super(context, notes, events, traversals);
    }

    @Override
    public int rowCount() {
        return rowCount;
    }

    @Override
    int indexOf(int row) {
        return first + row;
    }

    @Override
    boolean tells(ClosenessMeasure measure) {
        return true;
    }

    @Override
    double valueOf(int row, ClosenessMeasure measure) {
        return estimate(row).value(measure, graph().vertexCount());
    }

    @Override
    double standardErrorOf(int row, ClosenessMeasure measure) {
        return estimate(row).standardError(measure, graph().vertexCount());
    }

    private SampleEstimates.Estimate estimate(int row) {
        return estimates.of(first + row, sums, position.applyAsInt(row));
    }
}
