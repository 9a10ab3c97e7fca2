package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.answer.Balls;
import io.bitfront.engine.answer.Neighbourhoods;
import io.bitfront.engine.answer.Reach;
import io.bitfront.engine.answer.Threshold;
import io.bitfront.engine.answer.UpperBounds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What is searched next, and when what was searched says that more of it does not pay, on a path.
class TopCandidatesTest {
    private static final int N = 6_400;
    private static final int ROUND = 16;
    private static final SearchRounds.Pace PACE = new SearchRounds.Pace(64, 64, 1, 4);
    private static final double INFINITE = Double.POSITIVE_INFINITY;

    private final Graph graph = Graph.of(
                    N,
                    IntStream.range(0, N - 1).toArray(),
                    IntStream.range(1, N).toArray())
            .undirected();
    private final double[] bound = new double[N];
    private final Threshold threshold = new Threshold(1);
    private final List<String> said = new ArrayList<>();

    @AfterEach
    void close() {
        graph.close();
    }

    private TopCandidates candidates(int width, int top, boolean mesh) {
        Arrays.fill(bound, 2);
        int[] all = IntStream.range(0, N).toArray();
        return new TopCandidates(graph, states(all), all, width, top, mesh, said::add);
    }

    private CandidateStates states(int... sources) {
        return CandidateStates.of(
                sources,
                bound,
                Followers.none(graph),
                threshold,
                new UpperBounds((reached, distance, harmonic) -> harmonic));
    }

    @Test
    void searchesOnTheirOwnGoOnUntilThereIsAThresholdButNotBeyondASixteenthOfAll() {
        TopCandidates candidates = candidates(16, 1, true);
        int rounds = 0;
        while (candidates.beginRound(1, INFINITE, PACE)) {
            assertThat(candidates.inRound()).isTrue();
            assertThat(candidates.next(N)).hasSize(ROUND);
            assertThat(candidates.exhausted()).isTrue();
            rounds++;
        }
        assertThat(rounds).isEqualTo(N / 16 / ROUND);
        assertThat(candidates.inRound()).isFalse();
    }

    @Test
    void searchesOnTheirOwnBeginWhereFewAreRanked() {
        assertThat(candidates(16, 100, true).beginRound(100, INFINITE, PACE)).isTrue();
        assertThat(candidates(16, 101, true).beginRound(101, INFINITE, PACE)).isFalse();
    }

    /// Each round rules out less than the one before: what is left takes three times what it would take if it did not.
    @Test
    void anotherRoundPaysWhereWhatIsLeftCostsLessByRoundsThanInAnotherWay() {
        for (boolean pays : new boolean[] {true, false}) {
            TopCandidates candidates = candidates(16, 1, true);
            candidates.beginRound(1, INFINITE, PACE);
            int[] searched = candidates.next(N);
            threshold.offer(1, searched[0]);
            int ruled = ruleOut(candidates, searched[0], 300);
            double equal = 3.0 * ROUND * candidates.waiting() / ruled;
            assertThat(candidates.waiting()).isEqualTo(N - ROUND - ruled);
            assertThat(candidates.beginRound(1, pays ? equal * 1.001 : equal * 0.999, PACE))
                    .isEqualTo(pays);
        }
    }

    @Test
    void anotherRoundPaysWhereTheLastRuledOutFourTimesAsManyAsItSearched() {
        for (int radius = 20; radius < 60; radius++) {
            TopCandidates candidates = candidates(16, 1, true);
            candidates.beginRound(1, INFINITE, PACE);
            int[] searched = candidates.next(N);
            threshold.offer(1, searched[0]);
            int ruled = ruleOut(candidates, searched[0], radius);
            assertThat(candidates.beginRound(1, INFINITE, PACE))
                    .as("%d ruled out", ruled)
                    .isEqualTo(ruled >= 4 * ROUND);
            if (ruled >= 4 * ROUND) {
                candidates.next(N);
                assertThat(candidates.beginRound(1, INFINITE, PACE))
                        .as("nothing more ruled out")
                        .isFalse();
            }
        }
    }

