package io.bitfront.engine.device;

import static io.bitfront.engine.device.Cuda.check;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.CUstream;
import jcuda.driver.CUstream_flags;
import jcuda.driver.JCudaDriver;

/// Page-locked slots that are filled by many threads and copied on a stream of their own, while the context's stream
/// works on what has arrived before. A slot belongs to one thread at a time.
public final class PinnedSlots implements AutoCloseable {
    private final CudaContext context;
    private final long slotBytes;
    private final PinnedBuffer memory;
    private final CUstream copies = new CUstream();
    /// By slot: after it, its last contents have been copied.
    private final List<CUevent> arrived = new ArrayList<>();
    /// By slot: after it, the device is done with what it copied last.
    private final List<CUevent> used = new ArrayList<>();
    private boolean closed;

    public PinnedSlots(CudaContext context, int count, long slotBytes, String what) {
        this.context = context;
        this.slotBytes = slotBytes;
        memory = new PinnedBuffer(context, count * slotBytes, what);
        try {
            check(JCudaDriver.cuStreamCreate(copies, CUstream_flags.CU_STREAM_NON_BLOCKING), "open", "a stream");
            for (int slot = 0; slot < count; slot++) {
                arrived.add(event());
                used.add(event());
            }
        } catch (Throwable t) {
            close();
            throw t;
        }
    }

    private static CUevent event() {
        CUevent event = new CUevent();
        check(JCudaDriver.cuEventCreate(event, CUevent_flags.CU_EVENT_DISABLE_TIMING), "create", "an event");
        return event;
    }

    /// The memory of a slot, once its last contents have been copied.
    public MemorySegment free(int slot) {
        context.work(() -> JCudaDriver.cuEventSynchronize(arrived.get(slot)), "wait for", "a slot");
        return memory.segment().asSlice(slot * slotBytes, slotBytes);
    }

    /// Queues copies of a slot's memory behind the device's work on what this slot held before.
    ///
    /// @param from of the slot
    public void upload(int slot, MemorySegment from, DeviceBuffer to, long offset) {
        context.work(() -> JCudaDriver.cuStreamWaitEvent(copies, used.get(slot), 0), "wait for", "a slot");
        to.upload(offset, from, copies);
    }

    /// Makes what is queued on the context's stream from now on wait for the slot's copies.
    public void arrive(int slot) {
        context.work(() -> JCudaDriver.cuEventRecord(arrived.get(slot), copies), "record", "an event");
        context.work(() -> JCudaDriver.cuStreamWaitEvent(context.stream(), arrived.get(slot), 0), "wait for", "a copy");
    }

    /// What is queued on the context's stream now is the last work on what the slot copied.
    public void release(int slot) {
        context.work(() -> JCudaDriver.cuEventRecord(used.get(slot), context.stream()), "record", "an event");
    }

    /// Waits for copies under way, then frees everything; a second call does nothing.
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        JCudaDriver.cuStreamSynchronize(copies);
        JCudaDriver.cuStreamDestroy(copies);
        arrived.forEach(JCudaDriver::cuEventDestroy);
        used.forEach(JCudaDriver::cuEventDestroy);
        arrived.clear();
        used.clear();
        memory.close();
    }
}
