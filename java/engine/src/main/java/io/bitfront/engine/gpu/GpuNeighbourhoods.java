package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Direction;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.Owned;
import io.bitfront.engine.gpu.abi.BoundArguments;
import io.bitfront.engine.gpu.abi.BoundControl;
import io.bitfront.engine.gpu.abi.Constants;
import io.bitfront.engine.spi.NeighbourhoodCounts;
import io.bitfront.memory.Closing;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// Neighbourhoods on a GPU: `native/kernels/bounds.cuh`. Takes 28 bytes a vertex with edges, of directed graphs 33, and
/// less than one more for lists.
final class GpuNeighbourhoods implements NeighbourhoodCounts {
    /// Neighbours beyond which a vertex's list is looked through by all warps.
    private static final int SHARED_LIST = 4_096;

    /// More vertices of as many neighbours are not chosen from.
    private static final int MOST_ALIKE = 1 << 16;

    /// One vertex in so many may be left by the first count, and by the second, and so many of a small graph.
    private static final int FIRST_SHARE = 16;

    private static final int LAST_SHARE = 64;

    /// A source is chosen among so many.
    private static final int SOURCES = 64;

    /// Hops beyond which it is not worth while to find out what vertices reach.
    private static final int MOST_ROUNDS = 1 << 10;
    private static final int LEAST_LEFT = 1 << 12;

    private final CudaContext context;
    private final BfsKernels kernels;
    private final DeviceGraph deviceGraph;
    private final Graph graph;
    private final Direction direction;
    private final int live;
    private final List<Kind> kinds;
    /// What searches along the edges and against them meet.
    private BitSet ahead = new BitSet();

    private BitSet behind = new BitSet();
    private final Owned owned = new Owned("counts of neighbourhoods");
    private final Arena arena = Arena.ofShared();
    private final BoundArguments arguments = new BoundArguments(arena);
    private final MemorySegment found = arena.allocate(BoundControl.BYTES, Long.BYTES);
    private final DeviceBuffer control;
    private final DeviceBuffer sums;
    private final DeviceBuffer few;
    /// Null where the graph is undirected.
    private List<DeviceBuffer> bitmaps;

    /// Counts neighbours.
    ///
    /// @throws io.bitfront.engine.DeviceException where the memory that is free does not hold the counts
    GpuNeighbourhoods(
            CudaContext context, BfsKernels kernels, DeviceGraph deviceGraph, Graph graph, Direction direction) {
        this.context = context;
        this.kernels = kernels;
        this.deviceGraph = deviceGraph;
        this.graph = graph;
        this.direction = direction;
        this.live = graph.verticesWithEdges();
        try {
            follow(direction);
            control = allocated(BoundControl.BYTES, "counts of neighbourhoods");
            sums = allocated((long) Long.BYTES * live, "sums over neighbours");
            few = allocated((long) Integer.BYTES * Constants.FEW_CLASSES * live, "neighbours of few edges");
            arguments.control(control.address());
            long degrees = counts("numbers of neighbours");
            arguments.degrees(degrees);
            arguments.back(graph.directed() ? counts("edges that lead to vertices") : degrees);
            arguments.sums(sums.address());
            arguments.few(few.address());
            arguments.sharedList(SHARED_LIST);
            if (graph.directed()) {
                bitmaps = List.of(bitmap(), bitmap());
                arguments.ahead(bitmaps.get(0).address());
                arguments.behind(bitmaps.get(1).address());
            }
            control.clear(control.bytes());
            kernels.bound("degrees", arguments);
            control.download(0, found);
            context.finish("the count of neighbours");
            int reached = live - deviceGraph.components().strayVertices();
            kinds = graph.directed() ? searchedKinds() : List.of(new Kind(reached, reached));
            for (int kind = 0; kind < kinds.size(); kind++) {
                arguments.most(kind, kinds.get(kind).most());
            }
        } catch (Throwable t) {
            close();
            throw t;
        }
    }

    private DeviceBuffer allocated(long bytes, String what) {
        return owned.add(context.allocate(Math.max(bytes, Long.BYTES), what));
    }

    private long counts(String what) {
        return allocated((long) Integer.BYTES * live, what).address();
    }

    private DeviceBuffer bitmap() {
        DeviceBuffer bits = allocated(bitmapBytes(), "what a search meets");
        bits.clear(bits.bytes());
        return bits;
    }

    private long bitmapBytes() {
        return (long) Long.BYTES * Math.ceilDiv(live, Long.SIZE);
    }

    /// Reads the lists of the edges of a direction from here on.
    private void follow(Direction followed) {
        if (graph.directed()) {
            deviceGraph.describe(arguments.graph(), followed);
            arguments.graph().strays(0);
        } else {
            deviceGraph.describeLargest(arguments.graph());
        }
    }

