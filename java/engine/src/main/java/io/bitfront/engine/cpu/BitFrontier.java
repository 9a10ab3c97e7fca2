package io.bitfront.engine.cpu;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/// The vertices that gained bits in a level, beside each other whatever their numbers, and the bits they
/// gained: slot s holds vertex `vertex[s]` and the record `bits[s * words .. ]`. Workers claim blocks of 64
/// slots, so that they append without meeting and counters can run over whole blocks; the unused end of a block
/// is vertex -1 with no bits.
final class BitFrontier {
    static final int BLOCK = 64;

    private final int words;
    private final AtomicInteger claimedBlocks = new AtomicInteger();
    private final Appender[] appenders;
    private final long[] bits;
    private int[] vertex;
    private int[] queue;
    private volatile int queueEnd;

    /// @param vertexCount most vertices of a level
    BitFrontier(int vertexCount, int words, int workers) {
        int slots = Math.toIntExact(slots(vertexCount, workers));
        this.words = words;
        this.bits = new long[slots * words];
        this.vertex = new int[slots];
        this.queue = new int[slots];
        this.appenders = new Appender[workers];
        Arrays.setAll(appenders, worker -> new Appender());
    }

    /// Slots for every vertex and a block begun by every worker.
    static long slots(int vertexCount, int workers) {
        return ((long) Math.ceilDiv(vertexCount, BLOCK) + workers) * BLOCK;
    }

    static long bytes(int vertexCount, int words, int workers) {
        return slots(vertexCount, workers) * ((long) words * Long.BYTES + 2 * Integer.BYTES);
    }

    /// The records of the level being built.
    long[] bits() {
        return bits;
    }

    /// The vertices of the level being built.
    int[] vertices() {
        return vertex;
    }

    /// The vertices of the level before it, up to [#queueEnd]; -1 in unused slots.
    int[] queue() {
        return queue;
    }

    int queueEnd() {
        return queueEnd;
    }

    /// Blocks of the level being built.
    int blocks() {
        return claimedBlocks.get();
    }

    Appender appender(int worker) {
        return appenders[worker];
    }

    /// Marks what is left of the workers' last blocks as unused: the level is built.
    void seal() {
        for (Appender appender : appenders) {
            Arrays.fill(vertex, appender.next, appender.end, -1);
            appender.next = appender.end;
        }
    }

    /// Makes the level built the queue, and begins an empty one.
    void advance() {
        int[] built = vertex;
        vertex = queue;
        queue = built;
        queueEnd = claimedBlocks.getAndSet(0) * BLOCK;
    }

    /// One worker's place to append. Its next slot has no bits until the worker sets some.
    final class Appender {
        private int next;
        private int end;

        /// The slot that [#append] will use.
        int slot() {
            if (next == end) {
                next = claimedBlocks.getAndIncrement() * BLOCK;
                end = next + BLOCK;
                Arrays.fill(bits, next * words, end * words, 0);
            }
            return next;
        }

        void append(int v) {
            vertex[next++] = v;
        }
    }
}
