package io.bitfront.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.graph.EdgeSource;
import io.bitfront.graph.EdgeStream;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.VertexIds;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

class GeneratorsTest {
    /// Edges and their hash, from a second implementation of the class comments in another language: every port must
    /// make these.
    static Stream<Arguments> vectors() {
        return Stream.of(
                Arguments.of(new KroneckerGenerator(10, 16, 1), 16_384, 0xBD9D4DD6577A9062L),
                Arguments.of(new KroneckerGenerator(11, 16, 1), 32_768, 0xCBE899906338D000L),
                Arguments.of(new KroneckerGenerator(10, 16, 2), 16_384, 0xA9781B184D8815E3L),
                Arguments.of(new KroneckerGenerator(17, 1, 3), 131_072, 0x1FF49695884434E2L),
                Arguments.of(new KroneckerGenerator(0, 3, 1), 3, 0x81D23FD7003C2305L),
                Arguments.of(new UniformGenerator(10, 16, 1), 16_384, 0x07F9A01CE35B5DD9L),
                Arguments.of(new UniformGenerator(13, 4, 9), 32_768, 0x3BC74E92F97D1568L),
                Arguments.of(new GeometricGenerator(12, 1), 15_609, 0xF2CBDA2FAD05698AL),
                Arguments.of(new GeometricGenerator(13, 5), 34_268, 0x6F0E05E66CEA3847L),
                Arguments.of(new RoadGenerator(60, 50, .62, 1), 3_663, 0x544F6066569C1A16L),
                Arguments.of(RoadGenerator.ofScale(11, .62, 7), 2_498, 0x091EDFC8D610A501L),
                Arguments.of(new BandedGenerator(4_096, 256, .125, 1), 127_100, 0x019FEB7174B001BAL),
                Arguments.of(new BandedGenerator(1_000, 7, .6, 5), 4_198, 0x93337BCFA5E16EA7L),
                Arguments.of(new CommunityGenerator(4_096, 64, .5, 1, 1), 68_818, 0x4E7849D82D91D165L),
                Arguments.of(new CommunityGenerator(1_000, 30, .3, 2, 7), 6_334, 0xB755DF3360810BB3L),
                Arguments.of(new WebGenerator(4_096, 64, .6, 16, 1), 65_536, 0xC9A65194B345C7D3L),
                Arguments.of(new WebGenerator(1_000, 30, .3, 5, 7), 5_000, 0x2F59D2ECD7812DFFL),
                Arguments.of(new BipartiteGenerator(4_096, 16, 1), 57_344, 0xA1E1C7A39D57E42DL),
                Arguments.of(new BipartiteGenerator(1_000, 3, 9), 2_625, 0x0499ECCC8683215BL),
                Arguments.of(new SmallWorldGenerator(4_096, 8, .9, 1), 32_768, 0x306012BC114F3866L),
                Arguments.of(new SmallWorldGenerator(1_000, 3, .5, 4), 3_000, 0xC5D0060D6FF3EF6AL),
                Arguments.of(new StarGenerator(1_000), 999, 0x4669593FDFE2D235L),
                Arguments.of(new ChainGenerator(1_000), 999, 0x8D18EB6237130433L));
    }

