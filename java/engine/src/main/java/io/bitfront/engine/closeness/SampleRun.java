package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Direction;
import io.bitfront.engine.JobStoppedException;
import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.spi.Backend;
import io.bitfront.engine.spi.MultiSource;
import io.bitfront.engine.spi.TargetSums;
import io.bitfront.memory.CollectedArena;
import io.bitfront.parallel.Futures;
import io.bitfront.progress.Elapsed;
import io.bitfront.progress.Progress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// A sampling job: traverses from the pivots against the direction asked for, so that what arrives at a vertex are the
/// distances it would have found itself, and adds them up per vertex.
final class SampleRun implements Keepable {
    private static final long SNAPSHOT_NANOS = 5_000_000_000L;
    /// A snapshot may take this share of the time, and so may taking sums over from a device.
    private static final int SNAPSHOT_SHARE = 20;
    /// Of the vertices, pivots that are compared with what all rows take.
    private static final int MANY = 64;

    private final RunContext context;
    private final Direction traversed;
    private final GrowingSample growing;
    private BitSet pivots;
    private final BitSet done = new BitSet();
    private final TargetSums sums;
    private final SumsSnapshot snapshot;
    /// Found while devices search.
    private final CompletableFuture<ComponentSizes> components;

    /// By the pivots there are; null before they are asked for.
    private SampleEstimates estimates;

    private long nextSnapshot = System.nanoTime() + SNAPSHOT_NANOS;
    private boolean unsaved;
    private long traversals;

    SampleRun(RunContext context) {
        int n = context.graph().vertexCount();
        this.context = context;
        this.traversed = context.job().direction().reversed();
        this.growing = context.job().sources() instanceof ClosenessJob.Sources.Error wanted
                ? new GrowingSample(n, wanted, Pivots.most(context.job()))
                : null;
        this.pivots = context.job().sources() instanceof ClosenessJob.Sources.Sample sample
                ? Pivots.of(context.job(), sample, n)
                : new BitSet();
        this.sums = TargetSums.allocate(new CollectedArena(), n);
        this.components =
                CompletableFuture.supplyAsync(() -> SampleEstimates.components(context.graph(), context.stop()::asked));
        this.snapshot = context.checkpoint() == null
                ? null
                : new SumsSnapshot(
                        context.checkpoint().file(),
                        context.checkpoint().header(),
                        context.graph().permutation().newIdOf());
    }

    static long bytes(List<? extends Backend> engines, ClosenessJob job, int vertexCount) {
        long states = 0;
        int sums = 1;
        for (Backend engine : engines) {
            states += engine.multiSourceBytes(job.width(), job.direction().reversed(), job.mode());
            // Those of a batch that the host may give up lie beside its others.
            sums += engine.hostWorkers().isPresent() ? 2 : 1;
        }
        return states
                + sums * TargetSums.bytes(vertexCount)
                + ComponentSizes.bytes(vertexCount)
                + SampleDepths.bytes(vertexCount);
    }

    @Override
    public synchronized boolean hasResults() {
        return !done.isEmpty();
    }

    /// Keeps the sums of the pivots that are done.
    @Override
    public synchronized void keep(Checkpoint checkpoint) {
        context.graph().requireUnchanged();
        new SumsSnapshot(
                        checkpoint.file(),
                        checkpoint.header(),
                        context.graph().permutation().newIdOf())
                .write(done, sums);
    }

    /// @return empty where the rows of all vertices, exact, take no more searches than the error asked for
    Optional<ClosenessResult> run() {
        try {
            return context.steps(this::toTheEnd, this::stopped);
        } finally {
            // It uses the graph, which whoever called may close next.
            components.handle((_, _) -> null).join();
        }
    }

    private JobStoppedException stopped() {
        return context.stopped(doneCount(), pivots.cardinality());
    }

    private Optional<ClosenessResult> toTheEnd() {
        List<String> events = new ArrayList<>();
        if (snapshot != null) {
            snapshot.read(done, sums);
            if (!done.isEmpty()) {
                events.add("%,d %spivots were in checkpoint %s"
                        .formatted(
                                done.cardinality(),
                                growing == null ? "of %,d ".formatted(pivots.cardinality()) : "",
                                context.job().checkpoint()));
            }
        }
        if (growing == null) {
            sayIfExactIsNearer();
            events.addAll(traverse());
            return Optional.of(ranked(notes(context, pivots), events));
        }
        if (growing.isMost()) {
            context.say().accept(growing.exactly());
            return Optional.empty();
        }
        List<String> notes = new ArrayList<>();
        pivots = growing.first(done);
        events.addAll(traverse());
        SampleErrors errors = errors();
        while (!growing.met(errors)) {
            long left = growing.left(errors);
            if (growing.isLast() || searchesIfNearer(left) <= left) {
                context.say().accept(growing.exactly());
                return Optional.empty();
            }
            pivots = growing.next();
            estimates = null;
            events.addAll(traverse());
            errors = errors();
        }
        notes.addAll(notes(context, pivots));
        notes.add(growing.note(errors));
        return Optional.of(ranked(notes, events));
    }

