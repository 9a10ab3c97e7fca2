package io.bitfront.engine.profile;

import io.bitfront.engine.answer.VertexSums;
import io.bitfront.graph.Csc;
import io.bitfront.memory.IntList;
import io.bitfront.parallel.Workers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/// The sums of all vertices of a deep component of a graph from few searches: it is cut into cells by
/// separators, only separator vertices are searched from, and a cell's vertices take the sums of all others from their
/// [Profiles]. Exact: hops between two vertices are the least over the border of a cell between them, and profiles are
/// compared, not only their hashes. Integer sums are those of a search, harmonic ones to the bit. Where edges have
/// directions, separators are those of the graph with edges both ways, and searches go one way.
///
/// Idea: separators as in Lipton, Tarjan (1979); profiles are the finitely many distance vectors of planar graphs (Li,
/// Parter, STOC 2019).
public final class ProfileSearch implements CutComponent {
    /// Levels from which on a component is deep: no scale-free or uniform graph has so many.
    public static final int DEEP = 64;
    /// Smaller components are not worth the cutting.
    public static final int LEAST_VERTICES = 4_096;
    /// Gives up where more than one vertex in so many would be in a separator: batches of neighbours search a mesh up
    /// to 7 times as fast as one vertex after another.
    private static final int SEPARATOR_SHARE = 12;
    /// Profiles times border vertices for each vertex and edge of a search: with 3.8 cells take a
    /// third of the time of batches, with 4.1 of another graph as long, with 16.9 twice as long;
    /// roads and rgg have 0.5 at most.
    private static final double MOST_PROFILES = 6;

    private static final double CELL_EXPONENT = 0.6;
    private static final double CELL_FACTOR = 1.5;
    /// Rows of hops a thread keeps, in borders of the longest kind.
    private static final int KEPT_BORDERS = 8;

    /// Border vertices for each unit of the root of a cell's size: roads have up to 1.6, rgg and delaunay 5.5.
    private static final int BORDER_FACTOR = 6;

    /// Rows that a thread holds beside those it keeps.
    private static final int FIXED_ROWS = 4;

    private static final int DEALT = 16;

    private final Workers workers;
    private final Cut cut;
    private final LocalGraph graph;
    private final Profiles.HashWords words;
    private final int rowsKept;

    private ProfileSearch(Workers workers, Cut cut, Profiles.HashWords words, int rowsKept) {
        this.workers = workers;
        this.cut = cut;
        this.graph = cut.graph();
        this.words = words;
        this.rowsKept = rowsKept;
    }

    /// Receives rows; called by many threads at once.
    @FunctionalInterface
    public interface Rows {
        /// @param vertices of the graph
        /// @param sums of each; their harmonic sums are NaN where levels were not asked for
        void put(int[] vertices, VertexSums[] sums);
    }

    /// Cuts a component; worth the trying from [#LEAST_VERTICES] and [#DEEP] levels on.
    ///
    /// @param ahead lists along which searches go
    /// @param back lists of the same edges from their other ends: the same where edges lead both ways
    /// @param component vertices that hang together, whichever way edges lead
    /// @param localOf scratch of one int a vertex of the graph
    /// @param mostBytes of memory it may take
    /// @param tooLarge receives the bytes that it would take, where those are more
    /// @param searches that it takes without cells
    /// @param stop gives up once it is true, as it stays
    /// @return null where separators are wide, memory is short or searches are few: they pay
    public static ProfileSearch of(
            Csc ahead,
            Csc back,
            int[] component,
            int[] localOf,
            Workers workers,
            long mostBytes,
            LongConsumer tooLarge,
            long searches,
            BooleanSupplier stop) {
        CutLimits limits = CutLimits.of(cellSize(component.length), component.length / SEPARATOR_SHARE, searches);
        if (!limits.pay(component.length)) {
            return null;
        }
        Profiles.HashWords words = Profiles.HashWords.mixed();
        ProfileSearch found = of(ahead, back, component, localOf, workers, mostBytes, tooLarge, limits, words, stop);
        return found != null && found.pays(stop) ? found : null;
    }

