package io.bitfront.engine.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.lab.BfsMode;
import io.bitfront.parallel.Workers;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is chosen is the cheapest by costs that are added up here as the model's parameters say.
final class CostModelTest {
    private static final int TRIALS = 20_000;

    @ParameterizedTest
    @CsvSource({"1, false", "2, false", "1, true", "3, true"})
    void choosesTheCheapestOfTheWaysAllowed(int threads, boolean listed) {
        Random dice = new Random(threads);
        int[] chosen = new int[Step.values().length];
        int thin = 0;
        try (Graph graph = Prepared.graph(GraphKind.SCALE_FREE.draw(1, 3_000));
                Workers workers = new Workers(threads)) {
            SearchState state = new SearchState(graph, workers);
            PullFew few = new PullFew(state);
            few.begin();
            if (listed) {
                state.reset();
                state.begin(0);
                state.depth = 1;
                few.run();
            }
            assertThat(few.listed()).isEqualTo(listed);
            for (int trial = 0; trial < TRIALS; trial++) {
                leaveUnmarked(state, dice.nextInt(3));
                state.inQueue = dice.nextBoolean();
                state.frontierVertices = 1 + skewed(dice, 20_000);
                state.frontierEdges = state.frontierVertices + skewed(dice, 200_000);
                state.edgesBefore = 1 + skewed(dice, 20_000);
                state.openVertices = 1 + skewed(dice, 40_000);
                state.openEdges = state.openVertices + skewed(dice, 200_000);
                double[] cost = dice.doubles(14, 0.1, 10).toArray();
                cost[8] *= 1_000 * dice.nextDouble();
                cost[9] = dice.nextInt(3) * dice.nextDouble() / 2;
                cost[4] *= 100 * dice.nextDouble();
                cost[13] *= 100 * dice.nextDouble();
                CostModel model = new CostModel(
                        cost[0], cost[1], cost[2], cost[12], cost[3], cost[4], cost[11], cost[10], cost[5], cost[6],
                        cost[7], cost[9], cost[8], cost[13]);
                BfsMode mode = new BfsMode[] {BfsMode.AUTO, BfsMode.PUSH, BfsMode.PULL}[dice.nextInt(3)];
                Step expected = cheapest(state, cost, mode, threads, listed);
                assertThat(model.choose(state, few, mode)).isEqualTo(expected);
                if (state.inQueue && model.thin(state.frontierVertices, state.frontierEdges, state.openVertices)) {
                    thin++;
                    assertThat(cheapest(state, cost, BfsMode.AUTO, threads, listed))
                            .isEqualTo(Step.PUSH_ALONE);
                }
                chosen[expected.ordinal()]++;
            }
        }
        assertThat(thin).isGreaterThan(TRIALS / 100);
        for (Step step : Step.values()) {
            assertThat(chosen[step.ordinal()] > TRIALS / 1_000)
                    .as(step.name())
                    .isEqualTo(step != Step.PUSH_TOGETHER || threads > 1);
        }
    }

    /// No vertex, some of the queue, or all.
    private static void leaveUnmarked(SearchState state, int how) {
        state.begin(0);
        assertThat(state.unmarked()).isZero();
        state.leaveVisited();
        if (how == 1) {
            state.end += 50;
        } else if (how == 2) {
            state.advanceElsewhere(state.vertexCount, 0);
        } else {
            state.markVisited();
        }
        assertThat(state.unmarked()).isEqualTo(new int[] {0, 50, state.vertexCount}[how]);
    }

    /// Three levels as they are met: half of a Kronecker graph is ahead; the frontier of a component beside which
    /// others
    /// hold most edges; and the same frontier where there are no others.
    @ParameterizedTest
    @CsvSource({
        "50000, 8000000, 900000, 7000000, true",
        "27695, 396716, 50115, 3159000, false",
        "27695, 396716, 5059, 382000, true"
    })
    void pullsWhereOthersDoNotHoldMostOfWhatIsOpen(
            long vertices, long edges, long open, long openEdges, boolean pulls) {
        try (Graph graph = Prepared.graph(GraphKind.SCALE_FREE.draw(1, 3_000));
                Workers workers = new Workers(2)) {
            SearchState state = new SearchState(graph, workers);
            PullFew few = new PullFew(state);
            few.begin();
            state.inQueue = true;
            state.frontierVertices = vertices;
            state.frontierEdges = edges;
            state.edgesBefore = vertices;
            state.openVertices = open;
            state.openEdges = openEdges;
            assertThat(CostModel.MEASURED.choose(state, few, BfsMode.AUTO).bfsMode())
                    .isEqualTo(pulls ? BfsMode.PULL : BfsMode.PUSH);
        }
    }

    @ParameterizedTest
    @CsvSource({"104858, true", "104859, false"})
    void aGraphFitsTheCacheOfACoreUpToTwoMegabytes(int vertices, boolean fits) {
        try (Graph graph = Prepared.graph(Shapes.chain(vertices));
                Workers workers = new Workers(1)) {
            assertThat(new SearchState(graph, workers).fitsOneCache).isEqualTo(fits);
        }
    }

    /// Small numbers as often as large ones.
    private static long skewed(Random dice, int most) {
        return (long) Math.pow(most, dice.nextDouble());
    }

    private static Step cheapest(SearchState state, double[] cost, BfsMode mode, int threads, boolean listed) {
        double sweep = cost[4] * state.words / threads + cost[8];
        double half = sweep / 2;
        double rows = cost[2] * state.frontierVertices;
        double pushed = rows + cost[0] * state.frontierEdges;
        double piece = Math.floor(1024.0 * state.frontierVertices / state.frontierEdges);
        double pieces = Math.ceil(state.frontierVertices / Math.max(1, Math.min(64, piece)));
        double fresh = state.inQueue ? 0 : half;
        double hit = 1.0 * state.frontierEdges / (state.frontierEdges + state.openEdges);
        double mean = 1.0 * state.openEdges / state.openVertices;
        double further = (1 - cost[9]) * Math.min(state.degrees.looks(hit), mean) + cost[9] * mean;
        double pulled = state.openVertices * (cost[5] + (1 - hit) * (cost[6] + cost[7] * further));
        double marked = cost[11] * state.unmarked() / threads;
        boolean thin = pushed + fresh <= Math.min(cost[8], cost[5] * state.openVertices);
        double yield = Math.min(1.0, 1.0 * state.frontierVertices / state.edgesBefore);
        double finds = cost[12] * Math.min(state.openVertices, yield * state.frontierEdges);
        double shared = threads == 1 ? 0 : cost[13];
        double[] ways = {
            pushed + fresh + (thin ? 0 : finds + marked),
            threads == 1
                    ? Double.MAX_VALUE
                    : cost[3] * pushed / Math.min(threads, pieces) + finds + cost[8] + shared + fresh,
            (rows + cost[1] * state.frontierEdges) / threads + sweep + cost[10] * state.words + shared + marked,
            pulled / threads + sweep + shared + marked,
            state.openVertices > 1 << 14 ? Double.MAX_VALUE : pulled + (listed ? 0 : half) + marked
        };
        int best = -1;
        for (int way = 0; way < ways.length; way++) {
            boolean push = way < 3;
            boolean allowed = mode == BfsMode.AUTO || push == (mode == BfsMode.PUSH);
            if (allowed && (best < 0 || ways[way] < ways[best])) {
                best = way;
            }
        }
        return Step.values()[best];
    }
}
