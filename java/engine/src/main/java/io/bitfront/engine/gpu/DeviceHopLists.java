package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.Owned;
import io.bitfront.engine.gpu.abi.BfsArguments;
import io.bitfront.engine.gpu.abi.Constants;
import io.bitfront.engine.gpu.abi.HopArguments;
import io.bitfront.engine.gpu.abi.HopCounts;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;

/// For each vertex what lies a few hops away, in device memory: `native/kernels/hops.cuh`. A search
/// that follows such lists runs several levels a round. Made on the device, where few vertices lie
/// so near.
final class DeviceHopLists implements AutoCloseable {
    /// Vertices whose lists are counted before any is made.
    private static final int SAMPLE = 8_192;

    /// Entries that lists may have on average. More of them cost a round more than the levels it saves.
    private static final int MOST_ENTRIES = 24;

    /// Entries of a lane in flight together: `kHopEntries` of `native/kernels/small.cuh`.
    private static final int ENTRIES_AT_ONCE = 3;

    /// Entries that lists may have in all; the count of them has 32 bits, and a sample may be wrong by some.
    private static final long MOST_IN_ALL = 1L << 31;

    /// What lists may have more than a sample of them says.
    private static final double DOUBT = 1.03;

    /// So many vertices have numbers that entries hold, and one that they do not.
    private static final long MOST_VERTICES = (1L << Constants.HOP_SHIFT) - 1;

    private final Owned owned = new Owned("lists of vertices some hops away");
    private final int radius;
    private final int lanesLog;
    private final long bytes;
    private final DeviceBuffer pieces;
    private final DeviceBuffer index;
    private final DeviceBuffer near;

    /// @param entries of all lists
    /// @param longest list's
    private record Counts(long entries, int longest) {
        /// Whether none of so many lists is too long to be made, and there is room for as many entries of each on
        /// average.
        boolean fit(long lists, double room) {
            return longest <= Constants.MOST_LISTED && entries <= room * lists;
        }

        /// Whether so many lists cannot have had more entries than 32 bits count.
        boolean counted(long lists) {
            return lists * longest < 1L << 32;
        }
    }

    private DeviceHopLists(CudaContext context, int vertexCount, int radius, double meanEntries, long capacity) {
        this.radius = radius;
        this.lanesLog = lanesLog(meanEntries);
        this.bytes = bytes(vertexCount, capacity);
        try {
            pieces = owned.add(context.allocate((long) Long.BYTES * vertexCount, "lists of vertices some hops away"));
            index = owned.add(context.allocate(Integer.BYTES * capacity, "vertices some hops away"));
            near = owned.add(context.allocate(nearBytes(vertexCount), "marks of vertices some hops away"));
        } catch (Throwable t) {
            close();
            throw t;
        }
    }

    /// The lists of the largest radius at which they are short; none where already those of two hops are long, or they
    /// do not fit into `room` bytes.
    static Optional<DeviceHopLists> make(
            CudaContext context, BfsKernels kernels, DeviceGraph deviceGraph, Graph graph, long room) {
        int vertices = graph.vertexCount();
        if (vertices == 0 || vertices > MOST_VERTICES) {
            return Optional.empty();
        }
        try (Arena arena = Arena.ofConfined();
                DeviceBuffer counts = context.allocate(HopCounts.BYTES, "counts of vertices some hops away")) {
            HopArguments arguments = new HopArguments(arena);
            deviceGraph.describe(arguments.graph());
            arguments.counts(counts.address());
            MemorySegment counted = arena.allocate(HopCounts.BYTES, Integer.BYTES);
            for (int radius = Constants.MOST_HOPS; radius >= 2; radius--) {
                int stride = Math.max(1, vertices / SAMPLE);
                int sampled = Math.ceilDiv(vertices, stride);
                arguments.radius(radius);
                arguments.stride(stride);
                arguments.pieces(0);
                Counts sample = run(context, kernels, arguments, counts, counted);
                if (!sample.fit(sampled, MOST_ENTRIES)) {
                    continue;
                }
                double mean = sample.entries() / (double) sampled;
                long capacity = stride == 1 ? sample.entries() : (long) (DOUBT * mean * vertices) + SAMPLE;
                Optional<DeviceHopLists> made = capacity > MOST_IN_ALL || bytes(vertices, capacity) > room
                        ? Optional.empty()
                        : fill(context, kernels, arguments, graph, mean, capacity, radius, counts, counted);
                if (made.isPresent()) {
                    return made;
                }
            }
        } catch (DeviceException full) {
            if (context.abandoned()) {
                throw full;
            }
        }
        return Optional.empty();
    }

    private static Optional<DeviceHopLists> fill(
            CudaContext context,
            BfsKernels kernels,
            HopArguments arguments,
            Graph graph,
            double mean,
            long capacity,
            int radius,
            DeviceBuffer counts,
            MemorySegment counted) {
        DeviceHopLists made = new DeviceHopLists(context, graph.vertexCount(), radius, mean, capacity);
        boolean keep = false;
        try {
            arguments.stride(1);
            arguments.pieces(made.pieces.address());
            arguments.index(made.index.address());
            arguments.capacity((int) capacity);
            Counts all = run(context, kernels, arguments, counts, counted);
            keep = all.fit(1, capacity) && all.counted(graph.vertexCount());
            return keep ? Optional.of(made) : Optional.empty();
        } finally {
            if (!keep) {
                made.close();
            }
        }
    }

    private static Counts run(
            CudaContext context,
            BfsKernels kernels,
            HopArguments arguments,
            DeviceBuffer counts,
            MemorySegment counted) {
        counts.clear(HopCounts.BYTES);
        kernels.listHops(arguments);
        counts.download(0, counted);
        context.finish("the search for vertices some hops away");
        return new Counts(
                Integer.toUnsignedLong(counted.get(ValueLayout.JAVA_INT, HopCounts.ENTRIES)),
                counted.get(ValueLayout.JAVA_INT, HopCounts.LONGEST));
    }

    private static long nearBytes(int vertexCount) {
        return Integer.BYTES * ((vertexCount + 7L) / 8);
    }

    private static long bytes(int vertexCount, long capacity) {
        return (long) Long.BYTES * vertexCount + Integer.BYTES * capacity + nearBytes(vertexCount);
    }

    /// Log2 of the lanes that follow a list, so that most take one turn.
    static int lanesLog(double meanEntries) {
        int lanesLog = 0;
        while (lanesLog < 5 && ENTRIES_AT_ONCE << lanesLog < 1.5 * meanEntries) {
            lanesLog++;
        }
        return lanesLog;
    }

    /// Levels of a round.
    int radius() {
        return radius;
    }

    /// Device memory that they take.
    long bytes() {
        return bytes;
    }

    void describe(BfsArguments arguments) {
        arguments.hops().pieces(pieces.address());
        arguments.hops().index(index.address());
        arguments.hops().near(near.address());
        arguments.hops().radius(radius);
    }

    /// Log2 of the lanes that follow a list.
    int lanesLog() {
        return lanesLog;
    }

    @Override
    public void close() {
        owned.close();
    }
}
