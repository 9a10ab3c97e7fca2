package io.bitfront.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.bench.Suite.SuiteResult;
import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Device;
import io.bitfront.engine.Diameter;
import io.bitfront.engine.Engine;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.verify.VerificationException;
import io.bitfront.generate.KroneckerGenerator;
import io.bitfront.progress.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What suites compare with targets, of measurements that are given, and what they take for wrong.
final class JudgedTest {
    private static final String H200 = "gpu:0 NVIDIA H200";

    private final SuiteResult result = SuiteResult.empty();
    private final List<Graph> graphs = new ArrayList<>();

    private static Distribution ms(double median) {
        return Distribution.of(LongStream.of(Math.round(median * 1e6)));
    }

    private static BfsMeasurement searches(
            String graph, String ordering, String device, String mode, String variant, double ms) {
        Distribution time = ms(ms);
        return new BfsMeasurement(
                graph, "kind", 24, ordering, 1, 2, 0, device, mode, "auto", variant, 64, 5, 1, time, time, time, time,
                1, 1, 1, List.of(), null, null, null, null, List.of());
    }

    private static BatchMeasurement batches(String graph, int scale, String device, double us) {
        return new BatchMeasurement(
                graph,
                "kind",
                scale,
                "degree",
                1 << 26,
                3_650_000_000L,
                device,
                "auto",
                1_024,
                "random",
                4,
                1,
                ms(1),
                List.of(),
                us,
                null,
                null,
                null);
    }

    /// In mode auto as it is, on an H200, in the order that is best for the graph's kind.
    @ParameterizedTest
    @CsvSource({
        "kron 24, kron, degree, gpu:0 NVIDIA H200, auto, '', true",
        "urand 24, urand, degree, gpu:0 NVIDIA H200, auto, '', true",
        "rgg 24, rgg, natural, gpu:0 NVIDIA H200, auto, '', true",
        "kron 24, kron, natural, gpu:0 NVIDIA H200, auto, '', false",
        "rgg 24, rgg, degree, gpu:0 NVIDIA H200, auto, '', false",
        "kron 23, kron, degree, gpu:0 NVIDIA H200, auto, '', false",
        "kron 24, kron, degree, gpu:0 NVIDIA H100, auto, '', false",
        "kron 24, kron, degree, gpu:0 NVIDIA H200, paper, '', false",
        "kron 24, kron, degree, gpu:0 NVIDIA H200, auto, no tensor, false"
    })
    void theTableHasTargetsOfOurOwnSearches(
            String graph, String kind, String ordering, String device, String mode, String variant, boolean judged) {
        BfsMeasurement measured = searches(graph, ordering, device, mode, variant, 0.125);
        TableSuite.judge(measured, kind, result);
        assertThat(result.targets()).hasSize(judged ? 1 : 0);
        if (graph.equals("kron 24") && judged) {
            assertThat(result.targets())
                    .containsExactly(Target.atMost(
                            "BFS kron 24 degree auto auto",
                            measured.kernel().medianMs(),
                            "ms",
                            0.17,
                            0.12,
                            "kernel, median of 64 sources"));
        }
    }

    @Test
    void batchesHaveTargetsByHowTheyAreDrawn() {
        MultiSuite.judge(batches("rgg 24", 24, H200, 350), false, result);
        MultiSuite.judge(batches("rgg 24", 24, H200, 350), true, result);
        MultiSuite.judge(batches("rgg 24", 24, "gpu:0 NVIDIA H100", 350), true, result);
        MultiSuite.judge(batches("rgg 23", 23, H200, 350), false, result);
        String what = "batches, rgg 24 degree auto random";
        String note = "median of 4 batches of 1,024";
        assertThat(result.targets())
                .containsExactly(
                        Target.atMost(what, 350, "us per BFS", 900, 300, note),
                        Target.atMost(what, 350, "us per BFS", 1_200, 600, note));
    }

