package io.bitfront.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.bench.AnswerMeasurement;
import io.bitfront.bench.BatchMeasurement;
import io.bitfront.bench.BenchReport;
import io.bitfront.bench.BfsMeasurement;
import io.bitfront.bench.Comparison;
import io.bitfront.bench.Distribution;
import io.bitfront.bench.JobMeasurement;
import io.bitfront.bench.Machine;
import io.bitfront.bench.ModeShare;
import io.bitfront.bench.PeerMeasurement;
import io.bitfront.bench.SwitchStudy;
import io.bitfront.bench.Target;
import io.bitfront.engine.nvml.Nvml;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Every table of a report, with figures that tell each other apart.
final class BenchTextTest {
    private static final Machine MACHINE =
            new Machine("a processor", 16, 128_000_000_000L, "Linux", "a JVM", List.of(), 1.256, "abc", "k1", "a day");
    private static final List<ModeShare> WAYS =
            List.of(new ModeShare("push", 0.75, 0.25), new ModeShare("pull", 0.25, 0.75));

    private static Distribution times(double least) {
        return new Distribution(least, 2 * least, 3 * least, 4 * least, 5 * least);
    }

    private static Nvml.Reading clocks(int mhz, String... throttled) {
        return new Nvml.Reading(mhz, 2 * mhz, List.of(throttled), 0, 0);
    }

    private static BfsMeasurement bfs(String mode, Double joules, Nvml.Reading before, Nvml.Reading after) {
        return new BfsMeasurement(
                "kron 8",
                "kron",
                8,
                "degree",
                256,
                4_240,
                0.5,
                "gpu:0",
                mode,
                "level",
                "lazy",
                64,
                5,
                64,
                times(1),
                times(10),
                times(100),
                times(1_000),
                2.5,
                41.7,
                6.25,
                WAYS,
                joules,
                null,
                before,
                after,
                List.of());
    }

    private static BenchReport report(List<BfsMeasurement> bfs, boolean judged) {
        BatchMeasurement batch = new BatchMeasurement(
                "road 9",
                "road",
                9,
                "cells",
                512,
                900,
                "gpu:0",
                "wide",
                1_024,
                "random",
                3,
                2,
                times(7),
                List.of(7.0, 6.9, 7.1),
                6.84,
                0.031,
                null,
                null);
        JobMeasurement job =
                new JobMeasurement("web 9", "degree", 512, 900, List.of("gpu:0", "gpu:1"), times(3), 85.3, 11.7, 1.96);
        AnswerMeasurement answer = new AnswerMeasurement(
                "mesh 9", "cells", 4_096, 900, "gpu:0", "diameter", times(0.2), times(8), 40.0, 12, 11, Map.of());
        SwitchStudy study = new SwitchStudy(
                "grid 9", "grid", "rcm", 512, 900, "gpu:0", 4, 5, 32, 80, 6, 2, 9.5, 9.25, 1.027, WAYS, List.of(),
                List.of());
        SwitchStudy none = new SwitchStudy(
                "dot 9", "dot", "rcm", 1, 0, "gpu:0", 4, 5, 32, 0, 0, 0, 9.5, 9.5, 1, List.of(), List.of(), List.of());
        PeerMeasurement peer = new PeerMeasurement(
                "star 9", "natural", 512, 900, "cpu", "GAP", "bfs -f", 64, 5, times(0.4), times(0.5), 0.8, 0.7, 0.9);
        return new BenchReport(
                "all",
                "bench all",
                MACHINE,
                "driver 570",
                "edges / time",
                bfs,
                List.of(batch),
                List.of(job),
                List.of(answer),
                List.of(study, none),
                List.of(peer),
                List.of(
                        Target.atMost("a wait", 0.3, "s", 0.5, 0.2, "of 9"),
                        Target.atLeast("a rate", 30, "GTEPS", 40, 50, "of 5")),
                judged,
                List.of(new Comparison("a row", "ms", 4, 3, 0.75)),
                List.of("one", "two"));
    }

    private static String text(BenchReport report) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        BenchText.of(report).print(new PrintStream(text, true, StandardCharsets.UTF_8), false);
        return text.toString(StandardCharsets.UTF_8);
    }

    @Test
    void hasATableOfEachKind() {
        BfsMeasurement first = bfs("auto", 0.002, clocks(1_980), clocks(1_755, "power"));
        BfsMeasurement last = bfs("paper", null, clocks(1_900), clocks(1_700, "power", "heat"));
        assertThat(text(report(List.of(first, last), true))).isEqualTo("""
            machine     a processor, 16 cores, 128 GB
            java        a JVM
            commit      abc, load before 1.26
            driver      driver 570
            devices     gpu:0
            clocks      SM 1980 MHz, memory 3960 MHz before; 1700 and 3400 after; held down by power, heat

            BFS kernel ms  order   mode   switch  variant   min  median  mean   p90   max  max/median
            kron 8         degree  auto   level   lazy     1.00    2.00  3.00  4.00  5.00        2.50
            kron 8         degree  paper  level   lazy     1.00    2.00  3.00  4.00  5.00        2.50

            BFS     row                edges  GTEPS  us/level  tensor     push     pull  init ms  renumber ms  J/BFS
            kron 8  degree level lazy  4,240   41.7      6.25          75%/25%  25%/75%     20.0          200  0.002
            kron 8  degree paper lazy  4,240   41.7      6.25          75%/25%  25%/75%     20.0          200

            TEPS        edges / time

            batches  order  mode  width  sources  us per BFS  median ms   min   max  J/BFS
            road 9   cells  wide  1,024  random         6.84       14.0  7.00  35.0  0.031

            closeness  order   devices  median ms   min   max  BFS/s  us per BFS  speedup
            web 9      degree        2       6.00  3.00  15.0   85.3        11.7     1.96

            answers  question     ms  full ms  times  searches     of
            mesh 9   diameter  0.400     16.0   40.0        12  4,096

            each level each way  order  levels  misclassified  noise  chosen ms  oracle ms  ratio  best: tensor     push     pull
            grid 9               rcm        80       6 (7.5%)      2       9.50       9.25   1.03                75%/25%  25%/75%
            dot 9                rcm         0       0 (0.0%)      0       9.50       9.50   1.00

            peers     order  peer  ours ms  theirs ms  ours/theirs  least   most
            star 9  natural  GAP     0.800       1.00        0.800  0.700  0.900

            what      measured   must    aim  meets   how
            a wait     0.300 s  0.500  0.200  must    of 9
            a rate  30.0 GTEPS   40.0   50.0  missed  of 5

            compared  unit  before   now  now/before
            a row     ms      4.00  3.00       0.750

            note        one
            note        two
            """);
    }

    /// No clocks of a machine without GPUs, no energy, no verdicts on graphs that were shrunk.
    @Test
    void leavesOutWhatIsUnknown() {
        assertThat(text(report(List.of(bfs("auto", null, null, null)), false)))
                .contains("""
                    devices     gpu:0

                    BFS kernel ms""")
                .contains("  tensor     push     pull  init ms  renumber ms\n")
                .contains("""
                    what (not judged)    measured  how
                    a wait                0.300 s  of 9
                    a rate             30.0 GTEPS  of 5
                    """);
        BenchReport nothing = new BenchReport(
                "none",
                "bench none",
                MACHINE,
                null,
                "edges / time",
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                true,
                List.of(),
                List.of());
        assertThat(text(nothing)).isEqualTo("""
            machine     a processor, 16 cores, 128 GB
            java        a JVM
            commit      abc, load before 1.26
            """);
    }
}
