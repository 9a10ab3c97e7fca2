package io.bitfront.engine.device;

import static io.bitfront.engine.device.Cuda.check;

import io.bitfront.memory.OffHeap;
import io.bitfront.parallel.Workers;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.JCudaDriver;

/// Copies of any size between a device and mapped files or pageable memory. An array is dealt to all workers in pieces,
/// as one of them empties page-locked memory at 2.5 GB/s; each fills or empties its own page-locked slots while the
/// device copies others, since a copy of pageable memory runs at a fifth of the bus. Workers stay awake for a whole
/// array: waking them for every piece took ten times as long. For one thread at a time.
public final class PinnedStaging implements AutoCloseable {
    /// On an H200 machine of 16 cores pieces of 128 KiB reach 17 GB/s, of 512 KiB 30, of 1 MiB 48, of 2 MiB or more 51.
    private static final long LARGEST_PIECE = 2L << 20;
    /// Up to two of these one worker moves as fast as all.
    private static final long SMALLEST_PIECE = 1L << 16;

    /// Of one worker: it fills or empties one while the device copies the other.
    private static final int SLOTS = 2;

    private final CudaContext context;
    private final Workers workers;
    /// Of a slot.
    private final long pieceBytes;
    private final PinnedBuffer memory;
    /// By slot, those of a worker together: after it, the device is done with the slot.
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
        int slots = SLOTS * workers.threads();
        pieceBytes = pieceOf(largestBytes, Math.min(LARGEST_PIECE, PinnedBuffer.MOST_BYTES / slots & -8));
        memory = new PinnedBuffer(context, pieceBytes * slots, "staging");
        try {
            for (int slot = 0; slot < slots; slot++) {
                CUevent event = new CUevent();
                check(JCudaDriver.cuEventCreate(event, CUevent_flags.CU_EVENT_DISABLE_TIMING), "create", "an event");
                idle.add(event);
            }
        } catch (Throwable t) {
            close();
            throw t;
        }
    }

    /// Such that all slots have one, where the pieces of so many bytes are not too small for that.
    private long pieceOf(long bytes, long largest) {
        long share = Math.ceilDiv(bytes, (long) SLOTS * workers.threads());
        return Math.clamp(Math.ceilDiv(share, 8) * 8, SMALLEST_PIECE, largest);
    }

    /// Copies all of `from` to the start of `to`. Returns when the last piece is queued.
    public void upload(MemorySegment from, DeviceBuffer to) {
        upload(to, from.byteSize(), (offset, pinned) -> {
            OffHeap.populate(from, offset, pinned.byteSize());
            MemorySegment.copy(from, offset, pinned, 0, pinned.byteSize());
        });
    }

    /// Has `fill` make the first `bytes` bytes of `to`. Returns when the last piece is queued.
    public void upload(DeviceBuffer to, long bytes, Piece fill) {
        long piece = pieceOf(bytes, pieceBytes);
        workers.forRange(0, bytes, SLOTS * piece, (worker, begin, end) -> {
            context.use();
            int slot = SLOTS * worker;
            for (long at = begin; at < end; at += piece, slot++) {
                MemorySegment pinned = memory(slot, Math.min(piece, end - at));
                await(slot);
                fill.move(at, pinned);
                to.upload(at, pinned);
                record(slot);
            }
        });
    }

    /// Copies the start of `from` to all of `to`.
    public void download(DeviceBuffer from, MemorySegment to) {
        download(from, to, (begin, end) -> OffHeap.populateForWriting(to, begin, end - begin));
    }

    /// The same, where `map` sees to the pages of each part of `to` before it is stored to.
    public void download(DeviceBuffer from, MemorySegment to, Meanwhile map) {
        download(
                from,
                to.byteSize(),
                map,
                (offset, pinned) -> MemorySegment.copy(pinned, 0, to, offset, pinned.byteSize()));
    }

    /// Has `take` look at the first `bytes` bytes of `from`. Returns when it has seen all.
    public void download(DeviceBuffer from, long bytes, Piece take) {
        download(from, bytes, (begin, end) -> {}, take);
    }

    /// What a worker does while the device copies what it asked for.
    @FunctionalInterface
    public interface Meanwhile {
        /// @param begin of the worker's part of the device's array, bytes
        void run(long begin, long end);
    }

    /// Has `take` look at the first `bytes` bytes of `from`, and `meanwhile` get ready for it. Returns when it has seen
    /// all.
    public void download(DeviceBuffer from, long bytes, Meanwhile meanwhile, Piece take) {
        long piece = pieceOf(bytes, pieceBytes);
        workers.forRange(0, bytes, SLOTS * piece, (worker, begin, end) -> {
            context.use();
            int slot = SLOTS * worker;
            for (long at = begin; at < end; at += piece, slot++) {
                from.download(at, memory(slot, Math.min(piece, end - at)));
                record(slot);
            }
            meanwhile.run(begin, end);
            slot = SLOTS * worker;
            for (long at = begin; at < end; at += piece, slot++) {
                await(slot);
                take.move(at, memory(slot, Math.min(piece, end - at)));
            }
        });
    }

    long pieceBytes() {
        return pieceBytes;
    }

    private MemorySegment memory(int slot, long bytes) {
        return memory.segment().asSlice(slot * pieceBytes, bytes);
    }

    private void await(int slot) {
        context.work(() -> JCudaDriver.cuEventSynchronize(idle.get(slot)), "wait for", "a staging slot");
    }

    private void record(int slot) {
        context.work(() -> JCudaDriver.cuEventRecord(idle.get(slot), context.stream()), "record", "an event");
    }

    /// Waits for copies under way, then frees the page-locked memory.
    @Override
    public void close() {
        if (context.abandoned()) {
            return;
        }
        JCudaDriver.cuStreamSynchronize(context.stream());
        idle.forEach(JCudaDriver::cuEventDestroy);
        idle.clear();
        memory.close();
    }
}
