package io.bitfront.engine.closeness;

import io.bitfront.engine.DeviceException;
import io.bitfront.engine.MultiSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/// Runs the batches of one queue on several states at once, each on a thread of its own. A state whose device fails is
/// dropped and its batches go to others; any other failure ends the run.
final class Lanes {
    private final BatchQueue queue;
    private final Consumer<String> say;
    private final List<String> dropped = new ArrayList<>();
    private int working;
    private DeviceException last;
    private Throwable failure;

    /// One state and what to do with batches.
    interface Lane {
        MultiSource state();

        /// Whether a batch must be finished before another begins.
        ///
        /// @param underWay batches begun and not finished
        boolean full(int underWay);

        /// Begins a batch.
        void begin(int[] batch);

        /// Takes over what some of the batches under way found, the earliest at least; each of them all or nothing.
        ///
        /// @param underWay the earliest first
        /// @return how many of them are done
        int finish(List<int[]> underWay);
    }

    private Lanes(BatchQueue queue, int working, Consumer<String> say) {
        this.queue = queue;
        this.working = working;
        this.say = say;
    }

    /// Returns when the queue is exhausted or stopped; an interrupt stops it and stays set.
    ///
    /// @param say is told at once, in one line, of each device that is dropped
    /// @return those lines
    /// @throws DeviceException the last one, where every lane was dropped before the queue was exhausted
    static List<String> run(BatchQueue queue, List<? extends Lane> lanes, Consumer<String> say) {
        Lanes run = new Lanes(queue, lanes.size(), say);
        List<Thread> threads = new ArrayList<>();
        for (Lane lane : lanes) {
            threads.add(Thread.ofPlatform()
                    .daemon()
                    .name("bitfront-closeness-" + threads.size())
                    .start(() -> run.serve(lane)));
        }
        run.join(threads);
        run.rethrow();
        return run.dropped;
    }

    private void serve(Lane lane) {
        List<int[]> underWay = new ArrayList<>();
        try {
            while (advances(lane, underWay)) {
                // Each step begins a batch or finishes some.
            }
            String note = lane.state().note();
            if (!note.isEmpty()) {
                say.accept(note);
            }
        } catch (DeviceException e) {
            drop(lane, e);
            underWay.forEach(queue::giveBack);
        } catch (Throwable t) {
            fail(t);
            queue.stop();
        }
    }

    private boolean advances(Lane lane, List<int[]> underWay) throws InterruptedException {
        int[] batch = next(lane, underWay.size());
        if (batch != null) {
            underWay.add(batch);
            lane.begin(batch);
            return true;
        }
        if (underWay.isEmpty()) {
            return false;
        }
        List<int[]> done = underWay.subList(0, lane.finish(Collections.unmodifiableList(underWay)));
        done.forEach(each -> queue.done());
        done.clear();
        return true;
    }

    /// Never waits with a batch in hand: others may wait for that very one.
    private int[] next(Lane lane, int underWay) throws InterruptedException {
        if (underWay == 0) {
            return queue.take(lane.state().width());
        }
        return lane.full(underWay) ? null : queue.poll(lane.state().width());
    }

    private synchronized void drop(Lane lane, DeviceException reason) {
        last = reason;
        working--;
        String line =
                "%s failed, its batches go to others: %s".formatted(lane.state().description(), reason.getMessage());
        dropped.add(line);
        say.accept(line);
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

    private synchronized void rethrow() {
        switch (failure) {
            case null -> {}
            case RuntimeException unchecked -> throw unchecked;
            case Error error -> throw error;
            default -> throw new IllegalStateException(failure);
        }
        if (working == 0 && !queue.exhausted()) {
            throw last;
        }
    }
}
