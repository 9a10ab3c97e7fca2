package io.bitfront.engine.device;

import static io.bitfront.engine.device.Cuda.check;

import io.bitfront.engine.DeviceException;
import io.bitfront.memory.Bytes;
import java.time.Duration;
import java.util.function.IntSupplier;
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
    private final Faults faults;
    private int allocations;
    private int launches;
    private volatile int failure = CUresult.CUDA_SUCCESS;
    private long liveBytes;
    private int pinned;
    private volatile boolean abandoned;
    private boolean closed;

    /// A stream whose handle can be read, for calls into other libraries.
    private static final class Stream extends CUstream {
        long handle() {
            return getNativePointer();
        }
    }

    /// @throws DeviceException where the device is too old, busy or gone
    public CudaContext(CudaDevice device) {
        this(device, Faults.NONE);
    }

    /// @param faults what is to fail: a hook for tests
    public CudaContext(CudaDevice device, Faults faults) {
        if (device.problem() != null) {
            throw new DeviceException("gpu:%d: %s".formatted(device.index(), device.problem()));
        }
        this.device = device;
        this.faults = faults;
        int result = JCudaDriver.cuDevicePrimaryCtxRetain(context, Cuda.handle(device.index()));
        if (result != CUresult.CUDA_SUCCESS) {
            throw new DeviceException(Cuda.failure("open a context on " + label(), result));
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
        requireAnswering();
        DeviceAddress address = new DeviceAddress();
        // An empty buffer is a real one: an address that no kernel follows.
        long size = Math.max(bytes, 16);
        int result = faults.allocations().test(allocations++)
                ? CUresult.CUDA_ERROR_OUT_OF_MEMORY
                : JCudaDriver.cuMemAlloc(address, size);
        if (result != CUresult.CUDA_SUCCESS) {
            throw new DeviceException("allocate %,d bytes for %s: %s (%s free of %s)"
                    .formatted(
                            bytes, what, Cuda.name(result), Bytes.text(freeBytes()), Bytes.text(device.memoryBytes())));
        }
        liveBytes += size;
        return new DeviceBuffer(this, address, bytes, what);
    }

    /// Memory that could be allocated now.
    public long freeBytes() {
        requireAnswering();
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
        work(() -> JCudaDriver.cuStreamSynchronize(stream), "finish", what);
    }

    /// Calls a launch.
    void launch(IntSupplier launch, String name) {
        boolean ordered = faults.launches().test(launches++);
        work(() -> ordered ? CUresult.CUDA_ERROR_LAUNCH_FAILED : launch.getAsInt(), "launch", name);
    }

    /// Calls what work on the device may have failed by. After the first failure nothing succeeds any more: a fault of
    /// the device stays with its context for as long as the process lives.
    void work(IntSupplier call, String operation, String what) {
        requireAnswering();
        int result = failure == CUresult.CUDA_SUCCESS ? call.getAsInt() : failure;
        if (result != CUresult.CUDA_SUCCESS) {
            failure = result;
        }
        check(result, operation, what);
    }

    /// A call would wait with whatever is under way.
    void requireAnswering() {
        if (abandoned) {
            throw new DeviceException(label() + " answers no more");
        }
    }

    /// Whether work has failed. What a lost device holds is freed by the driver with the process: no failure to free it
    /// is worth a message.
    private boolean lost() {
        return failure != CUresult.CUDA_SUCCESS;
    }

    /// Calls what frees something, unless the device answers no more.
    void free(IntSupplier call, String operation, String what) {
        if (abandoned) {
            return;
        }
        int result = call.getAsInt();
        if (!lost()) {
            check(result, operation, what);
        }
    }

    /// Says, from any thread, that the device answers no more: nothing more is asked of it, and as freeing what
    /// it holds would wait for it, too, that is left to the end of the process.
    public void abandon() {
        abandoned = true;
    }

    /// How long a batch may take before the device is taken to answer no more.
    public Duration patience() {
        return faults.patience();
    }

    public boolean abandoned() {
        return abandoned;
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

    /// Told of a page-locked buffer that is made, or freed: -1.
    void pinned(int more) {
        pinned += more;
    }

    String label() {
        return "gpu:%d (%s)".formatted(device.index(), device.name());
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            if (!abandoned) {
                JCudaDriver.cuStreamDestroy(stream);
            }
            assert lost() || abandoned || liveBytes == 0 && pinned == 0
                    : "%s: %,d bytes and %d page-locked buffers are left".formatted(label(), liveBytes, pinned);
        }
    }
}
