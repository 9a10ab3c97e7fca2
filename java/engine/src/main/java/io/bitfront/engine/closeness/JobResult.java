package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.graph.VertexIds;
import java.util.List;
import java.util.Objects;

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

    /// Input index of a row's vertex.
    abstract int indexOf(int row);

    /// Whether what was kept tells a measure: those that the job names, and others that follow from the same sums.
    abstract boolean tells(ClosenessMeasure measure);

    abstract double valueOf(int row, ClosenessMeasure measure);

    abstract double standardErrorOf(int row, ClosenessMeasure measure);

    @Override
    public final long id(int row) {
        return ids().idOf(indexOf(checked(row)));
    }

    @Override
    public final double value(int row, ClosenessMeasure measure) {
        requireTold(measure);
        return valueOf(checked(row), measure);
    }

    @Override
    public final double standardError(int row, ClosenessMeasure measure) {
        requireTold(measure);
        return standardErrorOf(checked(row), measure);
    }

    @Override
    public final int[] highest(int count, ClosenessMeasure measure) {
        requireTold(measure);
        if (count < 0) {
            throw new IllegalArgumentException("the %,d highest: expected none or more".formatted(count));
        }
        return Ranking.highest(rowCount(), count, row -> valueOf(row, measure), row -> ids().idOf(indexOf(row)));
    }

    private int checked(int row) {
        return Objects.checkIndex(row, rowCount());
    }

    private void requireTold(ClosenessMeasure measure) {
        if (!tells(measure)) {
            throw new IllegalArgumentException("the job did not ask for %s, but for %s"
                    .formatted(
                            measure.word(),
                            String.join(
                                    ", ",
                                    job().measures().stream()
                                            .map(ClosenessMeasure::word)
                                            .toList())));
        }
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
