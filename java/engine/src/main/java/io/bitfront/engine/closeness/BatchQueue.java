package io.bitfront.engine.closeness;

import io.bitfront.progress.Elapsed;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/// The sources still to be traversed, handed out in batches to whoever asks: a slow device takes fewer. A batch that
/// failed comes back, so nobody is sent away while another's batch is under way. Safe for many threads.
final class BatchQueue implements AutoCloseable {
    private static final long MOST_WAITED_NANOS = 5_000_000_000L;

    private final int[] sources;
    private final SourceSupply supply;
    /// Held by the one thread that asks the supply, which may wait: not the queue's monitor, by which others
    /// stop it and answer batches.
    private final Object asking = new Object();
    private final Deque<int[]> returned = new ArrayDeque<>();
    private int next;
    private int underWay;
    /// Threads that wait for the supply.
    private int finding;
    /// Batches answered, and whatever else may let a batch be handed out that was not there before.
    private long changes;
    private int most = Integer.MAX_VALUE;
    private volatile boolean stopped;
    /// [System#nanoTime] of the stop.
    private volatile long stoppedAt;

    /// @param sources vertices in the order in which they are to be batched
    BatchQueue(int... sources) {
        this.sources = sources;
        this.supply = null;
    }

    /// Batches of what a supply finds as they are asked for.
    BatchQueue(SourceSupply supply) {
        this.sources = new int[0];
        this.supply = supply;
    }

    /// The next batch; every one must be answered by [#done] or [#giveBack]. Waits while none is left but one may
    /// come back.
    ///
    /// @return null when all are done or the queue was stopped
    int[] take(int width) throws InterruptedException {
        while (true) {
            long before = changes();
            int[] batch = poll(width);
            if (batch != null || !mayCome(before)) {
                return batch;
            }
        }
    }

    private synchronized long changes() {
        return changes;
    }

    private synchronized void change() {
        changes++;
        notifyAll();
    }

    /// Waits until there is a change after those before, or none to come.
    private synchronized boolean mayCome(long before) throws InterruptedException {
        while (!stopped && changes == before && underWay + finding > 0) {
            wait();
        }
        return !stopped && changes != before;
    }

    /// The next batch, to be answered likewise, without waiting for one that may come back.
    ///
    /// @return null where none is there now, or the queue was stopped
    int[] poll(int width) {
        int wanted;
        synchronized (this) {
            if (stopped) {
                return null;
            }
            wanted = Math.min(width, most);
            if (supply == null || !returned.isEmpty()) {
                return handOut(nextBatch(wanted));
            }
            finding++;
        }
        int[] found = {};
        int[] batch;
        try {
            synchronized (asking) {
                found = supply.next(wanted);
            }
        } finally {
            batch = endFinding(found);
        }
        return batch;
    }

    private int[] handOut(int... batch) {
        if (batch.length == 0) {
            return null;
        }
        underWay++;
        return batch;
    }

    private synchronized int[] endFinding(int... found) {
        finding--;
        if (stopped && found.length > 0) {
            returned.push(found);
            return null;
        }
        int[] batch = handOut(found);
        if (underWay + finding == 0) {
            // Whoever waits for nothing else goes away.
            notifyAll();
        }
        return batch;
    }

    private int[] nextBatch(int width) {
        if (returned.isEmpty()) {
            int begin = next;
            next = (int) Math.min((long) begin + width, sources.length);
            return Arrays.copyOfRange(sources, begin, next);
        }
        int[] batch = returned.pop();
        if (batch.length > width) {
            returned.push(Arrays.copyOfRange(batch, width, batch.length));
        }
        return Arrays.copyOf(batch, Math.min(width, batch.length));
    }

    synchronized void done() {
        underWay--;
        change();
    }

    synchronized void giveBack(int... batch) {
        returned.push(batch);
        done();
    }

    /// Takes back some sources of a batch under way that was too large; no batch has more than so many from now on.
    synchronized void again(int[] some, int atOnce) {
        most = Math.min(most, Math.max(1, atOnce));
        returned.push(some);
        change();
    }

    /// Hands out no more batches.
    synchronized void stop() {
        stoppedAt = stopped ? stoppedAt : System.nanoTime();
        stopped = true;
        change();
    }

    boolean stopped() {
        return stopped;
    }

    /// Whether batches under way have been waited for long enough since the stop.
    boolean abandoned() {
        return stopped && Elapsed.nanos(stoppedAt) >= MOST_WAITED_NANOS;
    }

    /// Whether no source is left to be handed out.
    boolean exhausted() {
        synchronized (this) {
            if (next < sources.length || !returned.isEmpty()) {
                return false;
            }
        }
        if (supply == null) {
            return true;
        }
        synchronized (asking) {
            return supply.exhausted();
        }
    }

    /// Ends whatever finds sources; nobody takes any more.
    @Override
    public void close() {
        if (supply != null) {
            supply.close();
        }
    }
}
