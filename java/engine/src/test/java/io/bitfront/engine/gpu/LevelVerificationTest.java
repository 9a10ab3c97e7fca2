package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.Owned;
import io.bitfront.engine.device.PinnedStaging;
import io.bitfront.parallel.Workers;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.TestGraph;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Levels that are wrong on the device are found there, in whatever way they are wrong.
@Tag("gpu")
class LevelVerificationTest {
    private static final int VERTICES = 300;

    /// A directed graph of which some vertices are not reached.
    private static TestGraph graph(int seed) {
        return GraphKind.DIRECTED_UNIFORM.draw(seed, VERTICES);
    }

    /// Ways to be wrong, by name, made of right levels.
    private static Map<String, UnaryOperator<int[]>> corruptions(Random dice) {
        Map<String, UnaryOperator<int[]>> ways = new LinkedHashMap<>();
        ways.put("a reached vertex made unreached", right -> changed(right, dice, level -> level > 0, _ -> -1));
        ways.put("a level one too high", right -> changed(right, dice, level -> level > 0, level -> level + 1));
        ways.put(
                "a level one too low, a parent's",
                right -> changed(right, dice, level -> level > 0, level -> level - 1));
        ways.put("levels from the second on too high", right -> shifted(right, 2, 1));
        ways.put("levels from the second on too low", right -> shifted(right, 2, -1));
        ways.put("an unreached vertex reached", right -> changed(right, dice, level -> level < 0, _ -> 2));
        ways.put("a second source", right -> changed(right, dice, level -> level < 0, _ -> 0));
        ways.put("no source", right -> changed(right, dice, level -> level == 0, _ -> -1));
        return ways;
    }

    private static int[] changed(int[] right, Random dice, Predicate<Integer> which, UnaryOperator<Integer> change) {
        int[] eligible = IntStream.range(0, right.length)
                .filter(vertex -> which.test(right[vertex]))
                .toArray();
        int[] levels = right.clone();
        int vertex = eligible[dice.nextInt(eligible.length)];
        levels[vertex] = change.apply(levels[vertex]);
        return levels;
    }

    private static int[] shifted(int[] right, int first, int by) {
        return Arrays.stream(right)
                .map(level -> level >= first ? level + by : level)
                .toArray();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void findsLevelsThatAreWrong(boolean wideOffsets) {
        TestGraph test = graph(wideOffsets ? 1 : 2);
        int source = test.from()[0];
        int[] byIndex = BfsOracle.levels(test, source);
        assertThat(byIndex).contains(-1, 2);
        try (Graph graph = Prepared.graph(test);
                Checker checker = new Checker(graph, wideOffsets)) {
            int[] right = IntStream.range(0, VERTICES)
                    .map(vertex -> byIndex[graph.permutation().oldIdOf().get(vertex)])
                    .toArray();
            int vertex = graph.permutation().newIdOf().get(source);
            assertThat(checker.defect(right, vertex)).isNull();
            corruptions(new Random(7))
                    .forEach((name, way) -> assertThat(checker.defect(way.apply(right), vertex))
                            .as(name)
                            .contains("a wrong level, one of them is vertex"));
            assertThat(checker.defect(right, vertex)).isNull();
        }
    }

    /// What an engine checks its levels by, and the memory they are in.
    private static final class Checker implements AutoCloseable {
        private final Owned owned = new Owned("a check of levels");
        private final CudaContext context = owned.add(new CudaContext(FirstDevice.open()));
        private final DeviceBuffer levels;
        private final ResultReader reader;

        Checker(Graph graph, boolean wideOffsets) {
            Workers workers = owned.add(new Workers(1));
            BfsKernels kernels = owned.add(new BfsKernels(context, wideOffsets));
            PinnedStaging staging =
                    owned.add(new PinnedStaging(context, workers, DeviceGraph.bytes(graph, wideOffsets)));
            DeviceGraph deviceGraph = owned.add(new DeviceGraph(context, graph, kernels, staging, wideOffsets));
            TraversalState state = owned.add(new TraversalState(context, graph));
            levels = state.level();
            reader = owned.add(new ResultReader(context, deviceGraph, graph, state, kernels, staging));
        }

        String defect(int[] wrong, int source) {
            try (Arena scratch = Arena.ofShared()) {
                MemorySegment copy = scratch.allocateFrom(ValueLayout.JAVA_INT, wrong);
                levels.upload(0, copy);
                context.finish("the upload of levels");
                return reader.defect(source);
            }
        }

        @Override
        public void close() {
            owned.close();
        }
    }
}
