package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BfsResult;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.PageLock;
import io.bitfront.engine.device.PinnedStaging;
import io.bitfront.engine.device.Timeline;
import io.bitfront.engine.gpu.Traverser.Run;
import io.bitfront.engine.gpu.abi.ParentArguments;
import io.bitfront.engine.gpu.abi.RenumberArguments;
import io.bitfront.engine.gpu.abi.TraceRecord;
import io.bitfront.engine.gpu.abi.VerifyArguments;
import io.bitfront.engine.gpu.abi.VerifyDefects;
import io.bitfront.engine.lab.LevelTrace;
import io.bitfront.graph.GraphStatistics;
import io.bitfront.memory.Closing;
import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import io.bitfront.memory.OffHeap;
import io.bitfront.memory.ReusedBlocks;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// Brings the levels, parents and trace of the last traversal to the host, in the input's numbering, and times it.
final class ResultReader implements AutoCloseable {
    /// Neighbours beyond which a vertex's list is looked through by all warps.
    private static final int SHARED_LIST = 8_192;

    private final Graph graph;
    private final CudaContext context;
    private final BfsKernels kernels;
    private final TraversalState state;
    private final PinnedStaging staging;
    private final Arena arena = Arena.ofShared();
    private final ParentArguments parents = new ParentArguments(arena);
    private final RenumberArguments renumbering = new RenumberArguments(arena);
    private final RenumberArguments widening = new RenumberArguments(arena);
    private final VerifyArguments verification = new VerifyArguments(arena);
    private final Timeline timeline;
    private final ReusedBlocks blocks;
    private final LevelTransfers transfers = new LevelTransfers();
    private final boolean longLists;

    /// What was brought out, and how long each part took.
    ///
    /// @param parents input ids; null where not asked for
    record Results(IntArray levels, LongArray parents, BfsResult.Timings timings) {}

    ResultReader(
            CudaContext context,
            DeviceGraph deviceGraph,
            Graph graph,
            TraversalState state,
            BfsKernels kernels,
            PinnedStaging staging) {
        this.graph = graph;
        this.context = context;
        this.kernels = kernels;
        this.state = state;
        this.staging = staging;
        blocks = new ReusedBlocks(4L * graph.vertexCount(), "levels", memory -> PageLock.of(context, memory, "levels"));
        deviceGraph.describe(parents.graph());
        parents.level(state.level().address());
        parents.parent(state.inputOrder().address());
        parents.sharedList(SHARED_LIST);
        GraphStatistics figures = graph.statistics();
        longLists = Math.max(figures.maxInDegree(), figures.maxOutDegree()) > SHARED_LIST;
        deviceGraph.describe(verification.graph());
        verification.level(state.level().address());
        verification.defects(state.sums().address());
        verification.spanning(state.scratch(0).address());
        verification.parented(state.scratch(1).address());
        verification.sharedList(SHARED_LIST);
        renumbering.oldIdOf(deviceGraph.oldIdOf());
        renumbering.from(state.level().address());
        renumbering.vertexCount(graph.vertexCount());
        widening.from(state.narrowLevels().address());
        widening.to(state.inputOrder().address());
        widening.vertexCount(graph.vertexCount());
        try {
            timeline = new Timeline(context, 2);
        } catch (Throwable t) {
            arena.close();
            throw t;
        }
    }

    /// @param into owns the results
    Results read(Run run, boolean wantParents, Arena into) {
        ReusedBlocks.Lent block = blocks.take(into);
        MemorySegment levels = block.memory();
        boolean directly = transfers.directly(block.prepared());
        int entryBytes = NarrowLevels.entryBytes(run.vertices().length - 1);
        Times ofLevels = directly
                ? timed(() -> renumberWide(entryBytes), () -> state.inputOrder().download(0, levels))
                : timed(() -> renumber(entryBytes, state.inputOrder()), () -> downloadLevels(entryBytes, levels));
        transfers.learn(directly, ofLevels.kernel() + ofLevels.download());
        LongArray ids = wantParents ? LongArray.allocate(into, graph.vertexCount(), "parents") : null;
        Times ofParents = wantParents
                ? timed(() -> kernels.findParents(parents, longLists), () -> downloadParents(ids))
                : Times.NONE;
        BfsResult.Timings found = run.timings();
        return new Results(
                IntArray.of(levels),
                ids,
                new BfsResult.Timings(
                        found.initialise(),
                        found.kernel(),
                        ofParents.kernel(),
                        ofLevels.kernel(),
                        found.download() + ofLevels.download() + ofParents.download()));
    }

    private record Times(long kernel, long download) {
        static final Times NONE = new Times(0, 0);
    }

