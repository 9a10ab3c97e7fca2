package io.bitfront.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.generate.Generators;
import io.bitfront.graph.EdgeSource;
import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.parallel.Workers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Graphs drawn by seeds.
class CompositionTest extends SuiteRuns {
    private static final int SEEDS = 60;

    /// Both ends of each edge in one number, ascending.
    private static long[] edges(EdgeSource source) {
        List<Long> edges = new ArrayList<>();
        for (int partition = 0; partition < source.partitions(); partition++) {
            source.stream(partition, (sources, targets, count) -> {
                for (int i = 0; i < count; i++) {
                    Objects.checkIndex(sources[i], source.vertexCount());
                    Objects.checkIndex(targets[i], source.vertexCount());
                    edges.add((long) sources[i] << 32 | targets[i]);
                }
            });
        }
        return edges.stream().mapToLong(edge -> edge).sorted().toArray();
    }

    /// What parts are there, how they are linked and that ids and directions vary is all drawn; the same seed draws the
    /// same.
    @Test
    void everythingIsDrawnAndAgainByTheSameSeed() {
        try (Workers workers = new Workers(2)) {
            List<String> names = new ArrayList<>();
            for (int seed = 0; seed < SEEDS; seed++) {
                Composition one = Composition.draw(seed, 9, List.of(), workers);
                Composition again = Composition.draw(seed, 9, List.of(), workers);
                assertThat(again.name()).isEqualTo(one.name()).endsWith("#" + seed);
                assertThat(Arrays.equals(edges(again.edges()), edges(one.edges())))
                        .isTrue();
                assertThat(one.input().directed()).isEqualTo(one.name().contains("directed"));
                assertThat(one.edges().vertexCount()).isGreaterThanOrEqualTo(20);
                names.add(one.name());
                one.edges().close();
                again.edges().close();
            }
            for (String part :
                    List.of("kron", "road", "clique", "chain", "+", "~", "|", "x", " permuted", " directed")) {
                assertThat(names).as(part).anyMatch(name -> name.contains(part));
                assertThat(names).as(part).anyMatch(name -> !name.contains(part));
            }
        }
    }

    /// In the place of generated kinds; directed is what has a part that is.
    @Test
    void filesAreDrawnAsParts() throws IOException {
        BenchOptions asRead = files(DirectionChoice.AS_FORMAT, List.of());
        BenchOptions bothWays = files(DirectionChoice.UNDIRECTED, List.of());
        try (Workers workers = new Workers(2);
                Graph directed = GraphStore.asRead(path("one"), asRead);
                Graph undirected = GraphStore.asRead(path("two"), bothWays)) {
            List<Composition.Part> parts = List.of(
                    new Composition.Part("one", new GraphEdges(directed)),
                    new Composition.Part("two", new GraphEdges(undirected)));
            List<String> names = new ArrayList<>();
            for (int seed = 0; seed < SEEDS; seed++) {
                Composition drawn = Composition.draw(seed, 2, parts, workers);
                names.add(drawn.name());
                assertThat(drawn.input().directed()).isEqualTo(drawn.name().contains("one"));
                assertThat(drawn.directed()).isEqualTo(drawn.name().contains(" directed"));
                assertThat(edges(drawn.edges())).hasSize((int) drawn.edges().edgeCount());
                drawn.edges().close();
            }
            for (String part : List.of("one", "two", "clique20", "+", "~2", "|", "x", " permuted")) {
                assertThat(names).as(part).anyMatch(name -> name.contains(part));
                assertThat(names).as(part).anyMatch(name -> !name.contains(part));
            }
            for (String kind : Generators.KINDS) {
                assertThat(names).noneMatch(name -> name.contains(kind));
            }
        }
    }

    @Test
    void permutedIdsAreAllOfThemOnce() {
        EdgeSource clique = new JoinedEdges.Clique(5);
        int[] to = {3, 0, 4, 1, 2};
        EdgeSource permuted = new Composition.Permuted(clique, to);
        assertThat(edges(permuted))
                .isEqualTo(Arrays.stream(edges(clique))
                        .map(edge -> (long) to[(int) (edge >> 32)] << 32 | to[(int) edge])
                        .sorted()
                        .toArray());
        assertThat(permuted.edgeCount()).isEqualTo(10);
        assertThat(permuted.heldBytes()).isEqualTo(clique.heldBytes() + 20);
        assertThat(IntStream.of(to).sorted()).containsExactly(0, 1, 2, 3, 4);
    }
}
