package io.bitfront.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cli.report.Report;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.graph.VertexIds;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What is said of a job, of a result that is given.
final class ClosenessReportTest {
    /// Row r is of vertex 100 + r and has the value 1 / (r + 1); row 2's is not known.
    private record Given(ClosenessJob job, int rowCount, boolean told) implements ClosenessResult {
        @Override
        public VertexIds ids() {
            return VertexIds.numbers();
        }

        @Override
        public long id(int row) {
            return 100 + row;
        }

        @Override
        public double value(int row, ClosenessMeasure measure) {
            return row == 2 ? Double.NaN : measure == ClosenessMeasure.ECCENTRICITY ? row + 3 : 1.0 / (row + 1);
        }

        @Override
        public double standardError(int row, ClosenessMeasure measure) {
            return 0.25;
        }

        @Override
        public int[] highest(int count, ClosenessMeasure measure) {
            return IntStream.range(0, count).toArray();
        }

        @Override
        public List<String> notes() {
            return List.of("a note");
        }

        @Override
        public List<String> events() {
            return List.of("an event");
        }

        @Override
        public Optional<Effort> effort() {
            return told ? Optional.of(new Effort(2_000, 50, 40, 300, Map.of("degrees", 1_650L))) : Optional.empty();
        }

        @Override
        public List<Stage> stages() {
            return told
                    ? List.of(
                            new Stage("bounds", 1, 900, Double.NaN, 2_500_000, 1_000_000),
                            new Stage("cells", 49, 0, 0.5, 4_000_000, 3_000_000))
                    : List.of();
        }

        @Override
        public long traversals() {
            return 1_050;
        }

        @Override
        public long nanos() {
            return told ? 2_000_000_000 : 0;
        }
    }

    private static String text(Report report) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        report.print(new PrintStream(bytes, true, StandardCharsets.UTF_8), false);
        return bytes.toString(StandardCharsets.UTF_8).replaceAll("(?<=\\S) {2,}", "  ");
    }

    @Test
    void tellsHowAnExactJobWentAndWhichVerticesAreHighest() {
        ClosenessJob job = ClosenessJob.allSources().measures(ClosenessMeasure.WF, ClosenessMeasure.ECCENTRICITY);
        Report report = new Report();
        ClosenessReport.add(report, new Given(job, 5, true), 2);
        assertThat(report.fields().toString())
                .isEqualTo("{direction=out, measures=[wf, eccentricity], notes=[a note, an event], traversals=1050,"
                        + " searches={vertices=2000, begun=50, finished=40, cut=10, following=300,"
                        + " spared={degrees=1650}},"
                        + " stages=[{name=bounds, searches=1, left=900, threshold=null, timeMs=2.5, rulingOutMs=1.0},"
                        + " {name=cells, searches=49, left=0, threshold=0.5, timeMs=4.0, rulingOutMs=3.0}],"
                        + " timeMs=2000.0, bfsPerSecond=525.0,"
                        + " highest=[{vertex=100, wf=1.0, eccentricity=3}, {vertex=101, wf=0.5, eccentricity=4}]}");
        assertThat(text(report)).isEqualTo("""
                    note  a note
                    note  an event
                    searches  50 of 2,000 vertices searched, 40 of them to the end; 1,650 spared by degrees; 300 follow\
                     from others
                    time  2.00 s for 1,050 traversals, 525 BFS/s

                    rank  vertex  wf  eccentricity
                    1  100  1.00000  3
                    2  101  0.500000  4
                    """);
    }

    /// A sample has errors, no count of searches, and perhaps vertices of which it tells nothing.
    @Test
    void tellsWhatASampleDoesNotKnow() {
        Report report = new Report();
        ClosenessReport.add(report, new Given(ClosenessJob.sample(9, 1), 3, false), 20);
        assertThat(report.fields().toString())
                .contains("timeMs=0.0, bfsPerSecond=0.0, highest=[{vertex=100, wf=1.0, wf_error=0.25}")
                .contains("{vertex=102, wf=null, wf_error=0.25}]")
                .doesNotContain("searches", "stages");
        assertThat(text(report)).contains("time  0 s for 1,050 traversals, 0 BFS/s", "3  102  unknown  0.250000\n");
    }
}