    /// Whether a vertex takes less by its cell's profiles than in a batch of searches: among long
    /// paths between vertices that chance has joined, next to every vertex outside is seen
    /// differently. Tells by a cell whose border is neither long nor short.
    private boolean pays(BooleanSupplier stop) {
        int cell = IntStream.range(0, cellCount())
                .boxed()
                .sorted(Comparator.comparingInt(i -> cut.borders()[i].length))
                .skip(cellCount() / 2)
                .findFirst()
                .orElse(-1);
        int[] border = cell < 0 ? new int[0] : cut.borders()[cell];
        if (border.length == 0) {
            return true;
        }
        int[][] hops = new int[border.length][graph.vertexCount()];
        workers.forRange(0, border.length, Math.ceilDiv(border.length, workers.threads()), (_, begin, end) -> {
            int[] queue = new int[graph.vertexCount() + 1];
            for (int i = (int) begin; i < end && !stop.getAsBoolean(); i++) {
                graph.levels(border[i], hops[i], queue);
            }
        });
        Profiles profiles = new Profiles(graph.vertexCount(), cut.directed(), words, stop);
        boolean grouped = profiles.group(hops, cut.cellBegin()[cell], cut.cellBegin()[cell + 1], false);
        double met = (double) graph.vertexCount() + graph.neighbour().length;
        return !grouped || (double) profiles.count() * border.length <= MOST_PROFILES * met;
    }

    private static int cellSize(int vertexCount) {
        return (int) (CELL_FACTOR * Math.pow(vertexCount, CELL_EXPONENT));
    }

    /// Bytes without which it does not begin, for cells of any borders.
    private static long leastBytes(int vertexCount, long entries, boolean directed, int threads) {
        return 2 * LocalGraph.bytes(vertexCount, entries)
                + threads * (Profiles.bytes(vertexCount, directed) + FIXED_ROWS * rowBytes(vertexCount));
    }

    private static long rowBytes(int vertexCount) {
        return (long) Integer.BYTES * vertexCount;
    }

    /// Rows of hops that a thread keeps at most, where they hold the longest border.
    private static int mostRows(int vertexCount) {
        return (int) (KEPT_BORDERS * BORDER_FACTOR * Math.sqrt(cellSize(vertexCount)));
    }

    /// Bytes that it takes for a component, if it may and borders are no longer than [#mostRows].
    ///
    /// @param edges entries of the lists one way
    public static long mostBytes(int vertexCount, long edges, boolean directed, int threads) {
        return leastBytes(vertexCount, directed ? 2 * edges : edges, directed, threads)
                + threads * rowBytes(vertexCount) * mostRows(vertexCount);
    }

    static ProfileSearch of(
            Csc ahead,
            Csc back,
            int[] component,
            int[] localOf,
            Workers workers,
            long mostBytes,
            LongConsumer tooLarge,
            CutLimits limits,
            Profiles.HashWords words,
            BooleanSupplier stop) {
        long edges = 0;
        for (int v : component) {
            edges += ahead.degree(v) + (ahead == back ? 0L : back.degree(v));
        }
        if (edges > Integer.MAX_VALUE) {
            return null;
        }
        int threads = workers.threads();
        long rowBytes = rowBytes(component.length);
        long leastBytes = leastBytes(component.length, edges, ahead != back, threads);
        if (leastBytes > mostBytes) {
            tooLarge.accept(leastBytes + threads * rowBytes * mostRows(component.length) / KEPT_BORDERS);
            return null;
        }
        Cut cut = Cut.of(ahead, back, component, localOf, threads, limits, stop);
        if (cut == null) {
            return null;
        }
        int longest = cut.longestBorder();
        if (leastBytes + rowBytes * threads * longest > mostBytes) {
            tooLarge.accept(leastBytes + rowBytes * threads * longest);
            return null;
        }
        long rows = (mostBytes - leastBytes) / threads / rowBytes;
        long wanted = Math.max(longest, Math.min(mostRows(component.length), (long) KEPT_BORDERS * longest));
        return new ProfileSearch(workers, cut, words, (int) Math.min(rows, wanted));
    }

    /// Vertices whose sums it finds.
    public int vertexCount() {
        return graph.vertexCount();
    }

    @Override
    public long count(IntPredicate wanted) {
        return cut.count(wanted);
    }

    /// Vertices that are searched from.
    public int separatorCount() {
        return cut.separatorCount();
    }

    @Override
    public int separatorCount(IntPredicate wanted) {
        return cut.separatorCount(wanted);
    }

    /// Bytes that [#run] takes at most.
    public long bytes() {
        long row = rowBytes(graph.vertexCount());
        return LocalGraph.bytes(graph.vertexCount(), graph.neighbour().length)
                + workers.threads()
                        * (Profiles.bytes(graph.vertexCount(), cut.directed()) + (rowsKept + FIXED_ROWS) * row);
    }

    public int cellCount() {
        return cut.cellCount();
    }

