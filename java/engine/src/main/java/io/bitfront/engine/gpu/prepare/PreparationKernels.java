package io.bitfront.engine.gpu.prepare;

import io.bitfront.engine.device.ArgumentBlock;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.Kernel;
import io.bitfront.engine.device.KernelImage;
import io.bitfront.engine.device.KernelModule;
import java.lang.foreign.Arena;
import java.util.HashMap;
import java.util.Map;

/// The entries of the compiled module that prepare a graph, and their argument structs: offsets as in
/// `native/include/bitfront/prepare_abi.cuh`.
final class PreparationKernels implements AutoCloseable {
    static final int COLUMN_BYTES = 176;
    static final int COMPRESS_BYTES = 64;
    static final int ORDER_BYTES = 56;
    static final int HUB_BYTES = 32;
    static final int SLICE_BYTES = 128;
    static final int WINDOW_BYTES = 168;
    static final int PLACE_BYTES = 112;
    static final int FIGURE_BYTES = 160;
    static final int POINT_BYTES = 104;

    private static final int THREADS = 256;

    private final KernelModule module;
    private final Map<String, Kernel> kernels = new HashMap<>();
    private final Arena arena = Arena.ofShared();
    private final int blocks;

    PreparationKernels(CudaContext context) {
        module = new KernelModule(context, KernelImage.read(), ArgumentBlock.ABI_VERSION);
        blocks = context.device().multiprocessors() * 8;
    }

    ArgumentBlock arguments(int bytes) {
        return new ArgumentBlock(arena, bytes);
    }

    /// Queues `prepare_` + `name`.
    void launch(String name, ArgumentBlock arguments) {
        kernel(name).launch(blocks, THREADS, arguments.parameters());
    }

    /// Queues `prepare_` + `name` with blocks that have shared memory of a size given here.
    void launch(String name, int blockCount, int threads, int sharedBytes, ArgumentBlock arguments) {
        kernel(name).launch(blockCount, threads, sharedBytes, arguments.parameters());
    }

    /// Queues the inversion of a permutation.
    void invert(DeviceBuffer permutation, DeviceBuffer inverse, int count) {
        ArgumentBlock arguments = arguments(ORDER_BYTES);
        arguments.setLong(24, permutation.address());
        arguments.setLong(32, inverse.address());
        arguments.setInt(48, count);
        launch("inverse", arguments);
    }

    private Kernel kernel(String name) {
        return kernels.computeIfAbsent("prepare_" + name, module::kernel);
    }

    @Override
    public void close() {
        module.close();
        arena.close();
    }
}
