package io.bitfront.parallel;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/// A fixed team of threads that runs one parallel step at a time; the calling thread is worker 0.
/// Steps may be microseconds apart (a BFS level), so idle workers spin briefly before they park.
/// Use from one thread at a time; steps do not nest. Daemon threads, ended by [#close].
public final class Workers implements AutoCloseable {
    private static final int SPINS = 2_000;

    private final int threads;
    private final Thread[] helpers;
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private volatile Step step;
    private volatile int generation;
    private volatile boolean closed;

    /// What each worker runs once per step.
    @FunctionalInterface
    public interface Step {
        /// @param worker 0 up to the number of threads
        void run(int worker) throws Exception;
    }

    /// Work on a half-open range of indices.
    @FunctionalInterface
    public interface RangeTask {
        void run(int worker, long begin, long end) throws Exception;
    }

    /// @param threads at least 1
    public Workers(int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("threads=%d, expected at least 1".formatted(threads));
        }
        this.threads = threads;
        this.helpers = new Thread[threads - 1];
        for (int i = 0; i < helpers.length; i++) {
            int worker = i + 1;
            helpers[i] = Thread.ofPlatform()
                    .daemon()
                    .name("bitfront-worker-" + worker)
                    .start(() -> serve(worker));
        }
    }

    public int threads() {
        return threads;
    }

    /// Runs `body` once on every worker and returns when all have ended. The first failure stops the dealing of
    /// ranges and is rethrown here.
    public void onEach(Step body) {
        if (threads > 1) {
            running.set(threads - 1);
            step = body;
            int next = generation + 1; // only the calling thread writes it
            generation = next;
            for (Thread helper : helpers) {
                LockSupport.unpark(helper);
            }
        }
        runOne(body, 0);
        for (int spins = 0; running.get() > 0; spins++) {
            pause(spins);
        }
        step = null;
        Throwable thrown = failure.getAndSet(null);
        if (thrown != null) {
            throw rethrown(thrown);
        }
    }

    /// Deals `[from, to)` out in pieces of at most `grain` to whichever worker is free.
    public void forRange(long from, long to, long grain, RangeTask task) {
        if (grain < 1) {
            throw new IllegalArgumentException("grain=%d, expected at least 1".formatted(grain));
        }
        if (to - from <= grain || threads == 1) {
            runAlone(from, to, grain, task);
            return;
        }
        AtomicLong next = new AtomicLong(from);
        onEach(worker -> {
            for (long begin = next.getAndAdd(grain); begin < to; begin = next.getAndAdd(grain)) {
                if (failure.get() != null) {
                    return;
                }
                task.run(worker, begin, Math.min(begin + grain, to));
            }
        });
    }

    private static void runAlone(long from, long to, long grain, RangeTask task) {
        try {
            for (long begin = from; begin < to; begin += grain) {
                task.run(0, begin, Math.min(begin + grain, to));
            }
        } catch (Exception e) {
            throw rethrown(e);
        }
    }

    private void serve(int worker) {
        int seen = 0;
        while (true) {
            for (int spins = 0; generation == seen && !closed; spins++) {
                pause(spins);
            }
            if (closed) {
                return;
            }
            seen = generation;
            runOne(step, worker);
            if (running.decrementAndGet() == 0) {
                Thread.onSpinWait();
            }
        }
    }

    private void runOne(Step body, int worker) {
        try {
            body.run(worker);
        } catch (Throwable t) {
            failure.compareAndSet(null, t);
        }
    }

    private static void pause(int spins) {
        if (spins < SPINS) {
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(20_000);
        }
    }

    private static RuntimeException rethrown(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return thrown instanceof RuntimeException unchecked ? unchecked : new WorkerException(thrown);
    }

    /// A checked exception thrown inside a parallel step; the cause is the original.
    public static final class WorkerException extends RuntimeException {
        private static final long serialVersionUID = 1;

        WorkerException(Throwable cause) {
            super(cause);
        }
    }

    @Override
    public void close() {
        closed = true;
        for (Thread helper : helpers) {
            LockSupport.unpark(helper);
        }
    }
}
