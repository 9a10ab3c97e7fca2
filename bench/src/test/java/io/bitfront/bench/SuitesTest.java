package io.bitfront.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.bitfront.bench.BatchProtocol.Choice;
import io.bitfront.bench.BenchOptions.GraphSet;
import io.bitfront.bench.Suite.SuiteResult;
import io.bitfront.engine.Device;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.order.OrderingKind;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The suites over generated graphs, rehearsed on the CPU with graphs of a few hundred vertices.
class SuitesTest extends SuiteRuns {
    @Test
    void graphsUnlikeTheTunedOnesStandBesideTheirIdeals() {
        BenchOptions shrunk = shrunk(12, null);
        SuiteResult result = Suites.named("unlike").run(shrunk);
        assertThat(result.notes()).isEmpty();
        assertSaid(
                "two kron 22, degree order",
                "generate unlike-two-kron-22-12.sg",
                "two kron 22: median # ms, slowest #, # us a level",
                "one kron 22: median # ms, slowest #, # us a level",
                "four kron 20, degree order",
                "four kron 20: batches, # us a search");
        assertThat(result.targets()).hasSize(8).allMatch(target -> target.measured() > 0);
        assertThat(bounds(result))
                .containsExactly(
                        "two kron 22, times one kron 22: 3.0 x, better at most 2.1, medians of one run",
                        "kron 24 beside a star, times kron 24: 3.0 x, better at most 1.8, medians of one run",
                        "road 24 with a hub: 12.5 ms, better at most 11.5, median",
                        "rgg 24 with 100 hubs, times rgg 24: 1.1 x, better at most 1.01, medians of one run",
                        "kron 18 with a tail: 1.3 us a level, better at most 0.6, median",
                        "cliques joined by a path: 1.3 us a level, better at most 0.6, median",
                        "chain 20: 1.0 us a level, better at most 0.5, median",
                        "four kron 20, times kron 22: 1.2 x, better at most 1.0, medians of one run");
        assertThat(result.targets().getFirst().measured())
                .isCloseTo(medianMs(result, "two kron 22") / medianMs(result, "one kron 22"), within(1e-9));
        assertThat(result.targets().get(2).measured()).isEqualTo(medianMs(result, "road 24 with a hub"));
        assertThat(result.targets().get(6).measured())
                .isEqualTo(row(result, "chain 20").usPerLevel());
        assertThat(result.targets().getLast().measured())
                .isCloseTo(
                        result.batches().getFirst().usPerBfs()
                                / result.batches().getLast().usPerBfs(),
                        within(1e-9));
        assertThat(result.bfs()).allMatch(row -> row.sources() == 3 && row.runs() == 1 && row.verified() == 3);
        BfsMeasurement twins = row(result, "two kron 22");
        BfsMeasurement one = row(result, "one kron 22");
        assertThat(one.vertices()).isEqualTo(1 << 10);
        assertThat(twins.vertices()).isEqualTo(2 * one.vertices());
        assertThat(twins.edges()).isEqualTo(2 * one.edges());
        BfsMeasurement tail = row(result, "kron 18 with a tail");
        assertThat(tail.perSource().stream()
                        .mapToInt(BfsMeasurement.SourceTime::depth)
                        .max()
                        .orElseThrow())
                .isGreaterThan(100);
        BfsMeasurement cliques = row(result, "cliques joined by a path");
        assertThat(cliques.edges()).isEqualTo(2L * (2 * 28 + 255 + 2)); // cliques of 8, a path of 256
        // Stars of 4,096, 9 and 8 leaves.
        assertThat(row(result, "kron 24").vertices()).isEqualTo(1 << 12);
        assertThat(row(result, "kron 24 beside a star").vertices()).isEqualTo((1 << 12) + 4_097);
        assertThat(row(result, "road 24").vertices()).isEqualTo(1 << 12);
        assertThat(row(result, "road 24 with a hub").vertices()).isEqualTo((1 << 12) + 10);
        assertThat(row(result, "rgg 24").vertices()).isEqualTo(1 << 12);
        assertThat(row(result, "rgg 24 with 100 hubs").vertices()).isEqualTo((1 << 12) + 100 * 9);
        assertThat(tail.vertices()).isEqualTo((1 << 8) + (1 << 9));
        assertThat(row(result, "chain 20").vertices()).isEqualTo(1 << 8);
        assertThat(result.batches().stream().map(BatchMeasurement::vertices)).containsExactly(4 * (1 << 8), 1 << 10);
        assertThat(result.batches().stream().map(BatchMeasurement::graph)).containsExactly("four kron 20", "kron 22");
        assertThat(result.batches()).allMatch(row -> row.batches() == 4);
    }

