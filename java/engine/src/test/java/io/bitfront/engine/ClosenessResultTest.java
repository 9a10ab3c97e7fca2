package io.bitfront.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.engine.ClosenessResult.Effort;
import io.bitfront.engine.ClosenessResult.Stage;
import java.util.LinkedHashMap;
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
        assertThat(Effort.none(5)).isEqualTo(new Effort(5, 0, 0, 0, Map.of())).hasToString("0 of 5 vertices searched");
    }

    @Test
    void aStageThatGoesOnEndsWhereTheLastPartDoes() {
        assertThat(new Stage("cells", 3, 90, 0.25, 1_000, 10).and(new Stage("others", 4, 20, 0.5, 200, 5)))
                .isEqualTo(new Stage("cells", 7, 20, 0.5, 1_200, 15));
    }
}
