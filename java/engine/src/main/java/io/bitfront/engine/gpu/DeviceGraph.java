package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Direction;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.Owned;
import io.bitfront.engine.device.PinnedStaging;
import io.bitfront.engine.gpu.abi.BfsArguments;
import io.bitfront.engine.gpu.abi.BfsControl;
import io.bitfront.engine.gpu.abi.FirstsArguments;
import io.bitfront.engine.gpu.abi.GraphArrays;
import io.bitfront.engine.gpu.abi.NarrowArguments;
import io.bitfront.engine.gpu.prepare.ComponentLabels;
import io.bitfront.engine.lab.Upload;
import io.bitfront.graph.Bvss;
import io.bitfront.graph.BvssPacker;
import io.bitfront.graph.Csc;
import io.bitfront.graph.DegreeBlocks;
import io.bitfront.memory.LongArray;
import io.bitfront.memory.OffHeap;
import io.bitfront.progress.Elapsed;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;

/// A prepared graph in device memory, uploaded once; its tiles, which only tensor levels read, when the first is
/// wanted. No kernel that follows an edge runs before the cache is known to have stayed what was checked.
/// Offsets into adjacency lists are 32 bits wide where the graph has fewer than 2³² edges.
final class DeviceGraph implements AutoCloseable {
    private static final long OFFSETS_32_LIMIT = 1L << 32;

    /// Of the four in-neighbours that are laid out for a vertex.
    private static final long FIRSTS_BYTES = 4 * Integer.BYTES;

    /// What share of the vertices with edges must be outside the largest component for searches to be told of all
    /// components, which takes them a look at every label. Where less is, they are told which vertices are.
    private static final double LEAST_OUTSIDE = 1.0 / 64;

    /// What is uploaded; the first four are the tiles.
    private enum Part {
        REAL_PTRS,
        VIRTUAL_TO_REAL,
        ROW_IDS,
        TILE_MASKS,
        IN_START,
        IN_INDEX,
        OUT_START,
        OUT_INDEX,
        OLD_ID_OF,
        HUBS,
        SAMPLES,
        FIRSTS
    }

    private final CudaContext context;
    private final Graph graph;
    private final BfsKernels kernels;
    private final PinnedStaging staging;
    private final boolean wideOffsets;
    private final int liveCount;
    /// From here on no vertex has more than one in-neighbour.
    private final int singleFrom;
    private final Owned owned = new Owned("the graph on the device");
    private final EnumMap<Part, Long> addresses = new EnumMap<>(Part.class);
    private DeviceBuffer firsts;
    private String firstsNote = "";
    /// The first vertex of each one's component; null where searches need not know.
    private DeviceBuffer labels;
    /// A bit for each vertex outside the component that most are of; null where there is none.
    private DeviceBuffer strays;
    private int strayVertices;
    private long strayEdges;
    private long uploadedBytes;
    private long uploadNanos;

    DeviceGraph(CudaContext context, Graph graph, BfsKernels kernels, PinnedStaging staging, boolean wideOffsets) {
        this.context = context;
        this.graph = graph;
        this.kernels = kernels;
        this.staging = staging;
        this.wideOffsets = wideOffsets;
        this.liveCount = graph.verticesWithEdges();
        this.singleFrom = singleFrom(graph);
        long start = System.nanoTime();
        try {
            uploadAll();
            context.finish("the upload of the graph");
            graph.requireUntouched();
        } catch (Throwable t) {
            close();
            throw t;
        }
        uploadNanos = Elapsed.nanos(start);
    }

    /// Starts come first: until they are narrowed they take twice their memory, or more for components.
    private void uploadAll() {
        addresses.put(Part.IN_START, uploadStarts(graph.in(), "in-neighbour starts"));
        addresses.put(
                Part.OUT_START,
                graph.directed() ? uploadStarts(graph.out(), "out-neighbour starts") : address(Part.IN_START));
        addresses.put(Part.IN_INDEX, upload(graph.in().rowIndex().segment(), "in-neighbours"));
        addresses.put(
                Part.OUT_INDEX,
                graph.directed() ? upload(graph.out().rowIndex().segment(), "out-neighbours") : address(Part.IN_INDEX));
        if (mayHaveComponents(graph)) {
            graph.requireUntouched();
            labelComponents();
        }
        addresses.put(Part.OLD_ID_OF, upload(graph.permutation().oldIdOf().segment(), "input indices"));
        addresses.put(Part.HUBS, upload(graph.hubs().segment(), "hubs"));
        if (PullSamples.areOfUse(graph, SwitchCosts.SAMPLED_EDGES)) {
            try (Arena arena = Arena.ofShared()) {
                MemorySegment samples = arena.allocateFrom(ValueLayout.JAVA_INT, PullSamples.of(graph));
                addresses.put(Part.SAMPLES, upload(samples, "samples of pulls"));
            }
        }
    }

