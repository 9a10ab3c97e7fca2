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
    private final Deque<int[]> returned = new ArrayDeque<>();
    private int next;
    private int underWay;
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
    synchronized int[] take(int width) throws InterruptedException {
        while (!stopped) {
            int[] batch = poll(width);
            if (batch != null) {
                return batch;
            }
            if (underWay == 0) {
                return null;
            }
            wait();
        }
        return null;
    }

    /// The next batch, to be answered likewise, without waiting for one that may come back.
    ///
    /// @return null where none is there now, or the queue was stopped
    synchronized int[] poll(int width) {
        int[] batch = stopped ? new int[0] : nextBatch(Math.min(width, most));
        if (batch.length == 0) {
            return null;
        }
        underWay++;
        return batch;
    }

    private int[] nextBatch(int width) {
        if (returned.isEmpty() && supply != null) {
            return supply.next(width);
        }
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
        notifyAll();
    }

    synchronized void giveBack(int... batch) {
        returned.push(batch);
        done();
    }

    /// Takes back some sources of a batch under way that was too large; no batch has more than so many from now on.
    synchronized void again(int[] some, int atOnce) {
        most = Math.min(most, Math.max(1, atOnce));
        returned.push(some);
        notifyAll();
    }

    /// Hands out no more batches.
    synchronized void stop() {
        stoppedAt = stopped ? stoppedAt : System.nanoTime();
        stopped = true;
        notifyAll();
    }

    boolean stopped() {
        return stopped;
    }

    /// Whether batches under way have been waited for long enough since the stop.
    boolean abandoned() {
        return stopped && Elapsed.nanos(stoppedAt) >= MOST_WAITED_NANOS;
    }

    /// Whether no source is left to be handed out.
    synchronized boolean exhausted() {
        return next == sources.length && returned.isEmpty() && (supply == null || supply.exhausted());
    }

    /// Ends whatever finds sources; nobody takes any more.
    @Override
    public synchronized void close() {
        if (supply != null) {
            supply.close();
        }
    }
}
