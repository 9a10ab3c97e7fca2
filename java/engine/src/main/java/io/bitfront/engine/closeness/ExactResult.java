package io.bitfront.engine.closeness;

import io.bitfront.graph.Graph;
import java.util.List;

/// Exact values, from the sums of each row.
final class ExactResult implements ClosenessResult {
    private final ClosenessJob job;
    private final Graph graph;
    private final ExactRows rows;
    private final int[] chosen;
    private final List<String> notes;
    private final long traversals;
    private final long nanos;

    ExactResult(RunContext context, ExactRows rows, List<String> notes, long traversals) {
        this.job = context.job();
        this.graph = context.graph();
        this.rows = rows;
        this.notes = notes;
        this.traversals = traversals;
        this.chosen = job.top() == 0
                ? null
                : Ranking.highest(
                        rows.rowCount(),
                        job.top(),
                        row -> sum(row, job.measures().getFirst()),
                        rows::index);
        this.nanos = context.nanos();
    }

    @Override
    public ClosenessJob job() {
        return job;
    }

    @Override
    public int rowCount() {
        return chosen == null ? rows.rowCount() : chosen.length;
    }

    @Override
    public long id(int row) {
        return graph.ids().idOf(rows.index(base(row)));
    }

    @Override
    public double value(int row, ClosenessMeasure measure) {
        return sum(base(row), measure);
    }

    @Override
    public double standardError(int row) {
        throw new IllegalStateException("an exact job has no standard error");
    }

    @Override
    public int[] highest(int count, ClosenessMeasure measure) {
        return Ranking.highest(rowCount(), count, row -> value(row, measure), this::id);
    }

    @Override
    public List<String> notes() {
        return notes;
    }

    @Override
    public long traversals() {
        return traversals;
    }

    @Override
    public long nanos() {
        return nanos;
    }

    private int base(int row) {
        return chosen == null ? row : chosen[row];
    }

    private double sum(int base, ClosenessMeasure measure) {
        return rows.value(base, measure, graph.vertexCount());
    }
}
