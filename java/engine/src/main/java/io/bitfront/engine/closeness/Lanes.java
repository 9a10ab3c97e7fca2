package io.bitfront.engine.closeness;

import io.bitfront.engine.DeviceException;
import io.bitfront.engine.spi.MultiSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ThreadFactory;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// Runs the batches of one queue on several states at once, each on a thread of its own. A state whose device fails, or
/// answers no more, is dropped and its batches go to others; any other failure ends the run.
final class Lanes {
    private final BatchQueue queue;
    private final Consumer<String> say;
    private final BiConsumer<MultiSource, DeviceException> gone;
    private final ThreadFactory threads;
    private final List<LaneWork> works;
    private final List<String> dropped = new ArrayList<>();
    private int working;
    private int serving;
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
        /// @param answered called before anything is taken over; throws where nobody waits for that any more
        /// @return how many of them are done
        int finish(List<int[]> underWay, Runnable answered);
    }

    private Lanes(
            BatchQueue queue,
            List<? extends Lane> lanes,
            Consumer<String> say,
            BiConsumer<MultiSource, DeviceException> gone,
            ThreadFactory threads) {
        this.queue = queue;
        this.gone = gone;
        this.threads = threads;
        this.works = lanes.stream().map(lane -> new LaneWork(lane, queue)).toList();
        this.working = works.size();
        this.serving = works.size();
        this.say = say;
    }

    /// Returns when the queue is exhausted or stopped; an interrupt stops it and stays set. Leaves behind, waiting, the
    /// thread of a device that answers no more.
    ///
    /// @param say is told at once, in one line, of each device that is dropped
    /// @param gone is told of the state of each, and why
    /// @return those lines
    /// @throws DeviceException the last one, where every lane was dropped before the queue was exhausted
    static List<String> run(
            BatchQueue queue,
            List<? extends Lane> lanes,
            Consumer<String> say,
            BiConsumer<MultiSource, DeviceException> gone) {
        ThreadFactory threads =
                Thread.ofPlatform().daemon().name("bitfront-closeness-", 0).factory();
        return run(queue, lanes, say, gone, threads);
    }

    /// @param threads makes one for each lane
    static List<String> run(
            BatchQueue queue,
            List<? extends Lane> lanes,
            Consumer<String> say,
            BiConsumer<MultiSource, DeviceException> gone,
            ThreadFactory threads) {
        Lanes run = new Lanes(queue, lanes, say, gone, threads);
        run.works.forEach(run::start);
        run.await();
        run.rethrow();
        return run.dropped;
    }

    /// A lane that has no thread fails the run, which still waits for those that have one: they work on their states.
    private void start(LaneWork work) {
        try {
            threads.newThread(() -> serve(work)).start();
        } catch (Throwable t) {
            fail(t);
            end(work);
        }
    }

    private void serve(LaneWork work) {
        try {
            while (work.advances()) {
                // Each step begins a batch or finishes some.
            }
            String note = work.state().note();
            if (!note.isEmpty()) {
                tell(note);
            }
        } catch (DeviceException e) {
            if (work.giveUp()) {
                drop(work, e, "failed%s: %s".formatted(left(), e.getMessage()));
            }
        } catch (CancellationException e) {
            if (work.giveUp() && !queue.abandoned()) {
                fail(e);
            }
        } catch (Throwable t) {
            if (!work.givenUp()) {
                fail(t);
            }
        } finally {
            end(work);
        }
    }

    /// What becomes of the batches of a device that is about to be dropped.
    private synchronized String left() {
        return working > 1 ? ", its batches go to others" : "";
    }

    private synchronized void drop(LaneWork work, DeviceException reason, String how) {
        last = reason;
        working--;
        gone.accept(work.state(), reason);
        String line = work.state().description() + " " + how;
        dropped.add(line);
        tell(line);
    }

    /// Where nobody can be told, the run fails.
    private void tell(String line) {
        try {
            say.accept(line);
        } catch (RuntimeException | Error e) {
            fail(e);
        }
    }

    private synchronized void fail(Throwable thrown) {
        if (failure == null) {
            failure = thrown;
            queue.stop();
        }
    }

    private synchronized void end(LaneWork work) {
        if (work.end()) {
            serving--;
            notifyAll();
        }
    }

    /// Waits for all lanes but those that answer no more.
    private synchronized void await() {
        boolean interrupted = false;
        long pause = works.stream().mapToLong(LaneWork::turnMillis).min().orElse(Long.MAX_VALUE);
        while (serving > 0) {
            try {
                wait(pause);
            } catch (InterruptedException e) {
                interrupted = true;
                queue.stop();
            }
            long now = System.nanoTime();
            works.stream().filter(work -> work.turnIsOver(now)).forEach(this::watch);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// The last device is waited for, however long, unless the job is to stop.
    private synchronized void watch(LaneWork work) {
        if (work.ended()) {
            return;
        }
        work.turn();
        String silence = "has not answered for " + work.silence();
        String name = work.state().description();
        if (working > 1 || queue.stopped()) {
            if (work.giveUpSilent()) {
                work.state().abandon();
                String end = queue.stopped() ? "" : left();
                drop(work, new DeviceException(name + " " + silence), silence + end);
                end(work);
            }
        } else if (work.newlySilent()) {
            tell("%s %s; no other device is left: waiting for it".formatted(name, silence));
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
