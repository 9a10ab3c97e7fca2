package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.Owned;
import io.bitfront.engine.gpu.abi.BoundArguments;
import io.bitfront.engine.gpu.abi.BoundControl;
import io.bitfront.engine.gpu.abi.Constants;
import io.bitfront.engine.spi.NeighbourhoodCounts;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.BitSet;

/// Neighbourhoods on a GPU: `native/kernels/bounds.cuh`. Takes 28 bytes a vertex with edges, and less than one more for
/// lists.
final class GpuNeighbourhoods implements NeighbourhoodCounts {
    /// Neighbours beyond which a vertex's list is looked through by all warps.
    private static final int SHARED_LIST = 4_096;

    /// More vertices of as many neighbours are not chosen from.
    private static final int MOST_ALIKE = 1 << 16;

    /// One vertex in so many may be left by the first count, and by the second, and so many of a small graph.
    private static final int FIRST_SHARE = 16;

    private static final int LAST_SHARE = 64;
    private static final int LEAST_LEFT = 1 << 12;

    private final CudaContext context;
    private final BfsKernels kernels;
    private final DeviceGraph deviceGraph;
    private final Graph graph;
    private final int live;
    private final int reached;
    private final Owned owned = new Owned("counts of neighbourhoods");
    private final Arena arena = Arena.ofShared();
    private final BoundArguments arguments = new BoundArguments(arena);
    private final MemorySegment found = arena.allocate(BoundControl.BYTES, Long.BYTES);
    private final DeviceBuffer control;
    private final DeviceBuffer sums;
    private final DeviceBuffer few;

    /// Counts neighbours.
    ///
    /// @throws io.bitfront.engine.DeviceException where the memory that is free does not hold the counts
    GpuNeighbourhoods(CudaContext context, BfsKernels kernels, DeviceGraph deviceGraph, Graph graph) {
        this.context = context;
        this.kernels = kernels;
        this.deviceGraph = deviceGraph;
        this.graph = graph;
        this.live = graph.verticesWithEdges();
        this.reached = live - deviceGraph.strayVertices();
        try {
            deviceGraph.describe(arguments.graph());
            control = allocated(BoundControl.BYTES, "counts of neighbourhoods");
            sums = allocated((long) Long.BYTES * live, "sums over neighbours");
            few = allocated((long) Integer.BYTES * Constants.FEW_CLASSES * live, "neighbours of few edges");
            arguments.control(control.address());
            arguments.degrees(allocated((long) Integer.BYTES * live, "numbers of neighbours")
                    .address());
            arguments.sums(sums.address());
            arguments.few(few.address());
            arguments.sharedList(SHARED_LIST);
            arguments.reached(reached);
            control.clear(control.bytes());
            kernels.bound("degrees", arguments);
            control.download(0, found);
            context.finish("the count of neighbours");
        } catch (Throwable t) {
            close();
            throw t;
        }
    }

    private DeviceBuffer allocated(long bytes, String what) {
        return owned.add(context.allocate(Math.max(bytes, Long.BYTES), what));
    }

    @Override
    public int reached() {
        return reached;
    }

    @Override
    public int[] outside() {
        return deviceGraph.strays();
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
        arguments.least(Math.max(1, leastOf(bucket)));
        Listed listed = list("most", (int) alike, false);
        long[] keys = Arrays.stream(listed.vertices)
                .mapToLong(v -> (long) (Integer.MAX_VALUE - graph.out().degree(v)) << Integer.SIZE | v)
                .sorted()
                .limit(count)
                .toArray();
        return Arrays.stream(keys).mapToInt(key -> (int) key).sorted().toArray();
    }

    private int inBucket(int bucket) {
        return found.get(ValueLayout.JAVA_INT, BoundControl.DEGREES + (long) Integer.BYTES * bucket);
    }

    /// The fewest neighbours with which a vertex is in a bucket: what the bits of its float stand for, rounded up.
    private static long leastOf(int bucket) {
        return (long) Math.ceil(Float.intBitsToFloat(bucket + Constants.FIRST_BUCKET << Constants.DEGREE_SHIFT));
    }

    @Override
    public Bounded bounded(int weight, long least, BitSet skipped) {
        arguments.weight(weight);
        arguments.least(least);
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
        long bytes = (long) Long.BYTES * Math.ceilDiv(live, Long.SIZE);
        return uploaded(MemorySegment.ofArray(vertices.toLongArray()), bytes, "vertices to be skipped");
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
        owned.close();
        arena.close();
    }
}
