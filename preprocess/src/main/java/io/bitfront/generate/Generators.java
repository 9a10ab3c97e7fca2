package io.bitfront.generate;

import java.util.List;
import java.util.OptionalInt;

/// Makes a generator from the words of the command line.
public final class Generators {
    /// The kinds there are, in the order a user reads them.
    public static final List<String> KINDS = List.of("kron", "urand", "rgg", "delaunay", "road", "star", "chain");
    /// GAP's number of edges per vertex.
    public static final int DEGREE = 16;

    public static final int SCALE = 16;
    public static final long SEED = 1;

    private Generators() {}

    /// @throws IllegalArgumentException for an unknown kind, an option the kind does not have, or a value out of range
    public static Generator create(String kind, GeneratorOptions options) {
        if (!KINDS.contains(kind)) {
            throw new IllegalArgumentException(
                    "kind '%s' is unknown; expected one of %s".formatted(kind, String.join(", ", KINDS)));
        }
        boolean road = kind.equals("road");
        boolean byDegree = kind.equals("kron") || kind.equals("urand");
        refuse(!byDegree && options.degree().isPresent(), kind, "degree");
        refuse(!road && options.width().isPresent(), kind, "width");
        refuse(!road && options.height().isPresent(), kind, "height");
        refuse(!road && options.keep().isPresent(), kind, "keep");
        int scale = options.scale().orElse(SCALE);
        int degree = options.degree().orElse(DEGREE);
        return switch (kind) {
            case "kron" -> new KroneckerGenerator(scale, degree, options.seed());
            case "urand" -> new UniformGenerator(scale, degree, options.seed());
            case "rgg" -> new GeometricGenerator(scale, options.seed());
            case "delaunay" -> new DelaunayGenerator(scale, options.seed());
            case "road" -> road(options);
            case "star" -> new StarGenerator(Parameters.vertexCount(scale));
            default -> new ChainGenerator(Parameters.vertexCount(scale));
        };
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
