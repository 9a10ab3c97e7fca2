package io.bitfront.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.graph.EdgeSource;
import io.bitfront.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Graphs drawn by seeds.
class CompositionTest {
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
                Composition one = Composition.draw(seed, 9, workers);
                Composition again = Composition.draw(seed, 9, workers);
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