    @Test
    void aJobLikeThePapersLargestHasItsTargetOnGpus() {
        ProjectionSuite.judge(batches("kron 26 degree 28", 26, H200, 100), 1.8, result);
        ProjectionSuite.judge(batches("kron 25 degree 28", 25, H200, 100), 1.8, result);
        ProjectionSuite.judge(batches("kron 26 degree 28", 26, "cpu (16 threads)", 100), 1.8, result);
        assertThat(result.targets())
                .containsExactly(Target.atMost(
                        "closeness of 65.6 M vertices, kron 26 degree 28",
                        1.8,
                        "GPU-hours",
                        10,
                        10,
                        "3.7 G edges, 4 batches of 1,024; the paper: 100 on H100s"));
    }

    @Test
    void questionsThatBoundsAnswerHaveTargets() {
        for (String graph : List.of("kron 22", "kron 21")) {
            for (String device : List.of(H200, "gpu:0 NVIDIA H100")) {
                AnswersSuite.add(
                        result,
                        new AnswerMeasurement(
                                graph,
                                "degree",
                                1,
                                2,
                                device,
                                "top 10 by wf",
                                ms(250),
                                null,
                                null,
                                1_234,
                                9,
                                Map.of()));
            }
        }
        assertThat(result.answers()).hasSize(4);
        assertThat(result.targets())
                .containsExactly(Target.atMost(
                        "kron 22, top 10 by wf",
                        ms(250).medianMs(),
                        "ms",
                        400,
                        100,
                        "whole job, graph on the card, 1,234 searches"));
    }

    /// The result is read from its graph.
    private ClosenessResult top(int[] from, int[] to, int top, ClosenessMeasure measure) {
        graphs.add(Graph.of(6, from, to).undirected());
        try (Engine engine = Engine.open(graphs.getLast(), Device.cpu())) {
            return engine.closeness(
                    ClosenessJob.allSources().measures(measure).top(top).bounds(false));
        }
    }

    @AfterEach
    void closeGraphs() {
        graphs.forEach(Graph::close);
    }

    /// Stars round vertices 0 and 1 have the same values for others, a path has other values for the same.
    @Test
    void rowsOfOtherVerticesOrValuesAreNotTheSame() {
        ClosenessMeasure wf = ClosenessMeasure.WF;
        ClosenessResult star = top(new int[] {0, 0, 0, 0, 0}, new int[] {1, 2, 3, 4, 5}, 3, wf);
        AnswersSuite.requireSame(star, top(new int[] {0, 0, 0, 0, 0}, new int[] {5, 4, 3, 2, 1}, 2, wf));
        ClosenessResult other = top(new int[] {1, 1, 1, 1, 1}, new int[] {0, 2, 3, 4, 5}, 1, wf);
        ClosenessResult fewer = top(new int[] {0, 0, 0}, new int[] {1, 2, 3}, 2, wf);
        for (ClosenessResult wrong : List.of(other, fewer)) {
            assertThatThrownBy(() -> AnswersSuite.requireSame(star, wrong))
                    .isInstanceOf(VerificationException.class)
                    .hasMessage("bounds give other rows than the full ranking");
        }
        assertThat(other.value(0, wf)).isEqualTo(star.value(0, wf));
        assertThat(List.of(fewer.id(0), fewer.id(1))).containsExactly(star.id(0), star.id(1));
    }

