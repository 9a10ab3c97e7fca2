package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.adjacency.Adjacency;
import io.bitfront.memory.IntArray;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Levels by the host, against the oracle's.
class ThinLevelsTest {
    private static final ThinLevels.When PATIENT =
            new ThinLevels.When(1, 1, 1, 0, Long.MAX_VALUE / 2, Integer.MAX_VALUE);

    static List<TestGraph> graphs() {
        return TestGraphs.small();
    }

    /// A search of a graph in natural order, whose vertices are its ids, that has run some levels.
    private record Begun(Graph graph, int[] levels, int level) implements AutoCloseable {
        static Begun of(TestGraph test, int source, int level) {
            return new Begun(Prepared.graph(test, "natural"), BfsOracle.levels(test, source), level);
        }

        int[] vertexOf(IntStream ids) {
            return ids.map(graph::vertexOf).toArray();
        }

        int[] reached(int upTo) {
            return bits(
                    vertexOf(IntStream.range(0, levels.length).filter(id -> levels[id] >= 0 && levels[id] <= upTo)));
        }

        int[] bits(int... vertices) {
            int[] words = new int[(levels.length + 31) / 32];
            for (int vertex : vertices) {
                words[vertex / 32] |= 1 << vertex % 32;
            }
            return words;
        }

        int[] of(int wanted) {
            return vertexOf(IntStream.range(0, levels.length).filter(id -> levels[id] == wanted));
        }

        ThinLevels thin(ThinLevels.When when) {
            ThinLevels thin = new ThinLevels(new Adjacency(graph.out()), graph.vertexCount(), when);
            thin.begin(reached(level), level, of(level), null, 0, Long.MAX_VALUE);
            return thin;
        }

        /// The oracle's levels by vertex, those up to `from` and beyond `to` left out.
        int[] between(int from, int to) {
            int[] byVertex = new int[levels.length];
            for (int id = 0; id < levels.length; id++) {
                byVertex[graph.vertexOf(id)] = levels[id] > from && levels[id] <= to ? levels[id] : -1;
            }
            return byVertex;
        }

        int[] found(ThinLevels thin) {
            int[] byVertex = new int[levels.length];
            Arrays.fill(byVertex, -1);
            int[] vertices = stored(thin, thin::storeFound);
            int[] levelOf = stored(thin, thin::storeLevels);
            for (int i = 0; i < vertices.length; i++) {
                assertThat(byVertex[vertices[i]]).as("found once").isEqualTo(-1);
                byVertex[vertices[i]] = levelOf[i];
            }
            return byVertex;
        }

        /// In two parts, as a device gets it.
        private static int[] stored(ThinLevels thin, ObjIntConsumer<MemorySegment> store) {
            int[] all = new int[thin.count()];
            int half = all.length / 2;
            MemorySegment into = MemorySegment.ofArray(all);
            store.accept(into.asSlice(0, 4L * half), 0);
            store.accept(into.asSlice(4L * half), half);
            return all;
        }

        int deepest() {
            return Arrays.stream(levels).max().orElse(0);
        }

        @Override
        public void close() {
            graph.close();
        }
    }

    @ParameterizedTest
    @MethodSource("graphs")
    void findsWhatIsLeft(TestGraph test) {
        if (test.vertexCount() == 0) {
            return;
        }
        Random random = new Random(5);
        for (int trial = 0; trial < 4; trial++) {
            int level = random.nextInt(4);
            try (Begun begun = Begun.of(test, random.nextInt(test.vertexCount()), level)) {
                int most = random.nextBoolean() ? Integer.MAX_VALUE : level + 1 + random.nextInt(3);
                ThinLevels thin = begun.thin(PATIENT);
                assertThat(thin.run(most)).isEqualTo(ThinLevels.End.OVER);
                assertThat(begun.found(thin)).isEqualTo(begun.between(level, most));
                int last = Math.min(begun.deepest(), most);
                assertThat(thin.level()).isBetween(last, Math.max(level, Math.min(last + 1, most)));
            }
        }
    }

    /// Two at a time: a run begins where the one before stopped, and tells what it found itself.
    @Test
    void goesOnWhenItHasToldWhatItFound() {
        try (Begun begun = Begun.of(Shapes.chain(100), 50, 3)) {
            ThinLevels thin = begun.thin(new ThinLevels.When(1, 1, 1, 0, Long.MAX_VALUE / 2, 20));
            assertThat(thin.run(Integer.MAX_VALUE)).isEqualTo(ThinLevels.End.FULL);
            assertThat(thin.count()).isEqualTo(20);
            assertThat(begun.found(thin)).isEqualTo(begun.between(3, 13));
            assertThat(thin.run(30)).isEqualTo(ThinLevels.End.FULL);
            assertThat(begun.found(thin)).isEqualTo(begun.between(13, 23));
            assertThat(thin.run(30)).isEqualTo(ThinLevels.End.OVER);
            assertThat(begun.found(thin)).isEqualTo(begun.between(23, 30));
            assertThat(thin.run(30)).isEqualTo(ThinLevels.End.OVER);
            assertThat(thin.count()).isZero();
            assertThat(thin.level()).isEqualTo(30);
        }
    }

