package io.bitfront.engine.gpu;

import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.Owned;
import io.bitfront.engine.device.PinnedBuffer;
import io.bitfront.engine.device.StreamMark;
import io.bitfront.engine.gpu.abi.MultiRequest;
import io.bitfront.engine.gpu.abi.MultiTraceRecord;
import io.bitfront.engine.lab.SourceSums;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// What one batch under way has to itself: its sources, in page-locked memory that the kernel reads, so that they are
/// ready while the batch before runs, and its sums, which come out while the next one runs.
final class BatchSlot implements AutoCloseable {
    /// Bytes of a source's sums: reached, distance and harmonic sum, eccentricity.
    static final int SUM_BYTES = 3 * Long.BYTES + Integer.BYTES;

    private final int width;
    private final Owned owned = new Owned("the place of a batch");
    private final PinnedBuffer sources;
    private final PinnedBuffer mailbox;
    private final DeviceBuffer sums;
    private final StreamMark done;
    private int count;
    private PinnedBuffer traceMemory;
    private boolean traced;

    BatchSlot(CudaContext context, int width) {
        this.width = width;
        try {
            sources = owned.add(new PinnedBuffer(context, (long) Integer.BYTES * width, "the sources of a batch"));
            mailbox = owned.add(new PinnedBuffer(context, (long) SUM_BYTES * width, "the sums of a batch"));
            sums = owned.add(context.allocate((long) SUM_BYTES * width, "the sums of a batch"));
            done = owned.add(new StreamMark(context));
        } catch (Throwable t) {
            close();
            throw t;
        }
    }

    /// Device memory of one.
    static long bytes(int width) {
        return (long) SUM_BYTES * width;
    }

    /// Takes a batch's sources and names them in its request.
    void describe(int[] batch, MultiRequest request) {
        count = batch.length;
        MemorySegment.copy(batch, 0, sources.segment(), ValueLayout.JAVA_INT, 0, count);
        request.sources(sources.deviceAddress());
        request.sourceCount(count);
    }

    /// Names in its request where the sums per source go.
    void describeSums(MultiRequest request) {
        long array = (long) Long.BYTES * width;
        request.reached(sums.address());
        request.distance(sums.address() + array);
        request.harmonic(sums.address() + 2 * array);
        request.eccentricity(sums.address() + 3 * array);
    }

    /// Says in its request whether its levels are traced, into page-locked memory, so that no copy is queued.
    void describeTrace(boolean wanted, CudaContext context, MultiRequest request) {
        traced = wanted;
        if (wanted && traceMemory == null) {
            traceMemory = owned.add(new PinnedBuffer(
                    context, (long) MultiTraceRecord.BYTES * BatchTrace.CAPACITY, "the trace of a batch"));
        }
        if (wanted) {
            new BatchTrace(traceMemory.segment()).clear();
        }
        request.trace(wanted ? traceMemory.deviceAddress() : 0);
        request.traceCapacity(BatchTrace.CAPACITY);
    }

    /// The trace of the batch, once it is done; null where none was wanted.
    BatchTrace trace() {
        return traced ? new BatchTrace(traceMemory.segment()) : null;
    }

    /// Queues the download of the sums behind the batch.
    void downloadSums() {
        sums.download(0, mailbox.segment());
    }

    /// What has been queued until now is all of the batch.
    void complete() {
        done.set();
    }

    void await() {
        done.await("a batch of %d searches".formatted(count));
    }

    /// The sums, once the batch is done.
    SourceSums sums() {
        MemorySegment found = mailbox.segment();
        SourceSums result = SourceSums.allocate(count);
        for (int i = 0; i < count; i++) {
            result.reached()[i] = found.getAtIndex(ValueLayout.JAVA_LONG, i);
            result.distanceSum()[i] = found.getAtIndex(ValueLayout.JAVA_LONG, width + i);
            result.harmonicSum()[i] = found.getAtIndex(ValueLayout.JAVA_DOUBLE, 2L * width + i);
            result.eccentricity()[i] = found.getAtIndex(ValueLayout.JAVA_INT, 6L * width + i);
        }
        return result;
    }

    @Override
    public void close() {
        owned.close();
    }
}
