package io.bitfront.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TableTest {
    @Test
    void alignsTheFirstColumnLeftAndNumbersRight() {
        Table table = new Table("level", "vertices").row("0", "1").row("1 to 12", "1,234");
        assertThat(table.lines()).containsExactly("level    vertices", "0               1", "1 to 12     1,234");
    }

    @Test
    void alignsColumnsOfWordsLeftWithoutTrailingBlanks() {
        Table table = new Table("check", "verdict")
                .left("verdict")
                .row("header", "ok")
                .row("rows", "FAILED");
        assertThat(table.lines()).containsExactly("check   verdict", "header  ok", "rows    FAILED");
    }

    @Test
    void refusesAColumnThatItDoesNotHave() {
        assertThatThrownBy(() -> new Table("a", "b").left("c"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no column 'c' among [a, b]");
    }

    @Test
    void refusesARowOfAnotherLength() {
        assertThatThrownBy(() -> new Table("a", "b").row("1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("1 cells under 2 headings: [1]");
    }
}
