package io.bitfront.engine.gpu.prepare;

import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.Kernel;
import io.bitfront.engine.device.KernelImage;
import io.bitfront.engine.device.KernelModule;
import io.bitfront.engine.gpu.abi.Arguments;
import io.bitfront.engine.gpu.abi.Constants;
import io.bitfront.engine.gpu.abi.OrderArguments;
import io.bitfront.memory.Closing;
import java.lang.foreign.Arena;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/// The entries of the compiled module that prepare a graph; their arguments are those of
/// `native/include/bitfront/prepare_abi.cuh`.
final class PreparationKernels implements AutoCloseable {
    private static final int THREADS = 256;

    private final KernelModule module;
    private final Map<String, Kernel> kernels = new HashMap<>();
    private final Arena arena = Arena.ofShared();
    private final int blocks;

    PreparationKernels(CudaContext context) {
        module = new KernelModule(context, KernelImage.read(), Constants.ABI_VERSION);
        blocks = context.device().multiprocessors() * 8;
    }

    /// Arguments of a kernel, all zero.
    <A extends Arguments> A arguments(Function<Arena, A> of) {
        return of.apply(arena);
    }

    /// Queues `prepare_` + `name`.
    void launch(String name, Arguments arguments) {
        kernel(name).launch(blocks, THREADS, arguments.parameters());
    }

    /// Queues `prepare_` + `name` with blocks that have shared memory of a size given here.
    void launch(String name, int blockCount, int threads, int sharedBytes, Arguments arguments) {
        kernel(name).launch(blockCount, threads, sharedBytes, arguments.parameters());
    }

    /// Queues the inversion of a permutation.
    void invert(DeviceBuffer permutation, DeviceBuffer inverse, int count) {
        OrderArguments arguments = arguments(OrderArguments::new);
        arguments.oldIdOf(permutation.address());
        arguments.newIdOf(inverse.address());
        arguments.vertexCount(count);
        launch("inverse", arguments);
    }

    private Kernel kernel(String name) {
        return kernels.computeIfAbsent("prepare_" + name, module::kernel);
    }

    @Override
    public void close() {
        Closing.all(module::close, arena::close);
    }
}
