package io.bitfront.engine.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LevelMode;
import io.bitfront.engine.lab.LevelPlan;
import io.bitfront.engine.lab.SwitchPolicy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A graph of 1,000 vertices and 10,000 edges; each level's decision worked out by hand from the rule's paper.
class LevelRuleTest {
    private static final int[] FRONTIER = {1, 11, 300, 500, 60, 5};
    private static final int[] EDGES = {4, 140, 6_000, 3_300, 400, 20};

    @ParameterizedTest
    @CsvSource({
        // edges x 14 > 10,000 - 144 - 6,000 first at level 3; frontier x 24 >= 1,000 until the 5 of level 6
        "beamer, push push pull pull pull push",
        // 140 > 10,000 / 100 already at level 2; 60 x 10 < 1,000 at level 5, but 400 x 100 > 156 left: back and forth
        "'beamer:100,10', push pull pull pull push pull",
        "'beamer:14,0', push push pull pull pull pull",
        // edges > 500 at levels 3 and 4 only
        "ligra, push push pull pull push push",
        // frontier > 10 at level 2, below 10 at level 6
        "pushpull, push pull pull pull pull push",
        // frontier > 100 at level 3, and never back
        "graphblast, push push pull pull pull pull",
        // 10 edges a vertex expected: 10 x 1,000 < 999,000 probes, but 110 x 1,000 > 988 x 1,000 / 12;
        // 50 x 5 > 123 / 0.877
        "gunrock, push pull pull pull pull pull",
        "'gunrock:1000,1', push pull pull pull pull push",
        // pulls at once, goes back at once as 110 < 82,333, and never again
        "'gunrock:100000,1', pull push push push push push",
        // 5 edges a vertex are there; as beamer, but 300 x 2 < 1,000 sends it back each second level
        "sepgraph, push push pull pull push pull",
        // 11 edges a vertex are not there
        "'sepgraph:15,2,11', push push push push push push",
        "never, push push push push push push",
        "auto, auto auto auto auto auto auto"
    })
    void followsTheRuleOfEachSystem(String policy, String modes) {
        assertThat(decide(LabRequest.from(0).withSwitching(SwitchPolicy.parse(policy))))
                .isEqualTo(modes);
    }

    @Test
    void aModeOtherThanAutoAsksNoRule() {
        LabRequest request = LabRequest.from(0).withMode(BfsMode.PUSH).withSwitching(SwitchPolicy.parse("beamer"));
        assertThat(decide(request)).isEqualTo("push push push push push push");
    }

    @Test
    void aPlannedLevelCountsAsPulledForTheRule() {
        LabRequest request = LabRequest.from(0)
                .withSwitching(SwitchPolicy.parse("graphblast"))
                .withPlan(new LevelPlan(LevelMode.PULL, 1, 100));
        assertThat(decide(request)).isEqualTo("pull pull pull pull pull pull");
    }

    /// 20 of 1,000 vertices and 300 of 10,000 edges are few, also where 500 and 9,000 were counted twice meanwhile;
    /// Gunrock's rule goes by vertices, Beamer's by edges.
    @ParameterizedTest
    @ValueSource(strings = {"gunrock:100,1", "beamer:14,24"})
    void whatWasCountedTwiceIsTakenBack(String policy) {
        LabRequest request = LabRequest.from(0)
                .withSwitching(SwitchPolicy.parse(policy))
                .withPlan(new LevelPlan(LevelMode.PUSH, 1, 2));
        LevelRule modes = new LevelRule(request, 1_000, 10_000);
        modes.next(1, 1, 4);
        modes.next(2, 511, 9_140);
        modes.takeBack(500, 9_000);
        assertThat(modes.next(3, 20, 300)).isEqualTo(BfsMode.PUSH);
    }

    private static String decide(LabRequest request) {
        LevelRule modes = new LevelRule(request, 1_000, 10_000);
        List<String> words = new ArrayList<>();
        for (int i = 0; i < FRONTIER.length; i++) {
            words.add(modes.next(i + 1, FRONTIER[i], EDGES[i]).word());
        }
        return String.join(" ", words);
    }
}
