package io.bitfront.bench;

import io.bitfront.generate.Generator;
import io.bitfront.generate.GeneratorOptions;
import io.bitfront.generate.Generators;
import io.bitfront.generate.RoadGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A generated graph of a suite.
///
/// @param name for the report: `kron 24`, `road 4800x5000`
/// @param scale binary logarithm of its size, 0 where it was named by its sides
public record BenchGraph(String name, String kind, int scale, Generator generator) {
    private static final Pattern GRID = Pattern.compile("road:(\\d{1,6})x(\\d{1,6})");

    /// @param word a kind of graph, or `road:WIDTHxHEIGHT`, which has no scale
    /// @throws IllegalArgumentException where it is neither
    public static BenchGraph of(String word, int scale) {
        Matcher grid = GRID.matcher(word);
        if (!grid.matches()) {
            return new BenchGraph(
                    "%s %d".formatted(word, scale),
                    word,
                    scale,
                    Generators.create(word, GeneratorOptions.ofScale(scale)));
        }
        int width = Integer.parseInt(grid.group(1));
        int height = Integer.parseInt(grid.group(2));
        Generator generator = new RoadGenerator(width, height, RoadGenerator.KEEP, Generators.SEED);
        return new BenchGraph("road %dx%d".formatted(width, height), "road", 0, generator);
    }

    String fileName() {
        return name.replace(' ', '-') + ".sg";
    }
}
