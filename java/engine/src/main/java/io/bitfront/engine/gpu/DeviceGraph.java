package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Direction;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.Owned;
import io.bitfront.engine.device.PinnedStaging;
import io.bitfront.engine.gpu.abi.FirstsArguments;
import io.bitfront.engine.gpu.abi.GraphArrays;
import io.bitfront.engine.gpu.abi.NarrowArguments;
import io.bitfront.engine.lab.Upload;
import io.bitfront.graph.Bvss;
import io.bitfront.graph.BvssPacker;
import io.bitfront.graph.Csc;
import io.bitfront.graph.DegreeBlocks;
import io.bitfront.memory.LongArray;
import io.bitfront.progress.Elapsed;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumMap;

/// A prepared graph in device memory, uploaded once; its tiles, which only tensor levels read, when the first is
/// wanted. No kernel that follows an edge runs before the cache is known to have stayed what was checked.
/// Offsets into adjacency lists are 32 bits wide where the graph has fewer than 2³² edges.
final class DeviceGraph implements AutoCloseable {
    private static final long OFFSETS_32_LIMIT = 1L << 32;

    /// Of the four in-neighbours that are laid out for a vertex.
    private static final long FIRSTS_BYTES = 4 * Integer.BYTES;

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

    /// Null until neighbours are uploaded.
    private DeviceComponents components;

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
        components = owned.add(new DeviceComponents(
                context,
                graph,
                kernels,
                staging,
                new DeviceComponents.Lists(address(Part.OUT_START), address(Part.OUT_INDEX), address(Part.IN_INDEX))));
        if (DeviceComponents.maybeSeveral(graph)) {
            graph.requireUntouched();
            components.label();
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

    /// What hangs together.
    DeviceComponents components() {
        return components;
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
                + DeviceComponents.bytes(graph);
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
        components.describe(arrays);
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
        components.describeStrays(arrays);
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
        return new Upload(uploadedBytes + components.uploadedBytes(), uploadNanos, firstsNote);
    }

    @Override
    public void close() {
        owned.close();
    }
}