    @Test
    void everyOrderIsMeasuredOnNaturalAndPermutedIdsAndAutoBesideTheBest() {
        SuiteResult result = Suites.named("orders").run(options(Device.cpu(), List.of("grid", "web"), 8));
        assertThat(result.notes()).isEmpty();
        assertSaid(
                "grid 8, rcm order, ready in # s",
                "web 8 permuted, cells order, ready in # s",
                "grid 8, natural order: median # ms, in batches # us",
                "web 8 permuted, jaccard order: median # ms, in batches # us");
        assertThat(said).anyMatch(line -> line.matches("grid 8: auto is \\w+, .+"));
        assertThat(result.bfs().stream().map(BfsMeasurement::key).toList())
                .hasSize(20)
                .startsWith("grid 8 natural auto auto", "grid 8 degree auto auto")
                .contains("grid 8 permuted cells auto auto", "web 8 permuted rcm auto auto");
        assertThat(row(result, "grid 8").edges()).isEqualTo(2L * 2 * 16 * 15);
        assertThat(row(result, "grid 8 permuted").edges()).isEqualTo(2L * 2 * 16 * 15);
        assertThat(result.batches()).hasSize(20).allMatch(row -> row.batches() == 3 && row.verified() == 4);
        assertThat(result.targets().stream().map(Target::what).toList())
                .containsExactly(
                        "grid 8, searches: auto over the best",
                        "grid 8, batches: auto over the best",
                        "grid 8 permuted, searches: auto over the best",
                        "grid 8 permuted, batches: auto over the best",
                        "web 8, searches: auto over the best",
                        "web 8, batches: auto over the best",
                        "web 8 permuted, searches: auto over the best",
                        "web 8 permuted, batches: auto over the best");
        assertThat(result.targets()).allMatch(target -> target.measured() >= 1);
        assertThat(bounds(result)).allMatch(line -> line.contains(": 1.1 x, better at most 1.05, "));
    }

    /// On a CPU of one thread by the processor's time; `auto` is judged only where what it chooses was measured.
    @Test
    void ordersThatAreAskedForAreMeasuredAlone() {
        BenchOptions usual = options(Device.cpu(), List.of());
        for (int threads : new int[] {1, 2}) {
            for (OrderingKind ordering : List.of(OrderingKind.DEGREE, OrderingKind.RCM)) {
                SuiteResult result = Suites.named("orders")
                        .run(new BenchOptions(
                                usual.folder(),
                                null,
                                usual.protocol(),
                                1,
                                new Device.Cpu(threads),
                                usual.request(),
                                GraphSet.generated(List.of("kron"), List.of(10), List.of(ordering)),
                                usual.progress(),
                                usual.say()));
                String by = threads == 1 ? " processor time" : "";
                assertThat(result.bfs().stream().map(BfsMeasurement::key))
                        .containsExactly(
                                "kron 9 %s auto auto%s".formatted(ordering.word(), by),
                                "kron 9 permuted %s auto auto%s".formatted(ordering.word(), by));
                assertThat(result.targets()).hasSize(ordering == OrderingKind.DEGREE ? 4 : 0);
                assertThat(result.targets())
                        .allMatch(target ->
                                target.measured() == 1 && target.note().equals("degree over degree"));
            }
        }
    }

    private static BfsMeasurement row(SuiteResult result, String graph) {
        return result.bfs().stream()
                .filter(one -> one.graph().equals(graph))
                .findFirst()
                .orElseThrow();
    }

    private static double medianMs(SuiteResult result, String graph) {
        return row(result, graph).kernel().medianMs();
    }

