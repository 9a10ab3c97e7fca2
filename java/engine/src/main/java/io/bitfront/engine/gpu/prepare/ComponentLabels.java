package io.bitfront.engine.gpu.prepare;

import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.gpu.abi.FigureArguments;
import io.bitfront.graph.Components;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/// Finds weakly connected components on a GPU: a label for each vertex, the first vertex of its component
/// (`native/kernels/figures.cuh`). For one thread; device memory but for the labels is freed before a method returns.
public final class ComponentLabels implements AutoCloseable {
    private static final int FIRST_NEIGHBOURS = 2;
    private static final int SAMPLES = 1024;

    private final CudaContext context;
    private final PreparationKernels kernels;
    private final boolean owned;

    ComponentLabels(CudaContext context, PreparationKernels kernels) {
        this(context, kernels, false);
    }

    /// With kernels of its own, until it is closed.
    public ComponentLabels(CudaContext context) {
        this(context, new PreparationKernels(context), true);
    }

    private ComponentLabels(CudaContext context, PreparationKernels kernels, boolean owned) {
        this.context = context;
        this.kernels = kernels;
        this.owned = owned;
    }

    /// Device addresses of one direction's adjacency.
    ///
    /// @param starts offsets of 64 bits, one more than there are vertices
    public record Lists(long starts, long neighbours) {}

    /// Labels every vertex.
    ///
    /// @param in null where the graph is undirected
    /// @param labels receives them, 4 bytes for each of the vertices, at least one
    /// @return how many components there are, isolated vertices included
    public int find(int vertexCount, Lists out, Lists in, DeviceBuffer labels) {
        FigureArguments arguments = kernels.arguments(FigureArguments::new);
        arguments.vertexCount(vertexCount);
        arguments.outStart(out.starts());
        arguments.outIndex(out.neighbours());
        if (in != null) {
            arguments.inStart(in.starts());
            arguments.inIndex(in.neighbours());
        }
        try (DeviceBuffer samples = context.allocate(4L * SAMPLES, "samples of components");
                DeviceBuffer roots = context.allocate(Long.BYTES, "a counter of components")) {
            arguments.parent(labels.address());
            arguments.samples(samples.address());
            arguments.roots(roots.address());
            arguments.firstNeighbours(FIRST_NEIGHBOURS);
            arguments.sampleCount(SAMPLES);
            roots.clear(roots.bytes());
            kernels.launch("components", arguments);
            kernels.launch("unite_first", arguments);
            kernels.launch("flatten", arguments);
            kernels.launch("samples", arguments);
            arguments.largest(Components.mostFrequent(ints(samples, SAMPLES)));
            roots.clear(roots.bytes());
            kernels.launch("unite_rest", arguments);
            kernels.launch("flatten", arguments);
            return ints(roots, 1)[0];
        }
    }

    /// The component that has most of the vertices, as a sample of them tells.
    ///
    /// @param label its vertices'
    /// @param outside what share of the vertices it has not
    public record Largest(int label, double outside) {}

    /// The one that has most of the first `vertexCount` vertices, at least one, by a sample of them, spread evenly.
    public Largest largest(int vertexCount, DeviceBuffer labels) {
        FigureArguments arguments = kernels.arguments(FigureArguments::new);
        arguments.vertexCount(vertexCount);
        arguments.parent(labels.address());
        try (DeviceBuffer samples = context.allocate(4L * SAMPLES, "samples of components")) {
            arguments.samples(samples.address());
            arguments.sampleCount(SAMPLES);
            kernels.launch("samples", arguments);
            int[] found = ints(samples, SAMPLES);
            int largest = Components.mostFrequent(found);
            long outside =
                    Arrays.stream(found).filter(label -> label != largest).count();
            return new Largest(largest, (double) outside / SAMPLES);
        }
    }

    private int[] ints(DeviceBuffer from, int count) {
        try (Arena scratch = Arena.ofConfined()) {
            MemorySegment to = scratch.allocate(4L * count, 8);
            from.download(0, to);
            context.finish("components");
            return to.toArray(ValueLayout.JAVA_INT);
        }
    }

    @Override
    public void close() {
        if (owned) {
            kernels.close();
        }
    }
}
