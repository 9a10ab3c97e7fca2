package io.bitfront.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.BiFunction;
import java.util.function.DoubleFunction;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What generators refuse to make, one line for each number.
final class ParametersTest {
    @Test
    void verticesAreOneAtLeast() {
        Stream.<IntFunction<Generator>>of(
                        count -> new BandedGenerator(count, 2, 0.5, 1),
                        count -> new BipartiteGenerator(count, 2, 1),
                        ChainGenerator::new,
                        count -> new CommunityGenerator(count, 2, 0.5, 1, 1),
                        count -> new SmallWorldGenerator(count, 2, 0.5, 1),
                        StarGenerator::new,
                        count -> new WebGenerator(count, 2, 0.5, 1, 1))
                .forEach(kind -> {
                    assertThat(kind.apply(1)).isNotNull();
                    assertThatThrownBy(() -> kind.apply(0)).hasMessage("vertex count 0, expected at least 1");
                });
    }

    @Test
    void scalesLeadToNumbersOfVerticesThatThereAre() {
        Stream.<IntFunction<Generator>>of(
                        scale -> new GeometricGenerator(scale, 1),
                        scale -> new KroneckerGenerator(scale, 1, 1),
                        scale -> RoadGenerator.ofScale(scale, 1, 1),
                        scale -> new UniformGenerator(scale, 1, 1))
                .forEach(kind -> {
                    assertThat(kind.apply(0)).isNotNull();
                    assertThat(kind.apply(30)).isNotNull();
                    assertThatThrownBy(() -> kind.apply(-1)).hasMessage("scale -1 is outside 0..30");
                    assertThatThrownBy(() -> kind.apply(31)).hasMessage("scale 31 is outside 0..30");
                });
    }

    @Test
    void degreesLinksAndWidthsAreOneAtLeast() {
        Stream.<IntFunction<Generator>>of(
                        degree -> new BipartiteGenerator(8, degree, 1),
                        links -> new CommunityGenerator(8, 2, 0.5, links, 1),
                        degree -> new KroneckerGenerator(3, degree, 1),
                        degree -> new UniformGenerator(3, degree, 1),
                        degree -> new WebGenerator(8, 2, 0.5, degree, 1))
                .forEach(kind -> {
                    assertThat(kind.apply(1)).isNotNull();
                    assertThatThrownBy(() -> kind.apply(0)).hasMessage("degree 0, expected at least 1");
                });
        Stream.<IntFunction<Generator>>of(
                        width -> new BandedGenerator(8, width, 0.5, 1),
                        width -> new CommunityGenerator(8, width, 0.5, 1, 1),
                        width -> new SmallWorldGenerator(8, width, 0.5, 1),
                        width -> new WebGenerator(8, width, 0.5, 1, 1))
                .forEach(kind -> {
                    assertThat(kind.apply(1)).isNotNull();
                    assertThatThrownBy(() -> kind.apply(0)).hasMessage("width 0, expected at least 1");
                });
    }

    @Test
    void sharesLieBetweenNothingAndAll() {
        Stream.<DoubleFunction<Generator>>of(
                        keep -> new BandedGenerator(8, 2, keep, 1),
                        keep -> new CommunityGenerator(8, 2, keep, 1, 1),
                        keep -> new RoadGenerator(4, 4, keep, 1),
                        keep -> new SmallWorldGenerator(8, 2, keep, 1),
                        keep -> new WebGenerator(8, 2, keep, 1, 1))
                .forEach(kind -> {
                    assertThat(kind.apply(0)).isNotNull();
                    assertThat(kind.apply(1)).isNotNull();
                    for (double keep : new double[] {-0.01, 1.01, Double.NaN}) {
                        assertThatThrownBy(() -> kind.apply(keep))
                                .hasMessage("keep %s is outside 0..1".formatted(keep));
                    }
                });
    }

    @Test
    void aRoadMapHasTwoSidesAndFewerThanTwoBillionVertices() {
        BiFunction<Integer, Integer, Generator> road = (width, height) -> new RoadGenerator(width, height, 1, 1);
        assertThat(road.apply(1, 1)).isNotNull();
        assertThat(road.apply(1, Integer.MAX_VALUE)).isNotNull();
        for (int[] sides : new int[][] {{0, 1}, {1, 0}, {65_536, 32_768}}) {
            assertThatThrownBy(() -> road.apply(sides[0], sides[1])).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aShareIsAThresholdOfThirtyTwoBits() {
        assertThat(Parameters.threshold(0)).isZero();
        assertThat(Parameters.threshold(0.5)).isEqualTo(1L << 31);
        assertThat(Parameters.threshold(1)).isEqualTo(1L << 32);
    }
}
