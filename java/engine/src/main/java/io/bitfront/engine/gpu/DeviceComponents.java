package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.Owned;
import io.bitfront.engine.device.PinnedStaging;
import io.bitfront.engine.gpu.abi.BfsArguments;
import io.bitfront.engine.gpu.abi.BfsControl;
import io.bitfront.engine.gpu.abi.GraphArrays;
import io.bitfront.engine.gpu.prepare.ComponentLabels;
import io.bitfront.graph.Csc;
import io.bitfront.memory.OffHeap;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.BitSet;

/// Which vertices of a graph on a device hang together, as far as searches need to be told: all
/// components, by a label for each vertex, or only which vertices are outside the largest. Owns its
/// device memory.
final class DeviceComponents implements AutoCloseable {
    /// What share of the vertices with edges must be outside the largest component for searches to be told of all
    /// components, which takes them a look at every label. Where less is, they are told which vertices are.
    private static final double LEAST_OUTSIDE = 1.0 / 64;

    private final CudaContext context;
    private final Graph graph;
    private final BfsKernels kernels;
    private final PinnedStaging staging;
    private final Lists lists;
    private final int liveCount;
    private final Owned owned = new Owned("the components on the device");
    /// The first vertex of each one's component; null where searches need not know.
    private DeviceBuffer labels;
    /// A bit for each vertex outside the component that most are of; null where there is none.
    private DeviceBuffer strays;
    private int strayVertices;
    private long strayEdges;
    private long uploadedBytes;

    /// Device addresses of the graph's lists.
    ///
    /// @param outStart as wide as the kernels read them
    record Lists(long outStart, long outIndex, long inIndex) {}

    /// Knows of none before [#label].
    DeviceComponents(CudaContext context, Graph graph, BfsKernels kernels, PinnedStaging staging, Lists lists) {
        this.context = context;
        this.graph = graph;
        this.kernels = kernels;
        this.staging = staging;
        this.lists = lists;
        this.liveCount = graph.verticesWithEdges();
    }

    /// Whether vertices with edges may be of more than one component.
    static boolean maybeSeveral(Graph graph) {
        int components = graph.statistics().components();
        int live = graph.verticesWithEdges();
        return live > 0 && (components < 0 || components - (graph.vertexCount() - live) > 1);
    }

    /// Device memory they take.
    static long bytes(Graph graph) {
        return maybeSeveral(graph) ? (long) Integer.BYTES * graph.vertexCount() + strayBytes(graph) : 0;
    }

    /// Labels vertices by their components, marks those outside the largest, and keeps the labels where they are
    /// enough. Starts are uploaded once more, in 64 bits.
    void label() {
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
            arguments.graph().outStart(lists.outStart());
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
                    new ComponentLabels.Lists(out.address(), lists.outIndex()),
                    in == null ? null : new ComponentLabels.Lists(in.address(), lists.inIndex()),
                    components);
        }
    }

    /// For each vertex the first of its component, found on the device.
    int[] all() {
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

    /// For each of some vertices the first of its component, where [#known].
    int[] of(int... vertices) {
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
    boolean known() {
        return labels != null;
    }

    /// Whether the graph is undirected and more than half of its vertices with edges hang together: the largest
    /// component, which [DeviceGraph#describeLargest] tells.
    boolean largestKnown() {
        return !graph.directed() && strayVertices < liveCount - strayVertices;
    }

    /// Vertices with edges that are outside the largest component, where [#largestKnown].
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

    /// For searches.
    void describe(GraphArrays arrays) {
        arrays.components(known() ? labels.address() : 0);
        describeStrays(arrays, !known());
    }

    /// What is outside the largest component, whether searches need to know or not.
    void describeStrays(GraphArrays arrays) {
        describeStrays(arrays, true);
    }

    private void describeStrays(GraphArrays arrays, boolean told) {
        boolean some = told && strays != null;
        arrays.strays(some ? strays.address() : 0);
        arrays.strayVertices(some ? strayVertices : 0);
        arrays.strayEdges(some ? strayEdges : 0);
    }

    /// Bytes that were brought to the device to find them.
    long uploadedBytes() {
        return uploadedBytes;
    }

    @Override
    public void close() {
        owned.close();
    }
}