    /// The full one without bounds, for the larger of both tops; where it would take too long, none.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void rankingsAreRunWithBoundsAndWithout(boolean fits) {
        List<String> jobs = new ArrayList<>();
        List<String> said = new ArrayList<>();
        BenchOptions options = new BenchOptions(
                Path.of("none"),
                null,
                new BfsProtocol(1, 1, 1),
                0,
                Device.cpu(),
                LabRequest.from(0),
                BenchOptions.GraphSet.generated(List.of(), List.of(), List.of()),
                Progress.NONE,
                said::add);
        try (SmallEngine small = SmallEngine.of(new KroneckerGenerator(9, 8, 1))) {
            Engine engine = Scripted.like(Engine.class, small.real(), (method, arguments) -> {
                if (method.getName().equals("closeness")) {
                    ClosenessJob job = (ClosenessJob) arguments[0];
                    jobs.add("%s %d %s".formatted(job.measures().getFirst().word(), job.top(), job.bounds()));
                }
                return Scripted.REALLY;
            });
            AnswersSuite.rankings(options, "kron 9", engine, fits, result);
        }
        List<String> expected = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (String measure : List.of("wf", "harmonic")) {
            if (fits) {
                expected.add(measure + " 100 false");
                lines.add("kron 9, all by " + measure);
            }
            expected.addAll(List.of(measure + " 10 true", measure + " 100 true"));
            lines.addAll(List.of("kron 9, top 10 by " + measure, "kron 9, top 100 by " + measure));
        }
        assertThat(jobs.stream().distinct()).containsExactlyElementsOf(expected);
        assertThat(said).isEqualTo(lines);
        assertThat(result.answers())
                .extracting(AnswerMeasurement::question)
                .containsExactly("top 10 by wf", "top 100 by wf", "top 10 by harmonic", "top 100 by harmonic");
        assertThat(result.answers()).allSatisfy(row -> {
            assertThat(row.graph()).isEqualTo("kron 9");
            assertThat(row.vertices()).isEqualTo(512);
            assertThat(row.begun()).isGreaterThanOrEqualTo(row.finished()).isPositive();
            assertThat(row.few().medianMs()).isPositive();
            assertThat(row.full() != null).isEqualTo(fits);
            assertThat(row.speedup())
                    .isEqualTo(fits ? row.full().medianMs() / row.few().medianMs() : null);
        });
        assertThat(result.targets()).isEmpty();
    }

    /// A path of five hops.
    @Test
    void theFullRunMustFindTheSameDiameter() {
        ClosenessJob job = ClosenessJob.allSources().measures(ClosenessMeasure.ECCENTRICITY);
        try (Graph graph = Graph.of(6, new int[] {0, 1, 2, 3, 4}, new int[] {1, 2, 3, 4, 5})
                        .undirected();
                Engine engine = Engine.open(graph, Device.cpu())) {
            assertThat(AnswersSuite.byAll(engine, job, "path", new Diameter(6, 5, 5, 0, 3, 2, 3, 1)))
                    .isPositive();
            assertThat(AnswersSuite.byAll(engine, job, "path", new Diameter(6, 4, 4, 0, 3, 2, 3, 1)))
                    .isPositive();
            assertThatThrownBy(() -> AnswersSuite.byAll(engine, job, "path", new Diameter(6, 5, 4, 0, 3, 2, 3, 1)))
                    .isInstanceOf(VerificationException.class);
            assertThatThrownBy(() -> AnswersSuite.byAll(engine, job, "path", new Diameter(6, 4, 5, 0, 3, 2, 3, 1)))
                    .hasMessage("path: the diameter is another by the full run");
        }
    }

    /// Three, but one where the first takes five seconds, and up to fifteen while all together take less than two.
    @ParameterizedTest
    @CsvSource({
        "'5000', 1",
        "'4999 1 1', 3",
        "'100 5000 5000', 3",
        "'666 667 667', 3",
        "'500 500 500 499 1 9', 5",
        "'1', 15",
        "'133 133', 15",
        "'142 142', 15",
        "'144 144', 14"
    })
    void shortJobsRunMoreOften(String times, int runs) {
        long[] ms = Arrays.stream(times.split(" ")).mapToLong(Long::parseLong).toArray();
        Iterator<Long> all = LongStream.iterate(0, i -> i + 1)
                .map(i -> 1_000_000 * ms[(int) Math.min(i, ms.length - 1)])
                .iterator();
        assertThat(AnswersSuite.runs(all::next, Long::longValue)).hasSize(runs);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0.5, paid at once",
        "-1, -1, paid at once",
        "1, 0, never paid",
        "1, -0.5, never paid",
        "1, 0.5, paid after 2 runs",
        "1, 0.3, paid after 4 runs",
        "600, 0.1, 'paid after 6,000 runs'"
    })
    void anOrderHasPaidOnceItsSearchesSavedWhatItTook(double more, double gain, String said) {
        assertThat(PreparationRows.paid(more, gain)).isEqualTo(said);
    }
}
