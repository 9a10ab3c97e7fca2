package io.bitfront.engine.device;

import static io.bitfront.engine.device.Cuda.check;

import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.JCudaDriver;

/// Two events on the stream and the time the device took between them. Reused from run to run.
public final class DeviceTimer implements AutoCloseable {
    private final CudaContext context;
    private final CUevent begin = new CUevent();
    private final CUevent end = new CUevent();

    public DeviceTimer(CudaContext context) {
        this.context = context;
        check(JCudaDriver.cuEventCreate(begin, CUevent_flags.CU_EVENT_DEFAULT), "create", "an event");
        int result = JCudaDriver.cuEventCreate(end, CUevent_flags.CU_EVENT_DEFAULT);
        if (result != 0) {
            JCudaDriver.cuEventDestroy(begin);
            check(result, "create", "an event");
        }
    }

    public void start() {
        check(JCudaDriver.cuEventRecord(begin, context.stream()), "record", "an event");
    }

    public void stop() {
        check(JCudaDriver.cuEventRecord(end, context.stream()), "record", "an event");
    }

    /// Waits for the end event.
    ///
    /// @return nanoseconds of device time from start to stop; the driver resolves about half a microsecond
    public long nanos() {
        check(JCudaDriver.cuEventSynchronize(end), "wait for", "an event");
        float[] milliseconds = new float[1];
        check(JCudaDriver.cuEventElapsedTime(milliseconds, begin, end), "time", "an event");
        return Math.round(milliseconds[0] * 1e6);
    }

    @Override
    public void close() {
        JCudaDriver.cuEventDestroy(begin);
        JCudaDriver.cuEventDestroy(end);
    }
}
