package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Engine;
import io.bitfront.engine.device.Owned;
import io.bitfront.engine.spi.Backend;
import io.bitfront.engine.spi.MultiSource;
import io.bitfront.engine.spi.TargetSums;
import io.bitfront.engine.spi.Turn;
import io.bitfront.memory.Closing;
import io.bitfront.progress.Progress;
import java.util.Arrays;
import java.util.List;

/// An engine with the states it traverses the ranges of one job with, reused from range to range. Not for use from
/// several threads at once.
public final class RangeEngine implements AutoCloseable {
    private final Engine engine;
    private final States states;
    private final Owned owned = new Owned("an engine of the job");
    private boolean failed;

    /// @param engine closed by [#close], and where this fails
    /// @throws DeviceException in one line, where the states do not fit
    public RangeEngine(Engine engine, ClosenessJob job, RangePlan plan) {
        this.engine = owned.add(engine);
        try {
            Backend backend = owned.add(Turn.of(engine, () -> {})).backend();
            states = owned.add(new States());
            if (job.sampled()) {
                states.add(backend.multiSource(job.width(), job.direction().reversed(), job.mode()));
            } else {
                states.addAll(backend.multiSources(job.width(), job.direction(), job.mode(), plan.unit()));
            }
            states.expect(plan.sources());
        } catch (Throwable t) {
            Closing.after(t, owned::close);
            throw t;
        }
    }

    /// Null where an engine can run the ranges of a job, else the reason in one line.
    ///
    /// @throws IllegalArgumentException for a batch width the engine does not have
    public static String whyNot(Engine engine, ClosenessJob job, RangePlan plan) {
        try (Turn turn = Turn.of(engine, () -> {})) {
            if (job.sampled()) {
                turn.backend().multiSourceBytes(job.width(), job.direction().reversed(), job.mode());
            } else {
                turn.backend().multiSourcesBytes(job.width(), job.direction(), job.mode(), plan.unit());
            }
            return null;
        } catch (DeviceException cannot) {
            return cannot.getMessage();
        }
    }

    public String description() {
        return engine.description();
    }

    /// Whether its device failed: it is of no use any more.
    public boolean failed() {
        return failed;
    }

    /// Puts the rows of `vertices`; fewer after an interrupt.
    ///
    /// @param phase advances with every batch
    /// @return sources traversed
    long exact(Graph graph, int[] vertices, ExactRows rows, RowLog log, Progress.Phase phase) {
        ExactBatches batches = new ExactBatches(graph, rows, log);
        try {
            List<String> dropped = batches.run(new BatchQueue(vertices), states, phase);
            failed |= !dropped.isEmpty();
        } catch (Throwable t) {
            // What is under way would be taken for rows of the next range.
            failed = true;
            throw t;
        }
        return batches.traversals();
    }

    /// Adds what every target is from `pivots`, from some of them after an interrupt: `into` is of no use then.
    ///
    /// @return pivots traversed
    int sum(int[] pivots, TargetSums into) {
        MultiSource state = states.working().getFirst();
        try {
            int done = 0;
            while (done < pivots.length && !Thread.currentThread().isInterrupted()) {
                int end = Math.min(done + state.width(), pivots.length);
                state.perTarget(Arrays.copyOfRange(pivots, done, end));
                done = end;
            }
            state.collect(into);
            return done;
        } catch (Throwable t) {
            // What it has added and not given would be counted for the next range.
            failed = true;
            throw t;
        }
    }

    @Override
    public void close() {
        owned.close();
    }
}
