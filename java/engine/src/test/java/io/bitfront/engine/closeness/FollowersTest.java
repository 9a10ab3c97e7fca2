package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Engine;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.answer.VertexSums;
import io.bitfront.testkit.Shapes;
import java.lang.foreign.Arena;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// What is searched, and what follows from rows that a job finds done. A star has vertex 0 and eight leaves, which are
/// twins.
class FollowersTest {
    private static final int LEAVES = 8;
    private static final VertexSums OF_A_LEAF = new VertexSums(9, 15, 4.5, 2);

    private final ClosenessJob job = ClosenessJob.allSources().measures(ClosenessMeasure.HARMONIC);

    @Test
    void allTwinsHaveTheRowOfOneThatIsDone() {
        try (Arena arena = Arena.ofConfined();
                Graph graph = Prepared.graph(Shapes.star(LEAVES + 1))) {
            ExactRows rows = new ExactRows(arena, LEAVES + 1, null);
            int[] searched = followers(graph, rows).sources();
            assertThat(rows.doneCount()).isZero();
            assertThat(searched).hasSize(2).contains(graph.vertexOf(0));
            int leaf = IntStream.of(searched)
                    .map(vertex -> (int) graph.idOf(vertex))
                    .filter(id -> id > 0)
                    .findFirst()
                    .orElseThrow();

            rows.put(leaf, OF_A_LEAF);
            assertThat(followers(graph, rows).sources()).containsExactly(graph.vertexOf(0));
            assertThat(rows.done())
                    .containsExactly(IntStream.rangeClosed(1, LEAVES).toArray());
            assertThat(IntStream.rangeClosed(1, LEAVES).mapToObj(rows::sums)).containsOnly(OF_A_LEAF);
        }
    }

    /// Twins that are neighbours, too: their lists are the same but for each other.
    @Test
    void allVerticesOfACompleteGraphFollowOne() {
        try (Arena arena = Arena.ofConfined();
                Graph graph = Prepared.graph(Shapes.complete(7))) {
            assertThat(followers(graph, new ExactRows(arena, 7, null)).sources())
                    .hasSize(1);
        }
    }

    /// Nobody asks for the hub's row, but all that are asked for follow from it.
    @Test
    void leavesFollowFromAHubThatTheJobDoesNotAskFor() {
        ClosenessJob leaves = ClosenessJob.sources(
                        LongStream.rangeClosed(1, LEAVES).boxed().toList())
                .measures(ClosenessMeasure.values());
        try (Graph graph = Prepared.graph(Shapes.star(LEAVES + 1));
                Engine engine = Prepared.cpu(graph, 1)) {
            ClosenessResult found = engine.closeness(leaves);
            assertThat(Prepared.rows(found)).isEqualTo(Prepared.rows(engine.closeness(leaves.bounds(false))));
            assertThat(found.effort().orElseThrow())
                    .hasToString("1 vertex searched for 8, 1 of them none of these; 8 follow from others");
        }
    }

    /// All rows of a caterpillar follow from one vertex: its counts are of no use where no other row is wanted.
    @Test
    void countsAreNeededForRowsThatAreWanted() {
        int n = 100;
        try (Arena arena = Arena.ofConfined();
                Graph graph = Prepared.graph(Shapes.caterpillar(n / 2, 1))) {
            Followers all = Followers.of(graph, job, new ExactRows(arena, n, null), true, new Foresight());
            assertThat(all.roots()).hasSize(1);
            int root = all.roots()[0];
            assertThat(all.needsCounts(root)).isTrue();
            int index = graph.permutation().oldIdOf().get(root);
            int other = index == 0 ? 1 : 0;
            for (int[] listed : new int[][] {{index}, {Math.min(index, other), Math.max(index, other)}}) {
                Followers followers = Followers.of(graph, job, new ExactRows(arena, n, listed), true, new Foresight());
                assertThat(followers.needsCounts(root)).isEqualTo(listed.length == 2);
            }
        }
    }

    @Test
    void withoutBoundsNoneFollows() {
        try (Arena arena = Arena.ofConfined();
                Graph graph = Prepared.graph(Shapes.star(LEAVES + 1))) {
            ExactRows rows = new ExactRows(arena, LEAVES + 1, null);
            rows.put(3, OF_A_LEAF);
            Followers none = Followers.of(graph, job.bounds(false), rows, false, new Foresight());
            assertThat(none.sources()).hasSize(LEAVES).doesNotContain(graph.vertexOf(3));
            assertThat(rows.doneCount()).isEqualTo(1);
        }
    }

    @Test
    void ofTheTopAreGivenUpWithTheJob() {
        try (Arena arena = Arena.ofConfined();
                Graph graph = Prepared.graph(Shapes.star(LEAVES + 1))) {
            ExactRows rows = new ExactRows(arena, LEAVES + 1, null);
            assertThatThrownBy(() -> Followers.ofTop(graph, job, rows, false, () -> true))
                    .isInstanceOf(CancellationException.class);
        }
    }

    private Followers followers(Graph graph, ExactRows rows) {
        return Followers.of(graph, job, rows, false, new Foresight());
    }
}
