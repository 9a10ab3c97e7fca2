package io.bitfront.bench;

import io.bitfront.generate.Generator;
import io.bitfront.generate.GeneratorOptions;
import io.bitfront.generate.Generators;
import io.bitfront.generate.RoadGenerator;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A graph of a suite, generated or of a file.
///
/// @param name for the report: `kron 24`, `road 4800x5000`
/// @param kind generator by name, or [#FILE]
/// @param scale binary logarithm of its size, 0 where it was named by its sides or comes from a file
/// @param generator null for a file
public record BenchGraph(String name, String kind, int scale, Generator generator) {
    /// The kind of graphs that come from files.
    public static final String FILE = "file";

    /// A road map that no road is missing from.
    public static final String GRID = "grid";

    /// Kinds that have a scale.
    public static final List<String> KINDS =
            Stream.concat(Generators.KINDS.stream(), Stream.of(GRID)).toList();

    private static final Pattern SIDES = Pattern.compile("road:(\\d{1,6})x(\\d{1,6})");
    private static final Pattern DENSE = Pattern.compile("([a-z]+):(\\d{1,4})");

    /// @param word one of [#KINDS], `KIND:DEGREE`, or `road:WIDTHxHEIGHT`, which has no scale
    /// @throws IllegalArgumentException where it is none of them
    public static BenchGraph of(String word, int scale) {
        if (word.equals(GRID)) {
            return new BenchGraph(
                    "%s %d".formatted(GRID, scale), GRID, scale, RoadGenerator.ofScale(scale, 1, Generators.SEED));
        }
        Matcher dense = DENSE.matcher(word);
        if (dense.matches()) {
            return ofDegree(dense.group(1), scale, Integer.parseInt(dense.group(2)));
        }
        Matcher sides = SIDES.matcher(word);
        if (!sides.matches()) {
            return new BenchGraph(
                    "%s %d".formatted(word, scale),
                    word,
                    scale,
                    Generators.create(word, GeneratorOptions.ofScale(scale)));
        }
        int width = Integer.parseInt(sides.group(1));
        int height = Integer.parseInt(sides.group(2));
        Generator generator = new RoadGenerator(width, height, RoadGenerator.KEEP, Generators.SEED);
        return new BenchGraph("road %dx%d".formatted(width, height), "road", 0, generator);
    }

    /// A graph file, named as it is called there.
    static BenchGraph of(Path file) {
        return new BenchGraph(file.getFileName().toString(), FILE, 0, null);
    }

    private static BenchGraph ofDegree(String kind, int scale, int degree) {
        GeneratorOptions options = new GeneratorOptions(
                OptionalInt.of(scale),
                OptionalInt.of(degree),
                OptionalLong.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalDouble.empty());
        return new BenchGraph(
                "%s %d degree %d".formatted(kind, scale, degree), kind, scale, Generators.create(kind, options));
    }

    String fileName() {
        return name.replace(' ', '-') + ".sg";
    }
}