    /// Queues a kernel and, without waiting for it, downloads what it makes: what is not the kernel's time is the
    /// download's.
    private Times timed(Runnable launch, Runnable download) {
        long start = System.nanoTime();
        timeline.mark(0);
        launch.run();
        timeline.mark(1);
        download.run();
        context.finish("the download of results");
        long kernel = timeline.nanos(0, 1);
        return new Times(kernel, Math.max(0, System.nanoTime() - start - kernel));
    }

    private void renumber(int entryBytes, DeviceBuffer to) {
        renumbering.to(to.address());
        renumbering.levelBytes(entryBytes);
        kernels.renumber(renumbering);
    }

    /// Leaves ints in the input's numbering.
    private void renumberWide(int entryBytes) {
        if (entryBytes == Integer.BYTES) {
            renumber(entryBytes, state.inputOrder());
            return;
        }
        renumber(entryBytes, state.narrowLevels());
        widening.levelBytes(entryBytes);
        kernels.widen(widening);
    }

    private void downloadLevels(int entryBytes, MemorySegment levels) {
        if (entryBytes == Integer.BYTES) {
            staging.download(state.inputOrder(), levels);
            return;
        }
        int growth = Integer.BYTES / entryBytes;
        staging.download(
                state.inputOrder(),
                (long) entryBytes * graph.vertexCount(),
                (begin, end) -> OffHeap.populateForWriting(levels, growth * begin, growth * (end - begin)),
                (offset, pinned) -> NarrowLevels.widen(
                        pinned, entryBytes, levels.asSlice(growth * offset, growth * pinned.byteSize())));
    }

    private void downloadParents(LongArray ids) {
        staging.download(state.inputOrder(), 4L * graph.vertexCount(), (offset, pinned) -> {
            int[] indices = pinned.toArray(ValueLayout.JAVA_INT);
            long[] found = new long[indices.length];
            for (int i = 0; i < indices.length; i++) {
                found[i] = indices[i] < 0 ? -1 : graph.ids().idOf(indices[i]);
            }
            MemorySegment.copy(
                    found, 0, ids.segment(), ValueLayout.JAVA_LONG, Long.BYTES / Integer.BYTES * offset, found.length);
        });
    }

    /// Checks the levels of the last traversal where they are.
    ///
    /// @param source a vertex
    /// @return null if they are right, else one that is not, in one line
    String defect(int source) {
        verification.source(source);
        state.sums().clear(VerifyDefects.BYTES);
        if (longLists) {
            state.scratch(0).clear(state.scratch(0).bytes());
            state.scratch(1).clear(state.scratch(1).bytes());
        }
        kernels.verify(verification, longLists);
        try (Arena scratch = Arena.ofShared()) {
            MemorySegment found = scratch.allocate(VerifyDefects.BYTES, Integer.BYTES);
            staging.download(state.sums(), found);
            int wrong = found.get(ValueLayout.JAVA_INT, VerifyDefects.COUNT);
            return wrong == 0
                    ? null
                    : "%,d vertices have a wrong level, one of them is vertex %d"
                            .formatted(
                                    Integer.toUnsignedLong(wrong),
                                    graph.idOf(found.get(ValueLayout.JAVA_INT, VerifyDefects.VERTEX)));
        }
    }

    /// The levels that the last traversal recorded.
    List<LevelTrace> trace(Run run) {
        int records = Math.min(run.steps(), TraversalState.TRACE_CAPACITY);
        List<LevelTrace> trace = new ArrayList<>(records);
        try (Arena scratch = Arena.ofShared()) {
            MemorySegment raw = scratch.allocate((long) records * TraceRecord.BYTES, 16);
            staging.download(state.trace(), raw);
            long unvisited = graph.vertexCount();
            for (int i = 0; i < records; i++) {
                long at = (long) i * TraceRecord.BYTES;
                long frontier = i < run.vertices().length ? run.vertices()[i] : 0;
                unvisited -= frontier;
                trace.add(new LevelTrace(
                        i + 1,
                        KernelNumbers.levelMode(raw.get(ValueLayout.JAVA_INT, at + TraceRecord.MODE)),
                        Integer.toUnsignedLong(raw.get(ValueLayout.JAVA_INT, at + TraceRecord.QUEUE_LENGTH)),
                        frontier,
                        run.edges()[i],
                        unvisited,
                        i + 1 < run.vertices().length ? run.vertices()[i + 1] : 0,
                        raw.get(ValueLayout.JAVA_LONG, at + TraceRecord.NANOSECONDS)));
            }
        }
        return trace;
    }

    @Override
    public void close() {
        Closing.all(blocks::close, timeline::close, arena::close);
    }
}
