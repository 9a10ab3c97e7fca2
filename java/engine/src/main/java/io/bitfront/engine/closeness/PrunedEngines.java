package io.bitfront.engine.closeness;

import io.bitfront.cache.DerivedGraphs;
import io.bitfront.cache.Graph;
import io.bitfront.cache.ResourceException;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Direction;
import io.bitfront.engine.answer.TallTrees;
import io.bitfront.engine.answer.TreeSums;
import io.bitfront.engine.device.Owned;
import io.bitfront.engine.spi.Backend;
import io.bitfront.engine.spi.LevelMatrix;
import io.bitfront.engine.spi.MultiSource;
import io.bitfront.memory.Bytes;
import io.bitfront.memory.Closing;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// A job's engines over the graph without its high trees and the long paths between its parts: a
/// batch ends where its part of the rest is searched, and what lies beyond adds to its sums as one
/// search from each foot tells.
final class PrunedEngines implements AutoCloseable {
    /// Feet whose hops are found at once.
    private static final int FEET_AT_ONCE = 16;

    /// Edges that a search by itself meets in the time of a level of a vertex.
    private static final double EDGES_OF_LEVEL = 50;

    /// What a search takes in a batch of neighbours, of one by itself.
    private static final double SHARED = 0.3;

    private final Graph rest;
    private final int[] numberInRest;
    private final TreeSums trees;
    private final List<Backend> engines = new ArrayList<>();
    private final States states;
    private final Owned owned = new Owned("the graph without trees");

    /// When trees and paths are taken off.
    ///
    /// @param height from which on they are high, or long
    /// @param edgesPerHop as high again for so many edges of the graph: a batch that meets all of
    ///     them hardly notices fewer levels
    /// @param levels that searches are spared in all, below which they take less time than another
    ///     graph
    /// @param searchesPerFoot rows of the job for each foot, at least
    /// @param outsideShare other rows for each of those that take a search from inside, at least, which
    ///     goes over the whole graph
    record When(int height, long edgesPerHop, long levels, int searchesPerFoot, int outsideShare) {
        static final When USUAL = new When(64, 1 << 12, 1L << 26, 256, 64);

        /// High trees of a graph that is searched from these vertices; empty where they stay.
        Optional<TallTrees> of(Graph graph, ClosenessJob job, int... sources) {
            return high(graph, job, sources.length).filter(trees -> pays(trees, sources));
        }

        private Optional<TallTrees> high(Graph graph, ClosenessJob job, long searches) {
            if (job.harmonic() || !job.bounds() || job.mode() != BatchMode.AUTO) {
                return Optional.empty();
            }
            long least = Math.max(height, graph.edgeCount() / edgesPerHop);
            least = Math.max(least, Math.ceilDiv(levels, Math.max(1, searches)));
            if (least >= graph.vertexCount()) {
                return Optional.empty();
            }
            boolean out = job.direction() == Direction.OUT;
            try (Graph.Use _ = graph.use()) {
                TallTrees trees =
                        TallTrees.of(out ? graph.out() : graph.in(), out ? graph.in() : graph.out(), (int) least);
                return trees.feet().length == 0 ? Optional.empty() : Optional.of(trees);
            }
        }

        private boolean pays(TallTrees trees, int... sources) {
            long within = Arrays.stream(sources)
                    .filter(source -> trees.contains(source) && !trees.knows(source))
                    .count();
            long outside = sources.length - within;
            return (long) trees.feet().length * searchesPerFoot <= outside && within * outsideShare <= outside;
        }

        /// How many searches that go through high trees take as long as those for all rows, which do
        /// not; infinite where these do as well.
        ///
        /// @param sources finds whom those for all rows begin at
        double asLongAsAll(Graph graph, ClosenessJob job, Supplier<int[]> sources) {
            return high(graph, job, graph.verticesWithEdges())
                    .map(trees -> {
                        int[] all = sources.get();
                        double rest = Math.max(1, graph.edgeCount() - 2.0 * trees.size());
                        double through = rest + EDGES_OF_LEVEL * trees.height();
                        return pays(trees, all) ? SHARED * rest / through * all.length : Double.POSITIVE_INFINITY;
                    })
                    .orElse(Double.POSITIVE_INFINITY);
        }
    }

