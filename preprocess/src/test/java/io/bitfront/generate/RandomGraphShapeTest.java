package io.bitfront.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Compares kron and urand with the textbook way of drawing them from one sequence of random numbers.
class RandomGraphShapeTest {
    @ParameterizedTest
    @ValueSource(ints = {13, 14})
    void drawsKroneckerDegreesAsSkewedAsTheRecursiveDefinition(int scale) {
        int[] found = ascending(Drawn.of(new KroneckerGenerator(scale, 16, 3)).degrees());
        int[] expected = ascending(kronecker(scale, 16, new Random(3)));
        int n = found.length;
        for (int top : new int[] {1, n / 100, n / 10, n / 4}) {
            assertThat((double) largest(found, top)).isCloseTo((double) largest(expected, top), within(.05 * 32 * n));
        }
        assertThat((double) zeros(found)).isCloseTo((double) zeros(expected), within(.04 * n));
        assertThat(largest(found, n / 100)).isGreaterThan(5L * n);
    }

    @Test
    void drawsEveryQuadrantOfEveryLevelInItsShare() {
        KroneckerGenerator oneLevel = new KroneckerGenerator(1, 500_000, 4);
        Drawn drawn = Drawn.of(oneLevel);
        int[] quadrant = new int[4];
        for (int i = 0; i < drawn.from().length; i++) {
            quadrant[2 * drawn.from()[i] + drawn.to()[i]]++;
        }
        Arrays.sort(quadrant);
        double[] share = IntStream.of(quadrant).mapToDouble(c -> c / 1e6).toArray();
        assertThat(share[0]).isCloseTo(.05, within(.002));
        assertThat(share[1]).isCloseTo(.19, within(.002));
        assertThat(share[2]).isCloseTo(.19, within(.002));
        assertThat(share[3]).isCloseTo(.57, within(.002));
    }

    @Test
    void drawsUniformDegreesThatFollowThePoissonDistribution() {
        int n = 1 << 16;
        int[] degree = Drawn.of(new UniformGenerator(16, 16, 5)).degrees();
        assertThat(Arrays.stream(degree).sum()).isEqualTo(32 * n);
        double probability = Math.exp(-32);
        for (int d = 0; d <= 60; d++) {
            int wanted = d;
            double expected = n * probability;
            assertThat((double) Arrays.stream(degree).filter(x -> x == wanted).count())
                    .as("vertices of degree %d", d)
                    .isCloseTo(expected, within(5 * Math.sqrt(expected) + 3));
            probability *= 32.0 / (d + 1);
        }
    }

    @Test
    void drawsBothEndsOfUniformEdgesIndependently() {
        Drawn drawn = Drawn.of(new UniformGenerator(12, 64, 6));
        int[] field = new int[256];
        for (int i = 0; i < drawn.from().length; i++) {
            field[(drawn.from()[i] >>> 8) * 16 + (drawn.to()[i] >>> 8)]++;
        }
        assertThat(IntStream.of(field)).allMatch(count -> Math.abs(count - 1024) < 6 * 32);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, .1, .62, .99, 1})
    void keepsTheShareOfGridEdgesAskedFor(double keep) {
        int width = 300;
        int height = 200;
        Drawn drawn = Drawn.of(new RoadGenerator(width, height, keep, 8));
        int across = 0;
        for (int i = 0; i < drawn.from().length; i++) {
            int step = drawn.to()[i] - drawn.from()[i];
            assertThat(step).isIn(1, width);
            assertThat(step == width || drawn.from()[i] % width + 1 < width).isTrue();
            across += step == 1 ? 1 : 0;
        }
        assertShare(across, (width - 1) * height, keep);
        assertShare(drawn.from().length - across, width * (height - 1), keep);
        assertThat(drawn.undirected().cleanEdges()).isEqualTo(2L * drawn.from().length);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, .125, .9, 1})
    void keepsTheShareOfABandAskedForAndNothingBesideIt(double keep) {
        int n = 3_000;
        int width = 40;
        Drawn drawn = Drawn.of(new BandedGenerator(n, width, keep, 9));
        int[] apart = new int[width + 1];
        for (int i = 0; i < drawn.from().length; i++) {
            apart[drawn.to()[i] - drawn.from()[i]]++;
        }
        assertThat(apart[0]).isZero();
        for (int d = 1; d <= width; d++) {
            assertShare(apart[d], n - d, keep);
        }
        assertThat(drawn.undirected().cleanEdges()).isEqualTo(2L * drawn.from().length);
    }

    @Test
    void joinsCommunitiesWithinAndByAFewLinks() {
        int n = 10_000;
        int width = 30;
        int links = 2;
        Drawn drawn = Drawn.of(new CommunityGenerator(n, width, .4, links, 10));
        int within = 0;
        int[] drawnBy = new int[n];
        for (int i = 0; i < drawn.from().length; i++) {
            int from = drawn.from()[i];
            int to = drawn.to()[i];
            if (from < to && from / width == to / width) {
                within++;
            } else {
                drawnBy[from]++;
            }
        }
        int pairs = n / width * (width * (width - 1) / 2) + 10 * 9 / 2;
        assertShare(within, pairs, .4);
        assertThat(IntStream.of(drawnBy).filter(count -> count == links).count())
                .isGreaterThan(n - n / 100);
        assertThat(drawn.from().length).isBetween(within + links * n - n / 100, within + links * n);
        assertThat(IntStream.of(drawn.degrees()).max().orElseThrow()).isLessThan(width + 6 * links);
    }

    private static void assertShare(int kept, int candidates, double keep) {
        assertThat((double) kept)
                .isCloseTo(keep * candidates, within(5 * Math.sqrt(keep * (1 - keep) * candidates) + 1e-9));
    }

    @Test
    void drawsStarsAndChains() {
        assertThat(Drawn.of(new StarGenerator(4)).from()).containsExactly(0, 0, 0);
        assertThat(Drawn.of(new StarGenerator(4)).to()).containsExactly(1, 2, 3);
        assertThat(Drawn.of(new ChainGenerator(4)).from()).containsExactly(0, 1, 2);
        assertThat(Drawn.of(new ChainGenerator(4)).to()).containsExactly(1, 2, 3);
    }

    private static int[] kronecker(int scale, int degree, Random dice) {
        int n = 1 << scale;
        int[] degrees = new int[n];
        for (int e = 0; e < n * degree; e++) {
            int source = 0;
            int target = 0;
            for (int level = 0; level < scale; level++) {
                double toss = dice.nextDouble();
                source = 2 * source + (toss >= .76 ? 1 : 0);
                target = 2 * target + ((toss >= .57 && toss < .76) || toss >= .95 ? 1 : 0);
            }
            degrees[source]++;
            degrees[target]++;
        }
        return degrees;
    }

    private static int[] ascending(int[] values) {
        return Arrays.stream(values).sorted().toArray();
    }

    private static long largest(int[] ascending, int count) {
        return Arrays.stream(ascending, ascending.length - count, ascending.length)
                .asLongStream()
                .sum();
    }

    private static long zeros(int[] values) {
        return Arrays.stream(values).filter(x -> x == 0).count();
    }
}
