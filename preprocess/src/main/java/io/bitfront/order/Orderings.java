package io.bitfront.order;

import io.bitfront.graph.DegreeStatistics;
import java.util.List;

/// The orderings by name.
public final class Orderings {
    /// Chooses by [#resolve].
    public static final String AUTO = "auto";
    /// Every name the command line accepts.
    public static final List<String> NAMES = List.of(AUTO, "jaccard", "rcm", "degree", "natural", "random");

    private Orderings() {}

    /// An ordering and why it was chosen, in a few words; the reason is empty where it was asked for by name.
    public record Choice(Ordering ordering, String reason) {}

    /// The ordering with this name, `auto` excepted.
    ///
    /// @throws IllegalArgumentException naming those there are
    public static Ordering named(String name, OrderingOptions options) {
        return switch (name) {
            case "degree" -> new DegreeOrdering();
            case "random" -> new RandomOrdering(options.seed());
            case "jaccard" -> new JaccardOrdering(options.window());
            case "rcm" -> new RcmOrdering();
            case "natural" -> new NaturalOrdering();
            default ->
                throw new IllegalArgumentException(
                        "no ordering is called %s, expected one of %s".formatted(name, String.join(", ", NAMES)));
        };
    }

    /// The ordering with this name; for `auto` the paper's rule (Section 4.2): `jaccard` for scale-free-like graphs,
    /// else `rcm`.
    public static Choice resolve(String name, OrderingOptions options, DegreeStatistics degrees) {
        if (!name.equals(AUTO)) {
            return new Choice(named(name, options), "");
        }
        return new Choice(named(degrees.scaleFree() ? "jaccard" : "rcm", options), degrees.reason());
    }
}