    /// Finds what vertices reach, but for graphs in which no source is to be found, or that are deep.
    private List<Kind> searchedKinds() {
        int[] most = mostNeighbours(SOURCES);
        Kind none = new Kind(0, 0);
        if (most == null || most.length == 0) {
            return List.of(new Kind(1, live), none, none, none);
        }
        int source = most[0];
        for (int v : most) {
            source = leastEdges(v) > leastEdges(source) ? v : source;
        }
        few.clear(few.bytes());
        boolean searched = search(source, 0);
        follow(direction == Direction.OUT ? Direction.IN : Direction.OUT);
        searched = searched && search(source, live);
        follow(direction);
        if (!searched) {
            return List.of(new Kind(1, live), none, none, none);
        }
        arguments.marks(few.address());
        kernels.bound("kinds", arguments);
        ahead = downloaded(bitmaps.get(0));
        behind = downloaded(bitmaps.get(1));
        control.download(BoundControl.OF_KIND, found.asSlice(BoundControl.OF_KIND, 4L * Integer.BYTES));
        context.finish("what vertices reach");
        return kinds(ofKind(0), ofKind(AHEAD), ofKind(BEHIND), ofKind(AHEAD + BEHIND));
    }

    private List<Kind> kinds(int none, int onlyAhead, int onlyBehind, int both) {
        int reached = onlyAhead + both;
        return List.of(
                none == 0 ? new Kind(0, 0) : new Kind(1, none + onlyAhead),
                onlyAhead == 0 ? new Kind(0, 0) : new Kind(1, onlyAhead),
                onlyBehind == 0 ? new Kind(0, 0) : new Kind(reached + 1, live),
                new Kind(reached, reached));
    }

    private int ofKind(int kind) {
        return found.get(ValueLayout.JAVA_INT, BoundControl.OF_KIND + (long) Integer.BYTES * kind);
    }

    private int leastEdges(int vertex) {
        return Math.min(graph.out().degree(vertex), graph.in().degree(vertex));
    }

    /// @param marks where those begin that this search leaves
    /// @return false where it is given up
    private boolean search(int source, int marks) {
        try (Arena scratch = Arena.ofConfined()) {
            few.upload((long) Integer.BYTES * ((long) marks + source), scratch.allocateFrom(ValueLayout.JAVA_INT, 1));
            context.finish("the source of a search");
        }
        arguments.marks(few.address() + (long) Integer.BYTES * marks);
        for (int round = 1; round <= MOST_ROUNDS; round++) {
            arguments.round(round);
            control.clear(Integer.BYTES);
            kernels.bound("spread", arguments);
            control.download(0, found.asSlice(0, Integer.BYTES));
            context.finish("a search for what vertices reach");
            if (found.get(ValueLayout.JAVA_INT, BoundControl.FOUND) == 0) {
                return true;
            }
        }
        return false;
    }

    private BitSet downloaded(DeviceBuffer bits) {
        try (Arena scratch = Arena.ofConfined()) {
            MemorySegment words = scratch.allocate(bits.bytes(), Long.BYTES);
            bits.download(0, words);
            context.finish("what searches meet");
            return BitSet.valueOf(words.toArray(ValueLayout.JAVA_LONG));
        }
    }

    @Override
    public List<Kind> kinds() {
        return kinds;
    }

    @Override
    public int kindOf(int vertex) {
        return (ahead.get(vertex) ? AHEAD : 0) + (behind.get(vertex) ? BEHIND : 0);
    }

    @Override
    public int[] outside() {
        return graph.directed() ? new int[0] : deviceGraph.components().strays();
    }

    @Override
    public Optional<int[]> firstsOf(int... outside) {
        return !graph.directed() && deviceGraph.components().known()
                ? Optional.of(deviceGraph.components().of(outside))
                : Optional.empty();
    }

    @Override
    public int[] mostNeighbours(int count) {
        int bucket = Constants.DEGREE_BUCKETS - 1;
        long alike = inBucket(bucket);
        while (bucket > 0 && alike < count) {
            alike += inBucket(--bucket);
        }
        if (alike > MOST_ALIKE) {
            return null;
        }
        arguments.least(0, Math.max(1, leastOf(bucket)));
        Listed listed = list("most", (int) alike, false);
        long[] keys = Arrays.stream(listed.vertices)
                .mapToLong(v -> (long) (Integer.MAX_VALUE - degree(v)) << Integer.SIZE | v)
                .sorted()
                .limit(count)
                .toArray();
        return Arrays.stream(keys).mapToInt(key -> (int) key).sorted().toArray();
    }

    private int degree(int vertex) {
        return direction == Direction.OUT
                ? graph.out().degree(vertex)
                : graph.in().degree(vertex);
    }

    private int inBucket(int bucket) {
        return found.get(ValueLayout.JAVA_INT, BoundControl.DEGREES + (long) Integer.BYTES * bucket);
    }

    /// The fewest neighbours with which a vertex is in a bucket: what the bits of its float stand for, rounded up.
    private static long leastOf(int bucket) {
        return (long) Math.ceil(Float.intBitsToFloat(bucket + Constants.FIRST_BUCKET << Constants.DEGREE_SHIFT));
    }

