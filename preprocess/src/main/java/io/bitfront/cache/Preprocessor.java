package io.bitfront.cache;

import io.bitfront.graph.BvssPacker;
import io.bitfront.graph.Csc;
import io.bitfront.graph.CscBuilder;
import io.bitfront.graph.CscTransforms;
import io.bitfront.graph.DegreeStatistics;
import io.bitfront.graph.Graph;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.GraphStatistics;
import io.bitfront.graph.Hubs;
import io.bitfront.graph.Permutation;
import io.bitfront.graph.VertexIds;
import io.bitfront.memory.IntArray;
import io.bitfront.order.Orderings;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.util.function.Consumer;

/// Turns a graph as read into a prepared [Graph] in memory: CSC, ordering, BVSS. Each stage's memory is freed as soon
/// as the next has what it needs. For one thread; the work is shared out to the workers.
public final class Preprocessor {
    private final PreprocessOptions options;
    private final Workers workers;
    private final Progress progress;
    private final PhaseLog log;
    private final Consumer<String> say;

    /// @param log receives the phases
    /// @param say receives what a user should know, one line each
    public Preprocessor(
            PreprocessOptions options, Workers workers, Progress progress, PhaseLog log, Consumer<String> say) {
        this.options = options;
        this.workers = workers;
        this.progress = progress;
        this.log = log;
        this.say = say;
    }

    /// Prepares a graph with its own workers, silently.
    public static Graph prepare(GraphInput input, PreprocessOptions options) {
        try (Workers workers = new Workers(options.threads())) {
            return new Preprocessor(options, workers, Progress.NONE, new PhaseLog(), line -> {}).prepare(input);
        }
    }

    /// Prepares a graph. The input is closed once its edges have been taken over, or on failure.
    public Graph prepare(GraphInput input) {
        Arena arena = Arena.ofShared();
        try {
            return new Run(input, arena).graph();
        } catch (Throwable t) {
            arena.close();
            throw t;
        }
    }

    /// One preparation.
    private final class Run {
        private final Arena arena;
        private final VertexIds ids;
        private final long inputEdges;
        private final Arena rawArena = Arena.ofShared();
        private final CscBuilder.Built built;
        private final boolean directed;

        Run(GraphInput input, Arena arena) {
            this.arena = arena;
            this.ids = input.ids();
            this.inputEdges = input.edges().edgeCount();
            this.directed = input.directed();
            this.built = build(input);
        }

        private CscBuilder.Built build(GraphInput input) {
            try (input) {
                return log.run(
                        "CSC",
                        "edge",
                        () -> CscBuilder.build(input.edges(), input.symmetrise(), rawArena, workers, progress),
                        result -> result.csc().edgeCount());
            } catch (Throwable t) {
                rawArena.close();
                throw t;
            }
        }

        Graph graph() {
            Ordered ordered =
                    log.run("order", "edge", this::order, result -> built.csc().edgeCount());
            BvssPacker.Packed packed = log.run(
                    "BVSS",
                    "edge",
                    () -> BvssPacker.pack(ordered.out, ordered.in, arena, workers, progress),
                    result -> ordered.out.edgeCount());
            IntArray hubs = Hubs.of(ordered.in, arena, workers);
            return new Graph(
                    arena,
                    ordered.out,
                    ordered.in,
                    ordered.permutation,
                    ids,
                    packed.bvss(),
                    hubs,
                    ordered.name,
                    statistics(ordered.degrees, packed, ordered.out.edgeCount()));
        }

        private Ordered order() {
            try (rawArena) {
                Csc rawOut = built.csc();
                Csc rawIn = directed ? CscTransforms.transpose(rawOut, rawArena, workers) : rawOut;
                DegreeStatistics degrees = DegreeStatistics.of(rawOut, rawIn, workers);
                Orderings.Choice choice = Orderings.resolve(options.ordering(), options.orderingOptions(), degrees);
                if (!choice.reason().isEmpty()) {
                    say.accept("order %s: %s".formatted(choice.ordering().name(), choice.reason()));
                }
                Permutation permutation = choice.ordering().order(rawOut, rawIn, arena, workers, progress);
                Csc out = CscTransforms.permute(rawOut, permutation, arena, workers);
                Csc in = directed ? CscTransforms.permute(rawIn, permutation, arena, workers) : out;
                return new Ordered(choice.ordering().name(), degrees, permutation, out, in);
            }
        }

        private GraphStatistics statistics(DegreeStatistics degrees, BvssPacker.Packed packed, long edgeCount) {
            return new GraphStatistics(
                    inputEdges,
                    built.selfLoops(),
                    built.duplicates(),
                    degrees.isolatedVertices(),
                    degrees.maxOutDegree(),
                    degrees.maxInDegree(),
                    degrees.meanDegree(),
                    packed.sliceCount(),
                    packed.bvss().vssCount(),
                    packed.compressionRatio(edgeCount),
                    packed.updateDivergence(),
                    degrees.scaleFree(),
                    -1);
        }
    }

    private record Ordered(String name, DegreeStatistics degrees, Permutation permutation, Csc out, Csc in) {}
}
