package io.bitfront.engine.closeness;

import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.spi.MultiSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// A lane that takes the sums of each source, one batch after the other, with as many under way as its state has room
/// for.
///
/// @param <W> what is kept of a batch from its begin on
abstract class SearchLane<W> implements Lanes.Lane {
    private final MultiSource state;
    private final Deque<W> kept = new ArrayDeque<>();

    SearchLane(MultiSource state) {
        this.state = state;
    }

    /// Begins a batch on the state.
    abstract W search(int[] batch);

    /// Takes over what a batch found.
    abstract void take(int[] batch, SourceSums sums, W kept);

    @Override
    public final MultiSource state() {
        return state;
    }

    @Override
    public final boolean full(int underWay) {
        return underWay >= state.depth();
    }

    @Override
    public final void begin(int[] batch) {
        kept.add(search(batch));
    }

    @Override
    public final int finish(List<int[]> underWay, Runnable answered) {
        SourceSums sums = state.finish();
        answered.run();
        take(underWay.getFirst(), sums, kept.remove());
        return 1;
    }
}
