package io.bitfront.generate;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// What a user may ask of a generator; what is left empty has a default, what the kind does not
/// know is refused.
///
/// @param degree edges per vertex, of kron and urand; to any others, of community
/// @param seed which of the graphs of its kind, where a kind has several
/// @param width columns of a road grid, vertices on either side of a band, vertices of a community
/// @param height rows of a road grid
/// @param keep share of the possible edges that a road grid, a band or a community keeps
public record GeneratorOptions(
        OptionalInt scale,
        OptionalInt degree,
        OptionalLong seed,
        OptionalInt width,
        OptionalInt height,
        OptionalDouble keep) {

    /// n = 2^scale, all else by default.
    public static GeneratorOptions ofScale(int scale) {
        return new GeneratorOptions(
                OptionalInt.of(scale),
                OptionalInt.empty(),
                OptionalLong.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalDouble.empty());
    }
}
