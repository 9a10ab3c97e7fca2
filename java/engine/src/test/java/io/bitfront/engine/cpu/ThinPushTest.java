package io.bitfront.engine.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LevelMode;
import io.bitfront.engine.lab.LevelPlan;
import io.bitfront.engine.lab.SwitchRule;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Which levels go by with no way chosen for them, and that they are those of the oracle.
final class ThinPushTest {
    private static final int THIN = 7;

    /// Pushes alone, and counts how often it is asked.
    private static final class Asked implements StepChoice {
        private int times;

        @Override
        public Step choose(SearchState state, PullFew few, BfsMode mode) {
            times++;
            return mode == BfsMode.PULL ? Step.PULL_ALL : Step.PUSH_ALONE;
        }

        @Override
        public boolean thin(long frontierVertices, long frontierEdges, long openVertices) {
            return frontierVertices <= THIN && frontierEdges <= 2 * THIN;
        }
    }

    private static void expect(TestGraph test, LabRequest request, int asked) {
        int[] all = BfsOracle.levels(test, (int) request.source());
        int[] expected = IntStream.of(all)
                .map(level -> level <= request.maxLevel() ? level : -1)
                .toArray();
        Asked steps = new Asked();
        try (Graph graph = Prepared.graph(test);
                CpuEngine engine = new CpuEngine(graph, 1, steps)) {
            for (int run = 0; run < 2; run++) {
                steps.times = 0;
                assertThat(engine.bfs(request).level().toArray()).isEqualTo(expected);
                assertThat(steps.times).isEqualTo(asked);
            }
        }
    }

    @Test
    void allLevelsOfAChainGoByWhereNothingIsForced() {
        TestGraph chain = Shapes.chain(50);
        LabRequest request = LabRequest.from(0);
        expect(chain, request, 1);
        expect(chain, request.withMode(BfsMode.PUSH), 1);
        expect(chain, request.withMaxLevel(10), 1);
        expect(chain, request.withTrace(true), 49);
        expect(chain, request.withMode(BfsMode.PULL), 49);
        expect(chain, request.withSwitching(SwitchRule.BEAMER.policy()), 49);
        expect(chain, request.withPlan(new LevelPlan(LevelMode.PULL, 30, 1)), 49);
    }

    /// Chains to the middle of a star and from each of its leaves: ways are chosen for the first level, and where the
    /// star has many edges or its leaves are many.
    @Test
    void wideLevelsDoNot() {
        for (int leaves : new int[] {THIN - 1, THIN, THIN + 1, 2 * THIN, 40}) {
            int[] from = IntStream.range(0, 20 + 3 * leaves)
                    .map(edge -> edge < 20 ? edge : edge < 20 + leaves ? 20 : edge - leaves + 1)
                    .toArray();
            int[] to = IntStream.rangeClosed(1, from.length).toArray();
            TestGraph test = new TestGraph("a chain to a star of " + leaves, from.length + 1, from, to, true);
            boolean star = leaves > 2 * THIN;
            boolean wide = leaves > THIN;
            expect(test, LabRequest.from(0), 1 + (star ? 1 : 0) + (wide ? 2 : 0));
        }
    }

    @Test
    void theyEndWithTheLastTarget() {
        TestGraph chain = Shapes.chain(200);
        try (Graph graph = Prepared.graph(chain);
                CpuEngine engine = new CpuEngine(graph, 2)) {
            LabRequest request = LabRequest.from(100).withTargets(130, 85, 110);
            assertThat(engine.bfs(request).depth()).isEqualTo(30);
            assertThat(engine.bfs(request.withTargets(100, 100)).depth()).isZero();
            assertThat(engine.bfs(request.withMaxLevel(12)).depth()).isEqualTo(12);
        }
    }
}
