package io.bitfront.engine.device;

import static io.bitfront.engine.device.Cuda.check;

import io.bitfront.parallel.Workers;
import java.lang.foreign.MemorySegment;
import jcuda.Pointer;
import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.JCudaDriver;

/// Uploads of any size from mapped files or pageable memory: all workers copy into one pinned block while the device
/// reads another, since a copy from pageable memory runs at a fifth of the bus. Freed after the uploads.
public final class PinnedStaging implements AutoCloseable {
    private static final int BLOCKS = 3;
    private static final long GRAIN = 1L << 20;

    private final CudaContext context;
    private final Workers workers;
    private final long blockBytes;
    private final PinnedBlock[] blocks = new PinnedBlock[BLOCKS];
    private int next;

    private static final class PinnedBlock extends Pointer {
        private final CUevent free = new CUevent();

        long address() {
            return getNativePointer();
        }
    }

    /// @param blockBytes of each of three pinned blocks
    public PinnedStaging(CudaContext context, Workers workers, long blockBytes) {
        this.context = context;
        this.workers = workers;
        this.blockBytes = blockBytes;
        try {
            for (int i = 0; i < BLOCKS; i++) {
                PinnedBlock block = new PinnedBlock();
                check(JCudaDriver.cuMemAllocHost(block, blockBytes), "allocate", "a pinned staging block");
                blocks[i] = block;
                check(
                        JCudaDriver.cuEventCreate(block.free, CUevent_flags.CU_EVENT_DISABLE_TIMING),
                        "create",
                        "an event");
            }
        } catch (Throwable t) {
            close();
            throw t;
        }
    }

    /// Copies all of `from` to the start of `to`. Returns when the last piece is queued.
    public void upload(MemorySegment from, DeviceBuffer to) {
        for (long offset = 0; offset < from.byteSize(); offset += blockBytes) {
            long length = Math.min(blockBytes, from.byteSize() - offset);
            PinnedBlock block = blocks[next];
            next = (next + 1) % BLOCKS;
            check(JCudaDriver.cuEventSynchronize(block.free), "wait for", "a pinned staging block");
            @SuppressWarnings("restricted")
            MemorySegment pinned = MemorySegment.ofAddress(block.address()).reinterpret(length);
            copy(from.asSlice(offset, length), pinned);
            to.upload(offset, pinned);
            check(JCudaDriver.cuEventRecord(block.free, context.stream()), "record", "an event");
        }
    }

    private void copy(MemorySegment from, MemorySegment into) {
        workers.forRange(
                0,
                from.byteSize(),
                GRAIN,
                (worker, begin, end) -> MemorySegment.copy(from, begin, into, begin, end - begin));
    }

    /// Waits for uploads under way, then frees the pinned memory.
    @Override
    public void close() {
        JCudaDriver.cuStreamSynchronize(context.stream());
        for (PinnedBlock block : blocks) {
            if (block != null) {
                JCudaDriver.cuEventDestroy(block.free);
                JCudaDriver.cuMemFreeHost(block);
            }
        }
    }
}
