package io.bitfront.engine.cpu;

import static io.bitfront.engine.cpu.BitState.PART;

import io.bitfront.engine.adjacency.Adjacency;
import io.bitfront.parallel.Workers;
import java.util.Arrays;
import java.util.stream.IntStream;

/// A level bottom-up: every vertex that lacks a live bit looks among its neighbours until it has all it wants. What a
/// neighbour has seen before this level will do for its new bits: its older ones this vertex has too.
/// With several workers, a vertex with more than [#HUB_EDGES] neighbours is shared out by edges.
final class BitPull {
    static final int HUB_EDGES = 1 << 15;

    private static final int HUB_GRAIN = 1 << 12;

    /// Vertices that are dealt to a worker at a time, and edges, but for a single vertex of more. The first
    /// vertices by degree may have more edges than a worker's share of all.
    private static final int GRAIN = 256;

    private static final int GRAIN_EDGES = 1 << 13;
    private static final int FOUND = 1;
    private static final int WANTING = 2;

    private final Adjacency neighbours;
    private final int vertexCount;
    private final BitState state;
    private final BitFrontier frontier;
    private final Workers workers;
    private final long deferredDegree;
    private final int[] hubs;
    /// Where each range begins that is dealt to a worker, and where the last one ends.
    private final int[] ranges;
    private final long[] hubBits;
    private final long[][] scratch;
    private final long[] wantingEdges;

    /// @param neighbours columns list the neighbours that a vertex pulls from
    /// @param vertexCount vertices with edges
    BitPull(Adjacency neighbours, int vertexCount, BitState state, BitFrontier frontier, Workers workers) {
        this.neighbours = neighbours;
        this.vertexCount = vertexCount;
        this.state = state;
        this.frontier = frontier;
        this.workers = workers;
        this.deferredDegree = workers.threads() == 1 ? Long.MAX_VALUE : HUB_EDGES;
        this.hubs = IntStream.range(0, vertexCount)
                .filter(v -> neighbours.degree(v) > deferredDegree)
                .toArray();
        this.ranges = ranges();
        this.hubBits = new long[state.words()];
        this.scratch = new long[workers.threads()][state.words()];
        this.wantingEdges = new long[workers.threads()];
    }

    private int[] ranges() {
        IntStream.Builder begins = IntStream.builder();
        int begin = 0;
        for (int v = 0; v < vertexCount; v++) {
            long edges = neighbours.end(v) - neighbours.start(begin);
            if (v == 0 || v - begin == GRAIN || edges > GRAIN_EDGES) {
                begins.add(v);
                begin = v;
            }
        }
        return begins.add(vertexCount).build().toArray();
    }

    /// Builds the next level.
    ///
    /// @param dead complement of the live bits: those that some vertex gained in the last level
    /// @return edges into vertices that still want a live bit: the most a next level of this kind can probe
    long run(long[] dead) {
        Arrays.fill(wantingEdges, 0);
        workers.forRange(0, ranges.length - 1L, 1, (worker, range, _) -> {
            int begin = ranges[(int) range];
            int end = ranges[(int) range + 1];
            wantingEdges[worker] += sweep(begin, end, dead, frontier.appender(worker));
        });
        for (int hub : hubs) {
            wantingEdges[0] += pullHub(hub, dead);
        }
        return Arrays.stream(wantingEdges).sum();
    }

    private long sweep(int begin, int end, long[] dead, BitFrontier.Appender appender) {
        long[] bits = frontier.bits();
        int words = state.words();
        long wanting = 0;
        long edge = neighbours.start(begin);
        for (int v = begin; v < end; v++) {
            long lastEdge = neighbours.end(v);
            if (lastEdge - edge <= deferredDegree) {
                int at = appender.slot() * words;
                int outcome = gatherAll(v, edge, lastEdge, dead, bits, at);
                if ((outcome & FOUND) != 0) {
                    appender.append(v);
                }
                wanting += (outcome & WANTING) != 0 ? lastEdge - edge : 0;
            }
            edge = lastEdge;
        }
        return wanting;
    }

