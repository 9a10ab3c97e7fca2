package io.bitfront.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessResult.Effort;
import io.bitfront.engine.ClosenessResult.Stage;
import io.bitfront.testkit.Shapes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClosenessResultTest {
    @Test
    void effortNamesWhatSparedSearches() {
        Map<String, Long> spared = new LinkedHashMap<>();
        spared.put("degrees", 4_512L);
        spared.put("classes", 0L);
        spared.put("balls", 1L);
        Effort effort = Effort.of(65_536, 1_024, 900, 60_000, spared);
        assertThat(effort.spared()).containsExactly(Map.entry("degrees", 4_512L), Map.entry("balls", 1L));
        assertThat(spared).hasSize(3);
        assertThat(effort.cut()).isEqualTo(124);
        assertThat(effort)
                .hasToString("1,024 of 65,536 vertices searched, 900 of them to the end; 4,512 spared by degrees;"
                        + " 1 spared by balls; 60,000 follow from others");
    }

    @Test
    void effortSaysNothingOfWhatThereWasNot() {
        assertThat(Effort.of(7, 7, 7, 0, Map.of())).hasToString("7 of 7 vertices searched");
        assertThat(Effort.of(1, 1, 1, 0, Map.of())).hasToString("1 of 1 vertex searched");
        assertThat(Effort.none(5)).isEqualTo(new Effort(5, 0, 0, 0, Map.of())).hasToString("0 of 5 vertices searched");
    }

    @Test
    void effortTellsOfSearchesFromOtherVertices() {
        assertThat(Effort.of(10, 2, 2, 9, Map.of()))
                .hasToString("2 vertices searched for 10, 1 of them none of these; 9 follow from others");
        assertThat(Effort.of(10, 2, 2, 9, Map.of()).beside()).isEqualTo(1);
        assertThat(Effort.of(10, 2, 2, 8, Map.of()).beside()).isZero();
        assertThat(Effort.of(10, 9, 3, 7, Map.of()).beside()).isZero();
    }

    /// Of all vertices, of the top, of bounds alone and of a sample.
    @Test
    void hasNoOtherRowsThanItsOwn() {
        ClosenessJob all = ClosenessJob.allSources().measures(ClosenessMeasure.HARMONIC);
        List<ClosenessJob> jobs = List.of(
                all,
                all.top(4),
                all.measures(ClosenessMeasure.ECCENTRICITY),
                ClosenessJob.sample(3, 1).measures(ClosenessMeasure.HARMONIC));
        try (Graph graph = Prepared.graph(Shapes.chain(9));
                Engine engine = Prepared.cpu(graph, 1)) {
            for (ClosenessJob job : jobs) {
                ClosenessResult result = engine.closeness(job);
                ClosenessMeasure measure = job.measures().getFirst();
                int rows = result.rowCount();
                assertThat(result.value(rows - 1, measure)).isPositive();
                assertThat(result.highest(20, measure)).hasSize(rows);
                for (int row : new int[] {-1, rows}) {
                    assertThatThrownBy(() -> result.id(row)).isInstanceOf(IndexOutOfBoundsException.class);
                    assertThatThrownBy(() -> result.value(row, measure)).isInstanceOf(IndexOutOfBoundsException.class);
                }
                assertThatThrownBy(() -> result.highest(-1, measure))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("the -1 highest: expected none or more");
            }
        }
    }

    @Test
    void tellsErrorsOfItsOwnRowsAlone() {
        try (Graph graph = Prepared.graph(Shapes.chain(9));
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessResult sample = engine.closeness(ClosenessJob.sample(3, 1).measures(ClosenessMeasure.HARMONIC));
            assertThat(sample.standardError(8, ClosenessMeasure.HARMONIC)).isPositive();
            assertThatThrownBy(() -> sample.standardError(9, ClosenessMeasure.HARMONIC))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    /// Eccentricities follow from bounds, rows of a deep graph from its cells.
    @Test
    void tellsNothingThatIsNotKept() {
        try (Graph graph = Prepared.graph(Shapes.grid(9, 500));
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessJob all = ClosenessJob.allSources();
            ClosenessResult farthest = engine.closeness(all.measures(ClosenessMeasure.ECCENTRICITY));
            assertThatThrownBy(() -> farthest.value(0, ClosenessMeasure.WF))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("the job did not ask for wf, but for eccentricity");
            ClosenessResult near = engine.closeness(all.measures(ClosenessMeasure.WF, ClosenessMeasure.ECCENTRICITY));
            assertThat(near.value(0, ClosenessMeasure.CLOSENESS)).isPositive();
            assertThatThrownBy(() -> near.highest(2, ClosenessMeasure.HARMONIC))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("the job did not ask for harmonic, but for wf, eccentricity");
        }
    }

    @Test
    void aStageThatGoesOnEndsWhereTheLastPartDoes() {
        assertThat(new Stage("cells", 3, 90, 0.25, 1_000, 10).and(new Stage("others", 4, 20, 0.5, 200, 5)))
                .isEqualTo(new Stage("cells", 7, 20, 0.5, 1_200, 15));
    }
}