    @Test
    void edgesThatAreComputedAsTheyAreStreamedTakeNoMemory() {
        assertThat(new KroneckerGenerator(30, 16, 1).memoryNeeded()).isZero();
        assertThat(new UniformGenerator(10, 16, 1).memoryNeeded()).isZero();
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void makesTheDocumentedEdges(Generator generator, int edges, long hash) {
        Drawn drawn = Drawn.of(generator);
        assertThat(drawn.from().length).isEqualTo(edges);
        assertThat(drawn.hash()).isEqualTo(hash);
    }

    /// A triangulation is compared with its edges sorted.
    @Test
    void documentsEdgesOfEveryKind() {
        Stream<String> documented =
                vectors().map(vector -> ((Generator) vector.get()[0]).kind()).distinct();
        assertThat(Stream.concat(documented, Stream.of("delaunay"))).hasSameElementsAs(Generators.KINDS);
    }

    /// The last 2¹⁸ edges of the largest graphs, from the same second implementation.
    static Stream<Arguments> lastPartitions() {
        return Stream.of(
                Arguments.of(new KroneckerGenerator(30, 16, 1), 0xA4CB9155E7A78547L),
                Arguments.of(new UniformGenerator(30, 16, 1), 0xB7133D93392B298EL));
    }

    @ParameterizedTest
    @MethodSource("lastPartitions")
    void makesTheDocumentedLastEdgesOfTheLargestGraph(Generator generator, long hash) {
        try (Workers workers = new Workers(1);
                GraphInput input = generator.generate(workers, Progress.NONE)) {
            EdgeSource edges = input.edges();
            assertThat(edges.edgeCount()).isEqualTo(1L << 34);
            assertThat(Drawn.ofPartition(edges, edges.partitions() - 1).hash()).isEqualTo(hash);
        }
    }

    @Test
    void triangulatesTheDocumentedPoints() {
        Drawn drawn = Drawn.of(new DelaunayGenerator(10, 1)).sorted();
        assertThat(drawn.from().length).isEqualTo(3_047);
        assertThat(drawn.hash()).isEqualTo(0x4023D5FC89783466L);
    }

    @ParameterizedTest
    @FieldSource("io.bitfront.generate.Generators#KINDS")
    void makesTheSameEdgesWithAnyNumberOfThreads(String kind) {
        Generator generator = Generators.create(kind, GeneratorOptions.ofScale(15));
        Drawn alone = Drawn.of(generator, 1);
        for (int threads : new int[] {2, 3, 7}) {
            Drawn together = Drawn.of(generator, threads);
            assertThat(together.hash()).isEqualTo(alone.hash());
            assertThat(together.edgeCount()).isEqualTo(alone.from().length);
        }
    }

    @ParameterizedTest
    @FieldSource("io.bitfront.generate.Generators#KINDS")
    void streamsPartitionsAgainAndInAnyOrder(String kind) {
        Generator generator = Generators.create(kind, GeneratorOptions.ofScale(17));
        try (Workers workers = new Workers(2);
                GraphInput input = generator.generate(workers, Progress.NONE)) {
            long[] forward = new long[input.edges().partitions()];
            for (int p = 0; p < forward.length; p++) {
                forward[p] = hashOf(input, p);
            }
            for (int p = forward.length - 1; p >= 0; p--) {
                assertThat(hashOf(input, p)).isEqualTo(forward[p]);
            }
            workers.forRange(
                    0,
                    forward.length,
                    1,
                    (worker, begin, end) ->
                            assertThat(hashOf(input, (int) begin)).isEqualTo(forward[(int) begin]));
        }
    }

    private static long hashOf(GraphInput input, int partition) {
        long[] hash = new long[1];
        input.edges().stream(partition, (sources, targets, count) -> {
            for (int i = 0; i < count; i++) {
                hash[0] = 31 * (31 * hash[0] + sources[i]) + targets[i];
            }
        });
        return hash[0];
    }

    @ParameterizedTest
    @FieldSource("io.bitfront.generate.Generators#KINDS")
    void saysThatEdgesMeanBothDirectionsAndIdsCountFromZero(String kind) {
        Generator generator = Generators.create(kind, GeneratorOptions.ofScale(6));
        assertThat(generator.kind()).isEqualTo(kind);
        assertThat(generator.vertexCount()).isEqualTo(64);
        try (Workers workers = new Workers(1);
                GraphInput input = generator.generate(workers, Progress.NONE)) {
            assertThat(input.directed()).isFalse();
            assertThat(input.symmetrise()).isTrue();
            assertThat(input.ids()).isEqualTo(new VertexIds.Range(0, 64));
            assertThat(input.format()).isEqualTo(kind);
            assertThat(input.edges().vertexCount()).isEqualTo(64);
            assertThat(input.edges().heldBytes()).isLessThanOrEqualTo(generator.memoryNeeded());
        }
    }

    @ParameterizedTest
    @FieldSource("io.bitfront.generate.Generators#KINDS")
    void makesGraphsOfOneAndTwoVertices(String kind) {
        for (int scale = 0; scale <= 1; scale++) {
            Drawn drawn = Drawn.of(Generators.create(kind, GeneratorOptions.ofScale(scale)));
            assertThat(drawn.vertexCount()).isEqualTo(1 << scale);
            assertThat(IntStream.of(drawn.from())).allMatch(v -> v < drawn.vertexCount());
            assertThat(IntStream.of(drawn.to())).allMatch(v -> v < drawn.vertexCount());
        }
    }

    @ParameterizedTest
    @FieldSource("io.bitfront.generate.Generators#KINDS")
    void dependsOnTheSeedWhereThereIsChance(String kind) {
        GeneratorOptions one = GeneratorOptions.ofScale(8);
        GeneratorOptions two = new GeneratorOptions(
                one.scale(), one.degree(), OptionalLong.of(2), one.width(), one.height(), one.keep());
        assertThat(Generators.hasSeed(kind)).isEqualTo(!Set.of("star", "chain").contains(kind));
        if (kind.equals("star") || kind.equals("chain")) {
            assertThatThrownBy(() -> Generators.create(kind, two))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(kind + " has no --seed");
        } else {
            assertThat(Drawn.of(Generators.create(kind, two)).hash())
                    .isNotEqualTo(Drawn.of(Generators.create(kind, one)).hash());
        }
    }

    @Test
    void takesTheDefaultsOfGap() {
        GeneratorOptions nothing = options(null, null, null, null, null);
        assertThat(Generators.create("kron", nothing)).isEqualTo(new KroneckerGenerator(16, 16, 1));
        assertThat(Generators.create("urand", nothing)).isEqualTo(new UniformGenerator(16, 16, 1));
        assertThat(Generators.create("road", nothing)).isEqualTo(new RoadGenerator(256, 256, .62, 1));
        assertThat(Generators.create("road", options(13, null, null, null, .5)))
                .isEqualTo(new RoadGenerator(128, 64, .5, 1));
        assertThat(Generators.create("road", options(null, null, 30, 20, null)))
                .isEqualTo(new RoadGenerator(30, 20, .62, 1));
        assertThat(Generators.create("banded", options(13, null, null, null, null)))
                .isEqualTo(new BandedGenerator(8_192, 256, .125, 1));
        assertThat(Generators.create("banded", options(4, null, 3, null, 1.0)))
                .isEqualTo(new BandedGenerator(16, 3, 1, 1));
        assertThat(Generators.create("community", nothing)).isEqualTo(new CommunityGenerator(65_536, 64, .5, 1, 1));
        assertThat(Generators.create("community", options(9, 3, 32, null, .25)))
                .isEqualTo(new CommunityGenerator(512, 32, .25, 3, 1));
        assertThat(Generators.create("web", nothing)).isEqualTo(new WebGenerator(65_536, 64, .6, 16, 1));
        assertThat(Generators.create("web", options(9, 3, 32, null, .25)))
                .isEqualTo(new WebGenerator(512, 32, .25, 3, 1));
        assertThat(Generators.create("bipartite", options(9, 3, null, null, null)))
                .isEqualTo(new BipartiteGenerator(512, 3, 1));
        assertThat(Generators.create("smallworld", options(9, null, 3, null, .5)))
                .isEqualTo(new SmallWorldGenerator(512, 3, .5, 1));
        assertThat(Generators.create("chain", options(3, null, null, null, null)))
                .isEqualTo(new ChainGenerator(8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "tree  | -  | -  | -     | -     | -   | kind 'tree' is unknown; expected one of "
                        + "kron, urand, rgg, delaunay, road, banded, community, web, bipartite, smallworld, star, "
                        + "chain",
                "kron  | 31 | -  | -     | -     | -   | scale 31 is outside 0..30",
                "star  | -1 | -  | -     | -     | -   | scale -1 is outside 0..30",
                "delaunay | 29 | - | -   | -     | -   | scale 29 is outside 0..28",
                "urand | 4  | 0  | -     | -     | -   | degree 0, expected at least 1",
                "rgg   | 4  | 16 | -     | -     | -   | rgg has no --degree",
                "kron  | 4  | -  | 5     | -     | -   | kron has no --width",
                "chain | 4  | -  | -     | 5     | -   | chain has no --height",
                "banded | 4 | 16 | -     | -     | -   | banded has no --degree",
                "banded | 4 | -  | 5     | 6     | -   | banded has no --height",
                "banded | 4 | -  | 0     | -     | -   | width 0, expected at least 1",
                "banded | 4 | -  | -     | -     | 1.5 | keep 1.5 is outside 0..1",
                "community | 4 | - | -1  | -     | -   | width -1, expected at least 1",
                "community | 4 | 0 | -   | -     | -   | degree 0, expected at least 1",
                "community | 4 | - | -   | -     | -.1 | keep -0.1 is outside 0..1",
                "star  | 4  | -  | -     | -     | 0.5 | star has no --keep",
                "road  | 4  | -  | 5     | 6     | -   | road: expected --scale, or --width and --height together",
                "road  | -  | -  | 5     | -     | -   | road: expected --scale, or --width and --height together",
                "road  | -  | -  | 0     | 6     | -   | grid of 0 x 6: both sides must be at least 1, "
                        + "their product below 2^31",
                "road  | -  | -  | 65536 | 32768 | -   | grid of 65536 x 32768: both sides must be at least 1, "
                        + "their product below 2^31",
                "road  | 4  | -  | -     | -     | 1.5 | keep 1.5 is outside 0..1",
                "road  | 4  | -  | -     | -     | NaN | keep NaN is outside 0..1",
            })
    void refusesWhatItCannotMake(
            String kind, Integer scale, Integer degree, Integer width, Integer height, Double keep, String message) {
        assertThatThrownBy(() -> Generators.create(kind, options(scale, degree, width, height, keep)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void whatAStreamOfConstantsDoesNotUseIsNothing() {
        for (Generator plain :
                List.of(new UniformGenerator(5, 3, 7), new RoadGenerator(4, 6, .5, 7), new GeometricGenerator(5, 7))) {
            EdgeStream stream = plain.stream().orElseThrow();
            assertThat(stream.idCount()).isZero();
            assertThat(stream.idShift()).isZero();
            assertThat(List.of(stream.factors(), stream.summands(), stream.limits(), stream.swaps()))
                    .allMatch(array -> array.length == 0);
        }
        assertThat(new KroneckerGenerator(5, 3, 7).stream().orElseThrow().height())
                .isZero();
    }

    private static GeneratorOptions options(Integer scale, Integer degree, Integer width, Integer height, Double keep) {
        return new GeneratorOptions(
                optional(scale),
                optional(degree),
                OptionalLong.empty(),
                optional(width),
                optional(height),
                keep == null ? OptionalDouble.empty() : OptionalDouble.of(keep));
    }

    private static OptionalInt optional(Integer value) {
        return value == null ? OptionalInt.empty() : OptionalInt.of(value);
    }
}