    /// Finds the sums of all vertices that are wanted.
    ///
    /// @param wanted of the graph's vertices; asked again for each cell
    /// @param levels whether harmonic sums are wanted
    /// @param stop asked between searches and within cells, whose rows are then left out; once true it stays so
    /// @return separator vertices that were searched from
    public int run(IntPredicate wanted, boolean levels, Rows rows, BooleanSupplier stop) {
        AtomicIntegerArray taken = new AtomicIntegerArray(separatorCount());
        Ask ask = new Ask(wanted, levels, rows, stop);
        int grain = Math.max(1, cellCount() / (DEALT * workers.threads()));
        Lane[] lanes = new Lane[workers.threads()];
        workers.forRange(0, cellCount(), grain, (worker, begin, end) -> {
            Lane lane = lane(lanes, worker, taken, ask);
            for (int cell = (int) begin; cell < end && !stop.getAsBoolean(); cell++) {
                lane.run(cell);
            }
        });
        workers.forRange(0, separatorCount(), 1, (worker, begin, _) -> {
            int separator = cut.separatorsBegin() + (int) begin;
            if (taken.get((int) begin) == 0 && wanted.test(graph.vertex()[separator]) && !stop.getAsBoolean()) {
                lane(lanes, worker, taken, ask).putSeparators(new int[] {separator});
            }
        });
        return IntStream.range(0, separatorCount()).map(taken::get).sum();
    }

    /// What is asked of a run.
    private record Ask(IntPredicate wanted, boolean levels, Rows rows, BooleanSupplier stop) {}

    private Lane lane(Lane[] lanes, int worker, AtomicIntegerArray taken, Ask ask) {
        if (lanes[worker] == null) {
            lanes[worker] = new Lane(taken, ask);
        }
        return lanes[worker];
    }

    /// What one worker works with.
    private final class Lane {
        private final AtomicIntegerArray taken;
        private final Ask ask;
        private final BorderRows border = new BorderRows(graph, rowsKept);
        private final CellSearch search;
        private int[] alone;
        private int[] queue;

        Lane(AtomicIntegerArray taken, Ask ask) {
            this.taken = taken;
            this.ask = ask;
            this.search = new CellSearch(cut, ask.levels, words, ask.stop);
        }

        void run(int cell) {
            int begin = cut.cellBegin()[cell];
            int end = cut.cellBegin()[cell + 1];
            int[] locals = cut.wanted(begin, end, ask.wanted);
            if (locals.length == 0) {
                return;
            }
            int[][] hops = putSeparators(cut.borders()[cell]);
            if (stopped()) {
                return;
            }
            boolean grouped = search.take(begin, end, cut.borders()[cell], hops);
            VertexSums[] sums = new VertexSums[locals.length];
            for (int i = 0; i < locals.length; i++) {
                if (stopped()) {
                    return;
                }
                sums[i] = grouped ? search.sums(locals[i]) : searched(locals[i]);
            }
            put(locals, sums);
        }

        private boolean stopped() {
            return ask.stop.getAsBoolean();
        }

        /// Brings the hops from separator vertices, and puts the rows of those that nobody has put yet. Once stopped,
        /// only of those that have hops.
        int[][] putSeparators(int[] separators) {
            int[][] hops = border.of(separators, ask.stop);
            IntList own = new IntList();
            List<VertexSums> sums = new ArrayList<>();
            for (int i = 0; i < separators.length; i++) {
                boolean first = hops[i] != null && taken.compareAndSet(separators[i] - cut.separatorsBegin(), 0, 1);
                if (first && ask.wanted.test(graph.vertex()[separators[i]])) {
                    own.add(separators[i]);
                    sums.add(ofHops(hops[i]));
                }
            }
            put(own.toArray(), sums.toArray(VertexSums[]::new));
            return hops;
        }

        private VertexSums searched(int source) {
            if (alone == null) {
                alone = new int[graph.vertexCount()];
                queue = new int[graph.vertexCount() + 1];
            }
            graph.levels(source, alone, queue);
            return ofHops(alone);
        }

        private void put(int[] locals, VertexSums[] sums) {
            if (locals.length > 0) {
                ask.rows.put(cut.vertices(locals), sums);
            }
        }
    }

    private static VertexSums ofHops(int[] hops) {
        int deepest = 0;
        for (int h : hops) {
            deepest = Math.max(deepest, h);
        }
        int[] counts = new int[deepest + 1];
        int reached = 0;
        for (int h : hops) {
            if (h >= 0) {
                counts[h]++;
                reached++;
            }
        }
        return CellSearch.folded(reached, counts, deepest);
    }
}
