package io.bitfront.cache;

import io.bitfront.file.FileException;
import io.bitfront.file.FileState;
import io.bitfront.graph.Bisection;
import io.bitfront.graph.Bvss;
import io.bitfront.graph.BvssPacker;
import io.bitfront.graph.Csc;
import io.bitfront.graph.GraphStatistics;
import io.bitfront.graph.Permutation;
import io.bitfront.graph.VertexIds;
import io.bitfront.memory.IntArray;
import io.bitfront.order.OrderingKind;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;

/// A prepared graph: what a `.bvss` cache holds, mapped from one or still in memory. Vertices are the
/// engine's numbers (the ordering applied); [#permutation] and [#ids] lead back to the input. Immutable; any
/// thread may read it until [#close], which frees or unmaps everything.
public final class Graph implements AutoCloseable {
    private static final int CLOSED = -1;

    private final Arena arena;
    private final boolean directed;
    private final Csc out;
    private final Csc in;
    private final Permutation permutation;
    private final VertexIds ids;

    /// Null until it is asked for, where the graph was prepared without.
    private volatile Bvss bvss;

    private final IntArray hubs;
    private final OrderingKind ordering;
    private final GraphStatistics statistics;
    private final Origin origin;
    /// What a graph in memory was made of, or null.
    private Graph from;
    /// Uses under way, [#CLOSED] from the moment of closing.
    private final AtomicInteger uses = new AtomicInteger();

    /// Keeps a graph open until it is closed itself.
    @FunctionalInterface
    public interface Use extends AutoCloseable {
        @Override
        void close();
    }

    /// The cache file that a graph is mapped from.
    ///
    /// @param checksum CRC-32C of its header, and through the sections' own sums in it of the whole file
    /// @param state of the file when it was mapped
    public record Origin(Path file, int checksum, FileState state) {}

    /// A graph in memory.
    ///
    /// @param arena owns all the arrays; closed by [#close]
    /// @param out columns list out-neighbours
    /// @param in columns list in-neighbours; the very object `out` where the graph is undirected
    /// @param bvss null where it is to be packed when it is asked for
    /// @param hubs for each vertex its in-neighbour of largest in-degree (ties to the smallest number), -1 if none
    public Graph(
            Arena arena,
            Csc out,
            Csc in,
            Permutation permutation,
            VertexIds ids,
            Bvss bvss,
            IntArray hubs,
            OrderingKind ordering,
            GraphStatistics statistics) {
        this(arena, out, in, permutation, ids, bvss, hubs, ordering, statistics, null);
    }

    /// A graph as the constructor for graphs in memory takes it, and where it is mapped from.
    ///
    /// @param origin null for a graph in memory
    @SuppressWarnings("ReferenceEquality") // sharing one array is what makes a graph undirected
    public Graph(
            Arena arena,
            Csc out,
            Csc in,
            Permutation permutation,
            VertexIds ids,
            Bvss bvss,
            IntArray hubs,
            OrderingKind ordering,
            GraphStatistics statistics,
            Origin origin) {
        this.arena = arena;
        this.directed = out != in;
        this.out = out;
        this.in = in;
        this.permutation = permutation;
        this.ids = ids;
        this.bvss = bvss;
        this.hubs = hubs;
        this.ordering = ordering;
        this.statistics = statistics;
        this.origin = origin;
    }

    /// Maps a `.bvss` cache. All of it is checked the first time, on all cores; after that nothing but its header
    /// is read.
    ///
    /// @throws CacheFormatException in one line, where the file cannot be used or is no cache; graph
    ///     files are opened by [GraphCache#open]
    /// @throws FileException where it cannot be read
    public static Graph open(Path cache) {
        Objects.requireNonNull(cache, "cache");
        if (Files.isRegularFile(cache) && !GraphCache.isCache(cache)) {
            throw new CacheFormatException(cache, "not a .bvss cache", "GraphCache.open reads graph files");
        }
        return BvssFile.open(cache);
    }

    /// Edges `from[i] -> to[i]` between the vertices 0..n-1, to be prepared in memory; see [UnpreparedGraph].
    ///
    /// @throws IllegalArgumentException where one array is longer than the other
    public static UnpreparedGraph of(int vertexCount, int[] from, int[] to) {
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(to, "to");
        return of(vertexCount, MemorySegment.ofArray(from), MemorySegment.ofArray(to));
    }

    /// Edges from segments of 32-bit integers in the machine's byte order, which stay the caller's.
    ///
    /// @throws IllegalArgumentException where one segment is longer than the other
    public static UnpreparedGraph of(int vertexCount, MemorySegment from, MemorySegment to) {
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(to, "to");
        return UnpreparedGraph.of(vertexCount, from, to);
    }

    private <T> T open(T part) {
        if (uses.get() == CLOSED) {
            throw closed();
        }
        return part;
    }

    private static IllegalStateException closed() {
        return new IllegalStateException("the graph is closed");
    }

    public int vertexCount() {
        return open(out).vertexCount();
    }

    /// One more than the last vertex with an edge: vertices without come last in every ordering. It is found in the
    /// lists, not taken from the statistics: whoever goes by it stays within the lists whatever a file claims.
    public int verticesWithEdges() {
        Csc to = out();
        Csc from = in();
        return Bisection.first(0, to.vertexCount(), v -> !hasEdgesFrom(to, v) && !hasEdgesFrom(from, v));
    }

