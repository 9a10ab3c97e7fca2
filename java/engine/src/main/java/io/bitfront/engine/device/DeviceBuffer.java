package io.bitfront.engine.device;

import java.lang.foreign.MemorySegment;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;

/// A named block of device memory with one owner. All work is queued on the context's stream; offsets and lengths are
/// bytes and are checked.
public final class DeviceBuffer implements AutoCloseable {
    private final CudaContext context;
    private final DeviceAddress address;
    private final long bytes;
    private final String what;
    private boolean closed;

    DeviceBuffer(CudaContext context, DeviceAddress address, long bytes, String what) {
        this.context = context;
        this.address = address;
        this.bytes = bytes;
        this.what = what;
    }

    public long bytes() {
        return bytes;
    }

    /// The device address, for a kernel's arguments.
    public long address() {
        return address.value();
    }

    /// Queues a copy of off-heap memory to `offset`. The segment must stay untouched until the stream is finished.
    public void upload(long offset, MemorySegment from) {
        upload(offset, from, context.stream());
    }

    void upload(long offset, MemorySegment from, CUstream stream) {
        checkRange(offset, from.byteSize());
        context.work(
                () -> JCudaDriver.cuMemcpyHtoDAsync(
                        address.plus(offset), new SegmentPointer(from), from.byteSize(), stream),
                "upload",
                what);
    }

    /// Queues a copy to off-heap memory; its contents are there once the stream is finished.
    public void download(long offset, MemorySegment into) {
        checkRange(offset, into.byteSize());
        context.work(
                () -> JCudaDriver.cuMemcpyDtoHAsync(
                        new SegmentPointer(into), address.plus(offset), into.byteSize(), context.stream()),
                "download",
                what);
    }

    /// Queues the zeroing of the first `length` bytes.
    public void clear(long length) {
        fill((byte) 0, length);
    }

    /// Queues the setting of the first `length` bytes to one value.
    public void fill(byte value, long length) {
        checkRange(0, length);
        context.work(() -> JCudaDriver.cuMemsetD8Async(address, value, length, context.stream()), "fill", what);
    }

    /// Queues a copy of the first `length` bytes of another buffer to the start of this one.
    public void copyFrom(DeviceBuffer from, long length) {
        checkRange(0, length);
        from.checkRange(0, length);
        context.work(
                () -> JCudaDriver.cuMemcpyDtoDAsync(address, from.address, length, context.stream()), "copy to", what);
    }

    private void checkRange(long offset, long length) {
        if (offset < 0 || length < 0 || offset > bytes - length) {
            throw new IndexOutOfBoundsException(
                    "%s: offset=%,d length=%,d capacity=%,d".formatted(what, offset, length, bytes));
        }
    }

    /// Frees it; the second time there is nothing to do.
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            context.freed(bytes);
            context.free(() -> JCudaDriver.cuMemFree(address), "free", what);
        }
    }
}
