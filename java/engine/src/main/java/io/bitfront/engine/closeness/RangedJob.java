package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.spi.TargetSums;
import io.bitfront.progress.Progress;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/// A job cut into ranges by a [RangePlan], on a machine that has the graph open. Holds four bytes a source. Any thread
/// may ask for ranges.
public final class RangedJob {
    /// Sources that lie beside each other share batches of any engine: the CPU's are this wide, a GPU's twice.
    private static final int ARRANGED = 512;

    private final RunContext context;
    private final RangePlan plan;
    private final BitSet pivots;
    private final int[] sources;
    private SampleEstimates estimates;

    /// Arranges the job's sources, in time linear in the graph.
    public RangedJob(Graph graph, ClosenessJob job, RangePlan plan) {
        this.context = new RunContext(
                graph,
                List.of(),
                job,
                Progress.NONE,
                null,
                new StopRequest(),
                line -> {},
                System.nanoTime(),
                new Foresight());
        this.plan = plan;
        this.pivots = job.sources() instanceof ClosenessJob.Sources.Sample sample
                ? Pivots.of(job, sample, graph.vertexCount())
                : null;
        this.sources = vertices();
        SourceArrangement.arrange(graph, sources, ARRANGED);
    }

    private int[] vertices() {
        Graph graph = context.graph();
        return switch (context.job().sources()) {
            case ClosenessJob.Sources.All _ ->
                IntStream.range(0, graph.vertexCount()).toArray();
            case ClosenessJob.Sources.Listed listed ->
                listed.ids().stream().mapToInt(graph::vertexOf).sorted().toArray();
            case ClosenessJob.Sources.Error _ ->
                throw new IllegalArgumentException(
                        "a sample to within an error grows as it goes: it takes one machine");
            case ClosenessJob.Sources.Sample _ ->
                pivots.stream().map(context::vertexOf).toArray();
        };
    }

    RunContext context() {
        return context;
    }

    CheckpointHeader header() {
        return plan.header();
    }

    /// The vertices of a range, neighbours beside each other.
    int[] vertices(int range) {
        return Arrays.copyOfRange(
                sources, Math.min(plan.first(range), sources.length), Math.min(plan.first(range + 1), sources.length));
    }

    /// A range of an exact job, nothing of it done yet.
    public ExactRange exact(int range) {
        return new ExactRange(this, range);
    }

    /// A range of a sample's pivots, nothing of it done yet.
    public PivotRange pivots(int range) {
        return new PivotRange(this, range);
    }

    /// The estimates of consecutive vertices of a sampling job.
    ///
    /// @param first input index of the first
    /// @param sums over all pivots, by input index from `first` on
    /// @throws CancellationException where this thread is interrupted, which stays set, while it finds what all
    ///     estimates go by; another call finds it again
    public ClosenessResult estimates(int first, TargetSums sums) {
        return new SampledResult(
                context,
                estimates(),
                sums,
                first,
                Math.toIntExact(sums.pivots().length()),
                IntUnaryOperator.identity(),
                SampleRun.notes(context, pivots),
                List.of(),
                sources.length);
    }

    private synchronized SampleEstimates estimates() {
        if (estimates == null) {
            Graph graph = context.graph();
            BooleanSupplier stop = Thread.currentThread()::isInterrupted;
            ComponentSizes components = SampleEstimates.components(graph, stop);
            SampleDepths depths = SampleDepths.of(
                    graph,
                    pivots,
                    components,
                    SampleDepths.byHost(graph, context.job().direction(), stop));
            estimates = new SampleEstimates(graph, pivots, components, depths);
        }
        return estimates;
    }
}
