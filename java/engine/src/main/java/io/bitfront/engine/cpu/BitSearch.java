package io.bitfront.engine.cpu;

import io.bitfront.engine.DeviceException;
import io.bitfront.engine.adjacency.Adjacency;
import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.spi.ReducedGraph;
import io.bitfront.parallel.Workers;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntPredicate;

/// A bit-parallel search of a batch: a level either top-down from the vertices that gained bits ([BitPush])
/// or bottom-up over all ([BitPull]), whichever looks cheaper. A source whose component is finished gains no
/// more bits and then costs nothing. Its memory is that of one width of records.
final class BitSearch {
    /// An edge pushed costs as much as this many edges pulled: it is read and written, and no early exit spares it.
    private static final int PUSH_COST = 4;

    private static final int SMALL_LEVEL_EDGES = 4_096;

    /// Slots that a worker looks through at a time.
    private static final int KEPT_GRAIN = 4_096;

    private final Ways ways;
    private final BfsMode mode;
    private final Workers workers;
    private final BitState state;
    private final BitFrontier frontier;
    private final BitPush push;
    private final BitPull pull;
    private final WorkerTotals[] totals;
    private final long[] dead;
    private long pushedLevels;
    private long pulledLevels;

    /// Where searches go.
    ///
    /// @param first whom sources hand their bits at the first level
    /// @param onwards whom other vertices hand theirs
    /// @param back from whom vertices take them
    /// @param vertexCount those with edges
    /// @param reduced null where the graph is whole
    record Ways(Adjacency first, Adjacency onwards, Adjacency back, int vertexCount, ReducedGraph reduced) {
        /// What stands for a vertex of the whole graph; none where that has no edges.
        private int vertex(int source) {
            int vertex = reduced == null ? source : reduced.number()[source];
            return vertex < vertexCount ? vertex : -1;
        }

        /// Vertices up to this one lead on.
        private int leading() {
            return reduced == null ? vertexCount : reduced.coreCount();
        }
    }

    /// @param words longs of a record: 1, or a multiple of [BitState#PART]
    /// @throws DeviceException where its memory does not fit the Java heap
    BitSearch(Ways ways, int words, BfsMode mode, Workers workers) {
        this.ways = ways;
        this.mode = mode;
        this.workers = workers;
        int threads = workers.threads();
        try {
            state = new BitState(ways.vertexCount, words, threads);
            frontier = new BitFrontier(ways.vertexCount, words, threads);
            push = new BitPush(ways.vertexCount, state, frontier, workers);
            pull = new BitPull(ways.back, ways.vertexCount, state, frontier, workers);
        } catch (OutOfMemoryError full) {
            throw new DeviceException(
                    "cpu: allocate %,d bytes for batches of up to %d sources: the Java heap holds %,d (-Xmx)"
                            .formatted(
                                    bytes(ways.vertexCount, words, threads),
                                    words * Long.SIZE,
                                    Runtime.getRuntime().maxMemory()),
                    full);
        }
        this.totals = new WorkerTotals[threads];
        Arrays.setAll(totals, worker -> new WorkerTotals(words));
        this.dead = new long[words];
    }

    static long bytes(int vertexCount, int words, int threads) {
        return BitState.bytes(vertexCount, words, threads)
                + BitFrontier.bytes(vertexCount, words, threads)
                + BitPush.bytes(vertexCount);
    }

    /// Searches to the end, or until it is given up.
    ///
    /// @param sources as many as a record has bits, at most
    /// @param givesUp asked before each level, after the first
    /// @return whether it came to the end; what the tally holds is of no use else
    boolean run(int[] sources, LevelTally tally, IntPredicate givesUp) {
        long frontierEdges = seed(sources);
        long wantingEdges = ways.onwards.edgeCount();
        for (int level = 1; anyLive() && tally.wants(level); level++) {
            if (givesUp.test(level)) {
                return false;
            }
            boolean small = frontierEdges < SMALL_LEVEL_EDGES;
            boolean first = level == 1 && ways.reduced != null;
            if (first || pushes(frontierEdges, wantingEdges)) {
                push.run(first ? ways.first : ways.onwards, small ? Integer.MAX_VALUE : BitFrontier.BLOCK, dead);
                pushedLevels++;
            } else {
                wantingEdges = pull.run(dead);
                pulledLevels++;
            }
            frontier.seal();
            frontierEdges = commit(level, tally, small ? Integer.MAX_VALUE : 1);
        }
        return true;
    }

    /// Levels of all batches so far that were pushed.
    long pushedLevels() {
        return pushedLevels;
    }