    /// One more than the last vertex with two in-neighbours: in degree order far from the end, as hubs decide for many.
    private static int singleFrom(Graph graph) {
        DegreeBlocks blocks = new DegreeBlocks(graph.in().columnStart());
        int end = graph.verticesWithEdges();
        while (end > 0) {
            int begin = Math.max(0, end - DegreeBlocks.BLOCK);
            int[] degrees = blocks.read(begin, end - begin);
            for (int i = end - begin; i > 0; i--) {
                if (degrees[i - 1] > 1) {
                    return begin + i;
                }
            }
            end = begin;
        }
        return 0;
    }

    /// Lays out the first in-neighbours of each vertex besides its hub, beside each other, by which most pulls end.
    /// Where there is no room for them lists are walked instead, which [#uploaded] says.
    void layOutFirsts() {
        try {
            firsts = context.allocate(fullFirstsBytes(), "first neighbours");
        } catch (DeviceException full) {
            leaveOutFirsts(full.getMessage());
            return;
        }
        owned.add(firsts);
        try (Arena arena = Arena.ofConfined()) {
            FirstsArguments arguments = new FirstsArguments(arena);
            describe(arguments.graph());
            arguments.firsts(firsts.address());
            kernels.layOutFirsts(arguments);
            context.finish("the layout of first neighbours");
        }
        addresses.put(Part.FIRSTS, firsts.address());
    }

    /// What the first neighbours take; 0 where they are not laid out.
    long firstsBytes() {
        return firsts == null ? 0 : firsts.bytes();
    }

    /// Gives the memory of the first neighbours to something else, for good.
    void releaseFirsts(String why) {
        if (firsts != null) {
            addresses.remove(Part.FIRSTS);
            firsts.close();
            firsts = null;
            leaveOutFirsts(why);
        }
    }

    private void leaveOutFirsts(String why) {
        firstsNote = "no first neighbours laid out, so pulls walk lists: " + why;
    }

    /// Whether the tiles are there.
    boolean hasTiles() {
        return addresses.containsKey(Part.TILE_MASKS);
    }

    /// Uploads the tiles, where they are not there yet. Whoever has described the graph before describes it again.
    ///
    /// @throws io.bitfront.engine.DeviceException where there is no room for them; then nothing of them stays
    void uploadTiles() {
        if (hasTiles()) {
            return;
        }
        long start = System.nanoTime();
        Bvss bvss = graph.bvss();
        Owned tiles = new Owned("the tiles on the device");
        EnumMap<Part, DeviceBuffer> buffers = new EnumMap<>(Part.class);
        try {
            buffers.put(Part.REAL_PTRS, tiles.add(uploaded(bvss.realPtrs().segment(), "slice set starts")));
            buffers.put(
                    Part.VIRTUAL_TO_REAL,
                    tiles.add(uploaded(bvss.virtualToReal().segment(), "slice sets of VSSs")));
            buffers.put(Part.ROW_IDS, tiles.add(uploaded(bvss.rowIds().segment(), "tile rows")));
            buffers.put(Part.TILE_MASKS, tiles.add(uploaded(bvss.tileMasks().segment(), "tile masks")));
            context.finish("the upload of the tiles");
            graph.requireUntouched();
        } catch (Throwable t) {
            tiles.close();
            throw t;
        }
        owned.add(tiles);
        buffers.forEach((part, buffer) -> addresses.put(part, buffer.address()));
        uploadedBytes += graph.tileBytes();
        uploadNanos += Elapsed.nanos(start);
    }

    /// Whether vertices with edges may be of more than one component.
    private static boolean mayHaveComponents(Graph graph) {
        int components = graph.statistics().components();
        int live = graph.verticesWithEdges();
        return live > 0 && (components < 0 || components - (graph.vertexCount() - live) > 1);
    }

    /// Labels vertices by their components, marks those outside the largest, and keeps the labels where they are
    /// enough. Starts are uploaded once more, in 64 bits.
    private void labelComponents() {
        DeviceBuffer found = context.allocate(4L * graph.vertexCount(), "labels of components");
        boolean keep = false;
        try (ComponentLabels finder = new ComponentLabels(context)) {
            label(finder, found);
            ComponentLabels.Largest largest = finder.largest(liveCount, found);
            findStrays(found, largest.label());
            keep = largest.outside() >= LEAST_OUTSIDE;
        } finally {
            if (keep) {
                labels = owned.add(found);
            } else {
                found.close();
            }
        }
    }