    /// The result in whose place are the rows of all vertices, after [#run] had none.
    ClosenessResult exactly(ClosenessResult rows) {
        return new ExactForError(context.job(), rows, growing.exactly(), traversals());
    }

    private void sayIfExactIsNearer() {
        int left = pivots.cardinality() - done.cardinality();
        long exact = searchesIfNearer(left);
        if (exact <= left) {
            context.say()
                    .accept("all rows, exact, take searches from at most %,d vertices; this sample from %,d"
                            .formatted(exact, left));
        }
    }

    /// The searches that find all rows, where so many pivots may be as many or more; else more than there
    /// can be. Few are not: which rows follow from others', or from cells, takes time to find.
    private long searchesIfNearer(long left) {
        if (left <= 0 || left < context.graph().vertexCount() / MANY) {
            return Long.MAX_VALUE;
        }
        ClosenessJob exact = context.job().withSources(new ClosenessJob.Sources.All());
        long searches = JobEstimate.searches(
                context.engines().getFirst(),
                exact,
                context.graph().vertexCount(),
                context.foresight(),
                context.stop()::asked);
        return context.stop().asked() ? Long.MAX_VALUE : searches;
    }

    private SampleEstimates estimates() {
        if (estimates == null) {
            ComponentSizes sizes = Futures.found(components);
            SampleDepths depths = SampleDepths.of(context.graph(), pivots, sizes, this::depths);
            estimates = new SampleEstimates(context.graph(), pivots, sizes, depths);
        }
        return estimates;
    }

    /// Hops from vertices to what is farthest from each: by devices, or by the host where none is left. Nobody is told
    /// of a device that fails here: the sample is whole without it, or its loss was told.
    private int[] depths(int... vertices) {
        ClosenessJob job = context.job();
        if (vertices.length == 0) {
            return vertices;
        }
        Depths depths = new Depths(vertices);
        try (States states = States.of(
                context.engines(),
                engine -> List.of(engine.multiSource(job.width(), job.direction(), BatchMode.AUTO)),
                line -> {})) {
            states.expect(vertices.length);
            BatchQueue queue = new BatchQueue(vertices);
            context.stop().begin(queue);
            context.complete(
                    queue,
                    () -> states.run(queue, state -> new DepthLane(state, depths), line -> {}),
                    depths::found,
                    vertices.length);
            return Arrays.stream(vertices).map(depths::of).toArray();
        } catch (JobStoppedException _) {
            throw stopped();
        } catch (DeviceException _) {
            return SampleDepths.byHost(context.graph(), job.direction(), context.stop()::asked)
                    .apply(vertices);
        }
    }

    /// Hops to what is farthest from each of some vertices, no two of them the same.
    static final class Depths {
        private final int[] vertices;
        private final int[] depth;
        private long found;

        Depths(int... vertices) {
            this.vertices = vertices.clone();
            Arrays.sort(this.vertices);
            this.depth = new int[vertices.length];
        }

        synchronized void put(int[] batch, int... depths) {
            for (int i = 0; i < batch.length; i++) {
                depth[Arrays.binarySearch(vertices, batch[i])] = depths[i];
            }
            found += batch.length;
        }

        synchronized long found() {
            return found;
        }

        synchronized int of(int vertex) {
            return depth[Arrays.binarySearch(vertices, vertex)];
        }
    }

    /// Takes the depth of each search.
    private static final class DepthLane extends SearchLane<int[]> {
        private final Depths depths;

        DepthLane(MultiSource state, Depths depths) {
            super(state);
            this.depths = depths;
        }

        @Override
        int[] search(int[] batch) {
            state().begin(batch);
            return batch;
        }

        @Override
        void take(int[] batch, SourceSums sums, int[] kept) {
            depths.put(batch, sums.eccentricity());
        }
    }

    private SampleErrors errors() {
        return SampleErrors.of(estimates(), sums, context.job());
    }

