package io.bitfront.generate;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Makes a generator from the words of the command line.
public final class Generators {
    /// The kinds there are, in the order a user reads them.
    public static final List<String> KINDS =
            Stream.of(GeneratorKind.values()).map(GeneratorKind::word).toList();

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
        return GeneratorKind.named(kind).with(options);
    }

    /// Whether another seed gives another graph of a kind.
    ///
    /// @throws IllegalArgumentException for an unknown kind
    public static boolean hasSeed(String kind) {
        return GeneratorKind.named(kind).hasSeed();
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
                grid ? none : size, none, OptionalLong.empty(), grid ? size : none, height, OptionalDouble.empty());
        return Optional.of(create(parts.group("kind"), options));
    }
}
