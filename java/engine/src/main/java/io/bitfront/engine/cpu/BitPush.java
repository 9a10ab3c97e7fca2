package io.bitfront.engine.cpu;

import static io.bitfront.engine.cpu.BitState.PART;

import io.bitfront.engine.adjacency.Adjacency;
import io.bitfront.parallel.Workers;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/// A level top-down: every queued vertex hands its bits to the neighbours that lack them. Bits of earlier levels need
/// not be masked: the neighbours have them; those of searches that have ended are. With several workers a record may
/// have several writers, so bits are set atomically; a vertex with more than [#HUB_EDGES] neighbours is shared out by
/// edges.
final class BitPush {
    static final int HUB_EDGES = 1 << 15;

    private static final int HUB_GRAIN = 1 << 11;
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);

    private final BitState state;
    private final BitFrontier frontier;
    private final Workers workers;
    private final boolean shared;
    private final int[] slotOf;
    private int[] hubs = new int[16];
    private int hubCount;

    /// @param vertexCount vertices with edges
    BitPush(int vertexCount, BitState state, BitFrontier frontier, Workers workers) {
        this.state = state;
        this.frontier = frontier;
        this.workers = workers;
        this.shared = workers.threads() > 1;
        this.slotOf = new int[vertexCount];
    }

    static long bytes(int vertexCount) {
        return (long) vertexCount * Integer.BYTES;
    }

    /// Builds the next level from the queue.
    ///
    /// @param neighbours columns list whom a vertex hands its bits
    /// @param grain queued slots dealt to a worker at a time
    /// @param dead bits of searches that have ended
    void run(Adjacency neighbours, int grain, long[] dead) {
        int[] queue = frontier.queue();
        workers.forRange(0, frontier.queueEnd(), grain, (worker, begin, end) -> {
            BitFrontier.Appender appender = frontier.appender(worker);
            for (int i = (int) begin; i < end; i++) {
                if (queue[i] >= 0) {
                    pushOrDefer(neighbours, queue[i], appender, dead);
                }
            }
        });
        pushHubs(neighbours, dead, takeHubs());
    }

    /// The pieces of all in one step: workers wait for each other once.
    private void pushHubs(Adjacency neighbours, long[] dead, int... some) {
        long[] piecesUpTo = new long[some.length];
        long pieces = 0;
        for (int i = 0; i < some.length; i++) {
            pieces += Math.ceilDiv(neighbours.degree(some[i]), HUB_GRAIN);
            piecesUpTo[i] = pieces;
        }
        workers.forRange(0, pieces, 1, (worker, piece, _) -> {
            int at = Arrays.binarySearch(piecesUpTo, piece + 1);
            int i = at < 0 ? ~at : at;
            long end = neighbours.end(some[i]) - HUB_GRAIN * (piecesUpTo[i] - piece - 1);
            long begin = Math.max(neighbours.start(some[i]), end - HUB_GRAIN);
            push(neighbours, some[i], begin, end, frontier.appender(worker), dead);
        });
    }

    /// Gives a vertex one bit of its own: how a batch begins.
    void seed(int vertex, int bit) {
        BitFrontier.Appender appender = frontier.appender(0);
        int slot = slotOf[vertex] == 0 ? claim(vertex, appender) : slotOf[vertex] - 1;
        frontier.bits()[slot * state.words() + bit / Long.SIZE] |= 1L << bit;
    }

    /// Forgets where a vertex of the level built has its slot.
    void release(int vertex) {
        slotOf[vertex] = 0;
    }

    private void pushOrDefer(Adjacency neighbours, int vertex, BitFrontier.Appender appender, long[] dead) {
        long begin = neighbours.start(vertex);
        long end = neighbours.end(vertex);
        if (begin == end) {
            return;
        }
        if (shared && end - begin > HUB_EDGES) {
            defer(vertex);
        } else {
            push(neighbours, vertex, begin, end, appender, dead);
        }
    }

    private synchronized void defer(int hub) {
        if (hubCount == hubs.length) {
            hubs = Arrays.copyOf(hubs, 2 * hubCount);
        }
        hubs[hubCount++] = hub;
    }

    private synchronized int[] takeHubs() {
        int[] taken = Arrays.copyOf(hubs, hubCount);
        hubCount = 0;
        return taken;
    }

    private void push(
            Adjacency neighbours, int vertex, long begin, long end, BitFrontier.Appender appender, long[] dead) {
        if (state.words() == 1) {
            pushOne(neighbours, vertex, begin, end, appender, dead[0]);
            return;
        }
        for (int part = 0; part < state.words(); part += PART) {
            pushPart(neighbours, vertex, begin, end, part, appender, dead);
        }
    }

    /// Hands on a record of one long.
    private void pushOne(
            Adjacency neighbours, int vertex, long begin, long end, BitFrontier.Appender appender, long dead) {
        long[] seen = state.seen();
        long live = seen[vertex] & ~dead;
        for (long edge = begin; edge < end; edge++) {
            int neighbour = neighbours.row(edge);
            long added = live & ~seen[neighbour];
            if (added != 0) {
                int at = slot(neighbour, appender);
                if (shared) {
                    setShared(frontier.bits(), at, added);
                } else {
                    frontier.bits()[at] |= added;
                }
            }
        }
    }

    private void pushPart(
            Adjacency neighbours,
            int vertex,
            long begin,
            long end,
            int part,
            BitFrontier.Appender appender,
            long[] dead) {
        long[] seen = state.seen();
        int words = state.words();
        int from = vertex * words + part;
        long f0 = seen[from] & ~dead[part];
        long f1 = seen[from + 1] & ~dead[part + 1];
        long f2 = seen[from + 2] & ~dead[part + 2];
        long f3 = seen[from + 3] & ~dead[part + 3];
        long f4 = seen[from + 4] & ~dead[part + 4];
        long f5 = seen[from + 5] & ~dead[part + 5];
        long f6 = seen[from + 6] & ~dead[part + 6];
        long f7 = seen[from + 7] & ~dead[part + 7];
        for (long edge = begin; edge < end; edge++) {
            int neighbour = neighbours.row(edge);
            int to = neighbour * words + part;
            long a0 = f0 & ~seen[to];
            long a1 = f1 & ~seen[to + 1];
            long a2 = f2 & ~seen[to + 2];
            long a3 = f3 & ~seen[to + 3];
            long a4 = f4 & ~seen[to + 4];
            long a5 = f5 & ~seen[to + 5];
            long a6 = f6 & ~seen[to + 6];
            long a7 = f7 & ~seen[to + 7];
            if ((a0 | a1 | a2 | a3 | a4 | a5 | a6 | a7) != 0) {
                int at = slot(neighbour, appender) * words + part;
                if (shared) {
                    setShared(at, a0, a1, a2, a3, a4, a5, a6, a7);
                } else {
                    set(at, a0, a1, a2, a3, a4, a5, a6, a7);
                }
            }
        }
    }

    private void set(int at, long a0, long a1, long a2, long a3, long a4, long a5, long a6, long a7) {
        long[] bits = frontier.bits();
        bits[at] |= a0;
        bits[at + 1] |= a1;
        bits[at + 2] |= a2;
        bits[at + 3] |= a3;
        bits[at + 4] |= a4;
        bits[at + 5] |= a5;
        bits[at + 6] |= a6;
        bits[at + 7] |= a7;
    }

    private void setShared(int at, long a0, long a1, long a2, long a3, long a4, long a5, long a6, long a7) {
        long[] bits = frontier.bits();
        setShared(bits, at, a0);
        setShared(bits, at + 1, a1);
        setShared(bits, at + 2, a2);
        setShared(bits, at + 3, a3);
        setShared(bits, at + 4, a4);
        setShared(bits, at + 5, a5);
        setShared(bits, at + 6, a6);
        setShared(bits, at + 7, a7);
    }

    private static void setShared(long[] bits, int at, long added) {
        if ((added & ~bits[at]) != 0) {
            LONGS.getAndBitwiseOr(bits, at, added);
        }
    }

    private int slot(int vertex, BitFrontier.Appender appender) {
        int known = shared ? (int) INTS.getAcquire(slotOf, vertex) : slotOf[vertex];
        return known == 0 ? claim(vertex, appender) : known - 1;
    }

    private int claim(int vertex, BitFrontier.Appender appender) {
        int slot = appender.slot();
        if (shared) {
            int other = (int) INTS.compareAndExchange(slotOf, vertex, 0, slot + 1);
            if (other != 0) {
                return other - 1;
            }
        } else {
            slotOf[vertex] = slot + 1;
        }
        appender.append(vertex);
        return slot;
    }
}