    /// The estimates, or the highest of them, and how certain their order is.
    private ClosenessResult ranked(List<String> notes, List<String> events) {
        Graph graph = context.graph();
        SampleEstimates estimates = estimates();
        SampleRanking ranking = SampleRanking.of(estimates, sums, context.job());
        List<String> all = new ArrayList<>(notes);
        all.addAll(ranking.notes());
        ClosenessResult result = new SampledResult(
                context,
                estimates,
                sums,
                0,
                graph.vertexCount(),
                graph.permutation().newIdOf()::get,
                all,
                events,
                traversals());
        return context.job().top() == 0 ? result : new ChosenRows(result, ranking.rows());
    }

    /// What a reader of the estimates must know.
    static List<String> notes(RunContext context, BitSet pivots) {
        ClosenessJob job = context.job();
        List<String> notes = new ArrayList<>();
        notes.add("estimates from %,d of %,d vertices drawn with seed %d"
                .formatted(pivots.cardinality(), context.graph().vertexCount(), seed(job)));
        if (context.graph().directed()) {
            notes.add("the pivots were traversed along %s-edges, which gives the distances of direction %s"
                    .formatted(
                            job.direction().reversed().word(), job.direction().word()));
        }
        return notes;
    }

    private synchronized long traversals() {
        return traversals;
    }

    private static long seed(ClosenessJob job) {
        return switch (job.sources()) {
            case ClosenessJob.Sources.Sample sample -> sample.seed();
            case ClosenessJob.Sources.Error wanted -> wanted.seed();
            default -> throw new IllegalArgumentException("%s: no sample".formatted(job));
        };
    }

    private List<String> traverse() {
        int[] left = pivots.stream()
                .filter(index -> !done.get(index))
                .map(context::vertexOf)
                .toArray();
        if (left.length == 0) {
            return List.of();
        }
        ClosenessJob job = context.job();
        try (States states =
                        context.statesOf(engine -> List.of(engine.multiSource(job.width(), traversed, job.mode())));
                Progress.Phase phase = context.progress()
                        .start("closeness", pivots.cardinality(), "BFS", pivots.cardinality() - (long) left.length)) {
            states.expect(left.length);
            BatchQueue queue = context.queueOf(left, states.width());
            return context.complete(
                    queue,
                    () -> states.run(queue, state -> new SampleLane(state, phase), context.say()),
                    this::doneCount,
                    pivots.cardinality());
        } finally {
            save();
        }
    }

    private synchronized long doneCount() {
        return done.cardinality();
    }

    /// Leaves the sums of its batches where they are made, and takes them over as often as they may be saved.
    private final class SampleLane implements Lanes.Lane {
        private final MultiSource state;
        private final Progress.Phase phase;
        /// Of batches begun and not known to be done, the sources, the earliest first.
        private final Deque<Integer> running = new ArrayDeque<>();
        private long nextCollection = System.nanoTime() + SNAPSHOT_NANOS;

        SampleLane(MultiSource state, Progress.Phase phase) {
            this.state = state;
            this.phase = phase;
        }

        @Override
        public MultiSource state() {
            return state;
        }

        @Override
        public boolean full(int underWay) {
            return System.nanoTime() > nextCollection;
        }

        @Override
        public void begin(int[] batch) {
            state.perTarget(batch);
            running.add(batch.length);
            advance(state.adding());
        }

        /// @param left batches that may not be done
        private void advance(int left) {
            while (running.size() > left) {
                phase.advanceBatch(running.remove());
            }
        }

        @Override
        public int finish(List<int[]> underWay, Runnable answered) {
            state.bring();
            answered.run();
            advance(0);
            nextCollection = after(accept(state, underWay));
            return underWay.size();
        }
    }

    /// @return nanoseconds that it took, without saving
    private synchronized long accept(MultiSource state, List<int[]> batches) {
        long begun = System.nanoTime();
        state.collect(sums);
        long nanos = Elapsed.nanos(begun);
        for (int[] batch : batches) {
            for (int vertex : batch) {
                done.set(context.indexOf(vertex));
            }
            traversals += batch.length;
        }
        unsaved = true;
        if (System.nanoTime() > nextSnapshot) {
            save();
        }
        return nanos;
    }

    /// When next to do what took so long.
    private static long after(long nanos) {
        return System.nanoTime() + Math.max(SNAPSHOT_NANOS, SNAPSHOT_SHARE * nanos);
    }

    private synchronized void save() {
        if (snapshot == null || !unsaved) {
            return;
        }
        context.graph().requireUnchanged();
        long begun = System.nanoTime();
        snapshot.write(done, sums);
        nextSnapshot = after(Elapsed.nanos(begun));
        unsaved = false;
    }
}