    private long pullHub(int hub, long[] dead) {
        int words = state.words();
        Arrays.fill(hubBits, 0);
        if (gatherAll(hub, 0, 0, dead, hubBits, 0) == 0) {
            return 0;
        }
        workers.forRange(neighbours.start(hub), neighbours.end(hub), HUB_GRAIN, (worker, begin, end) -> {
            long[] own = scratch[worker];
            Arrays.fill(own, 0);
            if ((gatherAll(hub, begin, end, dead, own, 0) & FOUND) != 0) {
                addHubBits(own);
            }
        });
        if (Arrays.stream(hubBits).anyMatch(bits -> bits != 0)) {
            BitFrontier.Appender appender = frontier.appender(0);
            System.arraycopy(hubBits, 0, frontier.bits(), appender.slot() * words, words);
            appender.append(hub);
        }
        return neighbours.degree(hub);
    }

    private synchronized void addHubBits(long[] own) {
        for (int w = 0; w < own.length; w++) {
            hubBits[w] |= own[w];
        }
    }

    private int gatherAll(int vertex, long begin, long end, long[] dead, long[] into, int at) {
        if (state.words() == 1) {
            return gatherOne(vertex, begin, end, dead[0], into, at);
        }
        int outcome = 0;
        for (int part = 0; part < state.words(); part += PART) {
            outcome |= gather(vertex, part, begin, end, dead, into, at + part);
        }
        return outcome;
    }

    /// Looks for a record of one long.
    private int gatherOne(int vertex, long begin, long end, long dead, long[] into, int at) {
        long[] seen = state.seen();
        long known = seen[vertex] | dead;
        long found = known;
        if (found == -1) {
            return 0;
        }
        for (long edge = begin; edge < end && found != -1; edge++) {
            found |= seen[neighbours.row(edge)];
        }
        if (found == known) {
            return WANTING;
        }
        into[at] = found & ~known;
        return found == -1 ? FOUND : FOUND | WANTING;
    }

    /// Looks for one part of a vertex's record through some of its neighbours; stores what is found.
    private int gather(int vertex, int part, long begin, long end, long[] dead, long[] into, int at) {
        long[] seen = state.seen();
        int words = state.words();
        int own = vertex * words + part;
        long a0 = seen[own] | dead[part];
        long a1 = seen[own + 1] | dead[part + 1];
        long a2 = seen[own + 2] | dead[part + 2];
        long a3 = seen[own + 3] | dead[part + 3];
        long a4 = seen[own + 4] | dead[part + 4];
        long a5 = seen[own + 5] | dead[part + 5];
        long a6 = seen[own + 6] | dead[part + 6];
        long a7 = seen[own + 7] | dead[part + 7];
        boolean wanting = (a0 & a1 & a2 & a3 & a4 & a5 & a6 & a7) != -1;
        if (!wanting) {
            return 0;
        }
        for (long edge = begin; edge < end && wanting; edge++) {
            int from = neighbours.row(edge) * words + part;
            a0 |= seen[from];
            a1 |= seen[from + 1];
            a2 |= seen[from + 2];
            a3 |= seen[from + 3];
            a4 |= seen[from + 4];
            a5 |= seen[from + 5];
            a6 |= seen[from + 6];
            a7 |= seen[from + 7];
            wanting = (a0 & a1 & a2 & a3 & a4 & a5 & a6 & a7) != -1;
        }
        a0 &= ~(seen[own] | dead[part]);
        a1 &= ~(seen[own + 1] | dead[part + 1]);
        a2 &= ~(seen[own + 2] | dead[part + 2]);
        a3 &= ~(seen[own + 3] | dead[part + 3]);
        a4 &= ~(seen[own + 4] | dead[part + 4]);
        a5 &= ~(seen[own + 5] | dead[part + 5]);
        a6 &= ~(seen[own + 6] | dead[part + 6]);
        a7 &= ~(seen[own + 7] | dead[part + 7]);
        if ((a0 | a1 | a2 | a3 | a4 | a5 | a6 | a7) == 0) {
            return WANTING;
        }
        into[at] = a0;
        into[at + 1] = a1;
        into[at + 2] = a2;
        into[at + 3] = a3;
        into[at + 4] = a4;
        into[at + 5] = a5;
        into[at + 6] = a6;
        into[at + 7] = a7;
        return wanting ? FOUND | WANTING : FOUND;
    }
}
