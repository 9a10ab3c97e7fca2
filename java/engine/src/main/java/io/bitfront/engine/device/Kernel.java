package io.bitfront.engine.device;

import static io.bitfront.engine.device.Cuda.check;

import io.bitfront.engine.DeviceException;
import java.lang.foreign.MemorySegment;
import jcuda.driver.CUfunction;
import jcuda.driver.CUfunction_attribute;
import jcuda.driver.JCudaDriver;

/// One entry point. Every kernel takes one struct by value; launches are queued on the context's stream.
public final class Kernel {
    private final CudaContext context;
    private final CUfunction function;
    private final String name;

    Kernel(CudaContext context, CUfunction function, String name) {
        this.context = context;
        this.function = function;
        this.name = name;
    }

    public String name() {
        return name;
    }

    /// Threads of the largest block this kernel was compiled for; the block size it was tuned for.
    public int blockThreads() {
        int[] threads = new int[1];
        check(
                JCudaDriver.cuFuncGetAttribute(
                        threads, CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function),
                "read the block size of",
                name);
        return threads[0];
    }

    /// Blocks of a cooperative grid that fills the device: all resident at once.
    ///
    /// @throws DeviceException where not one block fits on a multiprocessor
    public int residentBlocks(int blockThreads) {
        int[] perMultiprocessor = new int[1];
        check(
                JCudaDriver.cuOccupancyMaxActiveBlocksPerMultiprocessor(perMultiprocessor, function, blockThreads, 0),
                "size the grid of",
                name);
        if (perMultiprocessor[0] < 1) {
            throw new DeviceException(
                    "%s: not one block of %d threads fits on a multiprocessor".formatted(name, blockThreads));
        }
        return perMultiprocessor[0] * context.device().multiprocessors();
    }

    /// Queues an ordinary launch.
    ///
    /// @param parameters one pointer to the argument struct; both off-heap, alive until this returns
    public void launch(int blocks, int blockThreads, MemorySegment parameters) {
        launch(blocks, blockThreads, 0, parameters);
    }

    /// Queues an ordinary launch with dynamic shared memory.
    ///
    /// @param sharedBytes of a block
    public void launch(int blocks, int blockThreads, int sharedBytes, MemorySegment parameters) {
        if (sharedBytes > 0) {
            check(
                    JCudaDriver.cuFuncSetAttribute(
                            function,
                            CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                            sharedBytes),
                    "size the shared memory of",
                    name);
        }
        context.launch(
                () -> JCudaDriver.cuLaunchKernel(
                        function,
                        blocks,
                        1,
                        1,
                        blockThreads,
                        1,
                        1,
                        sharedBytes,
                        context.stream(),
                        new SegmentPointer(parameters),
                        null),
                name);
    }

    /// Queues a launch whose blocks all run at once and may meet at a grid barrier.
    public void launchCooperative(int blocks, int blockThreads, MemorySegment parameters) {
        context.launch(
                () -> JCudaDriver.cuLaunchCooperativeKernel(
                        function,
                        blocks,
                        1,
                        1,
                        blockThreads,
                        1,
                        1,
                        0,
                        context.stream(),
                        new SegmentPointer(parameters)),
                name);
    }
}
