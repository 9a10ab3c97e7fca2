package io.bitfront.engine.gpu;

import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.PinnedStaging;
import io.bitfront.engine.spi.TargetSums;
import io.bitfront.memory.LongArray;
import io.bitfront.memory.OffHeap;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.IntStream;

/// Sums per vertex of batches: they stay on the device from batch to batch, as bringing them out costs more than a
/// batch, until they are brought to the host and collected there.
final class VertexSums implements AutoCloseable {
    private static final int BYTES = 4 * Long.BYTES;

    /// Vertices whose sums one thread takes over at once.
    private static final int ADDED = 1 << 14;

    private final CudaContext context;
    private final PinnedStaging staging;
    private final int vertices;
    /// Null until a batch adds to them.
    private DeviceBuffer sums;
    /// Whether it holds sums not brought yet.
    private boolean added;
    private Arena broughtArena;
    /// Sums not collected yet; null: none.
    private MemorySegment brought;

    VertexSums(CudaContext context, PinnedStaging staging, int vertices) {
        this.context = context;
        this.staging = staging;
        this.vertices = vertices;
    }

    /// Device memory they take.
    static long bytes(int vertices) {
        return (long) BYTES * vertices;
    }

    /// Allocates them, zero, where they are not there yet.
    ///
    /// @throws IllegalStateException where the sums brought before are not collected
    void prepare() {
        if (brought != null) {
            throw new IllegalStateException("the sums brought before are not collected");
        }
        if (sums == null) {
            sums = context.allocate(bytes(vertices), "the sums per vertex");
            sums.clear(sums.bytes());
        }
    }

    long address() {
        return sums.address();
    }

    /// A batch has been queued that adds to them.
    void added() {
        added = true;
    }

    /// Whether there is something to bring.
    boolean hasNew() {
        return added;
    }

    /// Brings them to the host. Call when no batch adds to them any more.
    void bring() {
        Arena work = Arena.ofShared();
        try {
            MemorySegment found = OffHeap.allocate(work, sums.bytes(), "the sums per vertex");
            staging.download(sums, found);
            sums.clear(sums.bytes());
            context.finish("the sums per vertex");
            brought = found;
            broughtArena = work;
            added = false;
        } catch (Throwable t) {
            work.close();
            throw t;
        }
    }

    /// Adds what was brought, if there is something. What fails on the way is not added again.
    void collect(TargetSums into) {
        try {
            if (brought != null) {
                add(brought, into);
            }
        } finally {
            forget();
        }
    }

    private void forget() {
        if (brought != null) {
            brought = null;
            broughtArena.close();
        }
    }

    /// Adds sums that are kept four to a vertex.
    static void add(MemorySegment found, TargetSums into) {
        LongArray[] sums = {into.pivots(), into.distance(), into.distanceSquared(), into.harmonic()};
        int vertices = (int) (found.byteSize() / BYTES);
        IntStream.range(0, Math.ceilDiv(vertices, ADDED)).parallel().forEach(share -> {
            int first = share * ADDED;
            long[] more = new long[sums.length * Math.min(ADDED, vertices - first)];
            MemorySegment.copy(found, ValueLayout.JAVA_LONG, (long) BYTES * first, more, 0, more.length);
            for (int i = 0; i < sums.length; i++) {
                add(more, i, sums.length, sums[i], first);
            }
        });
    }

    /// Adds every `stride`-th of some values to consecutive sums. On the heap, where code that was loaded a moment ago
    /// is not as slow as on a segment.
    private static void add(long[] more, int begin, int stride, LongArray sums, int first) {
        long[] block = new long[more.length / stride];
        sums.read(first, block, 0, block.length);
        for (int i = 0; i < block.length; i++) {
            block[i] += more[stride * i + begin];
        }
        sums.write(first, block, 0, block.length);
    }

    @Override
    public void close() {
        forget();
        if (sums != null) {
            sums.close();
        }
    }
}
