package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.graph.VertexIds;
import java.util.List;

/// What exact and sampled results have in common.
abstract class JobResult implements ClosenessResult {
    private final RunContext context;
    private final List<String> notes;
    private final List<String> events;
    private final long traversals;
    private final long nanos;

    /// Made when the run is over.
    ///
    /// @param notes beside those of the context
    JobResult(RunContext context, List<String> notes, List<String> events, long traversals) {
        this.context = context;
        this.notes = context.notes(notes);
        this.events = List.copyOf(events);
        this.traversals = traversals;
        this.nanos = context.nanos();
    }

    final Graph graph() {
        return context.graph();
    }

    @Override
    public final VertexIds ids() {
        return context.graph().ids();
    }

    @Override
    public final ClosenessJob job() {
        return context.job();
    }

    @Override
    public final int[] highest(int count, ClosenessMeasure measure) {
        return Ranking.highest(rowCount(), count, row -> value(row, measure), this::id);
    }

    @Override
    public final List<String> notes() {
        return notes;
    }

    @Override
    public final List<String> events() {
        return events;
    }

    @Override
    public final long traversals() {
        return traversals;
    }

    @Override
    public final long nanos() {
        return nanos;
    }
}
