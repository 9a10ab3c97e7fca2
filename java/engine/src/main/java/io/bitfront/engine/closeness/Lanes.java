package io.bitfront.engine.closeness;

import io.bitfront.engine.DeviceException;
import io.bitfront.engine.MultiSource;
import io.bitfront.progress.Progress;
import java.util.ArrayList;
import java.util.List;

/// Runs the batches of one queue on several states at once, each on a thread of its own. A state whose device fails is
/// dropped and its batch goes to another; any other failure ends the run.
final class Lanes {
    private final BatchQueue queue;
    private final List<DeviceException> dropped = new ArrayList<>();
    private Throwable failure;

    /// One state and what to do with a batch.
    interface Lane {
        int width();

        /// Traverses a batch and takes over what it found. Taking over is all or nothing.
        void run(int[] batch);
    }

    /// A lane over the state of an engine.
    abstract static class StateLane implements Lane {
        private final MultiSource state;
        private final Progress.Phase phase;

        /// @param phase is told of every source done
        StateLane(MultiSource state, Progress.Phase phase) {
            this.state = state;
            this.phase = phase;
        }

        @Override
        public final int width() {
            return state.width();
        }

        @Override
        public final void run(int[] batch) {
            run(state, batch);
            phase.advanceBatch(batch.length);
        }

        /// Traverses a batch and takes over what it found, all or nothing.
        abstract void run(MultiSource on, int... batch);
    }

    private Lanes(BatchQueue queue) {
        this.queue = queue;
    }

    /// Returns when the queue is exhausted or stopped; an interrupt stops it and stays set.
    ///
    /// @return why lanes were dropped
    /// @throws DeviceException the last one, where every lane was dropped before the queue was exhausted
    static List<String> run(BatchQueue queue, List<? extends Lane> lanes) {
        Lanes run = new Lanes(queue);
        List<Thread> threads = new ArrayList<>();
        for (Lane lane : lanes) {
            threads.add(Thread.ofPlatform()
                    .daemon()
                    .name("bitfront-closeness-" + threads.size())
                    .start(() -> run.serve(lane)));
        }
        run.join(threads);
        run.rethrow(lanes.size());
        return run.dropped.stream().map(Throwable::getMessage).toList();
    }

    private void serve(Lane lane) {
        try {
            int[] batch = queue.take(lane.width());
            while (batch != null && runs(lane, batch)) {
                batch = queue.take(lane.width());
            }
        } catch (Throwable t) {
            fail(t);
            queue.stop();
        }
    }

    private boolean runs(Lane lane, int[] batch) {
        try {
            lane.run(batch);
            queue.done();
            return true;
        } catch (DeviceException e) {
            drop(e);
            queue.giveBack(batch);
            return false;
        }
    }

    private synchronized void drop(DeviceException reason) {
        dropped.add(reason);
    }

    private synchronized void fail(Throwable thrown) {
        if (failure == null) {
            failure = thrown;
        }
    }

    private void join(List<Thread> threads) {
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                    queue.stop();
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void rethrow(int lanes) {
        switch (failure) {
            case null -> {}
            case RuntimeException unchecked -> throw unchecked;
            case Error error -> throw error;
            default -> throw new IllegalStateException(failure);
        }
        if (dropped.size() == lanes && !queue.exhausted()) {
            throw dropped.getLast();
        }
    }
}
