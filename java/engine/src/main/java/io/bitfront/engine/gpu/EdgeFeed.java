package io.bitfront.engine.gpu;

import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.PinnedStaging;
import io.bitfront.graph.EdgeSource;
import io.bitfront.graph.EdgeStream;
import io.bitfront.graph.GraphInput;
import io.bitfront.memory.IntArray;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicLong;

/// What the kernels read edges from: the constants of a generator, or arrays in device memory. Fills in `EdgeStream`,
/// the first member of `ColumnArguments`.
final class EdgeFeed implements AutoCloseable {
    private static final int SOURCES = 0;
    private static final int TARGETS = 8;
    private static final int LIMITS = 16;
    private static final int SWAPS = 24;
    private static final int COUNT = 40;
    private static final int KEY = 48;
    private static final int THRESHOLD = 56;
    private static final int WIDTH = 64;
    private static final int HEIGHT = 68;
    private static final int ID_COUNT = 72;
    private static final int ID_SHIFT = 76;
    private static final int FACTORS = 80;
    private static final int SUMMANDS = 96;
    private static final long STAGING_BYTES = 32L << 20;

    private final String kind;
    private final Deque<DeviceBuffer> owned = new ArrayDeque<>();
    private final CudaContext context;

    private EdgeFeed(CudaContext context, String kind) {
        this.context = context;
        this.kind = kind;
    }

    /// Ending of the names of the kernels that read it.
    String kind() {
        return kind;
    }

    /// Device memory a feed of this input takes.
    static long bytes(GraphInput input) {
        return input.edges().generated().isPresent()
                ? 1 << 12
                : 8 * input.edges().edgeCount();
    }

    /// Edges that the device makes itself, or that are brought to it now.
    static EdgeFeed of(GraphInput input, CudaContext context, ArgumentBlock arguments, Workers workers) {
        return input.edges()
                .generated()
                .map(stream -> generated(stream, context, arguments))
                .orElseGet(() -> uploaded(input.edges(), context, arguments, workers));
    }

    private static EdgeFeed generated(EdgeStream stream, CudaContext context, ArgumentBlock arguments) {
        EdgeFeed feed = new EdgeFeed(context, stream.kind());
        arguments.setLong(COUNT, stream.indices());
        arguments.setLong(KEY, stream.key());
        arguments.setLong(THRESHOLD, stream.threshold());
        arguments.setInt(WIDTH, stream.width());
        arguments.setInt(HEIGHT, stream.height());
        arguments.setInt(ID_COUNT, stream.idCount());
        arguments.setInt(ID_SHIFT, stream.idShift());
        for (int i = 0; i < stream.factors().length; i++) {
            arguments.setInt(FACTORS + 4 * i, stream.factors()[i]);
            arguments.setInt(SUMMANDS + 4 * i, stream.summands()[i]);
        }
        try {
            arguments.setLong(LIMITS, feed.upload(stream.limits(), "the generator's limits"));
            arguments.setLong(SWAPS, feed.upload(stream.swaps(), "the generator's swaps"));
        } catch (Throwable t) {
            feed.close();
            throw t;
        }
        return feed;
    }

    private long upload(int[] values, String what) {
        DeviceBuffer buffer = context.allocate(4L * values.length, what);
        owned.push(buffer);
        try (Arena scratch = Arena.ofConfined()) {
            IntArray copy = IntArray.allocate(scratch, values.length, what);
            copy.write(0, values, 0, values.length);
            buffer.upload(0, copy.segment());
            context.finish("the upload of " + what);
        }
        return buffer.address();
    }

    private static EdgeFeed uploaded(EdgeSource edges, CudaContext context, ArgumentBlock arguments, Workers workers) {
        EdgeFeed feed = new EdgeFeed(context, "arrays");
        long count = edges.edgeCount();
        try (PinnedStaging staging = new PinnedStaging(context, workers, STAGING_BYTES);
                Arena scratch = Arena.ofShared()) {
            DeviceBuffer sources = feed.allocate(4 * count, "sources of edges");
            DeviceBuffer targets = feed.allocate(4 * count, "targets of edges");
            IntArray from = IntArray.allocate(scratch, count, "sources of edges");
            IntArray to = IntArray.allocate(scratch, count, "targets of edges");
            AtomicLong next = new AtomicLong();
            workers.forRange(
                    0,
                    edges.partitions(),
                    1,
                    (worker, partition, end) -> edges.stream((int) partition, (batchSources, batchTargets, size) -> {
                        long at = next.getAndAdd(size);
                        from.write(at, batchSources, 0, size);
                        to.write(at, batchTargets, 0, size);
                    }));
            staging.upload(from.segment(), sources);
            staging.upload(to.segment(), targets);
            context.finish("the upload of edges");
            arguments.setLong(SOURCES, sources.address());
            arguments.setLong(TARGETS, targets.address());
            arguments.setLong(COUNT, next.get());
        } catch (Throwable t) {
            feed.close();
            throw t;
        }
        return feed;
    }

    private DeviceBuffer allocate(long bytes, String what) {
        DeviceBuffer buffer = context.allocate(bytes, what);
        owned.push(buffer);
        return buffer;
    }

    @Override
    public void close() {
        while (!owned.isEmpty()) {
            owned.pop().close();
        }
    }
}
