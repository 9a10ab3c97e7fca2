package io.bitfront.engine.device;

import static io.bitfront.engine.device.Cuda.check;

import io.bitfront.parallel.Workers;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.JCudaDriver;

/// Copies of any size between a device and mapped files or pageable memory: all workers fill or empty one page-locked
/// block while the device copies others, since a copy of pageable memory runs at a fifth of the bus. The blocks are
/// small enough to stay in the processor's cache. For one thread at a time.
public final class PinnedStaging implements AutoCloseable {
    private static final int BLOCKS = 4;
    private static final long GRAIN = 1L << 18;

    private final CudaContext context;
    private final Workers workers;
    private final long blockBytes;
    private final List<Block> blocks = new ArrayList<>();

    /// Moves one piece of an array from or to page-locked memory; called by many workers at once.
    @FunctionalInterface
    public interface Piece {
        /// @param offset of the piece in the device's array, bytes; a multiple of 8, as is its length but for the last
        /// @param pinned the piece's page-locked memory
        void move(long offset, MemorySegment pinned);
    }

    /// Page-locked memory and the event after which the device is done with it.
    private record Block(PinnedBuffer memory, CUevent idle) {
        static Block allocate(CudaContext context, long bytes) {
            PinnedBuffer memory = new PinnedBuffer(context, bytes, "a staging block");
            CUevent idle = new CUevent();
            int result = JCudaDriver.cuEventCreate(idle, CUevent_flags.CU_EVENT_DISABLE_TIMING);
            if (result != 0) {
                memory.close();
                check(result, "create", "an event");
            }
            return new Block(memory, idle);
        }

        void await() {
            check(JCudaDriver.cuEventSynchronize(idle), "wait for", "a staging block");
        }

        void free() {
            JCudaDriver.cuEventDestroy(idle);
            memory.close();
        }
    }

    /// @param blockBytes of each of four blocks, a multiple of 8
    public PinnedStaging(CudaContext context, Workers workers, long blockBytes) {
        if (blockBytes < 8 || blockBytes % 8 != 0) {
            throw new IllegalArgumentException("blockBytes=%d, expected a multiple of 8".formatted(blockBytes));
        }
        this.context = context;
        this.workers = workers;
        this.blockBytes = blockBytes;
        try {
            for (int i = 0; i < BLOCKS; i++) {
                blocks.add(Block.allocate(context, blockBytes));
            }
        } catch (Throwable t) {
            close();
            throw t;
        }
    }

    /// Copies all of `from` to the start of `to`. Returns when the last piece is queued.
    public void upload(MemorySegment from, DeviceBuffer to) {
        upload(to, from.byteSize(), (offset, pinned) -> MemorySegment.copy(from, offset, pinned, 0, pinned.byteSize()));
    }

    /// Has `fill` make the first `bytes` bytes of `to`. Returns when the last piece is queued.
    public void upload(DeviceBuffer to, long bytes, Piece fill) {
        for (long turn = 0; turn * blockBytes < bytes; turn++) {
            Block block = blocks.get((int) (turn % BLOCKS));
            MemorySegment pinned = slice(block, bytes, turn);
            block.await();
            inPieces(fill, turn * blockBytes, pinned);
            to.upload(turn * blockBytes, pinned);
            record(block);
        }
    }

    /// Copies the start of `from` to all of `to`.
    public void download(DeviceBuffer from, MemorySegment to) {
        download(from, to.byteSize(), (offset, pinned) -> MemorySegment.copy(pinned, 0, to, offset, pinned.byteSize()));
    }

    /// Has `take` look at the first `bytes` bytes of `from`. Returns when it has seen all.
    public void download(DeviceBuffer from, long bytes, Piece take) {
        long turns = Math.ceilDiv(bytes, blockBytes);
        for (long turn = 0; turn < Math.min(BLOCKS, turns); turn++) {
            queueDownload(from, bytes, turn);
        }
        for (long turn = 0; turn < turns; turn++) {
            Block block = blocks.get((int) (turn % BLOCKS));
            block.await();
            inPieces(take, turn * blockBytes, slice(block, bytes, turn));
            if (turn + BLOCKS < turns) {
                queueDownload(from, bytes, turn + BLOCKS);
            }
        }
    }

    private void queueDownload(DeviceBuffer from, long bytes, long turn) {
        Block block = blocks.get((int) (turn % BLOCKS));
        from.download(turn * blockBytes, slice(block, bytes, turn));
        record(block);
    }

    private MemorySegment slice(Block block, long bytes, long turn) {
        return block.memory().segment().asSlice(0, Math.min(blockBytes, bytes - turn * blockBytes));
    }

    private void record(Block block) {
        check(JCudaDriver.cuEventRecord(block.idle(), context.stream()), "record", "an event");
    }

    private void inPieces(Piece piece, long offset, MemorySegment pinned) {
        workers.forRange(
                0,
                pinned.byteSize(),
                GRAIN,
                (worker, begin, end) -> piece.move(offset + begin, pinned.asSlice(begin, end - begin)));
    }

    /// Waits for copies under way, then frees the page-locked memory.
    @Override
    public void close() {
        JCudaDriver.cuStreamSynchronize(context.stream());
        blocks.forEach(Block::free);
        blocks.clear();
    }
}
