package io.bitfront.engine.closeness;

import io.bitfront.parallel.Futures;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;

/// Sources found ahead of those who ask for them, by a thread of its own, so that devices do not wait while many are
/// found at once. One thread at a time may ask.
final class SourcesAhead implements SourceSupply {
    /// Batches that are ready at most: on a GPU a scale-free graph of 128 million edges takes 0.5 s for them, and its
    /// arrangement 0.1 s for the longest step.
    private static final int AHEAD = 256;

    private final SourceSupply supply;
    private final int width;
    /// Batches, one without sources or a failure at the end.
    private final BlockingQueue<CompletableFuture<int[]>> ready = new ArrayBlockingQueue<>(AHEAD);
    private final Thread thread =
            Thread.ofPlatform().daemon().name("bitfront-sources").unstarted(this::find);
    private int[] current = new int[0];
    private int taken;

    /// @param supply asked by no one else from now on
    /// @param width sources that are found together
    SourcesAhead(SourceSupply supply, int width) {
        this.supply = supply;
        this.width = width;
    }

    private void find() {
        try {
            boolean more = true;
            while (more) {
                CompletableFuture<int[]> found = new CompletableFuture<>();
                more = findInto(found);
                ready.put(found);
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    /// @return whether there may be more
    private boolean findInto(CompletableFuture<int[]> found) {
        try {
            int[] sources = supply.next(width);
            found.complete(sources);
            return sources.length > 0;
        } catch (Throwable t) {
            found.completeExceptionally(t);
            return false;
        }
    }

    @Override
    public int[] next(int most) {
        int[] sources = new int[most];
        int filled = 0;
        while (filled < most && !exhausted()) {
            int some = Math.min(most - filled, current.length - taken);
            System.arraycopy(current, taken, sources, filled, some);
            filled += some;
            taken += some;
        }
        return Arrays.copyOf(sources, filled);
    }

    @Override
    public boolean exhausted() {
        if (taken < current.length) {
            return false;
        }
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        } else if (current.length == 0) {
            return true;
        }
        taken = 0;
        current = new int[0];
        current = Futures.found(await());
        return current.length == 0;
    }

    /// What is found next; an interrupt stays set, as that comes soon.
    private CompletableFuture<int[]> await() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return ready.take();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// Ends the thread, and waits until it reads the graph no more.
    @Override
    public void close() {
        thread.interrupt();
        Futures.ended(thread);
    }
}
