package io.bitfront.engine.gpu;

import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.Owned;
import io.bitfront.engine.device.PinnedBuffer;
import io.bitfront.engine.device.StreamMark;
import io.bitfront.engine.device.Timeline;
import io.bitfront.engine.gpu.abi.MultiRequest;
import io.bitfront.engine.gpu.abi.MultiTraceRecord;
import io.bitfront.engine.gpu.abi.SearchEnd;
import io.bitfront.engine.gpu.abi.SearchLimit;
import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.spi.SearchLimits;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.stream.IntStream;

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
    private final PinnedBuffer ends;
    private final StreamMark done;
    private final Timeline timeline;
    private int[] batch = {};
    private boolean endsBrought;
    private BatchChoice.Chosen chosen;
    private int count;
    private PinnedBuffer limitMemory;
    private PinnedBuffer cutMemory;
    private boolean limited;
    private PinnedBuffer traceMemory;
    private boolean traced;
    private PinnedBuffer goingOnMemory;
    private int mostLevels;

    /// What the host has found; null where the device runs the batch.
    private SourceSums found;

    BatchSlot(CudaContext context, int width) {
        this.width = width;
        try {
            sources = owned.add(new PinnedBuffer(context, (long) Integer.BYTES * width, "the sources of a batch"));
            mailbox = owned.add(new PinnedBuffer(context, (long) SUM_BYTES * width, "the sums of a batch"));
            sums = owned.add(context.allocate((long) SUM_BYTES * width, "the sums of a batch"));
            ends = owned.add(new PinnedBuffer(context, (long) Integer.BYTES * width, "the ends of searches"));
            done = owned.add(new StreamMark(context));
            timeline = owned.add(new Timeline(context, 2));
        } catch (Throwable t) {
            close();
            throw t;
        }
    }

    /// Device memory of one.
    static long bytes(int width) {
        return (long) SUM_BYTES * width;
    }

    /// Takes a batch's sources and names them in its request; what is queued from now on is timed.
    void describe(int[] batch, MultiRequest request) {
        this.batch = batch.clone();
        count = batch.length;
        endsBrought = false;
        found = null;
        timeline.mark(0);
        MemorySegment.copy(batch, 0, sources.segment(), ValueLayout.JAVA_INT, 0, count);
        request.sources(sources.deviceAddress());
        request.sourceCount(count);
    }

    /// Takes a batch that the host has run: the device knows nothing of it.
    void found(int[] batch, SourceSums sums) {
        this.batch = batch.clone();
        count = batch.length;
        endsBrought = false;
        runsWhole();
        chosen = null;
        found = sums;
    }

    /// Nothing ends its searches early, stops it or traces it.
    void runsWhole() {
        limited = false;
        traced = false;
        mostLevels = 0;
    }

    /// Names some of its sources in a request.
    void describePart(int first, int sources, MultiRequest request) {
        request.sources(this.sources.deviceAddress() + (long) Integer.BYTES * first);
        request.sourceCount(sources);
    }

    /// How the batch runs; null where nobody has chosen.
    void chosen(BatchChoice.Chosen how) {
        chosen = how;
    }

    BatchChoice.Chosen chosen() {
        return chosen;
    }

    /// Names in its request where the sums per source go.
    void describeSums(MultiRequest request) {
        long array = (long) Long.BYTES * width;
        request.reached(sums.address());
        request.distance(sums.address() + array);
        request.harmonic(sums.address() + 2 * array);
        request.eccentricity(sums.address() + 3 * array);
    }

    /// Says in its request what ends its searches early.
    ///
    /// @param limits null: nothing does
    void describeLimits(SearchLimits limits, CudaContext context, MultiRequest request) {
        limited = limits != null;
        if (limited && limitMemory == null) {
            limitMemory = owned.add(
                    new PinnedBuffer(context, (long) SearchLimit.BYTES * width, "the limits of a batch's searches"));
            cutMemory = owned.add(new PinnedBuffer(context, (long) Integer.BYTES * width, "where limits end searches"));
        }
        for (int i = 0; limited && i < limits.reached().length; i++) {
            MemorySegment limit = limitMemory.segment().asSlice((long) SearchLimit.BYTES * i, SearchLimit.BYTES);
            limit.set(ValueLayout.JAVA_LONG, SearchLimit.REACHED, limits.reached()[i]);
            limit.set(ValueLayout.JAVA_LONG, SearchLimit.DISTANCE, limits.distance()[i]);
            limit.set(ValueLayout.JAVA_DOUBLE, SearchLimit.HARMONIC, limits.harmonic()[i]);
        }
        request.limits(limited ? limitMemory.deviceAddress() : 0);
        request.cut(limited ? cutMemory.deviceAddress() : 0);
    }

    /// By column whether a limit has ended the search, once the batch is done.
    boolean[] cut() {
        boolean[] cut = new boolean[count];
        for (int i = 0; limited && i < count; i++) {
            cut[i] = cutMemory.segment().getAtIndex(ValueLayout.JAVA_INT, i) != 0;
        }
        return cut;
    }

    /// Says in its request after how many levels it stops, and where it tells which searches that has left undone.
    ///
    /// @param levels 0: it goes on to its end
    void describeStop(int levels, CudaContext context, MultiRequest request) {
        mostLevels = levels;
        if (levels > 0 && goingOnMemory == null) {
            goingOnMemory = owned.add(new PinnedBuffer(context, width / Byte.SIZE, "the searches that a batch leaves"));
        }
        request.mostLevels(levels);
        request.goingOn(levels > 0 ? goingOnMemory.deviceAddress() : 0);
    }

    /// Levels after which the batch stops, 0 where it goes on to its end.
    int mostLevels() {
        return mostLevels;
    }

    /// Whether it was stopped before all its searches had ended, once it is done.
    boolean stopped() {
        return IntStream.range(0, count).anyMatch(this::goesOn);
    }

    private boolean goesOn(int column) {
        return mostLevels > 0
                && (goingOnMemory.segment().getAtIndex(ValueLayout.JAVA_INT, column / Integer.SIZE) >> column & 1) != 0;
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

    /// Queues the download of how its searches ended.
    void downloadEnds(DeviceBuffer from) {
        from.download(0, ends.segment().asSlice(0, (long) Integer.BYTES * count));
        endsBrought = true;
    }

    /// What has been queued until now is all of the batch.
    void complete() {
        timeline.mark(1);
        done.set();
    }

    /// Sources of the batch.
    int count() {
        return count;
    }

    /// Device time of the batch, once it is done.
    long nanos() {
        return timeline.nanos(0, 1);
    }

    /// The number of the `SearchEnd` by which a search of the batch ended, once it is done.
    private int end(int column) {
        return endsBrought ? ends.segment().getAtIndex(ValueLayout.JAVA_INT, column) : SearchEnd.WHOLE.number();
    }

    /// Columns of the batch whose searches were left undone, once it is done.
    int[] undone() {
        return IntStream.range(0, count)
                .filter(column -> end(column) != SearchEnd.WHOLE.number() || goesOn(column))
                .toArray();
    }

    /// Whether a search of the batch ended so, once it is done.
    boolean ended(SearchEnd end) {
        return IntStream.range(0, count).anyMatch(column -> end(column) == end.number());
    }

    /// The sources of some columns.
    int[] sourcesOf(int[] columns) {
        return Arrays.stream(columns).map(column -> batch[column]).toArray();
    }

    void await() {
        if (found == null) {
            done.await("a batch of %d searches".formatted(count));
        }
    }

    /// The sums, once the batch is done.
    SourceSums sums() {
        if (found != null) {
            return found;
        }
        MemorySegment brought = mailbox.segment();
        SourceSums result = SourceSums.allocate(count);
        for (int i = 0; i < count; i++) {
            result.reached()[i] = brought.getAtIndex(ValueLayout.JAVA_LONG, i);
            result.distanceSum()[i] = brought.getAtIndex(ValueLayout.JAVA_LONG, width + i);
            result.harmonicSum()[i] = brought.getAtIndex(ValueLayout.JAVA_DOUBLE, 2L * width + i);
            result.eccentricity()[i] = brought.getAtIndex(ValueLayout.JAVA_INT, 6L * width + i);
        }
        return result;
    }

    @Override
    public void close() {
        owned.close();
    }
}
