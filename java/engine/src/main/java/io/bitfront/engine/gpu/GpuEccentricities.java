package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.Owned;
import io.bitfront.engine.device.PinnedStaging;
import io.bitfront.engine.gpu.abi.EccentricityArguments;
import io.bitfront.engine.gpu.abi.EccentricityControl;
import io.bitfront.engine.spi.EccentricityDevice;
import io.bitfront.memory.Closing;
import io.bitfront.memory.IntArray;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.IntUnaryOperator;

/// Bounds of eccentricities on a GPU: `native/kernels/eccentricity.cuh`. Takes 12 bytes a vertex with edges.
final class GpuEccentricities implements EccentricityDevice {
    private final CudaContext context;
    private final BfsKernels kernels;
    private final PinnedStaging staging;
    private final IntUnaryOperator search;
    private final int vertices;
    private final Owned owned = new Owned("bounds of eccentricities");
    private final Arena arena = Arena.ofShared();
    private final EccentricityArguments arguments = new EccentricityArguments(arena);
    private final MemorySegment found = arena.allocate(EccentricityControl.BYTES, Long.BYTES);
    private final DeviceBuffer control;
    private final DeviceBuffer least;
    private final DeviceBuffer most;
    private final DeviceBuffer total;
    private boolean searched;

    /// @param level where searches leave their levels
    /// @param search from an input index; the source's eccentricity
    /// @throws io.bitfront.engine.DeviceException where the memory that is free does not hold the bounds
    GpuEccentricities(
            CudaContext context,
            BfsKernels kernels,
            PinnedStaging staging,
            DeviceGraph deviceGraph,
            Graph graph,
            DeviceBuffer level,
            IntUnaryOperator search) {
        this.context = context;
        this.kernels = kernels;
        this.staging = staging;
        this.search = search;
        this.vertices = graph.verticesWithEdges() - deviceGraph.components().strayVertices();
        long bytes = (long) Integer.BYTES * graph.verticesWithEdges();
        try {
            control = owned.add(context.allocate(EccentricityControl.BYTES, "what is known of eccentricities"));
            least = owned.add(context.allocate(bytes, "lower bounds of eccentricities"));
            most = owned.add(context.allocate(bytes, "upper bounds of eccentricities"));
            total = owned.add(context.allocate(bytes, "sums of hops"));
            deviceGraph.describeLargest(arguments.graph());
            arguments.level(level.address());
            arguments.control(control.address());
            arguments.least(least.address());
            arguments.most(most.address());
            arguments.total(total.address());
        } catch (Throwable t) {
            close();
            throw t;
        }
    }

    @Override
    public int vertices() {
        return vertices;
    }

    @Override
    public int first() {
        control.clear(control.bytes());
        kernels.eccentricity("degree", arguments);
        kernels.eccentricity("first", arguments);
        fetch();
        return ~told(EccentricityControl.NOT_FIRST);
    }

    @Override
    public Known search(int index, boolean upwards, Wanted wanted) {
        int hops = search.applyAsInt(index);
        arguments.eccentricity(hops);
        arguments.isFirst(searched ? 0 : 1);
        arguments.upwards(upwards ? 1 : 0);
        searched = true;
        control.clear(control.bytes());
        kernels.eccentricity("bound", arguments);
        if (wanted == Wanted.ALL) {
            openAllUnknown();
        }
        choose();
        return new Known(
                told(EccentricityControl.DIAMETER),
                ~told(EccentricityControl.NOT_FARTHEST),
                ~told(EccentricityControl.NOT_RADIUS),
                ~told(EccentricityControl.NOT_CENTRE),
                told(EccentricityControl.OPEN),
                ~told(EccentricityControl.NOT_NEXT),
                hops);
    }

    /// Beside no extremes, every vertex is open until its bounds meet.
    private void openAllUnknown() {
        control.clear(control.bytes());
    }

    /// Finds the open vertices and the next one of them.
    private void choose() {
        kernels.eccentricity("open", arguments);
        kernels.eccentricity("tie", arguments);
        kernels.eccentricity("next", arguments);
        fetch();
    }

    @Override
    public int nearest() {
        arguments.upwards(0);
        openAllUnknown();
        choose();
        return ~told(EccentricityControl.NOT_NEXT);
    }

    @Override
    public int at(int hops) {
        arguments.eccentricity(hops);
        control.clear(control.bytes());
        kernels.eccentricity("at", arguments);
        fetch();
        return ~told(EccentricityControl.NOT_AT);
    }

    private void fetch() {
        control.download(0, found);
        context.finish("bounds of eccentricities");
    }

    private int told(int offset) {
        return found.get(ValueLayout.JAVA_INT, offset);
    }

    @Override
    public void bring(IntArray lower, IntArray upper, IntArray hops) {
        staging.download(least, lower.segment());
        staging.download(most, upper.segment());
        staging.download(total, hops.segment());
        context.finish("bounds of eccentricities");
    }

    @Override
    public void close() {
        Closing.all(owned::close, arena::close);
    }
}