    /// Marks the vertices with edges that are outside the component of `largest`, where there are any.
    private void findStrays(DeviceBuffer components, int largest) {
        DeviceBuffer marked = context.allocate(strayBytes(graph), "vertices of small components");
        boolean keep = false;
        try (Arena arena = Arena.ofConfined();
                DeviceBuffer control = context.allocate(BfsControl.BYTES, "a count of vertices of small components")) {
            marked.clear(marked.bytes());
            control.clear(control.bytes());
            BfsArguments arguments = new BfsArguments(arena);
            arguments.graph().outStart(address(Part.OUT_START));
            arguments.graph().components(components.address());
            arguments.graph().liveCount(liveCount);
            arguments.request().source(largest);
            arguments.state().visited(marked.address());
            arguments.state().frontier(marked.address());
            arguments.state().control(control.address());
            kernels.leaveOut(arguments);
            MemorySegment counts = arena.allocate(BfsControl.BYTES, Long.BYTES);
            control.download(0, counts);
            context.finish("the search for small components");
            strayVertices = counts.get(ValueLayout.JAVA_INT, BfsControl.OUTSIDE_VERTICES);
            strayEdges = counts.get(ValueLayout.JAVA_LONG, BfsControl.OUTSIDE_EDGES);
            keep = strayVertices > 0;
        } finally {
            if (keep) {
                strays = owned.add(marked);
            } else {
                marked.close();
            }
        }
    }

    private static long strayBytes(Graph graph) {
        return Integer.BYTES * ((graph.vertexCount() + 31L) / 32);
    }

    private void label(ComponentLabels finder, DeviceBuffer components) {
        try (DeviceBuffer out = wideStarts(graph.out());
                DeviceBuffer in = graph.directed() ? wideStarts(graph.in()) : null) {
            finder.find(
                    graph.vertexCount(),
                    new ComponentLabels.Lists(out.address(), address(Part.OUT_INDEX)),
                    in == null ? null : new ComponentLabels.Lists(in.address(), address(Part.IN_INDEX)),
                    components);
        }
    }

    /// For each vertex the first of its component, found on the device.
    int[] components() {
        try (Arena arena = Arena.ofShared()) {
            if (labels != null) {
                return downloaded(labels, arena).toArray(ValueLayout.JAVA_INT);
            }
            try (DeviceBuffer found = context.allocate(4L * graph.vertexCount(), "labels of components");
                    ComponentLabels finder = new ComponentLabels(context)) {
                label(finder, found);
                return downloaded(found, arena).toArray(ValueLayout.JAVA_INT);
            }
        }
    }

