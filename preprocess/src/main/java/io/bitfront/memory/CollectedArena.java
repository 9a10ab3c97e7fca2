package io.bitfront.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// Memory that nobody closes: it is freed once nobody can reach it. The garbage collector does not feel the weight of
/// what lies outside its heap, so it is asked to run where much has gathered, as it is for direct buffers: results of
/// a loop of searches took all memory of the machine otherwise.
public final class CollectedArena implements Arena {
    private static final Weight ALL = new Weight(Runtime.getRuntime().maxMemory() / 4, System::gc);

    private final Arena memory = Arena.ofAuto();
    private final Weight weight;

    public CollectedArena() {
        this(ALL);
    }

    CollectedArena(Weight weight) {
        this.weight = weight;
    }

    @Override
    public MemorySegment allocate(long bytes, long alignment) {
        weigh(bytes);
        return memory.allocate(bytes, alignment);
    }

    @Override
    public MemorySegment.Scope scope() {
        return memory.scope();
    }

    /// @throws UnsupportedOperationException always
    @Override
    public void close() {
        memory.close();
    }

    /// Takes note of memory that is an arena's from now on, if it is one of these.
    static void weigh(Arena arena, long bytes) {
        if (arena instanceof CollectedArena collected) {
            collected.weigh(bytes);
        }
    }

    @SuppressWarnings("restricted") // of no memory: it tells when this arena's is freed
    private void weigh(long bytes) {
        if (bytes > 0) {
            Weight all = weight; // what is told must not reach this arena
            all.add(bytes);
            MemorySegment.NULL.reinterpret(memory, _ -> all.freed(bytes));
        }
    }

    /// What all such arenas hold. Any thread may ask.
    static final class Weight {
        /// Milliseconds that the first of several waits for freed memory takes, each twice as long as the one before.
        private static final long FIRST_WAIT = 1;

        private static final int WAITS = 5;

        private final long least;
        private final Runnable collector;
        private final AtomicLong held = new AtomicLong();

        /// Bytes from which on the collector is asked.
        private long most;

        /// @param least bytes that never ask for it
        /// @param collector finds what nobody can reach
        Weight(long least, Runnable collector) {
            this.least = least;
            this.collector = collector;
            most = least;
        }

        void add(long bytes) {
            long before = held.getAndAdd(bytes);
            if (before > 0 && before + bytes > least) {
                collectIfMuch();
            }
        }

        void freed(long bytes) {
            held.addAndGet(-bytes);
        }

        long held() {
            return held.get();
        }

        /// Twice as much as could be reached may gather before the next time.
        private synchronized void collectIfMuch() {
            if (held.get() <= most) {
                return;
            }
            collector.run();
            long wait = TimeUnit.MILLISECONDS.toNanos(FIRST_WAIT);
            for (int waits = 0; waits < WAITS && held.get() > most / 2; waits++, wait *= 2) {
                LockSupport.parkNanos(this, wait);
            }
            most = Math.max(least, 2 * held.get());
        }
    }
}
