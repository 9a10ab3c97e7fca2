package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchChoiceTest {
    private static final int ROAD = 24_000_000;
    private static final int DEPTH = 7_500;
    private static final double DEGREE = 2.5;
    private static final Spread NEIGHBOURS = Spread.of(DEPTH, ROAD, 1_024, 40);
    private static final Spread SCATTERED = Spread.of(DEPTH, ROAD, 1_024, 6_000);

    private final List<int[]> probed = new ArrayList<>();
    private Spread spread;
    private int mostLevels;

    private BatchChoice choice(int atOnce) {
        return new BatchChoice(
                (batch, most) -> {
                    probed.add(batch);
                    mostLevels = most;
                    return spread.levels() < most ? spread : Spread.deeperThan(most);
                },
                1_024,
                atOnce,
                ROAD,
                DEGREE);
    }

    @Test
    void runsScatteredSourcesOfADeepGraphByThemselvesAndNeighboursByRecords() {
        BatchChoice choice = choice(264);
        spread = SCATTERED;
        assertThat(choice.choose(new int[1_024]).independent()).isTrue();
        spread = NEIGHBOURS;
        assertThat(choice.choose(new int[1_024]).independent()).isFalse();
        spread = Spread.of(7, ROAD, 1_024, 7);
        assertThat(choice(264).choose(new int[1_024]).independent()).isFalse();
    }

    @Test
    void meetsAsManyLevelsAsSourcesOrAsTheirDistancesSpan() {
        assertThat(NEIGHBOURS.meetings()).isBetween(39.9, 40.0);
        assertThat(Spread.of(DEPTH, ROAD, 2, 6_000).meetings()).isBetween(1.9, 2.0);
        assertThat(SCATTERED.meetings()).isBetween(900.0, 1_024.0);
    }

    /// As many levels lie between two groups as a road has, but none of them holds a source.
    @Test
    void meetsNoLevelsBetweenGroupsOfNeighbours() {
        int[] groups = IntStream.range(0, 64).map(i -> i % 4 * 2_000 + i / 4).toArray();
        assertThat(Spread.sampled(DEPTH, ROAD, 1_024, groups).meetings()).isBetween(60.0, 110.0);
        int[] evenly = IntStream.range(0, 64).map(i -> 94 * (i * 37 % 64)).toArray();
        assertThat(Spread.sampled(DEPTH, ROAD, 1_024, evenly).meetings())
                .isBetween(0.97 * SCATTERED.meetings(), 1.03 * SCATTERED.meetings());
        assertThat(Spread.sampled(DEPTH, ROAD, 1_024, 7, 7, 7, 7).meetings()).isEqualTo(1);
    }

    /// Four are searched from, evenly over the batch, until a search has 64 levels.
    @Test
    void isSeenFromWhereMostIsReachedAndNoFurtherThanTheFirstDeepSearch() {
        int[] batch = {7, 3, 9, 1, 8, 2, 6, 4};
        List<Integer> searched = new ArrayList<>();
        Map<Integer, Spread> spreads = new HashMap<>(Map.of(
                7, new Spread(63, 100, 1), 9, new Spread(5, 300, 1), 8, new Spread(2, 3, 1), 6, new Spread(9, 300, 2)));
        IntFunction<Spread> from = vertex -> {
            searched.add(vertex);
            return spreads.get(vertex);
        };
        assertThat(SpreadProbe.widest(from, 1_000, batch)).isSameAs(spreads.get(9));
        assertThat(searched).containsExactly(7, 9, 8, 6);
        searched.clear();
        spreads.put(9, new Spread(64, 200, 1));
        assertThat(SpreadProbe.widest(from, 1_000, batch)).isSameAs(spreads.get(9));
        assertThat(searched).containsExactly(7, 9);
        assertThat(SpreadProbe.widest(from, 1_000, 8)).isSameAs(spreads.get(8));
        searched.clear();
        assertThat(SpreadProbe.widest(from, 198, batch)).isSameAs(spreads.get(7));
        assertThat(searched).containsExactly(7);
        spreads.put(9, Spread.deeperThan(70));
        assertThat(SpreadProbe.widest(from, 1_000, batch)).isSameAs(spreads.get(9));
    }

    /// A thousand sources take four rounds of searches, which may take as long as records do.
    @Test
    void aSearchIsNotRunFurtherThanTells() {
        BatchChoice choice = choice(264);
        spread = Spread.of(1 << 20, ROAD, 16, 1 << 20);
        BatchChoice.Chosen way = choice.choose(new int[16]);
        assertThat(mostLevels).isBetween(1_400, 1_600);
        assertThat(way.independent()).isTrue();
        choice.learn(way, 16, 1);
        choice.choose(new int[16]);
        assertThat(mostLevels).isBetween(1_400, 1_600);
        choice.choose(new int[1]);
        assertThat(mostLevels).isBetween(85, 100);
        choice.choose(new int[1_024]);
        assertThat(mostLevels).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void looksAtEveryBatchThatMayRunByItselfAndMoreSeldomAtOthers() {
        BatchChoice choice = choice(264);
        spread = SCATTERED;
        for (int batch = 0; batch < 5; batch++) {
            choice.choose(new int[1_024]);
        }
        assertThat(probed.size()).isEqualTo(5);
        spread = Spread.of(DEPTH, ROAD, 1_024, 10);
        for (int batch = 0; batch < 2 + 4 + 8 + 16 + 16; batch++) {
            choice.choose(new int[1_024]);
        }
        assertThat(probed.size()).isEqualTo(10);
        choice.choose(new int[1_024]);
        assertThat(probed.size()).isEqualTo(11);
    }

    @Test
    void looksAgainWhereABatchTakesMoreThanExpected() {
        BatchChoice choice = choice(264);
        spread = NEIGHBOURS;
        BatchChoice.Chosen way = choice.choose(new int[1_024]);
        choice.learn(way, 1_024, 17_000_000_000L);
        spread = SCATTERED;
        assertThat(choice.choose(new int[1_024]).independent()).isTrue();
    }

    /// Between what records take and what searches do, whichever was found dearer.
    @Test
    void learnsWhatEitherWayCosts() {
        BatchChoice choice = choice(264);
        spread = Spread.of(DEPTH, ROAD, 1_024, 100);
        assertThat(choice.choose(new int[1_024]).independent()).isTrue();
        choice.learn(new BatchChoice.Chosen(true, spread, true), 1_024, 10_000_000_000L);
        assertThat(choice.choose(new int[1_024]).independent()).isFalse();
        BatchChoice other = choice(264);
        other.learn(new BatchChoice.Chosen(false, spread, true), 1_024, 300_000_000L);
        assertThat(other.choose(new int[1_024]).independent()).isFalse();
    }

    /// A way whose cost was never measured may be the better one.
    @Test
    void triesTheOtherWayOnceWhereItIsExpectedToBeClose() {
        BatchChoice choice = choice(264);
        spread = Spread.of(DEPTH, ROAD, 1_024, 50);
        List<Boolean> ways = new ArrayList<>();
        for (int batch = 0; batch < 8; batch++) {
            BatchChoice.Chosen way = choice.choose(new int[1_024]);
            choice.learn(way, 1_024, way.independent() ? 820_000_000 : 1_100_000_000);
            ways.add(way.independent());
        }
        assertThat(ways).startsWith(false).endsWith(true, true);

        BatchChoice slow = choice(264);
        ways.clear();
        for (int batch = 0; batch < 64; batch++) {
            BatchChoice.Chosen way = slow.choose(new int[1_024]);
            slow.learn(way, 1_024, way.independent() ? 1_700_000_000 : 1_100_000_000);
            ways.add(way.independent());
        }
        assertThat(ways).contains(true).endsWith(false, false);
    }

    /// What empty levels are expected to take is no part of what a meeting does.
    @Test
    void expectsOfABatchWhatTheLikeTook() {
        BatchChoice choice = choice(264);
        spread = Spread.of(DEPTH, ROAD, 1_024, 50);
        choice.learn(new BatchChoice.Chosen(true, spread, true), 1_024, 820_000_000);
        choice.learn(new BatchChoice.Chosen(false, spread, true), 1_024, 740_000_000);
        assertThat(choice.choose(new int[1_024]).independent()).isFalse();
    }

    /// Both ways take about the same: each batch is looked at, and what was learned of one with few meetings does not
    /// come from another with many.
    @Test
    void looksAtEveryBatchWhereBothWaysAreClose() {
        BatchChoice choice = choice(264);
        spread = new Spread(DEPTH, ROAD, 80);
        for (int batch = 0; batch < 6; batch++) {
            BatchChoice.Chosen chosen = choice.choose(new int[1_024]);
            choice.learn(chosen, 1_024, chosen.independent() ? 1_000_000_000L : 700_000_000L);
        }
        assertThat(probed).hasSize(6);
        spread = new Spread(DEPTH, ROAD, 60);
        assertThat(choice.choose(new int[1_024]).independent()).isFalse();
        spread = new Spread(DEPTH, ROAD, 160);
        assertThat(choice.choose(new int[1_024]).independent()).isTrue();
    }

    /// Each edge of a vertex costs a meeting more than a visit, and narrow records cost less to meet.
    @ParameterizedTest
    @CsvSource({"2, 1024, false", "100, 1024, true", "2, 512, false", "100, 512, true"})
    void expectsMoreOfMeetingsWhereVerticesHaveMoreEdges(double degree, int width, boolean independent) {
        BatchChoice choice = new BatchChoice((_, _) -> new Spread(100, ROAD, 90), width, 264, ROAD, degree);
        assertThat(choice.choose(new int[width]).independent()).isEqualTo(independent);
    }

    /// As an H100 took for eight such batches; the other way is tried once.
    @Test
    void runsNeighboursOnARoadByRecordsFromTheFirstBatchOn() {
        BatchChoice choice = choice(264);
        List<Boolean> ways = new ArrayList<>();
        for (double meetings : new double[] {80, 60, 95, 70, 85, 80, 75, 65}) {
            spread = new Spread(DEPTH, ROAD, meetings);
            BatchChoice.Chosen way = choice.choose(new int[1_024]);
            choice.learn(way, 1_024, way.independent() ? 1_040_000_000 : 300_000_000 + (long) (6_000_000 * meetings));
            ways.add(way.independent());
        }
        assertThat(ways).startsWith(false, false).containsOnlyOnce(true);
    }

    @Test
    void learnsOnlyFromBatchesThatWereLookedAt() {
        BatchChoice choice = choice(264);
        spread = new Spread(DEPTH, ROAD, 10);
        List<BatchChoice.Chosen> chosen = IntStream.range(0, 6)
                .mapToObj(batch -> choice.choose(new int[1_024]))
                .toList();
        assertThat(chosen).extracting(BatchChoice.Chosen::own).containsExactly(true, false, true, false, false, false);
        assertThat(chosen).extracting(BatchChoice.Chosen::independent).containsOnly(false);
    }

    /// Four times as deep as what was looked at, and 64 levels more.
    @Test
    void stopsBatchesThatAreDeeperThanTheyLook() {
        BatchChoice choice = choice(264);
        spread = Spread.of(7, ROAD, 1_024, 7);
        BatchChoice.Chosen shallow = choice.choose(new int[1_024]);
        assertThat(choice.mostLevels(shallow)).isEqualTo(4 * 7 + 64);
        BatchChoice.Chosen deepest = new BatchChoice.Chosen(false, Spread.of(1 << 30, ROAD, 1_024, 1), true);
        assertThat(choice.mostLevels(deepest)).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void runsByItselfWhatAStoppedBatchHasLeftUnlessItsSourcesAreNeighbours() {
        BatchChoice choice = choice(264);
        spread = Spread.of(7, ROAD, 1_024, 7);
        BatchChoice.Chosen shallow = choice.choose(new int[1_024]);
        spread = SCATTERED;
        int[] rest = new int[100];
        assertThat(choice.prefersSearchesForRest(rest)).isTrue();
        assertThat(probed.getLast()).isSameAs(rest);
        assertThat(choice.mostLevels(shallow)).isEqualTo(4 * 7 + 64);

        BatchChoice other = choice(264);
        spread = NEIGHBOURS;
        assertThat(other.prefersSearchesForRest(new int[1_024])).isFalse();
        assertThat(other.mostLevels(shallow)).isEqualTo(4 * DEPTH + 64);
    }

    /// The next batch itself, and less and less often what is left.
    @Test
    void looksAgainWhereABatchWasStopped() {
        BatchChoice choice = choice(264);
        spread = Spread.of(7, ROAD, 1_024, 7);
        for (int batch = 0; batch < 10; batch++) {
            choice.choose(new int[1_024]);
        }
        int before = probed.size();
        for (int batch = 0; batch < 2 + 4 + 8 + 16; batch++) {
            choice.prefersSearchesForRest(new int[100]);
        }
        assertThat(probed.size()).isEqualTo(before + 4);
        choice.choose(new int[1_024]);
        assertThat(probed.size()).isEqualTo(before + 5);
    }

    /// A short way to the end of a one-way path says nothing of what a visit costs.
    @Test
    void isNotMisledByABatchOfDeeperSourcesThanItsProbe() {
        BatchChoice choice = choice(264);
        Spread near = new Spread(2_000, 2_000, 900);
        choice.learn(new BatchChoice.Chosen(true, near, true), 1_024, 350_000_000);
        spread = new Spread(131_000, 400_000, 900);
        assertThat(choice.choose(new int[1_024]).independent()).isTrue();
    }
}
