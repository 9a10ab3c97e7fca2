package io.bitfront.engine.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SwitchPolicyTest {
    @ParameterizedTest
    @EnumSource(SwitchRule.class)
    void parsesWhatItPrints(SwitchRule rule) {
        assertThat(SwitchPolicy.parse(rule.policy().toString())).isEqualTo(rule.policy());
        assertThat(SwitchPolicy.parse(rule.word())).isEqualTo(rule.policy());
    }

    @Test
    void takesConstantsInTheirOrder() {
        assertThat(SwitchPolicy.parse("sepgraph:7,8,9")).isEqualTo(new SwitchPolicy(SwitchRule.SEPGRAPH, 7, 8, 9));
        assertThat(SwitchPolicy.parse("paper:12")).isEqualTo(new SwitchPolicy(SwitchRule.PAPER, 12, 0, 0));
    }

    @ParameterizedTest
    @CsvSource({
        "'pull', 'switch pull: expected one of auto, paper, beamer, ligra, pushpull, graphblast, gunrock, sepgraph,"
                + " never'",
        "'beamer:14', 'switch beamer:14: beamer has 2 constants'",
        "'never:1', 'switch never:1: never has 0 constants'",
        "'ligra:1,x', 'switch ligra:1,x: ''x'' is no whole number from 0 up'",
        "'beamer:-1,0', 'switch beamer:-1,0: ''-1'' is no whole number from 0 up'",
        "'ligra:1048576,1', 'switch constant 1,048,576 is outside 0..1,048,575'"
    })
    void refusesAnythingElseInOneLine(String text, String message) {
        assertThatThrownBy(() -> SwitchPolicy.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
