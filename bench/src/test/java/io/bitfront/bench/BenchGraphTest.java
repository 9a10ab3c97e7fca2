package io.bitfront.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.generate.GeneratorOptions;
import io.bitfront.generate.Generators;
import io.bitfront.generate.RoadGenerator;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BenchGraphTest {
    @Test
    void isOfItsKindAndScale() {
        assertThat(BenchGraph.of("kron", 9))
                .isEqualTo(new BenchGraph("kron 9", "kron", 9, Generators.create("kron", GeneratorOptions.ofScale(9))));
        assertThat(BenchGraph.of("kron", 9).fileName()).isEqualTo("kron-9.sg");
    }

    /// A grid lacks no road, a road map some.
    @Test
    void isAGridOrARoadMapOfTwoSides() {
        assertThat(BenchGraph.of("grid", 8))
                .isEqualTo(new BenchGraph("grid 8", "grid", 8, RoadGenerator.ofScale(8, 1, Generators.SEED)));
        BenchGraph road = BenchGraph.of("road:48x123456", 7);
        assertThat(road)
                .isEqualTo(new BenchGraph(
                        "road 48x123456",
                        "road",
                        0,
                        new RoadGenerator(48, 123_456, RoadGenerator.KEEP, Generators.SEED)));
        assertThat(road.fileName()).isEqualTo("road-48x123456.sg");
    }

    @Test
    void isAsDenseAsAskedFor() {
        BenchGraph dense = BenchGraph.of("kron:1024", 8);
        assertThat(dense.name()).isEqualTo("kron 8 degree 1024");
        assertThat(dense.kind()).isEqualTo("kron");
        assertThat(dense.scale()).isEqualTo(8);
        assertThat(dense.generator().toString()).contains("scale=8", "degree=1024");
    }

    @Test
    void isAFileByItsName() {
        assertThat(BenchGraph.of(Path.of("a", "web.el"))).isEqualTo(new BenchGraph("web.el", "file", 0, null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "pie", "road:1x", "road:1234567x1", "road:1x1234567", "kron:12345", "kron:", "road:4x5x6"})
    void isNothingElse(String word) {
        assertThatThrownBy(() -> BenchGraph.of(word, 8)).isInstanceOf(IllegalArgumentException.class);
    }
}
