package io.bitfront.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShareTest {
    private static List<Integer> cases(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 100})
    void theDrawnAndTheRestAreAQuarterEachAndAllHaveTheirTurn(int count) {
        Set<Integer> seen = new HashSet<>();
        for (long seed = 0; seed < 50; seed++) {
            List<Integer> drawn = Share.of("drawn", seed, cases(count));
            List<Integer> rest = Share.of("rest", seed, cases(count));
            assertThat(drawn).hasSize((count + 3) / 4).isSorted().doesNotContainAnyElementsOf(rest);
            assertThat(rest)
                    .hasSize(Math.min(drawn.size(), count - drawn.size()))
                    .isSorted();
            seen.addAll(drawn);
            seen.addAll(rest);
        }
        assertThat(seen).hasSize(count);
    }

    @Test
    void aSeedAlwaysDrawsTheSameAndAnotherOneOthers() {
        assertThat(Share.of("drawn", 5, cases(30))).isEqualTo(Share.of("drawn", 5, cases(30)));
        Set<List<Integer>> draws = new HashSet<>();
        for (long seed = 0; seed < 50; seed++) {
            draws.add(Share.of("drawn", seed, cases(30)));
        }
        assertThat(draws).hasSizeGreaterThan(40);
    }

    @Test
    void aLoneCaseAlwaysRuns() {
        assertThat(Share.of("drawn", 1, List.of("one"))).containsExactly("one");
        assertThat(Share.of("rest", 1, List.of("one"))).containsExactly("one");
    }

    @Test
    void allAreAllWhateverTheSeed() {
        assertThat(Share.of("all", 9, cases(7))).isEqualTo(cases(7));
    }

    @Test
    @Tag("once")
    void givesATestThatRunsOnceNoCases() {
        String refusal = "io.bitfront.testkit.ShareTest.givesATestThatRunsOnceNoCases draws cases and is tagged once: "
                + "those of `make test-rest` would never run";
        assertThatThrownBy(() -> Share.of(ShareTest.class, cases(7))).hasMessage(refusal);
        assertThatThrownBy(() -> Seeds.upTo(3)).hasMessage(refusal);
        assertThatThrownBy(Share::isRest).hasMessage(refusal);
    }

    @Test
    void refusesOtherWords() {
        assertThatThrownBy(() -> Share.of("some", 9, cases(7)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("BITFRONT_SHARE: expected all, drawn or rest, found some");
    }
}