    /// More than there is room for at first, found level by level and within one.
    @Test
    void takesRoomForWhatItFinds() {
        for (TestGraph test : List.of(Shapes.chain(5_000), Shapes.star(5_000))) {
            try (Begun begun = Begun.of(test, test.vertexCount() - 1, 0)) {
                ThinLevels thin = begun.thin(PATIENT);
                assertThat(thin.run(Integer.MAX_VALUE)).isEqualTo(ThinLevels.End.OVER);
                assertThat(begun.found(thin)).isEqualTo(begun.between(0, begun.deepest()));
            }
        }
    }

    /// A level is left to the device that takes the host longer by more than it may lose.
    @ParameterizedTest
    @CsvSource({
        "231, 0, OVER",
        "232, 0, WIDE",
        "232, 10, OVER",
        "233, 9, WIDE",
        "2000, 22029, WIDE",
        "2000, 22030, OVER"
    })
    void leavesWideLevelsToTheDevice(int leaves, long lost, ThinLevels.End end) {
        try (Begun begun = Begun.of(Shapes.star(leaves + 1), 0, 0)) {
            ThinLevels thin = begun.thin(new ThinLevels.When(1, 1, 1, 0, lost, Integer.MAX_VALUE));
            assertThat(thin.pay()).isEqualTo(leaves <= 231);
            assertThat(thin.run(1)).isEqualTo(end);
            assertThat(thin.count()).isEqualTo(end == ThinLevels.End.OVER ? leaves : 0);
            assertThat(thin.level()).isEqualTo(end == ThinLevels.End.OVER ? 1 : 0);
        }
    }

    /// A device that runs several levels a round takes less for each than one level alone would.
    @Test
    void noLevelIsExpectedToTakeTheDeviceLongerThanThoseBefore() {
        try (Begun begun = Begun.of(Shapes.star(232), 0, 0)) {
            ThinLevels thin = begun.thin(new ThinLevels.When(1, 1, 1, 0, 0, Integer.MAX_VALUE));
            assertThat(thin.pay()).isTrue();
            thin.begin(begun.reached(0), 0, begun.of(0), null, 0, 3_495);
            assertThat(thin.pay()).isTrue();
            thin.begin(begun.reached(0), 0, begun.of(0), null, 0, 3_494);
            assertThat(thin.pay()).isFalse();
            assertThat(thin.run(1)).isEqualTo(ThinLevels.End.WIDE);
        }
    }

    @Test
    void endsWithTheLevelOfTheLastTarget() {
        try (Begun begun = Begun.of(Shapes.chain(200), 100, 5)) {
            int[] targets = begun.vertexOf(IntStream.of(120, 130, 70, 98));
            ThinLevels thin = begun.thin(PATIENT);
            thin.run(40);
            thin.begin(begun.reached(5), 5, begun.of(5), begun.bits(targets), 3, Long.MAX_VALUE);
            assertThat(thin.run(Integer.MAX_VALUE)).isEqualTo(ThinLevels.End.OVER);
            assertThat(thin.level()).isEqualTo(30);
            assertThat(begun.found(thin)).isEqualTo(begun.between(5, 30));
        }
    }

    /// Past the bitmap of what is reached, and within its last word.
    @ParameterizedTest
    @ValueSource(ints = {900, 101, -1})
    void aStrayNeighbourIsAnError(int stray) {
        try (Begun begun = Begun.of(Shapes.chain(100), 50, 3)) {
            IntArray rows = begun.graph.out().rowIndex();
            long edge = begun.graph.out().start(begun.graph.vertexOf(60));
            int whole = rows.get(edge);
            rows.set(edge, stray);
            assertThatThrownBy(() -> begun.thin(PATIENT).run(Integer.MAX_VALUE))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("corrupt graph: an edge leads outside its 100 vertices");
            rows.set(edge, whole);
            assertThat(begun.thin(PATIENT).run(Integer.MAX_VALUE)).isEqualTo(ThinLevels.End.OVER);
        }
    }

    @Test
    void meshesAreLookedAtLater() {
        ThinLevels.When when = new ThinLevels.When(64, 64, 2_048, 8, 0, 0);
        assertThat(when.firstLimit(1 << 24, false)).isEqualTo(2_048);
        assertThat(when.firstLimit(1 << 24, true)).isEqualTo(32_768);
        assertThat(when.firstLimit(100, true)).isEqualTo(2_048);
    }
}
