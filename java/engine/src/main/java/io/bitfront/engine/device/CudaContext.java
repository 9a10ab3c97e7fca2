package io.bitfront.engine.device;

import static io.bitfront.engine.device.Cuda.check;

import io.bitfront.engine.DeviceException;
import java.util.function.IntPredicate;
import jcuda.driver.CUcontext;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
import jcuda.driver.CUstream_flags;
import jcuda.driver.JCudaDriver;

/// One GPU's primary context and one stream on which everything runs in order. Owned by the thread that opened it, or
/// by any one thread at a time that calls [#use] first. Closing frees the stream; buffers and modules must be closed
/// before. The primary context itself is the driver's, one for the process, and stays until the process ends: making
/// one takes as long as hundreds of traversals.
public final class CudaContext implements AutoCloseable {
    private final CudaDevice device;
    private final CUcontext context = new CUcontext();
    private final Stream stream = new Stream();
    private final IntPredicate refuses;
    private int allocations;
    private long liveBytes;
    private boolean closed;

    /// A stream whose handle can be read, for calls into other libraries.
    private static final class Stream extends CUstream {
        long handle() {
            return getNativePointer();
        }
    }

    /// @throws DeviceException where the device is too old, busy or gone
    public CudaContext(CudaDevice device) {
        this(device, allocation -> false);
    }

    /// @param refuses which allocations fail as if the memory were used up, counted from 0: a hook for tests
    public CudaContext(CudaDevice device, IntPredicate refuses) {
        if (device.problem() != null) {
            throw new DeviceException("gpu:%d: %s".formatted(device.index(), device.problem()));
        }
        this.device = device;
        this.refuses = refuses;
        int result = JCudaDriver.cuDevicePrimaryCtxRetain(context, Cuda.handle(device.index()));
        if (result != CUresult.CUDA_SUCCESS) {
            throw new DeviceException(Cuda.refusal(label(), result));
        }
        use();
        check(JCudaDriver.cuStreamCreate(stream, CUstream_flags.CU_STREAM_NON_BLOCKING), "open a stream on", label());
    }

    public CudaDevice device() {
        return device;
    }

    /// Makes this context the calling thread's.
    public void use() {
        check(JCudaDriver.cuCtxSetCurrent(context), "use the context of", label());
    }

    /// Allocates device memory, not zeroed.
    ///
    /// @param what names the buffer in messages
    /// @throws DeviceException naming buffer, size and free memory, where it does not fit
    public DeviceBuffer allocate(long bytes, String what) {
        DeviceAddress address = new DeviceAddress();
        // An empty buffer is a real one: an address that no kernel follows.
        long size = Math.max(bytes, 16);
        int result =
                refuses.test(allocations++) ? CUresult.CUDA_ERROR_OUT_OF_MEMORY : JCudaDriver.cuMemAlloc(address, size);
        if (result != CUresult.CUDA_SUCCESS) {
            throw new DeviceException("allocate %,d bytes for %s: %s (%s free of %s)"
                    .formatted(
                            bytes,
                            what,
                            Cuda.name(result),
                            Cuda.gigabytes(freeBytes()),
                            Cuda.gigabytes(device.memoryBytes())));
        }
        liveBytes += size;
        return new DeviceBuffer(this, address, bytes, what);
    }

    /// Memory that could be allocated now.
    public long freeBytes() {
        long[] free = new long[1];
        long[] total = new long[1];
        check(JCudaDriver.cuMemGetInfo(free, total), "read the free memory of", label());
        return free[0];
    }

    /// Bytes in buffers not yet closed.
    public long liveBytes() {
        return liveBytes;
    }

    /// Waits until everything asked of the stream is done.
    ///
    /// @param what names the work in the message, should it have failed
    public void finish(String what) {
        check(JCudaDriver.cuStreamSynchronize(stream), "finish", what);
    }

    CUstream stream() {
        return stream;
    }

    long streamHandle() {
        return stream.handle();
    }

    void freed(long bytes) {
        liveBytes -= Math.max(bytes, 16);
    }

    private String label() {
        return "gpu:%d (%s)".formatted(device.index(), device.name());
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            JCudaDriver.cuStreamDestroy(stream);
        }
    }
}
