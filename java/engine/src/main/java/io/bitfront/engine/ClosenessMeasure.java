package io.bitfront.engine;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// A centrality that follows from one vertex's distances: r vertices reached (itself included), S the sum of
/// their hops. Every sum is an exact integer (harmonic excepted); one division rounds.
public enum ClosenessMeasure {
    /// (r − 1) / S; 0 for an isolated vertex.
    CLOSENESS("closeness", Trait.SAMPLED, Trait.BOUNDED),
    /// Wasserman-Faust: (r − 1)/(n − 1) × (r − 1)/S; 0 for an isolated vertex.
    WF("wf", Trait.SAMPLED, Trait.BOUNDED),
    /// Sum of 1/hops over the other vertices reached, nearest level first; 0 for an isolated vertex.
    HARMONIC("harmonic", Trait.SAMPLED, Trait.BOUNDED, Trait.HARMONIC),
    /// [#HARMONIC] / (n − 1); 0 in a graph of one vertex.
    HARMONIC_NORMALISED("harmonic_normalised", Trait.SAMPLED, Trait.BOUNDED, Trait.HARMONIC),
    /// Lin's index r² / S; 1 for an isolated vertex.
    LIN("lin", Trait.BOUNDED),
    /// Hops to the farthest vertex reached.
    ECCENTRICITY("eccentricity", Trait.INTEGRAL),
    /// Vertices reached, the vertex itself included.
    REACHED("reached", Trait.INTEGRAL, Trait.SAMPLED);

    private final String word;
    private final List<Trait> traits;

    private enum Trait {
        INTEGRAL,
        SAMPLED,
        BOUNDED,
        HARMONIC
    }

    ClosenessMeasure(String word, Trait... traits) {
        this.word = word;
        this.traits = List.of(traits);
    }

    /// The name on the command line and in every output.
    public String word() {
        return word;
    }

    /// Whether exact values are whole numbers.
    public boolean integral() {
        return traits.contains(Trait.INTEGRAL);
    }

    /// Whether it can be estimated from sampled pivots: a largest distance cannot, nor what squares r.
    public boolean sampled() {
        return traits.contains(Trait.SAMPLED);
    }

    /// Whether it never falls where more is reached in the same hops, and never rises where the same is
    /// reached in more: then bounds on how many vertices are how far rank it.
    public boolean bounded() {
        return traits.contains(Trait.BOUNDED);
    }

    /// Whether it needs the sum of 1/hops.
    public boolean harmonic() {
        return traits.contains(Trait.HARMONIC);
    }

    /// The measure with this name; a hyphen does for its underscore.
    ///
    /// @throws IllegalArgumentException listing the names, for any other word
    public static ClosenessMeasure parse(String word) {
        for (ClosenessMeasure measure : values()) {
            if (measure.word.equals(word.replace('-', '_'))) {
                return measure;
            }
        }
        throw new IllegalArgumentException("measure %s: expected one of %s"
                .formatted(
                        word,
                        Arrays.stream(values()).map(ClosenessMeasure::word).collect(Collectors.joining(", "))));
    }

    /// The exact value.
    ///
    /// @param vertexCount n
    /// @param reached r
    /// @param distanceSum S
    /// @param harmonicSum sum of 1/hops
    /// @param eccentricity largest hops
    public double exact(int vertexCount, long reached, long distanceSum, double harmonicSum, int eccentricity) {
        double others = reached - 1;
        return switch (this) {
            case CLOSENESS -> reached == 1 ? 0 : others / distanceSum;
            case WF -> reached == 1 ? 0 : others * others / ((vertexCount - 1.0) * distanceSum);
            case HARMONIC -> harmonicSum;
            case HARMONIC_NORMALISED -> vertexCount == 1 ? 0 : harmonicSum / (vertexCount - 1);
            case LIN -> reached == 1 ? 1 : (double) reached * reached / distanceSum;
            case ECCENTRICITY -> eccentricity;
            case REACHED -> reached;
        };
    }
}