    @Test
    void theTableHasARowPerGraphScaleAndOrdering() {
        SuiteResult result =
                Suites.named("table2").run(options(Device.cpu(), List.of("kron", "road", "delaunay"), 8, 9));
        assertThat(said).anyMatch(line -> line.matches("delaunay 9, cells order, on cpu \\(\\d+ threads?\\)"));
        assertThat(result.bfs().stream().map(BfsMeasurement::key).toList())
                .containsExactly(
                        "kron 8 natural auto auto",
                        "kron 8 degree auto auto",
                        "kron 8 jaccard auto auto",
                        "road 8 natural auto auto",
                        "road 8 rcm auto auto",
                        "road 8 cells auto auto",
                        "delaunay 8 natural auto auto",
                        "delaunay 8 rcm auto auto",
                        "delaunay 8 cells auto auto",
                        "kron 9 natural auto auto",
                        "kron 9 degree auto auto",
                        "kron 9 jaccard auto auto",
                        "road 9 natural auto auto",
                        "road 9 rcm auto auto",
                        "road 9 cells auto auto",
                        "delaunay 9 natural auto auto",
                        "delaunay 9 rcm auto auto",
                        "delaunay 9 cells auto auto");
        assertThat(result.notes()).containsExactly("mode paper needs a GPU: on the CPU only auto is measured");
        assertThat(result.targets()).isEmpty();
        for (BfsMeasurement row : result.bfs()) {
            assertThat(row.verified()).isEqualTo(5);
            assertThat(row.perSource()).hasSize(5);
            assertThat(row.joulesPerBfs()).isNull();
            assertThat(row.ways().stream().mapToDouble(ModeShare::levels).sum()).isCloseTo(1, within(1e-9));
            assertThat(row.ways().stream().mapToDouble(ModeShare::time).sum()).isCloseTo(1, within(1e-9));
        }
    }

    @Test
    void theSwitchSuiteMeasuresEveryRuleAndEachLevelBothWays() {
        SuiteResult result = Suites.named("switch").run(options(Device.cpu(), List.of("kron"), 9));
        assertThat(result.bfs().stream().map(BfsMeasurement::switching).toList())
                .containsExactly(
                        "auto",
                        "beamer:14,24",
                        "ligra:20,20",
                        "pushpull:100,100",
                        "graphblast:10,0",
                        "gunrock:1000,5",
                        "sepgraph:15,2,5",
                        "never");
        assertThat(result.notes()).containsExactly("switch paper and tensor levels need a GPU: left out on the CPU");
        BfsMeasurement never = result.bfs().getLast();
        assertThat(never.ways().stream()
                        .filter(share -> share.way().equals("push"))
                        .toList())
                .singleElement()
                .returns(1.0, ModeShare::levels);
        SwitchStudy study = result.studies().getFirst();
        assertThat(study.sources()).isEqualTo(5);
        assertThat(study.levels()).isGreaterThanOrEqualTo(study.example().size());
        assertThat(study.misclassified()).isBetween(0L, study.levels());
        assertThat(study.noisy()).isBetween(0L, study.levels());
        assertThat(study.tickNanos()).isPositive();
        assertThat(study.oracleMs()).isLessThanOrEqualTo(study.chosenMs());
        assertThat(study.overOracle()).isCloseTo(study.chosenMs() / study.oracleMs(), within(1e-9));
        assertThat(study.example().getFirst().waysMs().keySet()).containsExactly("pull", "push");
        assertThat(study.others()).hasSize(4);
        assertThat(study.levels())
                .isEqualTo(study.example().size()
                        + study.others().stream().mapToInt(List::size).sum());
        for (SwitchStudy.LevelCost level : study.example()) {
            assertThat(level.waysMs().keySet()).isSubsetOf("pull", "push");
            assertThat(level.bestMs()).isLessThanOrEqualTo(level.chosenMs());
            assertThat(level.waysMs().values()).allMatch(ms -> ms >= level.bestMs());
        }
    }

    @Test
    void groupsTheLevelsOfADeepTraversal() {
        SuiteResult result = Suites.named("switch").run(options(Device.cpu(), List.of("chain"), 10));
        SwitchStudy study = result.studies().getFirst();
        assertThat(study.example()).hasSizeLessThanOrEqualTo(200).hasSizeGreaterThan(50);
        assertThat(study.others()).isEmpty();
        int next = 1;
        for (SwitchStudy.LevelCost group : study.example()) {
            assertThat(group.level()).isEqualTo(next);
            next += group.levels();
        }
    }

