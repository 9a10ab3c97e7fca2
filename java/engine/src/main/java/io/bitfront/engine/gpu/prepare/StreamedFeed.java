package io.bitfront.engine.gpu.prepare;

import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.PinnedSlots;
import io.bitfront.engine.gpu.abi.ColumnArguments;
import io.bitfront.graph.EdgeBounds;
import io.bitfront.graph.EdgeSource;
import io.bitfront.memory.Closing;
import io.bitfront.parallel.Workers;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/// Edges of a file: workers stream them into page-locked slots, each slot is copied and looked at by the kernel while
/// others are being filled. Where they all fit the device they stay there from the first launch on; else every launch
/// streams them again.
final class StreamedFeed implements EdgeFeed {
    /// Most edges of a slot, and fewest: else each slot is filled twice.
    private static final int SLOT_EDGES = 1 << 17;

    private static final int LEAST_SLOT_EDGES = 1 << 6;

    private final EdgeSource edges;
    private final CudaContext context;
    private final PreparationKernels kernels;
    private final ColumnArguments columns;
    private final Workers workers;
    private final boolean stays;
    private final int slotEdges;
    private final DeviceBuffer sources;
    private final DeviceBuffer targets;
    private final PinnedSlots slots;
    private final Filling[] fillings;
    /// Held while a slot's copies and the kernel that looks at them are queued.
    private final Object queueing = new Object();
    private boolean there;
    private long sent;

    /// A worker's two slots, which it fills by turns.
    private static final class Filling {
        private final int firstSlot;
        private int turn;
        private int size;
        private MemorySegment memory;

        Filling(int firstSlot) {
            this.firstSlot = firstSlot;
        }

        int slot() {
            return firstSlot + turn;
        }
    }

    /// @param spareBytes device memory that may keep edges
    StreamedFeed(
            EdgeSource edges,
            CudaContext context,
            PreparationKernels kernels,
            ColumnArguments columns,
            Workers workers,
            long spareBytes) {
        this.edges = edges;
        this.context = context;
        this.kernels = kernels;
        this.columns = columns;
        this.workers = workers;
        fillings = new Filling[workers.threads()];
        Arrays.setAll(fillings, worker -> new Filling(2 * worker));
        stays = 8 * edges.edgeCount() <= spareBytes;
        int slotCount = 2 * fillings.length;
        slotEdges = Math.clamp(edges.edgeCount() / (2L * slotCount), LEAST_SLOT_EDGES, SLOT_EDGES);
        long held = stays ? edges.edgeCount() : (long) slotCount * slotEdges;
        Deque<DeviceBuffer> made = new ArrayDeque<>();
        try {
            sources = context.allocate(Integer.BYTES * held, "sources of edges");
            made.push(sources);
            targets = context.allocate(Integer.BYTES * held, "targets of edges");
            made.push(targets);
            slots = new PinnedSlots(context, slotCount, 8L * slotEdges, "edges");
        } catch (Throwable t) {
            Closing.after(t, () -> Closing.all(made, DeviceBuffer::close));
            throw t;
        }
    }

    /// Bytes of the slots of so many workers: page-locked memory, and the least of the device's.
    static long leastBytes(int threads) {
        return 16L * threads * SLOT_EDGES;
    }

    @Override
    public void launch(String step) {
        String kernel = step + "_arrays";
        if (there) {
            launch(kernel, 0, sent);
            return;
        }
        sent = 0;
        workers.forRange(
                0,
                edges.partitions(),
                1,
                (worker, partition, end) -> edges.stream((int) partition, (from, to, count) -> {
                    context.use();
                    add(kernel, fillings[worker], from, to, count);
                }));
        for (Filling filling : fillings) {
            send(kernel, filling);
        }
        there = stays;
    }

    private void add(String kernel, Filling filling, int[] from, int[] to, int count) {
        EdgeBounds.require(edges.vertexCount(), from, to, count);
        for (int done = 0; done < count; ) {
            if (filling.memory == null) {
                filling.memory = slots.free(filling.slot());
            }
            int some = Math.min(count - done, slotEdges - filling.size);
            copy(from, done, filling, 0, some);
            copy(to, done, filling, slotEdges, some);
            filling.size += some;
            done += some;
            if (filling.size == slotEdges) {
                send(kernel, filling);
            }
        }
    }

    private static void copy(int[] from, int first, Filling filling, int half, int count) {
        MemorySegment.copy(from, first, filling.memory, ValueLayout.JAVA_INT, 4L * (half + filling.size), count);
    }

    /// Has a slot copied and looked at.
    private void send(String kernel, Filling filling) {
        if (filling.size == 0) {
            return;
        }
        int slot = filling.slot();
        synchronized (queueing) {
            long at = stays ? sent : place(slot, slotEdges);
            slots.upload(slot, filling.memory.asSlice(0, 4L * filling.size), sources, 4 * at);
            slots.upload(slot, filling.memory.asSlice(4L * slotEdges, 4L * filling.size), targets, 4 * at);
            slots.arrive(slot);
            launch(kernel, at, filling.size);
            slots.release(slot);
            sent += filling.size;
        }
        filling.size = 0;
        filling.memory = null;
        filling.turn = 1 - filling.turn;
    }

    /// Where the edges of a slot are copied to, apart from those of the others, which are looked at meanwhile.
    static long place(int slot, int slotEdges) {
        return (long) slot * slotEdges;
    }

    private void launch(String kernel, long first, long count) {
        columns.edges().sources(sources.address() + 4 * first);
        columns.edges().targets(targets.address() + 4 * first);
        columns.edges().count(count);
        kernels.launch(kernel, columns);
    }

    @Override
    public long edgeCount() {
        return edges.edgeCount();
    }

    @Override
    public void close() {
        Closing.all(slots::close, sources::close, targets::close);
    }
}
