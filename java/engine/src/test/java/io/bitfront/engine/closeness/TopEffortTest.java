package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Engine;
import io.bitfront.engine.Prepared;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How many searches the top takes, and all rows. Bounds that say less, or are asked too late, make
/// rows that are as right by more of them. On one thread it is the same each time, but for what is
/// ruled out in meshes while batches are searched. Whoever needs fewer changes the numbers here.
final class TopEffortTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SCALE_FREE | 900 | WF | 30 | 88 of 900 vertices searched, 65 of them to the end; 812 spared by neighbourhoods",
                "SCALE_FREE | 900 | HARMONIC | 30 | 71 of 900 vertices searched, 64 of them to the end; 829 spared by neighbourhoods",
                "SCALE_FREE | 3000 | WF | 3 | 64 of 3,000 vertices searched; 2,936 spared by neighbourhoods",
                "SCALE_FREE | 3000 | WF | 30 | 740 of 3,000 vertices searched, 64 of them to the end; 2,260 spared by neighbourhoods",
                "SCALE_FREE | 3000 | HARMONIC | 3 | 64 of 3,000 vertices searched; 2,936 spared by neighbourhoods",
                "SCALE_FREE | 3000 | HARMONIC | 30 | 94 of 3,000 vertices searched, 64 of them to the end; 2,906 spared by neighbourhoods",
                "UNIFORM | 900 | WF | 3 | 897 of 900 vertices searched, 64 of them to the end; 3 follow from others",
                "UNIFORM | 900 | HARMONIC | 3 | 705 of 900 vertices searched, 64 of them to the end; 195 spared by neighbourhoods",
                "TREE | 900 | WF | 3 | 1 of 900 vertices searched; 899 follow from others",
                "TREE | 900 | HARMONIC | 3 | 1 of 900 vertices searched; 899 follow from others",
                "HUBS | 900 | WF | 30 | 156 of 900 vertices searched; 744 follow from others",
                "HUBS | 900 | HARMONIC | 30 | 65 of 900 vertices searched, 64 of them to the end; 756 spared by neighbourhoods; 79 spared by few edges",
                "HUBS | 3000 | WF | 30 | 389 of 3,000 vertices searched; 2,611 follow from others",
                "HUBS | 3000 | HARMONIC | 30 | 393 of 3,000 vertices searched; 2,607 follow from others",
                "HUBS | 6000 | WF | 300 | 1,081 of 6,000 vertices searched; 4,919 follow from others",
                "HUBS | 6000 | HARMONIC | 300 | 1,103 of 6,000 vertices searched; 4,897 follow from others",
                "COMPONENTS | 900 | WF | 30 | 124 of 900 vertices searched; 776 follow from others",
                "COMPONENTS | 900 | HARMONIC | 30 | 124 of 900 vertices searched; 776 follow from others",
                "COMPONENTS | 3000 | WF | 3 | 119 of 3,000 vertices searched; 1,302 spared by neighbourhoods; 1,579 follow from others",
                "COMPONENTS | 3000 | HARMONIC | 3 | 104 of 3,000 vertices searched; 1,317 spared by neighbourhoods; 1,579 follow from others",
                "DENSE | 900 | WF | 30 | 95 of 150 vertices searched; 55 spared by neighbourhoods",
                "DENSE | 900 | HARMONIC | 30 | 96 of 150 vertices searched; 54 spared by neighbourhoods",
                "DIRECTED_UNIFORM | 900 | WF | 30 | 855 of 900 vertices searched, 84 of them to the end; 45 spared by neighbourhoods",
                "DIRECTED_UNIFORM | 900 | HARMONIC | 30 | 855 of 900 vertices searched, 80 of them to the end; 45 spared by neighbourhoods",
                "DIRECTED_SCALE_FREE | 3000 | WF | 30 | 2,946 of 3,000 vertices searched, 89 of them to the end; 54 spared by neighbourhoods",
                "DIRECTED_SCALE_FREE | 3000 | HARMONIC | 30 | 2,946 of 3,000 vertices searched, 87 of them to the end; 54 spared by neighbourhoods",
                "DAG | 900 | WF | 3 | 456 of 900 vertices searched, 262 of them to the end; 443 spared by neighbourhoods; 1 follows from others",
                "DAG | 900 | HARMONIC | 3 | 426 of 900 vertices searched, 125 of them to the end; 473 spared by neighbourhoods; 1 follows from others",
                "DAG | 3000 | WF | 30 | 1,485 of 3,000 vertices searched; 1,511 spared by neighbourhoods; 4 follow from others",
                "DAG | 3000 | HARMONIC | 30 | 1,398 of 3,000 vertices searched; 1,598 spared by neighbourhoods; 4 follow from others",
                "DIRECTED_MESSY | 900 | WF | 3 | 592 of 900 vertices searched, 64 of them to the end; 301 spared by neighbourhoods; 7 follow from others",
                "DIRECTED_MESSY | 900 | HARMONIC | 3 | 187 of 900 vertices searched, 64 of them to the end; 713 spared by neighbourhoods",
                "DIRECTED_MESSY | 3000 | WF | 30 | 1,947 of 3,000 vertices searched, 116 of them to the end; 1,041 spared by neighbourhoods; 12 follow from others",
                "DIRECTED_MESSY | 3000 | HARMONIC | 30 | 520 of 3,000 vertices searched, 101 of them to the end; 2,478 spared by neighbourhoods; 2 follow from others"
            })
    void fewSearchesFindTheTop(GraphKind kind, int n, ClosenessMeasure measure, int top, String effort) {
        ClosenessJob job = ClosenessJob.allSources().measures(measure).top(top).width(64);
        try (Graph graph = Prepared.graph(kind.draw(21, n));
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessResult found = engine.closeness(job);
            assertThat(found.effort().orElseThrow()).hasToString(effort);
        }
    }

    /// Those that hang on vertices which were searched for a first threshold included.
    @Test
    void pendantsAreNotSearched() {
        TestGraph core = GraphKind.UNIFORM.draw(21, 300);
        int pendants = 6_000;
        IntStream hung = IntStream.range(0, pendants);
        TestGraph test = new TestGraph(
                "core with pendants",
                300 + pendants,
                IntStream.concat(IntStream.of(core.from()), hung.map(v -> v % 300))
                        .toArray(),
                IntStream.concat(IntStream.of(core.to()), IntStream.range(300, 300 + pendants))
                        .toArray(),
                false);
        ClosenessJob job = ClosenessJob.allSources().top(5).width(64);
        try (Graph graph = Prepared.graph(test);
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessResult found = engine.closeness(job);
            assertThat(Prepared.rows(found)).isEqualTo(Prepared.rows(engine.closeness(job.bounds(false))));
            assertThat(found.effort().orElseThrow().begun()).isLessThanOrEqualTo(300);
        }
    }

    /// Harmonic sums follow from counts by level, which first searches keep none of: those that hang on one of them are
    /// worth no more than it.
    @Test
    void pendantsOfVerticesSearchedFirstAreRuledOutByThese() {
        int core = 3_000;
        int n = 11 * core;
        SplittableRandom random = new SplittableRandom(4);
        int[] from = IntStream.range(0, 8 * core + n - core)
                .map(edge -> edge < 8 * core ? edge % core : random.nextInt(core))
                .toArray();
        int[] to = IntStream.range(0, from.length)
                .map(edge -> edge < 8 * core ? random.nextInt(core) : edge - 7 * core)
                .toArray();
        ClosenessJob job = ClosenessJob.allSources()
                .measures(ClosenessMeasure.HARMONIC)
                .top(5)
                .width(64);
        try (Graph graph = Prepared.graph(new TestGraph("core with pendants", n, from, to, false));
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessResult found = engine.closeness(job);
            assertThat(found.effort().orElseThrow().begun()).isLessThan(core + 64);
            assertThat(Prepared.rows(found)).isEqualTo(Prepared.rows(engine.closeness(job.bounds(false))));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SCALE_FREE | 900 of 900 vertices searched",
                "UNIFORM | 897 of 900 vertices searched; 3 follow from others",
                "MESH | 900 of 900 vertices searched",
                "ROAD | 670 of 900 vertices searched; 230 follow from others",
                "TREE | 1 of 900 vertices searched; 899 follow from others",
                "HUBS | 103 of 900 vertices searched; 797 follow from others",
                "BIPARTITE | 878 of 900 vertices searched; 22 follow from others",
                "COMPONENTS | 124 of 900 vertices searched; 776 follow from others",
                "DENSE | 150 of 150 vertices searched",
                "MESSY | 602 of 900 vertices searched; 298 follow from others",
                "DIRECTED_UNIFORM | 855 of 900 vertices searched; 45 follow from others",
                "DIRECTED_SCALE_FREE | 879 of 900 vertices searched; 21 follow from others",
                "DAG | 604 of 900 vertices searched; 296 follow from others",
                "DIRECTED_MESSY | 592 of 900 vertices searched; 308 follow from others"
            })
    void rowsThatFollowFromOthersTakeNoSearch(GraphKind kind, String effort) {
        try (Graph graph = Prepared.graph(kind.draw(21, 900));
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessResult found = engine.closeness(ClosenessJob.allSources().width(64));
            assertThat(found.effort().orElseThrow()).hasToString(effort);
        }
    }

    /// Searches far apart go on as long as each rules out many, then what is left is found from the borders of cells or
    /// in
    /// batches, whichever costs less.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "MESH | 900 | WF | 3 | bounds of 900, 16 searches leave 140, cutting, 16 searches leave 104, batches",
                "MESH | 3000 | WF | 3 | bounds of 2970, 16 searches leave 1679, cutting, 32 searches leave 730, 32 searches leave 431, batches",
                "MESH | 3000 | HARMONIC | 3 | bounds of 2970, 16 searches leave 2853, cutting, 80 searches leave 2201, batches",
                "ROAD | 900 | WF | 3 | bounds of 750, 16 searches leave 545, cutting, 16 searches leave 236, 16 searches leave 100, 16 searches leave 47, batches",
                "ROAD | 3000 | WF | 3 | bounds of 2444, 16 searches leave 1721, cutting, 32 searches leave 707, 48 searches leave 231, 16 searches leave 158, batches",
                "ROAD | 3000 | WF | 80 | bounds of 2444, cutting, batches",
                "ROAD | 3000 | HARMONIC | 3 | bounds of 2444, 16 searches leave 2306, cutting, 112 searches leave 1597, batches"
            })
    void meshesAreSearchedFarApartFirst(GraphKind kind, int n, ClosenessMeasure measure, int top, String stages) {
        expectStages(kind.draw(21, n), measure, top, stages);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "7 | 400 | WF | 3 | bounds of 2800, 16 searches leave 499, cutting, 32 searches leave 316, batches",
                "7 | 900 | WF | 3 | bounds of 6300, 16 searches leave 2025, 16 searches leave 1011, cutting, 16 searches leave 767, cells, batches",
                "7 | 900 | WF | 80 | bounds of 6300, 16 searches leave 6284, cutting, 32 searches leave 6252, cells, batches",
                "7 | 900 | HARMONIC | 3 | bounds of 6300, 16 searches leave 6252, cutting, cells, batches",
                "30 | 30 | WF | 3 | bounds of 900, 16 searches leave 657, cutting, 16 searches leave 313, 32 searches leave 133, batches",
                "3 | 2000 | WF | 3 | bounds of 6000, 16 searches leave 1297, 16 searches leave 611, cutting, 16 searches leave 463, cells, batches",
                "1 | 5000 | WF | 3 | searches for all rows"
            })
    void gridsAreSearchedFarApartFirst(int width, int height, ClosenessMeasure measure, int top, String stages) {
        expectStages(Shapes.grid(width, height), measure, top, stages);
    }

    private static void expectStages(TestGraph test, ClosenessMeasure measure, int top, String stages) {
        ClosenessJob job = ClosenessJob.allSources().measures(measure).top(top).width(64);
        try (Graph graph = Prepared.graph(test);
                Engine engine = Prepared.cpu(graph, 1)) {
            assertThat(engine.closeness(job).stages().stream()
                            .map(TopEffortTest::words)
                            .collect(Collectors.joining(", ")))
                    .isEqualTo(stages);
        }
    }

    /// How many are ruled out meanwhile from cells and batches depends on the time.
    private static String words(ClosenessResult.Stage stage) {
        return switch (stage.name()) {
            case "bounds" -> "bounds of %d".formatted(stage.left());
            case "searches far apart" -> "%d searches leave %d".formatted(stage.searches(), stage.left());
            case "searches in batches" -> "batches";
            default -> stage.name();
        };
    }

    /// Of what first searches took nothing is left in the batches of the others.
    @Test
    void whatBoundsLeaveMostOfIsSearchedAsAllRowsAre() {
        List<String> said = new ArrayList<>();
        ClosenessJob job = ClosenessJob.allSources().top(30).width(64);
        try (Graph graph = Prepared.graph(GraphKind.HUBS.draw(21, 3_000));
                Engine cpu = Prepared.cpu(graph, 1)) {
            ClosenessResult found = new ClosenessRunner(List.of(cpu), job, Progress.NONE, said::add).run();
            assertThat(said).anyMatch(line -> line.endsWith("the rows of the others follow from theirs"));
            assertThat(Prepared.rows(found)).isEqualTo(Prepared.rows(cpu.closeness(job.bounds(false))));
        }
    }
}
