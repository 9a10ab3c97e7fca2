package io.bitfront.engine.device;

import java.lang.foreign.MemorySegment;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/// Page-locks memory that something else allocates and frees, so that the device writes it at the full rate of the bus.
public final class PageLock {
    private PageLock() {}

    /// Locks memory until what is returned runs, which must be before the memory is freed, with the context in use.
    ///
    /// @param what names the memory in the message of a failure
    /// @return null where the driver refuses, or there is nothing to lock: copies work without
    public static Runnable of(CudaContext context, MemorySegment memory, String what) {
        if (memory.byteSize() == 0 || context.abandoned()) {
            return null;
        }
        SegmentPointer address = new SegmentPointer(memory);
        if (JCudaDriver.cuMemHostRegister(address, memory.byteSize(), 0) != CUresult.CUDA_SUCCESS) {
            return null;
        }
        context.pinned(1);
        return () -> {
            context.pinned(-1);
            context.free(() -> JCudaDriver.cuMemHostUnregister(address), "unlock the pages of", what);
        };
    }
}
