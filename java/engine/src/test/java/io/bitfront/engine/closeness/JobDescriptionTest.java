package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Prepared;
import io.bitfront.graph.VertexIds;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class JobDescriptionTest {
    private static final long FIRST_ID = 100;

    /// As a released version wrote it: the finalizer of SplitMix64, which [SplittableRandom] is, too.
    private static long mix(long value) {
        return new SplittableRandom(value).nextLong();
    }

    private static long hash(TestGraph test) {
        long sum = 0;
        int[][] out = test.outNeighbours();
        for (int v = 0; v < out.length; v++) {
            sum += mix(~(FIRST_ID + v));
            for (int w : out[v]) {
                sum += mix((long) v << 32 | w);
            }
        }
        return sum;
    }

    @Test
    void saysTheGraphTheSourcesAndTheDirection() {
        TestGraph messy = GraphKind.DIRECTED_MESSY.draw(2, 300);
        // More columns than one thread hashes, the last one among them.
        for (TestGraph test : List.of(messy, Shapes.chain(4_097), Shapes.chain(8_192), Shapes.star(3))) {
            try (Graph graph = Prepared.graph(test, new VertexIds.Range(FIRST_ID, test.vertexCount()), "random")) {
                Map<String, String> facts =
                        JobDescription.of(graph, ClosenessJob.allSources()).facts();
                Map<String, String> expected = new LinkedHashMap<>();
                expected.put("vertices", "%,d".formatted(test.vertexCount()));
                expected.put("edges", "%,d".formatted(graph.edgeCount()));
                expected.put("edge directions", test.equals(messy) ? "directed" : "undirected");
                expected.put("graph hash", "%016x".formatted(hash(test)));
                expected.put("sources", "all");
                expected.put("direction", "out");
                assertThat(facts).isEqualTo(expected);
                assertThat(facts.keySet()).containsExactlyElementsOf(expected.keySet());
            }
        }
    }

    @Test
    void saysWhichSources() {
        try (Graph graph = Prepared.graph(Shapes.chain(9))) {
            assertThat(sources(graph, ClosenessJob.sources(List.of(3L, 8L))))
                    .isEqualTo("a list (hash %016x)".formatted(mix(3) + mix(8)));
            assertThat(sources(graph, ClosenessJob.sample(5_000, 12))).isEqualTo("a sample of 5,000 with seed 12");
            assertThat(JobDescription.of(graph, ClosenessJob.allSources().direction(Direction.IN))
                            .facts())
                    .containsEntry("direction", "in");
        }
    }

    private static String sources(Graph graph, ClosenessJob job) {
        return JobDescription.of(graph, job).facts().get("sources");
    }

    @Test
    void isReadAsItWasWritten() {
        JobDescription one = new JobDescription(facts("vertices", "1,000", "sources", "a list: of two", "x", ""));
        assertThat(new String(one.bytes(), StandardCharsets.UTF_8))
                .isEqualTo("vertices: 1,000\nsources: a list: of two\nx: \n");
        assertThat(JobDescription.parse(one.bytes())).isEqualTo(one);
        byte[] odd = "no fact\n: nameless\na: b\n".getBytes(StandardCharsets.UTF_8);
        assertThat(JobDescription.parse(odd).facts()).isEqualTo(Map.of("a", "b"));
    }

    @Test
    void namesTheFirstFactThatDiffers() {
        JobDescription here = new JobDescription(facts("a", "1", "b", "2", "c", "3"));
        assertThat(here.difference(new JobDescription(facts("a", "1", "b", "2", "c", "3"))))
                .isNull();
        assertThat(here.difference(new JobDescription(facts("a", "1", "b", "2", "c", "3", "d", "4"))))
                .isNull();
        assertThat(here.difference(new JobDescription(facts("a", "1", "b", "7", "c", "8"))))
                .isEqualTo("b: 7 there, 2 here");
        assertThat(here.difference(new JobDescription(facts("a", "1")))).isEqualTo("b: not said there, 2 here");
    }

    private static Map<String, String> facts(String... all) {
        Map<String, String> facts = new LinkedHashMap<>();
        for (int i = 0; i < all.length; i += 2) {
            facts.put(all[i], all[i + 1]);
        }
        return facts;
    }
}
