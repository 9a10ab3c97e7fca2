package io.bitfront.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.cache.PreprocessOptions;
import io.bitfront.cache.Preprocessor;
import io.bitfront.generate.Generator;
import io.bitfront.generate.WebGenerator;
import io.bitfront.graph.DegreeStatistics;
import io.bitfront.graph.GraphInput;
import io.bitfront.order.EdgeSample;
import io.bitfront.order.OrderingKind;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What `auto` chooses for ten kinds of graphs whose ids are as generated, and permuted at random, and why.
class OrderChoiceTest {
    private static final int SCALE = 13;
    private static final String HUBS = "the top 1% of vertices hold [0-9.]+% of the degrees";
    private static final String PATHS = ", [0-9.]+% of [0-9]+ paths of two edges are ";
    private static final Map<String, String> REASONS = Map.of(
            "HUBS", "",
            "FEW", ", mean degree [0-9.]+",
            "CLOSED", PATHS + "closed",
            "NEAR", ", [0-9.]+% between near ids",
            "SQUARES", PATHS + "in squares");

    @ParameterizedTest
    @CsvSource({
        "kron,       degree,  HUBS,          degree,  HUBS",
        "web,        degree,  HUBS,          degree,  HUBS",
        "bipartite,  degree,  HUBS,          degree,  HUBS",
        "urand,      natural, CLOSED,        natural, CLOSED",
        "community,  natural, CLOSED + NEAR, cells,   CLOSED",
        "smallworld, natural, CLOSED + NEAR, cells,   CLOSED",
        "rgg,        cells,   CLOSED,        cells,   CLOSED",
        "delaunay,   cells,   FEW,           cells,   FEW",
        "road,       cells,   FEW,           cells,   FEW",
        "grid,       rcm,     FEW + SQUARES, rcm,     FEW + SQUARES"
    })
    void autoChoosesByDegreesAndASampleOfEdgesAndSaysWhy(
            String kind, String natural, String naturalReason, String permuted, String permutedReason) {
        check(BenchGraph.of(kind, SCALE).generator(), natural, naturalReason, permuted, permutedReason);
    }

    /// Most of whose links are copied, so that as many of a page's neighbours are each other's as in crawls.
    @Test
    void autoKeepsSitesTogetherWhereverTheirPagesAre() {
        check(new WebGenerator(1 << SCALE, 64, 0.97, 16, 1), "cells", "HUBS + CLOSED", "cells", "HUBS + CLOSED");
    }

    private static void check(
            Generator generator, String natural, String naturalReason, String permuted, String permutedReason) {
        try (Workers workers = new Workers(1);
                EdgeArrays edges = EdgeArrays.of(generator, workers, Progress.NONE)) {
            check(edges.input(), workers, natural, naturalReason);
            edges.permute(1, workers);
            check(edges.input(), workers, permuted, permutedReason);
        }
    }

    private static void check(GraphInput input, Workers workers, String expected, String reason) {
        PreprocessOptions asIs = PreprocessOptions.defaults().withOrdering(OrderingKind.NATURAL);
        try (Graph graph = Preprocessor.prepare(input, asIs)) {
            OrderingKind.Choice choice = OrderingKind.AUTO.chosenFor(
                    DegreeStatistics.of(graph.out(), graph.in(), workers), () -> EdgeSample.of(graph.out()));
            assertThat(choice.kind().word()).isEqualTo(expected);
            String parts = Stream.of(reason.split(" \\+ ")).map(REASONS::get).collect(Collectors.joining());
            assertThat(choice.reason()).matches(HUBS + parts);
        }
    }
}