    /// Levels of all batches so far that were pulled.
    long pulledLevels() {
        return pulledLevels;
    }

    private boolean anyLive() {
        return Arrays.stream(dead).anyMatch(word -> word != -1);
    }

    private boolean pushes(long frontierEdges, long wantingEdges) {
        return switch (mode) {
            case PUSH -> true;
            case PULL -> false;
            default -> frontierEdges * PUSH_COST < wantingEdges + ways.vertexCount;
        };
    }

    private long seed(int... sources) {
        workers.onEach(state::clear);
        for (int i = 0; i < sources.length; i++) {
            int vertex = ways.vertex(sources[i]);
            if (vertex >= 0) {
                push.seed(vertex, i);
            }
        }
        frontier.seal();
        return commit(0, null, Integer.MAX_VALUE);
    }

    /// Adds the bits of the level built to what has been seen, counts them, and makes that level the queue.
    ///
    /// @return edges out of the level
    private long commit(int level, LevelTally tally, int grain) {
        for (WorkerTotals total : totals) {
            total.clear();
        }
        workers.forRange(0, frontier.blocks(), grain, (worker, begin, end) -> {
            for (int block = (int) begin; block < end; block++) {
                int firstSlot = block * BitFrontier.BLOCK;
                commitBlock(firstSlot, worker);
                if (tally != null) {
                    tally.block(worker, level, frontier.vertices(), firstSlot, frontier.bits());
                }
            }
        });
        WorkerTotals all = totals[0];
        for (int worker = 1; worker < totals.length; worker++) {
            all.add(totals[worker]);
        }
        long[] live = new long[dead.length];
        Arrays.setAll(live, w -> all.leading[w] | all.ending[w]);
        long frontierEdges = all.frontierEdges;
        if (tally != null && tally.endLevel(level, live)) {
            frontierEdges = keepLive(live);
        }
        for (int w = 0; w < live.length; w++) {
            dead[w] = ~(live[w] & (level == 0 ? -1 : all.leading[w]));
        }
        frontier.advance();
        return frontierEdges;
    }

    /// Takes vertices out of the level built whose new bits are all of searches that ended.
    ///
    /// @return edges out of the others
    private long keepLive(long... live) {
        LongAdder edges = new LongAdder();
        workers.forRange(
                0,
                (long) frontier.blocks() * BitFrontier.BLOCK,
                KEPT_GRAIN,
                (_, begin, end) -> edges.add(keepLive((int) begin, (int) end, live)));
        return edges.sum();
    }

    private long keepLive(int begin, int end, long[] live) {
        int[] vertex = frontier.vertices();
        long[] bits = frontier.bits();
        int words = live.length;
        long edges = 0;
        for (int slot = begin; slot < end; slot++) {
            long alive = 0;
            for (int w = 0; w < words; w++) {
                alive |= bits[slot * words + w] & live[w];
            }
            if (alive == 0) {
                vertex[slot] = -1;
            } else {
                edges += ways.onwards.degree(vertex[slot]);
            }
        }
        return edges;
    }

    private void commitBlock(int firstSlot, int worker) {
        int[] vertex = frontier.vertices();
        long[] bits = frontier.bits();
        long[] seen = state.seen();
        WorkerTotals total = totals[worker];
        int leading = ways.leading();
        int words = dead.length;
        long edges = 0;
        for (int slot = firstSlot; slot < firstSlot + BitFrontier.BLOCK && vertex[slot] >= 0; slot++) {
            int v = vertex[slot];
            long[] gained = v < leading ? total.leading : total.ending;
            for (int w = 0; w < words; w++) {
                long added = bits[slot * words + w];
                seen[v * words + w] |= added;
                gained[w] |= added;
            }
            edges += ways.onwards.degree(v);
            state.touch(v, worker);
            push.release(v);
        }
        total.frontierEdges += edges;
    }

    /// What one worker sums up of a level.
    private static final class WorkerTotals {
        /// Bits that vertices gained from which a search goes on.
        private final long[] leading;
        /// Those of other vertices.
        private final long[] ending;

        private long frontierEdges;

        WorkerTotals(int words) {
            leading = new long[words];
            ending = new long[words];
        }

        void clear() {
            Arrays.fill(leading, 0);
            Arrays.fill(ending, 0);
            frontierEdges = 0;
        }

        void add(WorkerTotals other) {
            frontierEdges += other.frontierEdges;
            for (int w = 0; w < leading.length; w++) {
                leading[w] |= other.leading[w];
                ending[w] |= other.ending[w];
            }
        }
    }
}
