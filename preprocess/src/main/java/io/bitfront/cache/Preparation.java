package io.bitfront.cache;

import io.bitfront.graph.Bvss;
import io.bitfront.graph.BvssPacker;
import io.bitfront.graph.Claim;
import io.bitfront.graph.Components;
import io.bitfront.graph.Csc;
import io.bitfront.graph.CscBuilder;
import io.bitfront.graph.CscTransforms;
import io.bitfront.graph.DegreeStatistics;
import io.bitfront.graph.EdgeCounts;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.GraphStatistics;
import io.bitfront.graph.Hubs;
import io.bitfront.graph.Permutation;
import io.bitfront.graph.VertexIds;
import io.bitfront.memory.IntArray;
import io.bitfront.order.EdgeSample;
import io.bitfront.order.OrderingKind;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;

/// One run of a [Preprocessor]. Each stage's memory is freed as soon as the next has what it needs, and what
/// stays is stored where it stays.
final class Preparation implements AutoCloseable {
    /// Elements of an array copied at a time.
    private static final long COPIED = 1 << 19;

    private final Preprocessor job;
    private final Workers workers;
    private final SectionStore store;
    private final Arena rawOutArena = Arena.ofShared();
    private final Arena rawInArena = Arena.ofShared();

    Preparation(Preprocessor job, SectionStore store) {
        this.job = job;
        this.workers = job.workers();
        this.store = store.claimed();
    }

    private record Ordered(
            OrderingKind.Choice choice,
            DegreeStatistics degrees,
            Permutation permutation,
            VertexIds ids,
            Csc out,
            Csc in) {}

    /// @param arena owns the store's memory, and with it the graph
    Graph run(GraphInput input, Arena arena) {
        long streamed = input.edges().edgeCount();
        CscBuilder.Built built = job.log()
                .run("CSC", "edge", () -> build(input), result -> result.csc().edgeCount());
        Ordered ordered = job.log()
                .run(
                        "order",
                        "edge",
                        () -> order(built.csc(), input.ids(), input.directed()),
                        result -> result.out.edgeCount());
        IntArray hubs = store.ints(BvssSection.HUBS, ordered.out.vertexCount());
        Packed packed = job.log().run("BVSS", "edge", () -> pack(ordered, hubs), result -> ordered.out.edgeCount());
        return new Graph(
                arena,
                ordered.out,
                ordered.in,
                ordered.permutation,
                ordered.ids,
                packed.slices.bvss(),
                hubs,
                ordered.choice.kind(),
                GraphStatistics.of(
                                EdgeCounts.of(input, streamed, built.selfLoops(), ordered.out.edgeCount()),
                                ordered.degrees,
                                packed.slices,
                                packed.components)
                        .withOrderReason(ordered.choice.reason()));
    }

    private CscBuilder.Built build(GraphInput input) {
        return CscBuilder.build(input.edges(), input.symmetrise(), rawOutArena, workers, job.progress());
    }

    private Ordered order(Csc rawOut, VertexIds ids, boolean directed) {
        int n = rawOut.vertexCount();
        Csc rawIn = directed ? CscTransforms.transpose(rawOut, rawInArena, workers) : rawOut;
        DegreeStatistics degrees = DegreeStatistics.of(rawOut, rawIn, workers);
        OrderingKind.Choice choice = job.options().ordering().chosenFor(degrees, () -> EdgeSample.of(rawOut));
        if (!choice.reason().isEmpty()) {
            job.say().accept("ordering %s: %s".formatted(choice.kind().word(), choice.reason()));
        }
        Permutation permutation = store.permutation(n);
        try (Arena work = Arena.ofShared()) {
            Permutation found = choice.kind()
                    .with(job.options().orderingOptions())
                    .order(rawOut, rawIn, work, workers, job.progress());
            copy(found.newIdOf(), permutation.newIdOf());
            copy(found.oldIdOf(), permutation.oldIdOf());
        }
        VertexIds keptIds = store.ids(ids);
        Csc out = store.out(n, rawOut.edgeCount());
        CscTransforms.permute(rawOut, permutation, out, rows(BvssSection.OUT_ROW_INDEX), workers);
        rawOutArena.close();
        Csc in = out;
        if (directed) {
            in = store.in(n, rawIn.edgeCount());
            CscTransforms.permute(rawIn, permutation, in, rows(BvssSection.IN_ROW_INDEX), workers);
        }
        rawInArena.close();
        return new Ordered(choice, degrees, permutation, keptIds, out, in);
    }

    private Claim rows(BvssSection section) {
        return (begin, end) -> store.claim(section, begin * IntArray.BYTES, end * IntArray.BYTES);
    }

    private void claimTiles(long firstVss, long endVss) {
        long rows = (long) Bvss.TAU * IntArray.BYTES;
        long masks = (long) Bvss.LANES * IntArray.BYTES;
        store.claim(BvssSection.ROW_IDS, firstVss * rows, endVss * rows);
        store.claim(BvssSection.TILE_MASKS, firstVss * masks, endVss * masks);
    }

    /// By all workers, as it is the first touch of the pages copied to.
    private void copy(IntArray from, IntArray to) {
        workers.forRange(
                0,
                from.length(),
                COPIED,
                (worker, begin, end) -> to.slice(begin, end - begin)
                        .segment()
                        .copyFrom(from.slice(begin, end - begin).segment()));
    }

    private record Packed(BvssPacker.Packed slices, int components) {}

    private Packed pack(Ordered ordered, IntArray hubs) {
        Hubs.find(ordered.in, hubs, workers);
        int n = ordered.out.vertexCount();
        int components = Components.count(ordered.out, ordered.in, workers);
        BvssPacker.Packed slices = BvssPacker.pack(
                ordered.out,
                ordered.in,
                vssCount -> store.bvss(n, vssCount),
                this::claimTiles,
                workers,
                job.progress());
        return new Packed(slices, components);
    }

    @Override
    public void close() {
        if (rawOutArena.scope().isAlive()) {
            rawOutArena.close();
        }
        if (rawInArena.scope().isAlive()) {
            rawInArena.close();
        }
    }
}