    /// A round of several batches is as large as what was searched before, within limits, and balls are spread after
    /// each batch.
    @Test
    void roundsOfBatchesGrow() {
        SearchRounds.Pace pace = new SearchRounds.Pace(4, 14, 4, 0);
        TopCandidates candidates = candidates(1_024, 1, true);
        for (int[] sizes : new int[][] {{1, 1, 1, 1}, {1, 1, 1, 1}, {2, 2, 2, 2}, {4, 4, 4, 2}, {4, 4, 4, 2}}) {
            assertThat(candidates.beginRound(1, INFINITE, pace)).isTrue();
            assertThat(candidates.batchesInRound()).isTrue();
            for (int size : sizes) {
                assertThat(candidates.next(N)).hasSize(size);
            }
            assertThat(candidates.exhausted()).isTrue();
        }
    }

    @Test
    void aRoundEndsWithTheFirstBatchWhoseSearchesRuleOutTooFew() {
        for (boolean useful : new boolean[] {true, false}) {
            TopCandidates candidates = candidates(1_024, 1, true);
            SearchRounds.Pace pace = new SearchRounds.Pace(16, 16, 4, useful ? 4 : 6);
            assertThat(candidates.beginRound(1, INFINITE, pace)).isTrue();
            int centre = candidates.next(N)[0];
            threshold.offer(1, centre);
            // Ten on either side: at most 20 by 4 searches.
            int ruled = ruleOut(candidates, centre, 10, 4);
            candidates.endUseless();
            assertThat(ruled).isBetween(16, 20);
            assertThat(candidates.exhausted()).isEqualTo(!useful);
        }
    }

    @Test
    void whatNeighboursRuleOutCountsForTheUseOfARound() {
        for (int more : new int[] {0, 8}) {
            TopCandidates candidates = candidates(1_024, 1, true);
            assertThat(candidates.beginRound(1, INFINITE, new SearchRounds.Pace(16, 16, 4, 6)))
                    .isTrue();
            int centre = candidates.next(N)[0];
            threshold.offer(1, centre);
            ruleOut(candidates, centre, 10, 4);
            assertThat(candidates.ballsAreSmall()).isTrue();
            candidates.ruleOut(told -> {
                told.accept(centre);
                IntStream.range(0, more).map(i -> (centre + N / 2 + i) % N).forEach(told);
            });
            candidates.endUseless();
            assertThat(candidates.exhausted()).isEqualTo(more == 0);
            assertThat(candidates.spared()).containsEntry("neighbours", (long) more);
        }
    }

    /// What an earlier round ruled out is of no use to a later one.
    @Test
    void onlyWhatARoundItselfRulesOutCountsForItsUse() {
        TopCandidates candidates = candidates(1_024, 1, true);
        SearchRounds.Pace pace = new SearchRounds.Pace(16, 16, 4, 4);
        assertThat(candidates.beginRound(1, INFINITE, pace)).isTrue();
        int centre = candidates.next(N)[0];
        threshold.offer(1, centre);
        ruleOut(candidates, centre, 50, 4);
        candidates.ruleOut(told ->
                IntStream.range(0, 50).map(i -> (centre + N / 2 + i) % N).forEach(told));
        assertThat(candidates.spared()).containsEntry("neighbours", 50L);
        candidates.newlyRuledOut();
        assertThat(candidates.beginRound(1, INFINITE, pace)).isTrue();
        candidates.next(N);
        candidates.ruleOut(new Balls(graph.out()), 4);
        candidates.ruleOut(told -> {});
        assertThat(candidates.ballsAreSmall()).isTrue();
        candidates.endUseless();
        assertThat(candidates.exhausted()).isTrue();
    }