    @Override
    public Bounded bounded(int weight, List<Limit> limits, BitSet skipped) {
        arguments.weight(weight);
        for (int kind = 0; kind < limits.size(); kind++) {
            arguments.least(kind, limits.get(kind).least());
            arguments.near(kind, limits.get(kind).near());
        }
        sums.clear(sums.bytes());
        kernels.bound("long_sums", arguments);
        Listed byWays = listBySums(skipped);
        if (byWays.vertices == null) {
            return null;
        }
        if (byWays.vertices.length == 0) {
            return new Bounded(new int[0], new long[0], 0);
        }
        try (Owned lists = new Owned("candidates")) {
            DeviceBuffer candidates = lists.add(uploaded(byWays.vertices));
            DeviceBuffer ways = lists.add(context.allocate(
                    (long) Long.BYTES * Constants.FEW_CLASSES * byWays.vertices.length,
                    "ways to vertices of few edges"));
            ways.clear(ways.bytes());
            arguments.candidates(candidates.address());
            arguments.ways(ways.address());
            arguments.candidateCount(byWays.vertices.length);
            few.clear(few.bytes());
            kernels.bound("long_few", arguments);
            kernels.bound("few", arguments);
            kernels.bound("ways", arguments);
            Listed last = list("last", Math.min(most(LAST_SHARE), byWays.vertices.length), true);
            return last.vertices == null ? null : sorted(last, byWays.vertices.length);
        }
    }

    private Listed listBySums(BitSet skipped) {
        try (DeviceBuffer bits = skipped.isEmpty() ? null : uploaded(skipped)) {
            arguments.skipped(bits == null ? 0 : bits.address());
            return list("sums", most(FIRST_SHARE), true);
        }
    }

    private static Bounded sorted(Listed listed, int byWays) {
        long[] keys = new long[listed.vertices.length];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = (long) listed.vertices[i] << Integer.SIZE | i;
        }
        Arrays.sort(keys);
        return new Bounded(
                Arrays.stream(keys).mapToInt(key -> (int) (key >> Integer.SIZE)).toArray(),
                Arrays.stream(keys).map(key -> listed.second[(int) key]).toArray(),
                byWays);
    }

    private int most(int share) {
        return Math.min(live, Math.max(LEAST_LEFT, live / share));
    }

    private DeviceBuffer uploaded(int... vertices) {
        return uploaded(MemorySegment.ofArray(vertices), (long) Integer.BYTES * vertices.length, "candidates");
    }

    private DeviceBuffer uploaded(BitSet vertices) {
        return uploaded(MemorySegment.ofArray(vertices.toLongArray()), bitmapBytes(), "vertices to be skipped");
    }

    /// @param bytes of the buffer; those that `values` lack are 0
    private DeviceBuffer uploaded(MemorySegment values, long bytes, String what) {
        DeviceBuffer buffer = context.allocate(bytes, what);
        try (Arena scratch = Arena.ofConfined()) {
            MemorySegment copy = scratch.allocate(bytes, Long.BYTES);
            copy.copyFrom(values.asSlice(0, Math.min(bytes, values.byteSize())));
            buffer.upload(0, copy);
            context.finish("the upload of " + what);
            return buffer;
        } catch (Throwable t) {
            buffer.close();
            throw t;
        }
    }

    /// @param vertices null where they are more than there is room for
    private record Listed(int[] vertices, long[] second) {}

    /// Runs a step that lists vertices.
    private Listed list(String step, int room, boolean tellsSecond) {
        try (Owned lists = new Owned("lists of vertices");
                Arena scratch = Arena.ofConfined()) {
            DeviceBuffer vertices = lists.add(context.allocate((long) Integer.BYTES * Math.max(room, 1), "vertices"));
            DeviceBuffer second = lists.add(
                    context.allocate((long) Long.BYTES * (tellsSecond ? Math.max(room, 1) : 1), "bounds of vertices"));
            arguments.listed(vertices.address());
            arguments.second(tellsSecond ? second.address() : 0);
            arguments.capacity(room);
            control.clear(Integer.BYTES);
            kernels.bound(step, arguments);
            control.download(0, found.asSlice(0, Integer.BYTES));
            context.finish("bounds of vertices");
            int count = found.get(ValueLayout.JAVA_INT, BoundControl.FOUND);
            if (count > room) {
                return new Listed(null, null);
            }
            MemorySegment listed = scratch.allocate(ValueLayout.JAVA_INT, Math.max(count, 1));
            MemorySegment told = scratch.allocate(ValueLayout.JAVA_LONG, Math.max(count, 1));
            vertices.download(0, listed.asSlice(0, (long) Integer.BYTES * count));
            if (tellsSecond) {
                second.download(0, told.asSlice(0, (long) Long.BYTES * count));
            }
            context.finish("bounds of vertices");
            return new Listed(
                    listed.asSlice(0, (long) Integer.BYTES * count).toArray(ValueLayout.JAVA_INT),
                    told.asSlice(0, tellsSecond ? (long) Long.BYTES * count : 0).toArray(ValueLayout.JAVA_LONG));
        }
    }

    @Override
    public void close() {
        Closing.all(owned::close, arena::close);
    }
}
