package io.bitfront.parallel;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// A fixed team of threads that runs one parallel step at a time; the calling thread is worker 0.
/// Steps may be microseconds apart (a BFS level), so idle workers spin for about 0.1 ms before they park for good, and
/// a step that deals ranges does not wait for a worker that has not woken up by the time all ranges are dealt, nor
/// wake more of them than there are ranges.
/// Use from one thread at a time; steps do not nest. Daemon threads, ended by [#close].
public final class Workers implements AutoCloseable {
    /// About 0.1 ms. A step of two spinning workers costs 1 us, waking a parked one 60 to 170 us.
    private static final int SPINS = 4_000;

    /// Between words of [#shared] that are written at different times: two cache lines, which are fetched in pairs.
    private static final int STRIDE = 16;
    /// Number of the current step above [#COUNT_BITS], in these the helpers that it is for; [#CLOSED] at the end.
    /// All that an idle helper looks at.
    private static final int TURN = STRIDE;
    /// Number of the current step, and in [#COUNT_BITS] the helpers that have entered it; from [#OVER] on those, too,
    /// that came too late. Entered by an addition, which needs no second attempt.
    private static final int ENTERED = 2 * STRIDE;
    /// Helpers that have left the current step.
    private static final int LEFT = 3 * STRIDE;
    /// Where the next range begins that [#forRange] deals.
    private static final int NEXT = 4 * STRIDE;

    private static final int COUNT_BITS = 21;
    private static final long OVER = 1L << COUNT_BITS - 1;
    private static final long CLOSED = -1;

    private final int threads;
    /// Number of spins before a park: none where threads outnumber cores and would only keep each other from running.
    private final int spins;
    private final Thread[] helpers;
    private final AtomicLongArray shared = new AtomicLongArray(NEXT + STRIDE);
    /// Per helper 1 while it is parked or about to be.
    private final AtomicIntegerArray asleep;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private volatile Thread waitingCaller;
    private volatile Step step;
    private long steps;

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
        this(threads, Thread.ofPlatform().daemon().name("bitfront-worker-", 1).factory());
    }

    /// @param factory makes the helpers; where one cannot be had, those begun end
    Workers(int threads, ThreadFactory factory) {
        if (threads < 1) {
            throw new IllegalArgumentException("threads=%d, expected at least 1".formatted(threads));
        }
        this.threads = threads;
        this.spins = threads <= Runtime.getRuntime().availableProcessors() ? SPINS : 0;
        this.asleep = new AtomicIntegerArray(threads);
        this.helpers = new Thread[threads - 1];
        try {
            for (int i = 0; i < helpers.length; i++) {
                int worker = i + 1;
                helpers[i] = factory.newThread(() -> serve(worker));
                helpers[i].start();
            }
        } catch (Throwable t) {
            close();
            throw t;
        }
    }

    public int threads() {
        return threads;
    }

    /// Runs `body` once on every worker and returns when all have ended. The first failure stops the dealing of
    /// ranges and is rethrown here.
    public void onEach(Step body) {
        run(body, helpers.length, helpers.length);
    }

    /// Runs `body` on this thread and once on each helper that is there before it has ended here; waits for these.
    /// What `body` does must not need any of them. A failure is rethrown here.
    public void withThoseThere(Step body) {
        run(body, helpers.length, 0);
    }

    /// Whether helpers mostly are there as a step begins that follows another: they spin between steps.
    public boolean spinning() {
        return spins > 0;
    }

    /// Runs `body` on this thread and on whichever of the first `wanted` helpers are there in time, but at least on
    /// `atLeast` helpers. One that comes late from the step before may be another.
    private void run(Step body, int wanted, int atLeast) {
        if (wanted == 0) {
            runOne(body, 0);
        } else {
            begin(body, wanted);
            runOne(body, 0);
            await(() -> shared.get(ENTERED) % OVER >= atLeast);
            end();
        }
        Throwable thrown = failure.getAndSet(null);
        if (thrown != null) {
            throw rethrown(thrown);
        }
    }

    private void begin(Step body, int wanted) {
        step = body;
        shared.setPlain(LEFT, 0);
        steps++;
        shared.set(ENTERED, steps << COUNT_BITS);
        shared.set(TURN, steps << COUNT_BITS | wanted);
        for (int i = 0; i < wanted; i++) {
            if (asleep.get(i) != 0) {
                LockSupport.unpark(helpers[i]);
            }
        }
    }

    private void end() {
        long entered = shared.getAndAdd(ENTERED, OVER) % OVER;
        await(() -> shared.get(LEFT) == entered);
        step = null;
    }

    private void await(BooleanSupplier done) {
        for (int i = 0; i < spins && !done.getAsBoolean(); i++) {
            Thread.onSpinWait();
        }
        if (!done.getAsBoolean()) {
            waitingCaller = Thread.currentThread();
            while (!done.getAsBoolean()) {
                // Returns at once while the caller is interrupted. The flag stays: helpers may look at it, to end a
                // step early.
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
        shared.set(NEXT, from);
        Step dealing = worker -> {
            for (long begin = shared.getAndAdd(NEXT, grain); begin < to; begin = shared.getAndAdd(NEXT, grain)) {
                if (failure.get() != null) {
                    return;
                }
                task.run(worker, begin, Math.min(begin + grain, to));
            }
        };
        run(dealing, (int) Math.min(helpers.length, (to - from - 1) / grain), 0);
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
        for (long turn = await(worker - 1, seen); turn != CLOSED; turn = await(worker - 1, seen)) {
            seen = turn >>> COUNT_BITS;
            if (worker <= turn % OVER) {
                long entered = shared.getAndIncrement(ENTERED);
                seen = entered >>> COUNT_BITS;
                if ((entered & OVER) == 0) {
                    runOne(step, worker);
                    shared.getAndIncrement(LEFT);
                    Thread caller = waitingCaller;
                    if (caller != null) {
                        LockSupport.unpark(caller);
                    }
                }
            }
        }
    }

    /// Waits for a turn after that of the step seen last: who has entered a step early may see the turn before it.
    private long await(int helper, long seen) {
        for (int i = 0; i < spins; i++) {
            long turn = shared.get(TURN);
            if (turn >>> COUNT_BITS > seen) {
                return turn;
            }
            Thread.onSpinWait();
        }
        while (true) {
            asleep.set(helper, 1); // before the next look at the turn: the caller looks the other way round
            long turn = shared.get(TURN);
            if (turn >>> COUNT_BITS > seen) {
                asleep.set(helper, 0);
                return turn;
            }
            LockSupport.park(this);
        }
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
        shared.set(TURN, CLOSED);
        for (Thread helper : helpers) {
            LockSupport.unpark(helper);
        }
    }
}