    /// The worst of few says little: rounds of batches go on until twice as many as are ranked were searched.
    @Test
    void roundsOfBatchesGoOnUntilTheThresholdSaysSomething() {
        SearchRounds.Pace pace = new SearchRounds.Pace(16, 16, 4, 4);
        TopCandidates candidates = candidates(1_024, 12, true);
        for (boolean goesOn : new boolean[] {true, true, false}) {
            assertThat(candidates.beginRound(12, INFINITE, pace)).isEqualTo(goesOn);
            for (int batch = 0; batch < 4 && goesOn; batch++) {
                threshold.offer(1, candidates.next(N)[0]);
            }
        }
    }

    /// @return how many
    private int ruleOut(TopCandidates candidates, int centre, int radius) {
        return ruleOut(candidates, centre, radius, ROUND);
    }

    private int ruleOut(TopCandidates candidates, int centre, int radius, int searched) {
        Balls balls = new Balls(graph.out());
        balls.add(centre, radius);
        candidates.ruleOut(balls, searched);
        int ruled = Math.toIntExact(candidates.spared().get("balls"));
        assertThat(candidates.newlyRuledOut()).isEqualTo(ruled);
        assertThat(candidates.newlyRuledOut()).isZero();
        return ruled;
    }

    @Test
    void firstBatchesAreOfTwiceAsManyAsAreRankedAndOf64AtLeast() {
        assertThat(candidates(512, 1, true).next(N)).hasSize(64);
        assertThat(candidates(512, 100, true).next(N)).hasSize(200);
        assertThat(candidates(512, 1_000, true).next(N)).hasSize(512);
    }

    @Test
    void theBestByBoundsAreSearchedFirstUnlessSoManyAreALargePartOfAll() {
        candidates(16, 1, false);
        bound[17] = 4;
        bound[5_000] = 3;
        int[] all = IntStream.range(0, N).toArray();
        TopCandidates best = new TopCandidates(graph, states(all), all, 16, 400, false, said::add);
        assertThat(best.beginFirst()).isTrue();
        assertThat(best.next(N)).startsWith(17, 5_000).hasSize(800);
        assertThat(best.exhausted()).isTrue();
        assertThat(candidates(16, 401, false).beginFirst()).isFalse();
    }

    /// Bounds that rule out no more than a tenth by the time that it shows are given up, which is said.
    @Test
    void searchesAllWhereBoundsRuleOutATenthOrLess() {
        for (int ruled : new int[] {N / 10, N / 10 + 1}) {
            said.clear();
            TopCandidates candidates = candidates(16, 1, true);
            int[] searched = candidates.next(64);
            threshold.offer(1, searched[0]);
            boolean[] gone = new boolean[N];
            Arrays.stream(searched).forEach(v -> gone[v] = true);
            IntStream.range(0, N).filter(v -> !gone[v]).limit(ruled).forEach(v -> bound[v] = 0.5);
            assertThat(candidates.searchesAll()).isFalse();
            candidates.next(1);
            assertThat(candidates.searchesAll()).isEqualTo(ruled == N / 10);
            assertThat(said)
                    .isEqualTo(
                            ruled == N / 10
                                    ? List.of("bounds rule out 640 of 6,400 vertices so far: all that are left are"
                                            + " searched")
                                    : List.of());
        }
    }

    /// The best first, but in batches of neighbours once many are searched; and all the others once no more are ruled
    /// out.
    @Test
    void neighboursAreBatchedAfterALookAndTheLookIsRepeated() {
        int width = 64;
        SplittableRandom random = new SplittableRandom(1);
        candidates(width, 1, false);
        Arrays.setAll(bound, _ -> 2 + random.nextDouble());
        int[] all = IntStream.range(0, N).toArray();
        TopCandidates candidates = new TopCandidates(graph, states(all), all, width, 400, false, said::add);
        candidates.narrow(
                new Neighbourhoods(
                        graph, true, Reach.of(graph, true, Optional::empty), new UpperBounds((_, _, _) -> 10)),
                () -> Followers.none(graph));
        threshold.offer(1, 0);
        for (int batch = 0; batch < 4; batch++) {
            assertThat(span(candidates.next(width))).isGreaterThan(N / 2);
        }
        IntStream.range(0, N).filter(v -> v % 8 == 0).forEach(v -> bound[v] = 0.5);
        for (int batch = 0; batch < 3; batch++) {
            assertThat(span(candidates.next(width))).isLessThan(N / 2);
            assertThat(candidates.searchesAll()).isFalse();
        }
        candidates.next(2 * width);
        assertThat(candidates.searchesAll()).isTrue();
    }

