package io.bitfront.engine.closeness;

import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Exact values, from the sums of each row.
final class ExactResult extends JobResult {
    private final ExactRows rows;
    private final int[] chosen;
    private final ClosenessResult.Effort effort;
    private final List<ClosenessResult.Stage> stages;

    ExactResult(RunContext context, ExactRows rows, List<String> events, ClosenessResult.Effort effort) {
        this(context, rows, events, effort, List.of());
    }

    ExactResult(
            RunContext context,
            ExactRows rows,
            List<String> events,
            ClosenessResult.Effort effort,
            List<ClosenessResult.Stage> stages) {
        ClosenessJob job = context.job();
        ClosenessMeasure first = job.measures().getFirst();
        int vertexCount = context.graph().vertexCount();
        this.rows = rows;
        this.effort = effort;
        this.stages = stages;
        this.chosen = job.top() == 0 ? null : highest(rows, job.top(), first, vertexCount);
        super(context, List.of(), events, effort.begun());
    }

    /// Of a job for the top few rows are done.
    private static int[] highest(ExactRows rows, int count, ClosenessMeasure measure, int vertexCount) {
        int[] done = rows.done();
        int[] places = Ranking.highest(
                done.length, count, i -> rows.value(done[i], measure, vertexCount), i -> rows.index(done[i]));
        return Arrays.stream(places).map(i -> done[i]).toArray();
    }

    @Override
    public Optional<ClosenessResult.Effort> effort() {
        return Optional.of(effort);
    }

    @Override
    public List<ClosenessResult.Stage> stages() {
        return stages;
    }

    @Override
    public int rowCount() {
        return chosen == null ? rows.rowCount() : chosen.length;
    }

    @Override
    int indexOf(int row) {
        return rows.index(base(row));
    }

    /// Bounds of eccentricities and sizes of components tell nothing else, and harmonic sums may not be known
    /// where they were not asked for.
    @Override
    boolean tells(ClosenessMeasure measure) {
        return job().measures().contains(measure)
                || !DiameterRunner.suits(job(), graph())
                        && !ExactRun.asksForComponentsAlone(job(), graph())
                        && (rows.knowsHarmonic() || !measure.harmonic());
    }

    @Override
    double valueOf(int row, ClosenessMeasure measure) {
        return rows.value(base(row), measure, graph().vertexCount());
    }

    @Override
    double standardErrorOf(int row, ClosenessMeasure measure) {
        throw new IllegalStateException("an exact job has no standard error");
    }

    private int base(int row) {
        return chosen == null ? row : chosen[row];
    }
}