    @Test
    void closenessOfAllIsTimedThreeTimes() {
        SuiteResult result = Suites.named("closeness").run(shrunk(8, null));
        assertThat(said)
                .containsSubsequence(
                        "closeness kron 8, run 1 of 3", "closeness kron 8, run 2 of 3", "closeness kron 8, run 3 of 3");
        assertThat(result.targets()).singleElement().satisfies(row -> {
            assertThat(row.what()).isEqualTo("exact closeness, kron 8, all sources");
            assertThat(row.measured()).isBetween(1e-6, 60.0);
            assertThat(row.unit()).isEqualTo("s");
            assertThat(row.note()).isEqualTo("whole job, median of 3");
        });
        assertThat(bounds(result))
                .containsExactly(
                        "exact closeness, kron 8, all sources: 6.0 s, better at most 2.0, whole job, median of 3");
        assertThat(result.jobs()).isEmpty();
    }

    @Test
    void growthMeasuresEachKindAtItsOwnScales() {
        BenchOptions shrunk = shrunk(12, null);
        SuiteResult result = Suites.named("growth").run(shrunk);
        assertThat(result.bfs().stream().map(BfsMeasurement::graph).toList())
                .containsExactly(
                        "kron 8",
                        "urand 8",
                        "road 8",
                        "kron 10",
                        "urand 10",
                        "road 10",
                        "kron 12",
                        "urand 12",
                        "road 12",
                        "kron 14",
                        "urand 14",
                        "road 14",
                        "kron 15",
                        "urand 15");
        assertThat(result.bfs()).allMatch(row -> row.mode().equals("auto") && row.scale() > 0);
    }

    /// Twelve graphs, each by both modes that the CPU has and by batches, and how these compare.
    @Test
    void composedGraphsAreSearchedByEachMode() {
        SuiteResult result = Suites.named("composed").run(shrunk(12, null));
        assertThat(result.notes()).isEmpty();
        assertThat(result.bfs()).hasSize(24).allMatch(row -> row.sources() == 3 && row.verified() == 3);
        assertThat(result.bfs().stream().map(BfsMeasurement::mode).distinct()).containsExactly("auto", "push");
        assertThat(result.batches().stream().map(row -> row.mode() + " " + row.sources()))
                .hasSize(36)
                .startsWith("alone random", "auto random", "auto neighbours");
        assertThat(result.targets()).hasSize(36);
        for (int i = 0; i < 12; i++) {
            BfsMeasurement auto = result.bfs().get(2 * i);
            BfsMeasurement push = result.bfs().get(2 * i + 1);
            assertThat(auto.graph()).endsWith("#" + (1 + i)).isEqualTo(push.graph());
            assertThat(result.targets().get(3 * i).what()).isEqualTo(auto.graph() + ", times mode push");
            assertThat(result.targets().get(3 * i).measured())
                    .isCloseTo(auto.kernel().medianMs() / push.kernel().medianMs(), within(1e-9));
            BatchMeasurement alone = result.batches().get(3 * i);
            BatchMeasurement neighbours = result.batches().get(3 * i + 2);
            assertThat(result.targets().get(3 * i + 2).what())
                    .isEqualTo(auto.graph() + ", a search of a batch of neighbours, times one alone");
            assertThat(result.targets().get(3 * i + 2).measured())
                    .isCloseTo(meanMs(neighbours) / meanMs(alone), withinPercentage(1));
        }
        assertThat(bounds(result).getFirst())
                .endsWith(", times mode push: 1.05 x, better at most 1.0, medians of one run");
        assertThat(said).hasSizeGreaterThanOrEqualTo(12);
    }

    /// Of a search.
    private static double meanMs(BatchMeasurement row) {
        List<Double> each = row.eachMs();
        double median = each.size() == 1
                ? each.getFirst()
                : each.stream()
                        .sorted()
                        .skip((each.size() - 1) / 2)
                        .limit(2 - each.size() % 2)
                        .mapToDouble(ms -> ms)
                        .average()
                        .orElseThrow();
        return each.stream().mapToDouble(ms -> ms).average().orElseThrow() * row.usPerBfs() / median;
    }

