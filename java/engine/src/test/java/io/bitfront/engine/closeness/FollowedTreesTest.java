package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Engine;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.cpu.CpuEngine;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Whole jobs on graphs with trees of any height, against those that search from every vertex.
final class FollowedTreesTest {
    private static final List<List<ClosenessMeasure>> MEASURES = List.of(
            List.of(ClosenessMeasure.WF),
            List.of(ClosenessMeasure.CLOSENESS, ClosenessMeasure.ECCENTRICITY, ClosenessMeasure.REACHED),
            List.of(ClosenessMeasure.values()));

    @TempDir
    private Path folder;

    static List<TestGraph> graphs() {
        return IntStream.range(0, 80).mapToObj(seed -> withTrees(seed)).toList();
    }

    /// Trees from chains to stars, some of them whole components, on cycles and denser parts, if
    /// any; loops and edges twice; in one of four graphs edges that lead one way.
    private static TestGraph withTrees(int seed) {
        Random dice = new Random(seed);
        int n = 1 + dice.nextInt(40);
        int reach = 1 + dice.nextInt(dice.nextBoolean() ? 2 : n);
        List<int[]> edges = new ArrayList<>();
        for (int v = 1; v < n; v++) {
            if (dice.nextInt(16) > 0) {
                edges.add(new int[] {v, Math.max(0, v - 1 - dice.nextInt(reach))});
            }
        }
        for (int i = dice.nextInt(5); i > 0; i--) {
            int v = dice.nextInt(n);
            edges.add(new int[] {v, dice.nextBoolean() ? dice.nextInt(n) : Math.max(0, v - dice.nextInt(5))});
        }
        boolean directed = seed % 4 == 3;
        for (int[] edge : List.copyOf(edges)) {
            if (dice.nextInt(4) > 0) {
                edges.add(new int[] {edge[1], edge[0]});
            }
        }
        return new TestGraph(
                "with trees %d".formatted(seed),
                n,
                edges.stream().mapToInt(edge -> edge[0]).toArray(),
                edges.stream().mapToInt(edge -> edge[1]).toArray(),
                directed);
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void rowsAreThoseOfSearchesFromEveryVertex(TestGraph test) {
        List<Long> some = LongStream.range(0, test.vertexCount())
                .filter(id -> id % 3 != 1)
                .boxed()
                .toList();
        try (Graph graph = Prepared.graph(test);
                Engine host = Prepared.cpu(graph, 1);
                Engine device = device(graph)) {
            for (Engine engine : List.of(host, device)) {
                for (List<ClosenessMeasure> measures : MEASURES) {
                    for (Direction direction :
                            graph.directed() ? Direction.values() : new Direction[] {Direction.OUT}) {
                        ClosenessJob all =
                                ClosenessJob.allSources().measures(measures).direction(direction);
                        expectRows(engine, all);
                        expectRows(engine, all.withSources(new ClosenessJob.Sources.Listed(some)));
                        expectRows(engine, all.top(3));
                    }
                }
            }
        }
    }

    private static void expectRows(Engine engine, ClosenessJob job) {
        assertThat(Prepared.rows(engine.closeness(job)))
                .as(job.toString())
                .isEqualTo(Prepared.rows(engine.closeness(job.bounds(false))));
    }

    /// One that tells sums and no levels.
    private static Engine device(Graph graph) {
        return Prepared.engine(new FaultyEngine(new CpuEngine(graph, 1), "device", FaultyEngine.Fault.NEVER, 0));
    }

    /// Higher than a thread's stack has room for, and than counts by level are kept for.
    @Test
    void treesOfAnyHeightFollowFromSums() {
        TestGraph test = Shapes.joinedByPath(Shapes.caterpillar(40_000, 1), 40_000, Shapes.cycle(9));
        try (Graph graph = Prepared.graph(test);
                Engine host = Prepared.cpu(graph, 1);
                Engine device = device(graph)) {
            ClosenessJob job = ClosenessJob.allSources().measures(ClosenessMeasure.WF, ClosenessMeasure.ECCENTRICITY);
            ClosenessJob listed = job.withSources(
                    new ClosenessJob.Sources.Listed(List.of(0L, 1L, 39_999L, 40_000L, 79_999L, 80_005L, 100_000L)));
            List<String> expected = Prepared.rows(host.closeness(listed.bounds(false)));
            for (Engine engine : List.of(host, device)) {
                ClosenessResult found = engine.closeness(job);
                assertThat(found.effort().orElseThrow().begun()).isLessThanOrEqualTo(9);
                assertThat(Prepared.rows(found)).containsAll(expected);
                assertThat(Prepared.rows(engine.closeness(listed))).isEqualTo(expected);
            }
        }
    }

    /// A checkpoint holds the rows that follow from sums, though their leaders' may not be the
    /// job's; to a job with harmonic sums they are none.
    @Test
    void rowsFromSumsAreKept() {
        TestGraph test = Shapes.joinedByPath(Shapes.caterpillar(30, 2), 20, Shapes.cycle(9));
        List<Long> leaves = LongStream.range(30, 80).boxed().toList();
        try (Graph graph = Prepared.graph(test);
                Engine host = Prepared.cpu(graph, 1);
                Engine device = device(graph)) {
            for (Engine engine : List.of(host, device)) {
                ClosenessJob job =
                        ClosenessJob.sources(leaves).checkpoint(folder.resolve(engine == host ? "host" : "device"));
                assertThat(run(engine, job).traversals()).isEqualTo(1);
                assertThat(run(engine, job).traversals()).isZero();
                ClosenessJob harmonic = job.measures(ClosenessMeasure.HARMONIC);
                ClosenessResult found = run(engine, harmonic);
                assertThat(found.traversals()).isPositive();
                assertThat(Prepared.rows(found))
                        .isEqualTo(Prepared.rows(
                                engine.closeness(harmonic.checkpoint(null).bounds(false))));
                assertThat(run(engine, harmonic).traversals()).isZero();
            }
        }
    }

    private static ClosenessResult run(Engine engine, ClosenessJob job) {
        return new ClosenessRunner(List.of(engine), job, Progress.NONE).run();
    }
}
