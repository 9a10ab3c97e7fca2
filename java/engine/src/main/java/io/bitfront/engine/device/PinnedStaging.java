package io.bitfront.engine.device;

import static io.bitfront.engine.device.Cuda.check;

import io.bitfront.parallel.Workers;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.JCudaDriver;

/// Copies of any size between a device and mapped files or pageable memory. An array is dealt to all workers in pieces;
/// each fills or empties its own page-locked slot while the device copies those of others, since a copy of pageable
/// memory
/// runs at a fifth of the bus. Workers stay awake for a whole array: waking them for every piece took ten times as
/// long.
/// For one thread at a time.
public final class PinnedStaging implements AutoCloseable {
    private static final long LARGEST_PIECE = 2L << 20;
    private static final long SMALLEST_PIECE = 1L << 13;

    private final CudaContext context;
    private final Workers workers;
    private final long pieceBytes;
    private final PinnedBuffer memory;
    /// By worker: after it, the device is done with the worker's slot.
    private final List<CUevent> idle = new ArrayList<>();

    /// Moves one piece of an array from or to page-locked memory; called by many workers at once.
    @FunctionalInterface
    public interface Piece {
        /// @param offset of the piece in the device's array, bytes; a multiple of 8, as is its length but for the last
        /// @param pinned the piece's page-locked memory
        void move(long offset, MemorySegment pinned);
    }

    /// @param largestBytes of a copy, as far as known: smaller arrays need smaller slots
    public PinnedStaging(CudaContext context, Workers workers, long largestBytes) {
        this.context = context;
        this.workers = workers;
        long share = Math.ceilDiv(largestBytes, (long) workers.threads());
        pieceBytes = Math.clamp(Math.ceilDiv(share, 8) * 8, SMALLEST_PIECE, LARGEST_PIECE);
        memory = new PinnedBuffer(context, pieceBytes * workers.threads(), "staging");
        try {
            for (int worker = 0; worker < workers.threads(); worker++) {
                CUevent event = new CUevent();
                check(JCudaDriver.cuEventCreate(event, CUevent_flags.CU_EVENT_DISABLE_TIMING), "create", "an event");
                idle.add(event);
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
        workers.forRange(0, bytes, pieceBytes, (worker, begin, end) -> {
            context.use();
            MemorySegment pinned = slot(worker, end - begin);
            await(worker);
            fill.move(begin, pinned);
            to.upload(begin, pinned);
            record(worker);
        });
    }

    /// Copies the start of `from` to all of `to`.
    public void download(DeviceBuffer from, MemorySegment to) {
        download(from, to.byteSize(), (offset, pinned) -> MemorySegment.copy(pinned, 0, to, offset, pinned.byteSize()));
    }

    /// Has `take` look at the first `bytes` bytes of `from`. Returns when it has seen all.
    public void download(DeviceBuffer from, long bytes, Piece take) {
        workers.forRange(0, bytes, pieceBytes, (worker, begin, end) -> {
            context.use();
            MemorySegment pinned = slot(worker, end - begin);
            from.download(begin, pinned);
            record(worker);
            await(worker);
            take.move(begin, pinned);
        });
    }

    long pieceBytes() {
        return pieceBytes;
    }

    private MemorySegment slot(int worker, long bytes) {
        return memory.segment().asSlice(worker * pieceBytes, bytes);
    }

    private void await(int worker) {
        check(JCudaDriver.cuEventSynchronize(idle.get(worker)), "wait for", "a staging slot");
    }

    private void record(int worker) {
        check(JCudaDriver.cuEventRecord(idle.get(worker), context.stream()), "record", "an event");
    }

    /// Waits for copies under way, then frees the page-locked memory.
    @Override
    public void close() {
        JCudaDriver.cuStreamSynchronize(context.stream());
        idle.forEach(JCudaDriver::cuEventDestroy);
        idle.clear();
        memory.close();
    }
}
