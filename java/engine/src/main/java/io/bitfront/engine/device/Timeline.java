package io.bitfront.engine.device;

import static io.bitfront.engine.device.Cuda.check;

import java.util.ArrayList;
import java.util.List;
import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.JCudaDriver;

/// Marks on the stream and the device's time between them. Reused from run to run.
public final class Timeline implements AutoCloseable {
    private final CudaContext context;
    private final List<CUevent> marks = new ArrayList<>();

    public Timeline(CudaContext context, int markCount) {
        this.context = context;
        try {
            for (int i = 0; i < markCount; i++) {
                CUevent mark = new CUevent();
                check(JCudaDriver.cuEventCreate(mark, CUevent_flags.CU_EVENT_DEFAULT), "create", "an event");
                marks.add(mark);
            }
        } catch (Throwable t) {
            close();
            throw t;
        }
    }

    /// Queues mark `index`.
    public void mark(int index) {
        context.work(() -> JCudaDriver.cuEventRecord(marks.get(index), context.stream()), "record", "an event");
    }

    /// Nanoseconds of device time from one mark to another; the stream must be finished. The driver resolves
    /// about half a microsecond.
    public long nanos(int from, int to) {
        float[] milliseconds = new float[1];
        check(JCudaDriver.cuEventElapsedTime(milliseconds, marks.get(from), marks.get(to)), "time", "an event");
        return Math.round(milliseconds[0] * 1e6);
    }

    @Override
    public void close() {
        if (!context.abandoned()) {
            marks.forEach(JCudaDriver::cuEventDestroy);
        }
        marks.clear();
    }
}
