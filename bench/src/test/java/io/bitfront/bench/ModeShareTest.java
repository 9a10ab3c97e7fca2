package io.bitfront.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.engine.lab.LevelMode;
import org.junit.jupiter.api.Test;

class ModeShareTest {
    @Test
    void nothingIsSharedWhereNoLevelWasCounted() {
        assertThat(new ModeShare.Tally().shares()).isEmpty();
    }

    @Test
    void levelsAndTimeAreSharedByMode() {
        ModeShare.Tally tally = new ModeShare.Tally();
        tally.add(LevelMode.PUSH, 10);
        tally.add(LevelMode.PUSH_MARKED, 20);
        tally.add(LevelMode.PULL, 70);
        tally.add(LevelMode.PUSH_SMALL, 0);
        assertThat(tally.shares())
                .contains(new ModeShare("push", 0.75, 0.3), new ModeShare("pull", 0.25, 0.7))
                .filteredOn(share -> share.levels() > 0)
                .hasSize(2);
    }

    @Test
    void levelsThatTookNoTimeShareNone() {
        ModeShare.Tally tally = new ModeShare.Tally();
        tally.add(LevelMode.TENSOR, 0);
        assertThat(tally.shares()).contains(new ModeShare("tensor", 1, 0));
    }
}
