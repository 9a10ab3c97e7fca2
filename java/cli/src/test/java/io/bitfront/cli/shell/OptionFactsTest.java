package io.bitfront.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OptionFactsTest {
    /// 60 characters are shown, and none more: what is longer ends where a word does.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            one two three four five six seven eight nine ten eleven tall | one two three four five six seven eight nine ten eleven tall
            one two three four five six seven eight nine ten eleven tall: and more | one two three four five six seven eight nine ten eleven tall
            one two three four five six seven eight nine ten eleven small | one two three four five six seven eight nine ten eleven ...
            one two three four five six seven eight nine ten eleven (60), more | one two three four five six seven eight nine ten eleven ...
            one two three four five six seven eight nine ten twelve, 7 b c d e | one two three four five six seven eight nine ten twelve, 7 b ...
            """)
    void summaryIsWhatFitsBesideAWord(String description, String summary) {
        assertThat(OptionFacts.summary(description)).isEqualTo(summary);
    }

    @Test
    void firstSentenceEndsBeforeABlankOrTheEnd() {
        assertThat(OptionFacts.firstSentence("One of a.b; or c. Two.")).isEqualTo("One of a.b");
        assertThat(OptionFacts.firstSentence("Only one.")).isEqualTo("Only one");
        assertThat(OptionFacts.firstSentence("")).isEmpty();
    }

    @Test
    void plainTextHasNoMarkupAndOneBlankBetweenLines() {
        assertThat(OptionFacts.plain(" @|bold one|@ two ", "three")).isEqualTo("one two three");
    }
}
