package io.bitfront.generate;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Makes a generator from the words of the command line.
public final class Generators {
    /// The kinds there are, in the order a user reads them.
    public static final List<String> KINDS = List.of(
            "kron",
            "urand",
            "rgg",
            "delaunay",
            "road",
            "banded",
            "community",
            "web",
            "bipartite",
            "smallworld",
            "star",
            "chain");
    private static final Set<String> BY_DEGREE = Set.of("kron", "urand", "community", "web", "bipartite");
    private static final Set<String> BY_WIDTH = Set.of("road", "banded", "community", "web", "smallworld");

    /// GAP's number of edges per vertex.
    public static final int DEGREE = 16;

    public static final int SCALE = 16;
    public static final long SEED = 1;

    private static final String PREFIX = "generate:";
    private static final Pattern WORD =
            Pattern.compile(PREFIX + "(?<kind>\\w+):(?<size>\\d{1,9})(x(?<height>\\d{1,9}))?");

    private Generators() {}

    /// @throws IllegalArgumentException for an unknown kind, an option the kind does not have, or a value out of range
    public static Generator create(String kind, GeneratorOptions options) {
        if (!KINDS.contains(kind)) {
            throw new IllegalArgumentException(
                    "kind '%s' is unknown; expected one of %s".formatted(kind, String.join(", ", KINDS)));
        }
        refuse(!BY_DEGREE.contains(kind) && options.degree().isPresent(), kind, "degree");
        refuse(!BY_WIDTH.contains(kind) && options.width().isPresent(), kind, "width");
        refuse(!kind.equals("road") && options.height().isPresent(), kind, "height");
        refuse(!BY_WIDTH.contains(kind) && options.keep().isPresent(), kind, "keep");
        int scale = options.scale().orElse(SCALE);
        int degree = options.degree().orElse(DEGREE);
        return switch (kind) {
            case "kron" -> new KroneckerGenerator(scale, degree, options.seed());
            case "urand" -> new UniformGenerator(scale, degree, options.seed());
            case "rgg" -> new GeometricGenerator(scale, options.seed());
            case "delaunay" -> new DelaunayGenerator(scale, options.seed());
            case "road" -> road(options);
            case "banded" ->
                new BandedGenerator(
                        Parameters.vertexCount(scale),
                        options.width().orElse(BandedGenerator.WIDTH),
                        options.keep().orElse(BandedGenerator.KEEP),
                        options.seed());
            case "community" ->
                new CommunityGenerator(
                        Parameters.vertexCount(scale),
                        options.width().orElse(CommunityGenerator.WIDTH),
                        options.keep().orElse(CommunityGenerator.KEEP),
                        options.degree().orElse(CommunityGenerator.LINKS),
                        options.seed());
            case "web" ->
                new WebGenerator(
                        Parameters.vertexCount(scale),
                        options.width().orElse(WebGenerator.WIDTH),
                        options.keep().orElse(WebGenerator.KEEP),
                        degree,
                        options.seed());
            case "bipartite" -> new BipartiteGenerator(Parameters.vertexCount(scale), degree, options.seed());
            case "smallworld" ->
                new SmallWorldGenerator(
                        Parameters.vertexCount(scale),
                        options.width().orElse(SmallWorldGenerator.WIDTH),
                        options.keep().orElse(SmallWorldGenerator.KEEP),
                        options.seed());
            case "star" -> new StarGenerator(Parameters.vertexCount(scale));
            default -> new ChainGenerator(Parameters.vertexCount(scale));
        };
    }

    /// Whether a word names a graph that is never in a file, well-formed or not.
    public static boolean isName(String word) {
        return word.startsWith(PREFIX);
    }

    /// A graph that is never in a file: `generate:KIND:SCALE` or `generate:road:WIDTHxHEIGHT`; empty for a file's name.
    ///
    /// @throws IllegalArgumentException for another form, an unknown kind or a size out of range
    public static Optional<Generator> named(String word) {
        if (!isName(word)) {
            return Optional.empty();
        }
        Matcher parts = WORD.matcher(word);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "%s: expected generate:KIND:SCALE or generate:road:WIDTHxHEIGHT".formatted(word));
        }
        boolean grid = parts.group("height") != null;
        OptionalInt size = OptionalInt.of(Integer.parseInt(parts.group("size")));
        OptionalInt none = OptionalInt.empty();
        OptionalInt height = grid ? OptionalInt.of(Integer.parseInt(parts.group("height"))) : none;
        GeneratorOptions options = new GeneratorOptions(
                grid ? none : size, none, SEED, grid ? size : none, height, OptionalDouble.empty());
        return Optional.of(create(parts.group("kind"), options));
    }

    private static Generator road(GeneratorOptions options) {
        OptionalInt width = options.width();
        OptionalInt height = options.height();
        double keep = options.keep().orElse(RoadGenerator.KEEP);
        if (width.isEmpty() && height.isEmpty()) {
            return RoadGenerator.ofScale(options.scale().orElse(SCALE), keep, options.seed());
        }
        if (width.isEmpty() || height.isEmpty() || options.scale().isPresent()) {
            throw new IllegalArgumentException("road: expected --scale, or --width and --height together");
        }
        return new RoadGenerator(width.getAsInt(), height.getAsInt(), keep, options.seed());
    }

    private static void refuse(boolean given, String kind, String option) {
        if (given) {
            throw new IllegalArgumentException("%s has no --%s".formatted(kind, option));
        }
    }
}