    private static int span(int... vertices) {
        return Arrays.stream(vertices).max().orElseThrow()
                - Arrays.stream(vertices).min().orElseThrow();
    }

    /// Balls of graphs that are not shallow are kept where bounds rule out few, unless they do no better.
    @Test
    void ballsAreGivenUpOnceTheyRuleOutNextToNothing() {
        for (int radius : new int[] {0, 10}) {
            TopCandidates candidates = candidates(16, 1, true);
            threshold.offer(1, candidates.next(64)[0]);
            candidates.next(64);
            assertThat(candidates.searchesAll()).isTrue();
            assertThat(candidates.ballsUseless()).isFalse();
            Balls balls = new Balls(graph.out());
            balls.add(N / 2, radius);
            candidates.ruleOut(balls, 64);
            candidates.next(1);
            assertThat(candidates.ballsUseless()).isEqualTo(radius == 0);
        }
    }

    @Test
    void takesOffAtOnceWhomItsBoundDoesNotAdmitAnyMore() {
        TopCandidates candidates = candidates(16, 1, true);
        int[] index = graph.permutation().oldIdOf().toArray();
        bound[7] = 0.5;
        bound[8] = 1;
        bound[10] = 1;
        candidates.ruleOutByBounds();
        assertThat(candidates.waiting()).as("without a threshold").isEqualTo(N);
        threshold.offer(1, index[9]);
        candidates.ruleOutByBounds();
        // Equals are admitted where their index is smaller.
        long equals = IntStream.of(8, 10).filter(v -> index[v] > index[9]).count();
        assertThat(equals).isEqualTo(1);
        assertThat(candidates.spared()).containsEntry("neighbourhoods", 1 + equals);
        assertThat(candidates.isWaiting(7)).isFalse();
    }

    @Test
    void namesSomeThatWait() {
        TopCandidates candidates = candidates(16, 1, true);
        candidates.beginRound(1, INFINITE, PACE);
        int[] searched = candidates.next(N);
        int[] some = candidates.someWaiting(9);
        assertThat(some).hasSize(9).doesNotHaveDuplicates().doesNotContain(searched);
        assertThat(Arrays.stream(some).allMatch(candidates::isWaiting)).isTrue();
        assertThat(candidates.someWaiting(2 * N)).hasSize(N - searched.length);
    }

    @Test
    void offersEveryCandidateOnceAndRulesOutThoseBelowTheThreshold() {
        TopCandidates candidates = candidates(16, 1, true);
        threshold.offer(1, 0);
        IntStream.range(0, N).filter(v -> v % 2 == 0).forEach(v -> bound[v] = 0.5);
        List<Integer> offered = new ArrayList<>();
        while (!candidates.exhausted()) {
            Arrays.stream(candidates.next(100)).forEach(offered::add);
        }
        assertThat(offered)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, N).filter(v -> v % 2 == 1).boxed().toList());
        assertThat(candidates.spared()).containsEntry("neighbourhoods", (long) N / 2);
    }

    @Test
    void goingOnWithBatchesEndsTheRoundUnderWay() {
        for (boolean mesh : new boolean[] {false, true}) {
            TopCandidates candidates = candidates(16, 1, mesh);
            assertThat(candidates.beginRound(1, INFINITE, PACE)).isTrue();
            assertThat(candidates.next(5)).hasSize(5);
            candidates.gather();
            assertThat(candidates.inRound()).isFalse();
        }
    }
}