    /// For each of some vertices the first of its component, where [#knowsComponents].
    int[] componentsOf(int... vertices) {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment found = downloaded(labels, arena);
            return Arrays.stream(vertices)
                    .parallel()
                    .map(v -> found.getAtIndex(ValueLayout.JAVA_INT, v))
                    .toArray();
        }
    }

    private MemorySegment downloaded(DeviceBuffer components, Arena arena) {
        MemorySegment found = OffHeap.allocate(arena, components.bytes(), "labels of components");
        staging.download(components, found);
        context.finish("the labels of components");
        return found;
    }

    private DeviceBuffer wideStarts(Csc csc) {
        MemorySegment starts = csc.columnStart().segment();
        DeviceBuffer wide = context.allocate(starts.byteSize(), "neighbour starts for components");
        try {
            staging.upload(starts, wide);
            uploadedBytes += starts.byteSize();
            return wide;
        } catch (Throwable t) {
            wide.close();
            throw t;
        }
    }

    /// Whether searches are told which component each vertex is of: those that [BfsKernel#isAdaptive] and wide batches
    /// then leave the others out.
    boolean knowsComponents() {
        return labels != null;
    }

    /// Whether the graph is undirected and more than half of its vertices with edges hang together: the largest
    /// component, which [#describeLargest] tells.
    boolean knowsLargest() {
        return !graph.directed() && strayVertices < liveCount - strayVertices;
    }

    /// Vertices with edges that are outside the largest component, where [#knowsLargest].
    int strayVertices() {
        return strayVertices;
    }

    /// They themselves, ascending.
    int[] strays() {
        if (strayVertices == 0) {
            return new int[0];
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bits = arena.allocate(strays.bytes(), Long.BYTES);
            strays.download(0, bits);
            context.finish("vertices of small components");
            return BitSet.valueOf(bits.asByteBuffer()).stream().toArray();
        }
    }

    private long upload(MemorySegment from, String what) {
        DeviceBuffer buffer = owned.add(uploaded(from, what));
        uploadedBytes += from.byteSize();
        return buffer.address();
    }

    private DeviceBuffer uploaded(MemorySegment from, String what) {
        DeviceBuffer buffer = context.allocate(from.byteSize(), what);
        try {
            staging.upload(from, buffer);
            return buffer;
        } catch (Throwable t) {
            buffer.close();
            throw t;
        }
    }

    /// The device narrows them: a loop over a few million of them takes longer in code just loaded than all copies.
    private long uploadStarts(Csc csc, String what) {
        LongArray starts = csc.columnStart();
        if (wideOffsets) {
            return upload(starts.segment(), what);
        }
        DeviceBuffer narrow = owned.add(context.allocate(Integer.BYTES * starts.length(), what));
        try (DeviceBuffer wide = context.allocate(starts.segment().byteSize(), what + ", 64 bits wide");
                Arena arena = Arena.ofConfined()) {
            staging.upload(starts.segment(), wide);
            uploadedBytes += wide.bytes();
            NarrowArguments arguments = new NarrowArguments(arena);
            arguments.from(wide.address());
            arguments.to(narrow.address());
            arguments.count(starts.length());
            kernels.narrow(arguments);
            context.finish("the upload of " + what);
        }
        return narrow.address();
    }

    /// Whether offsets need 64 bits.
    static boolean wideOffsets(long edgeCount) {
        return edgeCount >= OFFSETS_32_LIMIT;
    }

    /// Device memory the graph takes without its tiles and without first neighbours.
    static long bytes(Graph graph, boolean wideOffsets) {
        long starts = (graph.vertexCount() + 1L) * (wideOffsets ? Long.BYTES : Integer.BYTES);
        return graph.in().rowIndex().segment().byteSize() * (graph.directed() ? 2 : 1)
                + starts * (graph.directed() ? 2 : 1)
                + 2L * Integer.BYTES * graph.vertexCount()
                + (mayHaveComponents(graph) ? (long) Integer.BYTES * graph.vertexCount() + strayBytes(graph) : 0);
    }

    /// What the first neighbours take where they are laid out.
    long fullFirstsBytes() {
        return FIRSTS_BYTES * Math.max(1, singleFrom);
    }

    /// For traversals along edges as they are.
    void describe(GraphArrays arrays) {
        describe(arrays, Direction.OUT);
    }

    /// For traversals along edges of a direction: the kernels follow out-edges, whichever these are.
    void describe(GraphArrays arrays, Direction direction) {
        boolean out = direction == Direction.OUT;
        describeTiles(arrays);
        arrays.firsts(out ? addresses.getOrDefault(Part.FIRSTS, 0L) : 0);
        arrays.inStart(address(out ? Part.IN_START : Part.OUT_START));
        arrays.inIndex(address(out ? Part.IN_INDEX : Part.OUT_INDEX));
        arrays.outStart(address(out ? Part.OUT_START : Part.IN_START));
        arrays.outIndex(address(out ? Part.OUT_INDEX : Part.IN_INDEX));
        arrays.oldIdOf(oldIdOf());
        arrays.hubs(address(Part.HUBS));
        arrays.samples(out ? addresses.getOrDefault(Part.SAMPLES, 0L) : 0);
        arrays.components(knowsComponents() ? labels.address() : 0);
        describeStrays(arrays, !knowsComponents());
        arrays.vertexCount(graph.vertexCount());
        arrays.sliceSetCount(BvssPacker.sliceSetCount(graph.vertexCount()));
        arrays.vssCount(graph.vssCount());
        arrays.liveCount(liveCount);
        arrays.singleFrom(out ? singleFrom : liveCount);
    }

    /// For work on the vertices of the largest component: what is outside it is told, whether searches need to know
    /// or not.
    void describeLargest(GraphArrays arrays) {
        describe(arrays);
        describeStrays(arrays, true);
    }

    private void describeStrays(GraphArrays arrays, boolean told) {
        boolean some = told && strays != null;
        arrays.strays(some ? strays.address() : 0);
        arrays.strayVertices(some ? strayVertices : 0);
        arrays.strayEdges(some ? strayEdges : 0);
    }

    /// What may come and go between traversals along edges as they are: tiles and first neighbours, null where they are
    /// not there.
    void describeOptional(GraphArrays arrays) {
        describeTiles(arrays);
        arrays.firsts(addresses.getOrDefault(Part.FIRSTS, 0L));
    }

    private void describeTiles(GraphArrays arrays) {
        arrays.realPtrs(addresses.getOrDefault(Part.REAL_PTRS, 0L));
        arrays.virtualToReal(addresses.getOrDefault(Part.VIRTUAL_TO_REAL, 0L));
        arrays.rowIds(addresses.getOrDefault(Part.ROW_IDS, 0L));
        arrays.tileMasks(addresses.getOrDefault(Part.TILE_MASKS, 0L));
    }

    private long address(Part part) {
        return addresses.get(part);
    }

    /// Device address of the input index of each vertex.
    long oldIdOf() {
        return address(Part.OLD_ID_OF);
    }

    /// What has been uploaded so far.
    Upload uploaded() {
        return new Upload(uploadedBytes, uploadNanos, firstsNote);
    }

    @Override
    public void close() {
        owned.close();
    }
}
