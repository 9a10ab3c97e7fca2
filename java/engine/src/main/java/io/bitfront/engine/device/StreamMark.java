package io.bitfront.engine.device;

import static io.bitfront.engine.device.Cuda.check;

import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.JCudaDriver;

/// A point of the stream that a thread can wait for while later work goes on.
public final class StreamMark implements AutoCloseable {
    private final CudaContext context;
    private final CUevent event = new CUevent();

    public StreamMark(CudaContext context) {
        this.context = context;
        check(JCudaDriver.cuEventCreate(event, CUevent_flags.CU_EVENT_DISABLE_TIMING), "create", "an event");
    }

    /// Puts the mark behind everything queued so far.
    public void set() {
        context.work(() -> JCudaDriver.cuEventRecord(event, context.stream()), "record", "an event");
    }

    /// Waits until everything before the mark is done.
    ///
    /// @param what names the work in the message, should it have failed
    public void await(String what) {
        context.work(() -> JCudaDriver.cuEventSynchronize(event), "finish", what);
    }

    @Override
    public void close() {
        if (!context.abandoned()) {
            JCudaDriver.cuEventDestroy(event);
        }
    }
}
