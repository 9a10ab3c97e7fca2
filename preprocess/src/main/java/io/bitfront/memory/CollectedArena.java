package io.bitfront.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;

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
        /// Milliseconds between two looks.
        private static final long WAIT = 5;

        /// Looks after which nothing more is expected to be.
        private static final int IDLE_LOOKS = 8;

        private final long least;
        private final Runnable collector;
        private final long wait;
        private final AtomicLong held = new AtomicLong();

        /// Bytes from which on the collector is asked.
        private long most;

        /// @param least bytes that never ask for it
        /// @param collector finds what nobody can reach
        Weight(long least, Runnable collector) {
            this(least, collector, WAIT);
        }

        /// @param wait milliseconds between two looks at what was freed
        Weight(long least, Runnable collector, long wait) {
            this.least = least;
            this.collector = collector;
            this.wait = wait;
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
            awaitFreed();
            most = Math.max(least, 2 * held.get());
        }

        /// Waits until half is freed, or nothing is any more: one thread frees what the collector has found, and
        /// may take longer than it took to fill. What was not yet freed would be taken for what can be reached.
        private void awaitFreed() {
            boolean interrupted = false;
            int idle = 0;
            long before = held.get();
            while (before > most / 2 && idle < IDLE_LOOKS) {
                try {
                    Thread.sleep(wait);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
                long now = held.get();
                idle = now < before ? 0 : idle + 1;
                before = now;
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
