package io.bitfront.engine.device;

import static io.bitfront.engine.device.Cuda.check;

import java.lang.foreign.MemorySegment;
import jcuda.Pointer;
import jcuda.driver.JCudaDriver;

/// Page-locked host memory, which the device reads and writes at the full rate of the bus and without making the caller
/// wait. Not zeroed. At most [#MOST_BYTES]: the driver's binding fails above.
public final class PinnedBuffer implements AutoCloseable {
    static final long MOST_BYTES = Integer.MAX_VALUE;

    private final Address address = new Address();
    private final MemorySegment segment;
    private final CudaContext context;
    private final String what;
    private boolean closed;

    private static final class Address extends Pointer {
        long value() {
            return getNativePointer();
        }
    }

    /// @param context current on this thread
    /// @param what names the buffer in messages
    public PinnedBuffer(CudaContext context, long bytes, String what) {
        this.context = context;
        this.what = what;
        context.requireAnswering();
        context.use();
        check(JCudaDriver.cuMemAllocHost(address, bytes), "allocate page-locked memory for", what);
        segment = at(address.value(), bytes);
        context.pinned(1);
    }

    @SuppressWarnings("restricted")
    private static MemorySegment at(long address, long bytes) {
        return MemorySegment.ofAddress(address).reinterpret(bytes);
    }

    /// Where kernels find it: under unified addressing the address is the same on both sides.
    public long deviceAddress() {
        return segment.address();
    }

    public MemorySegment segment() {
        return segment;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            context.pinned(-1);
            context.free(() -> JCudaDriver.cuMemFreeHost(address), "free", what);
        }
    }
}