    /// Large graphs are not made for a device that is not there.
    @ParameterizedTest
    @ValueSource(
            strings = {"multi", "projection", "growth", "table2", "switch", "orders", "unlike", "composed", "ablation"})
    void asksForItsDeviceBeforeItMakesAGraph(String name) {
        assertThatThrownBy(() -> Suites.named(name).run(options(new Device.Gpu(99), List.of("kron"), 8)))
                .isInstanceOf(DeviceException.class);
        assertThat(said).isEmpty();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void theAblationSaysThatItNeedsAGpu() {
        assertThatThrownBy(() -> Suites.named("ablation").run(options(Device.cpu(), List.of("kron"), 8)))
                .isInstanceOf(DeviceException.class)
                .hasMessage("ablation measures the paper's kernels, which need a GPU: not with --device cpu");
    }

    @Test
    void comparesRowsThatBothRunsHave() {
        SuiteResult now = Suites.named("table2").run(options(Device.cpu(), List.of("star"), 8));
        BfsMeasurement row = now.bfs().getFirst();
        JsonNode earlier = JsonMapper.shared().readTree("""
            {"bfs": [{"graph": "star 8", "ordering": "natural", "mode": "auto", "switching": "auto",
                      "variant": "", "kernel": {"medianMs": 2.0}},
                     {"graph": "star 8", "ordering": "natural", "mode": "auto", "switching": "auto",
                      "variant": "", "device": "cpu (4000 threads)", "kernel": {"medianMs": 3.0}},
                     {"graph": "star 8", "ordering": "natural", "mode": "auto", "switching": "auto",
                      "variant": ""},
                     {"graph": "star 9", "ordering": "natural", "mode": "auto", "switching": "auto",
                      "variant": "", "kernel": {"medianMs": 3.0}}],
             "targets": [{"what": "gone", "measured": 1.0}, {"what": "kept", "measured": 4.0},
                         {"what": "new", "measured": 0}]}
            """);
        List<Target> targets = List.of(Target.atMost("kept", 2, "s", 1, 1, ""), Target.atMost("new", 2, "s", 1, 1, ""));
        assertThat(Comparison.of(earlier, now.bfs(), List.of(), targets))
                .containsExactly(
                        new Comparison(
                                "BFS star 8 natural auto auto",
                                "ms",
                                2,
                                row.kernel().medianMs(),
                                row.kernel().medianMs() / 2),
                        new Comparison("kept", "s", 4, 2, 0.5));
    }

    @Test
    void batchesAreMeasuredOnEveryGraphAndComparedWithSearchesAlone() {
        SuiteResult result = Suites.named("multi").run(options(Device.cpu(), List.of("kron", "rgg", "road:40x30"), 11));
        assertSaid("kron 11, batches in mode auto", "rgg 11, batches in mode independent");
        assertThat(result.batches().stream().map(BatchMeasurement::key).toList())
                .containsExactly(
                        "kron 11 degree auto random",
                        "kron 11 degree wide random",
                        "rgg 11 natural auto neighbours",
                        "rgg 11 natural wide neighbours",
                        "rgg 11 natural independent neighbours",
                        "rgg 11 natural auto random",
                        "rgg 11 natural wide random",
                        "rgg 11 natural independent random",
                        "road 40x30 natural auto neighbours",
                        "road 40x30 natural wide neighbours",
                        "road 40x30 natural independent neighbours",
                        "road 40x30 natural auto random",
                        "road 40x30 natural wide random",
                        "road 40x30 natural independent random");
        assertThat(result.notes()).containsExactly("mode paper needs a GPU: it is not measured on the CPU");
        assertThat(result.targets().stream().map(Target::what))
                .containsExactly(
                        "choice, rgg 11 natural auto neighbours",
                        "choice, rgg 11 natural auto random",
                        "choice, road 40x30 natural auto neighbours",
                        "choice, road 40x30 natural auto random");
        assertThat(bounds(result))
                .allMatch(line -> line.endsWith(": 1.05 x, better at most 1.0, time of auto over the least of wide and"
                        + " independent, batch by batch: the median"));
        List<BatchMeasurement> rgg = result.batches().subList(2, 5);
        assertThat(result.targets().getFirst().measured())
                .isEqualTo(MultiSuite.timesTheBest(
                        rgg.get(0).eachMs(),
                        List.of(rgg.get(1).eachMs(), rgg.get(2).eachMs())));
        assertThat(rgg.get(0).eachMs()).hasSize(rgg.get(0).batches());
        for (BatchMeasurement row : result.batches()) {
            assertThat(row.width()).isEqualTo(512);
            assertThat(row.verified()).isEqualTo(4);
            assertThat(row.usPerBfs()).isPositive();
        }
        assertThat(result.batches().getFirst().batches()).isEqualTo(8);
        BatchMeasurement kron = result.batches().getFirst();
        JsonNode earlier = JsonMapper.shared().readTree("""
            {"batches": [{"graph": "kron 11", "ordering": "degree", "mode": "auto", "sources": "random",
                          "usPerBfs": 2.0}]}
            """);
        assertThat(Comparison.of(earlier, List.of(), result.batches(), List.of()))
                .containsExactly(new Comparison(
                        "batches kron 11 degree auto random", "us per BFS", 2, kron.usPerBfs(), kron.usPerBfs() / 2));
    }

    @Test
    void searchesAloneAreMeasuredAsBatchesOfOne() {
        List<BatchMeasurement> rows = new ArrayList<>();
        BenchOptions options = options(Device.cpu(), List.of("kron", "rgg"), 9);
        new GraphTour(options, List.of(), kind -> List.of(OrderingKind.NATURAL))
                .run(
                        new TreeSet<>(),
                        (subject, graph) -> rows.add(new BatchProtocol(3, 1)
                                .measureAlone(subject, "naive", LabRequest.from(0), Choice.of(subject.kind()), 70)));
        assertThat(rows.stream().map(BatchMeasurement::key).toList())
                .containsExactly("kron 9 natural naive random", "rgg 9 natural naive neighbours");
        for (BatchMeasurement row : rows) {
            assertThat(row.width()).isEqualTo(1);
            assertThat(row.batches()).isEqualTo(70);
            assertThat(row.usPerBfs()).isPositive();
        }
    }

    @Test
    void aProjectionSaysWhatTheLargestGraphWouldTake() {
        SuiteResult result = Suites.named("projection").run(options(Device.cpu(), List.of("urand:20"), 9));
        assertThat(result.batches())
                .singleElement()
                .returns("urand 9 degree 20", BatchMeasurement::graph)
                .returns(4, BatchMeasurement::batches)
                .returns(512, BatchMeasurement::vertices);
        assertThat(result.notes())
                .singleElement()
                .asString()
                .matches("urand 9 degree 20 \\(512 vertices, [0-9,]+ edges\\): exact closeness of 65.6 M vertices"
                        + " would take [0-9.]+ GPU-hours");
        assertThat(result.targets()).isEmpty();
    }

    @Test
    void measuresAnswersAgainstTheFullRanking() {
        SuiteResult result = Suites.named("answers").run(options(Device.cpu(), List.of("kron", "road"), 9));
        assertSaid(
                "kron 9, all by wf",
                "kron 9, top 10 by wf",
                "kron 9, top 100 by harmonic",
                "road 9, all by harmonic",
                "road 9, diameter");
        assertThat(result.answers()).hasSize(2 * 5).allSatisfy(row -> {
            assertThat(row.speedup())
                    .isCloseTo(row.full().medianMs() / row.few().medianMs(), within(1e-9));
            assertThat(row.finished()).isBetween(1L, row.begun());
            assertThat(row.begun()).isBetween(1L, (long) row.vertices());
        });
        assertThat(result.answers().subList(0, 5))
                .extracting(AnswerMeasurement::question)
                .containsExactlyInAnyOrder(
                        "top 10 by wf", "top 100 by wf", "top 10 by harmonic", "top 100 by harmonic", "diameter");
    }

    @Test
    void namesOnlyTheStandardSuitesWhereNoneIsAsked() {
        assertThat(Suites.standard().stream().map(Suite::name).toList())
                .containsExactly("start", "preprocess", "bfs", "closeness");
        assertThatThrownBy(() -> Suites.named("table3"))
                .hasMessage("no suite is called table3, expected one of start, preprocess, scaling, bfs, closeness,"
                        + " multi, projection, table2, ablation, switch, growth, unlike, composed, orders,"
                        + " answers, peers");
    }
}
