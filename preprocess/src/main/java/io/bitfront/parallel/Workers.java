package io.bitfront.parallel;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// A fixed team of threads that runs one parallel step at a time; the calling thread is worker 0.
/// Steps may be microseconds apart (a BFS level), so idle workers spin for about 0.1 ms before they park for good, and
/// a step that deals ranges does not wait for a worker that has not woken up by the time all ranges are dealt.
/// Use from one thread at a time; steps do not nest. Daemon threads, ended by [#close].
public final class Workers implements AutoCloseable {
    /// About 0.1 ms. A step of two spinning workers costs 1 us, waking a parked one 60 to 170 us.
    private static final int SPINS = 4_000;

    private final int threads;
    /// Spins before a park: none where threads outnumber cores and would only keep each other from running.
    private final int spins;
    private final Thread[] helpers;
    /// Number of the current step in the upper half; in the lower half who is in it, the caller included, 0 once over.
    private final AtomicLong state = new AtomicLong();
    /// Helpers that have entered the current step.
    private final AtomicInteger entered = new AtomicInteger();
    /// Per helper 1 while it is parked or about to be.
    private final AtomicIntegerArray asleep;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private volatile Thread waitingCaller;
    private volatile Step step;
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
        this.spins = threads <= Runtime.getRuntime().availableProcessors() ? SPINS : 0;
        this.asleep = new AtomicIntegerArray(threads);
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
        run(body, threads - 1);
    }

    /// Runs `body` on this thread and once on each helper that is there before it has ended here; waits for these.
    /// What `body` does must not need any of them. A failure is rethrown here.
    public void withThoseThere(Step body) {
        run(body, 0);
    }

    /// Whether helpers mostly are there as a step begins that follows another: they spin between steps.
    public boolean spinning() {
        return spins > 0;
    }

    /// Runs `body` on this thread and on whichever helpers are there in time, but at least `atLeast` of them.
    private void run(Step body, int atLeast) {
        if (threads > 1) {
            step = body;
            entered.set(0);
            state.set(((state.get() >>> 32) + 1 << 32) + 1);
            for (int i = 0; i < helpers.length; i++) {
                if (asleep.get(i) != 0) {
                    LockSupport.unpark(helpers[i]);
                }
            }
        }
        runOne(body, 0);
        if (threads > 1) {
            await(() -> entered.get() >= atLeast);
            state.decrementAndGet();
            await(() -> (int) state.get() == 0);
            step = null;
        }
        Throwable thrown = failure.getAndSet(null);
        if (thrown != null) {
            throw rethrown(thrown);
        }
    }

    private void await(BooleanSupplier done) {
        for (int i = 0; i < spins && !done.getAsBoolean(); i++) {
            Thread.onSpinWait();
        }
        if (!done.getAsBoolean()) {
            waitingCaller = Thread.currentThread();
            while (!done.getAsBoolean()) {
                LockSupport.park(this);
            }
            waitingCaller = null;
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
        Step dealing = worker -> {
            for (long begin = next.getAndAdd(grain); begin < to; begin = next.getAndAdd(grain)) {
                if (failure.get() != null) {
                    return;
                }
                task.run(worker, begin, Math.min(begin + grain, to));
            }
        };
        run(dealing, 0);
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
        long seen = 0;
        while (awaitStep(worker - 1, seen)) {
            long now = state.get();
            seen = now >>> 32;
            while ((int) now > 0 && !state.compareAndSet(now, now + 1)) {
                now = state.get();
                seen = now >>> 32;
            }
            if ((int) now > 0) {
                entered.incrementAndGet();
                runOne(step, worker);
                state.decrementAndGet();
                Thread caller = waitingCaller;
                if (caller != null) {
                    LockSupport.unpark(caller);
                }
            }
        }
    }

    /// Waits for a step after the one seen last; false once closed.
    private boolean awaitStep(int helper, long seen) {
        for (int i = 0; i < spins && state.get() >>> 32 == seen && !closed; i++) {
            Thread.onSpinWait();
        }
        while (state.get() >>> 32 == seen && !closed) {
            asleep.set(helper, 1); // before the next look at the state: the caller looks the other way round
            if (state.get() >>> 32 == seen && !closed) {
                LockSupport.park(this);
            }
            asleep.set(helper, 0);
        }
        return !closed;
    }

    private void runOne(Step body, int worker) {
        try {
            body.run(worker);
        } catch (Throwable t) {
            failure.compareAndSet(null, t);
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
