package io.bitfront.engine.core;

import io.bitfront.engine.JobStoppedException;
import io.bitfront.engine.device.Owned;
import io.bitfront.engine.lab.Batches;
import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.spi.Backend;
import io.bitfront.engine.spi.MultiSource;
import io.bitfront.engine.spi.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/// Who may use a backend: one caller at a time, in the order they came, and none once it is closed. Any thread.
final class Turns implements AutoCloseable {
    private final Backend backend;
    private final String description;
    private final Semaphore free = new Semaphore(1, true);
    /// What is made from the backend and not closed yet; used by whoever has the turn.
    private final List<Lent> lent = new ArrayList<>();

    private Thread holder;
    private Runnable whenClosing;
    private boolean closed;
    /// Whether all is closed; used by whoever has the turn.
    private boolean gone;

    Turns(Backend backend) {
        this.backend = backend;
        this.description = backend.description();
    }

    String description() {
        return description;
    }

    synchronized void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the engine is closed");
        }
    }

    /// Waits for the turn, whatever interrupts it.
    Turn take() {
        requireOpen();
        requireNotHolder();
        free.acquireUninterruptibly();
        return taken(() -> {});
    }

    /// Waits for the turn of a job, which an interrupt ends, but not a turn that can be had at once: the
    /// job then says what becomes of it.
    ///
    /// @param askedToEnd is told where somebody closes the engine
    /// @throws JobStoppedException where an interrupt, which stays set, ends the waiting
    Turn take(Runnable askedToEnd) {
        requireOpen();
        requireNotHolder();
        try {
            free.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            if (!free.tryAcquire()) {
                throw new JobStoppedException("stopped before its turn");
            }
        }
        return taken(askedToEnd);
    }

    private Turn taken(Runnable askedToEnd) {
        synchronized (this) {
            if (!closed) {
                holder = Thread.currentThread();
                whenClosing = askedToEnd;
                return new Held();
            }
        }
        free.release();
        throw new IllegalStateException("the engine is closed");
    }

    /// Who waited for himself would wait for ever.
    private synchronized void requireNotHolder() {
        if (Thread.currentThread().equals(holder)) {
            throw new IllegalStateException("the engine is in the middle of a call of this very thread");
        }
    }

    private void giveBack() {
        synchronized (this) {
            holder = null;
            whenClosing = null;
        }
        free.release();
    }

    /// A state that takes turns, too, and is closed with the backend at the latest.
    Batches lend(Function<Backend, MultiSource> made) {
        try (Turn turn = take()) {
            Lent batches = new Lent(made.apply(turn.backend()));
            lent.add(batches);
            return batches;
        }
    }

    /// Asks whoever has the turn to end, waits for that, and closes the backend. Where another thread closes it, waits
    /// for that.
    @Override
    public void close() {
        Runnable asked;
        synchronized (this) {
            requireNotHolder();
            asked = closed ? null : whenClosing;
            closed = true;
        }
        try {
            if (asked != null) {
                asked.run();
            }
        } finally {
            free.acquireUninterruptibly();
            try {
                if (!gone) {
                    gone = true;
                    closeAll();
                }
            } finally {
                free.release();
            }
        }
    }

    /// All of it whatever fails.
    private void closeAll() {
        try (Owned owned = new Owned("what an engine lent")) {
            owned.add(backend);
            lent.forEach(batches -> owned.add(batches.state));
            lent.clear();
        }
    }

    private final class Held implements Turn {
        private boolean over;

        @Override
        public Backend backend() {
            return backend;
        }

        @Override
        public synchronized void close() {
            if (!over) {
                over = true;
                giveBack();
            }
        }
    }

    private final class Lent implements Batches {
        private final MultiSource state;

        Lent(MultiSource state) {
            this.state = state;
        }

        @Override
        public int width() {
            requireOpen();
            return state.width();
        }

        @Override
        public SourceSums perSource(int[] sources) {
            try (Turn _ = take()) {
                requireLent();
                return state.perSource(sources);
            }
        }

        @Override
        public void expect(long sources) {
            try (Turn _ = take()) {
                requireLent();
                state.expect(sources);
            }
        }

        @Override
        public boolean settled() {
            try (Turn _ = take()) {
                requireLent();
                return state.settled();
            }
        }

        private void requireLent() {
            if (!lent.contains(this)) {
                throw new IllegalStateException("the batches are closed");
            }
        }

        /// Closed already where the engine is.
        @Override
        public void close() {
            requireNotHolder();
            free.acquireUninterruptibly();
            try {
                if (lent.remove(this)) {
                    state.close();
                }
            } finally {
                free.release();
            }
        }
    }
}