    /// Whether this vertex or one after it has a list that is not empty.
    private static boolean hasEdgesFrom(Csc lists, int vertex) {
        return lists.start(vertex) < lists.edgeCount();
    }

    /// Directed edges stored; an undirected edge counts twice.
    public long edgeCount() {
        return open(out).edgeCount();
    }

    public boolean directed() {
        return open(directed);
    }

    /// Column v lists v's out-neighbours (CSC of A = Gᵀ).
    public Csc out() {
        return open(out);
    }

    /// Column v lists v's in-neighbours; the same object as [#out] where the graph is undirected.
    public Csc in() {
        return open(in);
    }

    public Permutation permutation() {
        return open(permutation);
    }

    public VertexIds ids() {
        return open(ids);
    }

    /// The slices, packed now where the graph was prepared without: by all cores, into as much memory as
    /// [#tileBytes].
    public Bvss bvss() {
        Bvss packed = open(bvss);
        return packed == null ? pack() : packed;
    }

    private synchronized Bvss pack() {
        if (bvss == null) {
            try (Use _ = use();
                    Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
                SectionStore store = SectionStore.inMemory(arena);
                int n = out.vertexCount();
                bvss = BvssPacker.pack(
                                out, in, count -> store.bvss(n, count), (first, end) -> {}, workers, Progress.NONE)
                        .bvss();
            }
        }
        return bvss;
    }

    /// Virtual slice sets.
    public int vssCount() {
        Bvss packed = open(bvss);
        return packed == null ? statistics.vssCount() : packed.vssCount();
    }

    /// Bytes of [#bvss].
    public long tileBytes() {
        return BvssShape.tileBytes(vertexCount(), vssCount());
    }

    /// For each vertex its in-neighbour of largest in-degree, -1 where it has none.
    public IntArray hubs() {
        return open(hubs);
    }

    /// The ordering applied, never a rule that stands for others.
    public OrderingKind ordering() {
        return open(ordering);
    }

    public GraphStatistics statistics() {
        return open(statistics);
    }

    /// The cache file that it is mapped from; empty for a graph in memory.
    public Optional<Origin> origin() {
        return Optional.ofNullable(open(origin));
    }

    /// Vertex (the engine's number) of an input id.
    ///
    /// @throws IllegalArgumentException naming the id, where the graph has no such vertex
    public int vertexOf(long id) {
        int index = ids().requireKnown(id);
        int vertex = permutation.newIdOf().get(index);
        if (vertex < 0 || vertex >= vertexCount()) {
            throw new IllegalStateException(
                    "corrupt graph: input index %d is vertex %d of %d".formatted(index, vertex, vertexCount()));
        }
        return vertex;
    }

    /// Input id of a vertex (the engine's number).
    public long idOf(int vertex) {
        return ids().idOf(permutation.oldIdOf().get(vertex));
    }

    /// Keeps the graph open while its arrays are read by address, where no check would notice that they are gone.
    /// Closing what it gives again does nothing.
    ///
    /// @throws IllegalStateException where the graph is closed
    public Use use() {
        if (uses.getAndUpdate(count -> count == CLOSED ? CLOSED : count + 1) == CLOSED) {
            throw closed();
        }
        AtomicBoolean over = new AtomicBoolean();
        return () -> {
            if (!over.getAndSet(true)) {
                uses.decrementAndGet();
            }
        };
    }

    /// Unmaps the graph, and says where its file was written to meanwhile. Closing it again does nothing.
    ///
    /// @throws IllegalStateException while a traversal is under way; the graph then stays open
    /// @throws FileException where the cache file was rewritten in its place since it was opened: what was
    ///     computed from it
    ///     may be of the one or of the other. A file that was replaced or deleted is another; this one stays as it
    ///     was.
    @Override
    public void close() {
        int underWay = uses.compareAndExchange(0, CLOSED);
        if (underWay > 0) {
            throw new IllegalStateException("the graph is in use by %d traversal%s; close it when they have ended"
                    .formatted(underWay, underWay == 1 ? "" : "s"));
        }
        if (underWay == CLOSED) {
            return;
        }
        arena.close();
        requireUnchanged();
    }

    /// For whoever keeps or shows what was computed from the graph.
    ///
    /// @throws FileException where the cache file was rewritten in its place since it was opened
    public void requireUnchanged() {
        requireState(FileState::rewritten);
    }

    /// For whoever hands the graph to a device, which checks no bounds: a rewrite that puts the old times back shows,
    /// too.
    ///
    /// @throws FileException where anything of the cache file was changed since it was opened
    public void requireUntouched() {
        requireState(FileState::touched);
    }

    /// Says what this graph was made of: where that was changed, so was this. Before anybody else has it.
    Graph madeFrom(Graph other) {
        from = other;
        return this;
    }

    private void requireState(BiPredicate<FileState, FileState> changed) {
        if (from != null) {
            from.requireState(changed);
        }
        if (origin == null) {
            return;
        }
        try {
            if (changed.test(origin.state, FileState.of(origin.file))) {
                throw new FileException("%s was written to while it was in use: results from it cannot be relied on"
                        .formatted(origin.file));
            }
        } catch (IOException e) {
            // Deleted or moved away: what was mapped stays as it was.
        }
    }
}
