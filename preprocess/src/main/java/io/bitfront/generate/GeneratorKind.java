package io.bitfront.generate;

import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The kinds of graphs that can be generated, in the order a user reads them: each with the options
/// it has beside the scale, and what makes it.
enum GeneratorKind {
    KRON(Set.of(Option.SEED, Option.DEGREE), asked -> new KroneckerGenerator(scale(asked), degree(asked), seed(asked))),
    URAND(Set.of(Option.SEED, Option.DEGREE), asked -> new UniformGenerator(scale(asked), degree(asked), seed(asked))),
    RGG(Set.of(Option.SEED), asked -> new GeometricGenerator(scale(asked), seed(asked))),
    DELAUNAY(Set.of(Option.SEED), asked -> new DelaunayGenerator(scale(asked), seed(asked))),
    ROAD(Set.of(Option.SEED, Option.WIDTH, Option.HEIGHT, Option.KEEP), GeneratorKind::road),
    BANDED(
            Set.of(Option.SEED, Option.WIDTH, Option.KEEP),
            asked -> new BandedGenerator(
                    vertices(asked),
                    asked.width().orElse(BandedGenerator.WIDTH),
                    asked.keep().orElse(BandedGenerator.KEEP),
                    seed(asked))),
    COMMUNITY(
            Set.of(Option.SEED, Option.DEGREE, Option.WIDTH, Option.KEEP),
            asked -> new CommunityGenerator(
                    vertices(asked),
                    asked.width().orElse(CommunityGenerator.WIDTH),
                    asked.keep().orElse(CommunityGenerator.KEEP),
                    asked.degree().orElse(CommunityGenerator.LINKS),
                    seed(asked))),
    WEB(
            Set.of(Option.SEED, Option.DEGREE, Option.WIDTH, Option.KEEP),
            asked -> new WebGenerator(
                    vertices(asked),
                    asked.width().orElse(WebGenerator.WIDTH),
                    asked.keep().orElse(WebGenerator.KEEP),
                    degree(asked),
                    seed(asked))),
    BIPARTITE(
            Set.of(Option.SEED, Option.DEGREE),
            asked -> new BipartiteGenerator(vertices(asked), degree(asked), seed(asked))),
    SMALLWORLD(
            Set.of(Option.SEED, Option.WIDTH, Option.KEEP),
            asked -> new SmallWorldGenerator(
                    vertices(asked),
                    asked.width().orElse(SmallWorldGenerator.WIDTH),
                    asked.keep().orElse(SmallWorldGenerator.KEEP),
                    seed(asked))),
    STAR(Set.of(), asked -> new StarGenerator(vertices(asked))),
    CHAIN(Set.of(), asked -> new ChainGenerator(vertices(asked)));

    private final Set<Option> options;
    private final Function<GeneratorOptions, Generator> maker;

    GeneratorKind(Set<Option> options, Function<GeneratorOptions, Generator> maker) {
        this.options = options;
        this.maker = maker;
    }

    /// Options that only some kinds have.
    private enum Option {
        DEGREE(asked -> asked.degree().isPresent()),
        WIDTH(asked -> asked.width().isPresent()),
        HEIGHT(asked -> asked.height().isPresent()),
        KEEP(asked -> asked.keep().isPresent()),
        SEED(asked -> asked.seed().isPresent());

        private final Predicate<GeneratorOptions> given;

        Option(Predicate<GeneratorOptions> given) {
            this.given = given;
        }
    }

    /// The word on the command line.
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// @throws IllegalArgumentException naming those there are
    static GeneratorKind named(String word) {
        return Stream.of(values())
                .filter(kind -> kind.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("kind '%s' is unknown; expected one of %s"
                        .formatted(word, String.join(", ", Generators.KINDS))));
    }

    boolean hasSeed() {
        return options.contains(Option.SEED);
    }

    /// @throws IllegalArgumentException for an option the kind does not have, or a value out of range
    Generator with(GeneratorOptions asked) {
        for (Option option : Option.values()) {
            if (option.given.test(asked) && !options.contains(option)) {
                throw new IllegalArgumentException(
                        "%s has no --%s".formatted(word(), option.name().toLowerCase(Locale.ROOT)));
            }
        }
        return maker.apply(asked);
    }

    private static int scale(GeneratorOptions asked) {
        return asked.scale().orElse(Generators.SCALE);
    }

    private static int vertices(GeneratorOptions asked) {
        return Parameters.vertexCount(scale(asked));
    }

    private static int degree(GeneratorOptions asked) {
        return asked.degree().orElse(Generators.DEGREE);
    }

    private static long seed(GeneratorOptions asked) {
        return asked.seed().orElse(Generators.SEED);
    }

    private static Generator road(GeneratorOptions asked) {
        OptionalInt width = asked.width();
        OptionalInt height = asked.height();
        double keep = asked.keep().orElse(RoadGenerator.KEEP);
        if (width.isEmpty() && height.isEmpty()) {
            return RoadGenerator.ofScale(scale(asked), keep, seed(asked));
        }
        if (width.isEmpty() || height.isEmpty() || asked.scale().isPresent()) {
            throw new IllegalArgumentException("road: expected --scale, or --width and --height together");
        }
        return new RoadGenerator(width.getAsInt(), height.getAsInt(), keep, seed(asked));
    }
}
