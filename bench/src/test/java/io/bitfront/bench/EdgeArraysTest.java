package io.bitfront.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.generate.KroneckerGenerator;
import io.bitfront.graph.EdgeSource;
import io.bitfront.graph.GraphInput;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EdgeArraysTest {
    private static List<int[]> edges(EdgeSource source) {
        List<int[]> edges = new ArrayList<>();
        for (int partition = 0; partition < source.partitions(); partition++) {
            source.stream(partition, (sources, targets, count) -> {
                for (int i = 0; i < count; i++) {
                    edges.add(new int[] {sources[i], targets[i]});
                }
            });
        }
        return edges;
    }

    private static int[][] array(List<int[]> edges) {
        return edges.toArray(int[][]::new);
    }

    private static List<int[]> closedAfterwards(GraphInput input) {
        try (input) {
            return edges(input.edges());
        }
    }

    /// Those of the generator, in its order; renumbered, each vertex is another, always the same.
    @ParameterizedTest
    @CsvSource({"6, 3", "10, 40"})
    void areAGeneratorsUntilTheyAreRenumbered(int scale, int degree) {
        KroneckerGenerator generator = new KroneckerGenerator(scale, degree, 1);
        try (Workers workers = new Workers(1);
                EdgeArrays held = EdgeArrays.of(generator, workers, Progress.NONE)) {
            List<int[]> generated = closedAfterwards(generator.generate(workers, Progress.NONE));
            assertThat(Arrays.deepEquals(array(closedAfterwards(held.input())), array(generated)))
                    .isTrue();
            GraphInput input = held.input();
            assertThat(input.symmetrise()).isTrue();
            assertThat(input.ids().identity()).isTrue();
            assertThat(input.edges().vertexCount()).isEqualTo(1 << scale);
            assertThat(input.edges().edgeCount()).isEqualTo(generated.size());
            assertThat(input.edges().heldBytes()).isEqualTo(8L * generated.size());
            held.permute(7, workers);
            List<int[]> renumbered = closedAfterwards(held.input());
            assertThat(renumbered).hasSameSizeAs(generated);
            Map<Integer, Integer> numbers = new HashMap<>();
            int wrong = 0;
            for (int i = 0; i < generated.size(); i++) {
                for (int end = 0; end < 2; end++) {
                    int number = renumbered.get(i)[end];
                    wrong += numbers.computeIfAbsent(generated.get(i)[end], vertex -> number) == number ? 0 : 1;
                }
            }
            assertThat(wrong).isZero();
            assertThat(numbers.values()).doesNotHaveDuplicates().allMatch(number -> number >= 0 && number < 1 << scale);
            assertThat(numbers.entrySet().stream().filter(one -> one.getKey().equals(one.getValue())))
                    .hasSizeLessThan(numbers.size() / 2);
        }
    }
}