    private PrunedEngines(RunContext context, TallTrees cut, long sources) {
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            Graph whole = context.graph();
            boolean packed = context.engines().stream()
                    .anyMatch(engine -> engine.hostWorkers().isEmpty());
            rest = owned.add(DerivedGraphs.induced(whole, vertex -> !cut.contains(vertex), packed, workers));
            numberInRest = numbers(whole.vertexCount(), cut);
            for (Backend engine : context.engines()) {
                engines.add(owned.add(engine.over(rest)));
            }
            trees = new TreeSums(rest.vertexCount());
            hang(context, cut);
            states = owned.add(states(context, sources));
        } catch (Throwable t) {
            Closing.after(t, this::close);
            throw t;
        }
    }

    /// Memory of the host that the other graph takes, and what is known of the trees and paths.
    private long bytes() {
        long perVertex = 2 * Long.BYTES + 4 * Integer.BYTES;
        return rest.vertexCount() * perVertex
                + (rest.directed() ? 2 : 1) * rest.edgeCount() * Integer.BYTES
                + rest.tileBytes()
                + TreeSums.bytes(rest.vertexCount())
                + TallTrees.bytes(numberInRest.length)
                + (long) numberInRest.length * Integer.BYTES;
    }

    /// Vertices of the rest have the numbers that they have in the whole graph, without gaps.
    private static int[] numbers(int vertexCount, TallTrees cut) {
        int[] numbers = new int[vertexCount];
        int count = 0;
        for (int v = 0; v < vertexCount; v++) {
            numbers[v] = cut.contains(v) ? -1 : count++;
        }
        return numbers;
    }

    /// Takes in all trees, unless the job is to stop.
    private void hang(RunContext context, TallTrees cut) {
        int[] feet = cut.feet();
        ClosenessJob job = context.job();
        try (MultiSource towards =
                engines.getFirst().multiSource(0, job.direction().reversed())) {
            int width = Math.min(FEET_AT_ONCE, towards.levelWidth(Integer.BYTES));
            for (int i = 0; i < feet.length && !context.stop().asked(); i += width) {
                hang(towards, cut, Arrays.copyOfRange(feet, i, Math.min(feet.length, i + width)));
            }
        }
    }

    private void hang(MultiSource towards, TallTrees cut, int... feet) {
        int[] vertices = Arrays.stream(feet).map(foot -> numberInRest[foot]).toArray();
        try (Arena arena = Arena.ofShared()) {
            LevelMatrix hops = LevelMatrix.allocate(arena, rest.vertexCount(), vertices.length, Integer.BYTES);
            if (!towards.levels(vertices, hops)) {
                throw new IllegalStateException("levels that take more than %d bytes".formatted(Integer.BYTES));
            }
            for (int i = 0; i < vertices.length; i++) {
                int column = i;
                trees.hang(cut.foot(feet[i]), vertex -> hops.get(vertex, column));
            }
        }
    }

    /// Engines over what is left of the graph; empty where there is no memory for another one, which
    /// is said, or where the job is to stop.
    ///
    /// @param sources of the job's searches from outside the trees
    static Optional<PrunedEngines> of(RunContext context, TallTrees cut, long sources) {
        try (Graph.Use _ = context.graph().use()) {
            PrunedEngines pruned = new PrunedEngines(context, cut, sources);
            if (!context.stop().asked()) {
                context.say()
                        .accept(
                                "%,d vertices in trees and on paths are left out of searches, what they add is known: %s more"
                                        .formatted(cut.size(), Bytes.text(pruned.bytes())));
                return Optional.of(pruned);
            }
            pruned.close();
        } catch (DeviceException | ResourceException noRoom) {
            context.say()
                    .accept("searches go through %,d vertices in trees and on paths: %s"
                            .formatted(cut.size(), noRoom.getMessage()));
        }
        return Optional.empty();
    }

    private States states(RunContext context, long sources) {
        ClosenessJob job = context.job();
        return States.of(
                engines,
                engine -> engine.multiSources(job.width(), job.direction(), job.mode(), sources).stream()
                        .<MultiSource>map(state -> new PrunedSource(state, numberInRest, trees))
                        .toList(),
                context.say());
    }

    /// Of every engine that can make them; closed with these.
    States states() {
        return states;
    }

    @Override
    public void close() {
        owned.close();
    }
}
