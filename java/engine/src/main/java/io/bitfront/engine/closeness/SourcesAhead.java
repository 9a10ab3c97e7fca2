package io.bitfront.engine.closeness;

import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/// Sources found ahead of those who ask for them, by a thread of its own, so that devices do not wait while many are
/// found at once. One thread at a time may ask.
final class SourcesAhead implements SourceSupply {
    /// Batches that are ready at most: on a GPU a scale-free graph of 128 million edges takes 0.5 s for them, and its
    /// arrangement 0.1 s for the longest step.
    private static final int AHEAD = 256;

    private final SourceSupply supply;
    private final int width;
    private final BlockingQueue<Found> ready = new ArrayBlockingQueue<>(AHEAD);
    private final Thread thread =
            Thread.ofPlatform().daemon().name("bitfront-sources").unstarted(this::find);
    private Found current = new Found(new int[0], null);
    private int taken;

    /// Some sources, none at the end, or why there are none.
    private record Found(int[] sources, Throwable failure) {}

    /// @param supply asked by no one else from now on
    /// @param width sources that are found together
    SourcesAhead(SourceSupply supply, int width) {
        this.supply = supply;
        this.width = width;
    }

    private void find() {
        try {
            Found found;
            do {
                found = findSome();
                ready.put(found);
            } while (found.sources.length > 0);
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private Found findSome() {
        try {
            return new Found(supply.next(width), null);
        } catch (Throwable t) {
            return new Found(new int[0], t);
        }
    }

    @Override
    public int[] next(int most) {
        int[] sources = new int[most];
        int filled = 0;
        while (filled < most && !exhausted()) {
            int some = Math.min(most - filled, current.sources.length - taken);
            System.arraycopy(current.sources, taken, sources, filled, some);
            filled += some;
            taken += some;
        }
        return Arrays.copyOf(sources, filled);
    }

    @Override
    public boolean exhausted() {
        if (taken < current.sources.length) {
            return false;
        }
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        } else if (current.sources.length == 0) {
            return true;
        }
        current = await();
        taken = 0;
        switch (current.failure) {
            case null -> {}
            case RuntimeException unchecked -> throw unchecked;
            case Error error -> throw error;
            default -> throw new IllegalStateException(current.failure);
        }
        return current.sources.length == 0;
    }

    /// What is found next; an interrupt stays set, as that comes soon.
    private Found await() {
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
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
