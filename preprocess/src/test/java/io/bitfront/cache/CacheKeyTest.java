package io.bitfront.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.input.GraphFormat;
import io.bitfront.input.ReadOptions;
import io.bitfront.input.choice.ColumnChoice;
import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.input.choice.IdChoice;
import io.bitfront.input.choice.ReadChoices;
import io.bitfront.order.OrderingKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// All options that change a graph stand in its cache's key, and those that are not the usual ones in its name.
final class CacheKeyTest {
    private static final String READER = " reader=" + CacheKey.READER;

    private static ReadOptions read(DirectionChoice direction, String columns, IdChoice ids) {
        ColumnChoice choice = columns.isEmpty() ? ColumnChoice.AUTO : ColumnChoice.parse(columns);
        return new ReadOptions(GraphFormat.AUTO, new ReadChoices(direction, choice, ids));
    }

    private static PreprocessOptions options(OrderingKind ordering) {
        return PreprocessOptions.defaults().withOrdering(ordering);
    }

    @ParameterizedTest
    @CsvSource({
        "AS_FORMAT, '', AUTO, format=auto direction=as-format, ''",
        "DIRECTED, '', AUTO, format=auto direction=directed, .directed",
        "UNDIRECTED, '3,1', AUTO, 'format=auto direction=undirected columns=3,1', .undirected.columns-3-1",
        "AS_FORMAT, '', NAMES, format=auto direction=as-format ids=names, .names",
        "AS_FORMAT, '2,1', NUMBERS, 'format=auto direction=as-format columns=2,1 ids=numbers', .columns-2-1.numbers"
    })
    void tellHowAFileIsRead(DirectionChoice direction, String columns, IdChoice ids, String words, String tag) {
        ReadOptions read = read(direction, columns, ids);
        assertThat(CacheKey.words(read, options(OrderingKind.RCM))).isEqualTo("order=rcm " + words + READER);
        assertThat(CacheKey.tag(read, options(OrderingKind.AUTO))).isEqualTo(tag);
    }

    /// Names of columns may be too long for a file's name, or not fit for it.
    @Test
    void namesOfColumnsStandInANameByTheirSum() {
        ReadOptions one = read(DirectionChoice.AS_FORMAT, "from,to", IdChoice.AUTO);
        ReadOptions other = read(DirectionChoice.AS_FORMAT, "to,from", IdChoice.AUTO);
        PreprocessOptions usual = options(OrderingKind.AUTO);
        assertThat(CacheKey.words(one, usual)).endsWith(" columns=from,to" + READER);
        assertThat(CacheKey.tag(one, usual)).matches("\\.columns-[0-9a-f]{8}").isNotEqualTo(CacheKey.tag(other, usual));
    }

    @Test
    void tellWhatAnOrderingLooksAt() {
        String rest = " format=auto direction=as-format" + READER;
        PreprocessOptions jaccard = options(OrderingKind.JACCARD);
        assertThat(CacheKey.words(ReadOptions.AUTO, jaccard)).isEqualTo("order=jaccard window=65536" + rest);
        assertThat(CacheKey.tag(ReadOptions.AUTO, jaccard)).isEqualTo(".jaccard");
        assertThat(CacheKey.tag(ReadOptions.AUTO, jaccard.withWindow(64))).isEqualTo(".jaccard-64");
        PreprocessOptions paper = options(OrderingKind.PAPER);
        assertThat(CacheKey.tag(ReadOptions.AUTO, paper)).isEqualTo(".paper");
        assertThat(CacheKey.tag(ReadOptions.AUTO, paper.withWindow(64))).isEqualTo(".paper-64");
        PreprocessOptions random = options(OrderingKind.RANDOM).withSeed(5);
        assertThat(CacheKey.words(ReadOptions.AUTO, random)).isEqualTo("order=random seed=5" + rest);
        assertThat(CacheKey.tag(ReadOptions.AUTO, random)).isEqualTo(".random-5");
        assertThat(CacheKey.words(
                        ReadOptions.AUTO,
                        options(OrderingKind.DEGREE).withSeed(5).withWindow(64)))
                .isEqualTo("order=degree" + rest);
        assertThat(CacheKey.tag(ReadOptions.AUTO, options(OrderingKind.DEGREE))).isEqualTo(".degree");
    }

    @Test
    void tellTheFormatAskedFor() {
        ReadOptions asked = new ReadOptions(GraphFormat.parse("mtx"), DirectionChoice.AS_FORMAT);
        assertThat(CacheKey.words(asked, options(OrderingKind.RCM))).contains(" format=mtx ");
        assertThat(CacheKey.tag(asked, options(OrderingKind.AUTO))).isEqualTo(".mtx");
    }
}
