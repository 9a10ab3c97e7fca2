package io.bitfront.input.webgraph;

import io.bitfront.file.GraphFormatException;
import io.bitfront.input.source.Excerpt;
import io.bitfront.input.source.FileNames;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.Set;

/// What the `.properties` file beside a BVGraph says.
///
/// @param window lists before its own that a list may copy from
/// @param mostReferences most copies of copies; -1 where there is no limit
/// @param leastInterval shortest run of successors stored as such, 0 where there are none
/// @param zetaK parameter of the code of residuals
/// @param flags codes that differ from the default ones
record WebGraphProperties(
        Path file,
        int vertices,
        long arcs,
        int window,
        int mostReferences,
        int leastInterval,
        int zetaK,
        Set<String> flags) {
    private static final int MOST_WINDOW = 1 << 10;
    /// Lists decoded within one another at most.
    private static final int DEEPEST = 1 << 9;
    private static final long MOST_ARCS_A_BYTE = 1 << 10;
    private static final long FEW_ARCS = 1 << 20;
    /// Of the file of properties, which has a dozen lines.
    private static final long MOST_BYTES = 1 << 20;
    private static final Set<String> KNOWN = Set.of(
            "OUTDEGREES_GAMMA",
            "OUTDEGREES_DELTA",
            "BLOCKS_GAMMA",
            "BLOCKS_DELTA",
            "BLOCK_COUNT_GAMMA",
            "BLOCK_COUNT_DELTA",
            "BLOCK_COUNT_UNARY",
            "REFERENCES_GAMMA",
            "REFERENCES_DELTA",
            "REFERENCES_UNARY",
            "RESIDUALS_GAMMA",
            "RESIDUALS_DELTA",
            "RESIDUALS_ZETA",
            "RESIDUALS_NIBBLE",
            "OFFSETS_GAMMA",
            "OFFSETS_DELTA");

    /// Whether copies of copies may go so deep that a list can only be decoded behind all before it.
    boolean sequentialOnly() {
        return mostReferences < 0 || mostReferences > DEEPEST;
    }

    /// The `.properties` file of a `.graph` file.
    static Path fileOf(Path graph) {
        return sibling(graph, ".properties");
    }

    /// The `.offsets` file of a `.graph` file.
    static Path offsetsOf(Path graph) {
        return sibling(graph, ".offsets");
    }

    /// The file of the same name with another suffix.
    private static Path sibling(Path graph, String suffix) {
        Path name = graph.getFileName();
        return graph.resolveSibling((name == null ? "" : FileNames.stem(name)) + suffix);
    }

    /// Refuses what might never end, or never begin.
    static void requireFile(Path besideGraph) {
        if (Files.exists(besideGraph) && !Files.isRegularFile(besideGraph)) {
            throw new GraphFormatException(besideGraph, 0, "it is a pipe, a device or a folder, expected a file");
        }
    }

    static WebGraphProperties read(Path graph, int maxVertices) {
        if (graph.equals(fileOf(graph)) || graph.equals(offsetsOf(graph))) {
            throw new GraphFormatException(
                    graph, 0, "it lies beside a WebGraph graph, expected %s".formatted(sibling(graph, ".graph")));
        }
        WebGraphProperties properties = new Reader(fileOf(graph)).read(maxVertices);
        properties.requirePlausible(graph);
        return properties;
    }

    /// A list takes a bit at least, and runs and copies of lists stand for so many arcs a byte at most: what
    /// a few bytes claim is refused before anything is made ready for it.
    private void requirePlausible(Path graph) {
        try {
            long bytes = Files.size(graph);
            long mostArcs = FEW_ARCS + MOST_ARCS_A_BYTE * bytes;
            if (vertices > bytes * Byte.SIZE) {
                throw new GraphFormatException(
                        file,
                        0,
                        "nodes is %d, more than the bits of %s, which has %d bytes".formatted(vertices, graph, bytes));
            }
            if (arcs > mostArcs) {
                throw new GraphFormatException(
                        file,
                        0,
                        "arcs is %d, more than the %d that the %d bytes of %s may stand for"
                                .formatted(arcs, mostArcs, bytes, graph));
            }
        } catch (IOException e) {
            throw GraphFormatException.unreadable(graph, e);
        }
    }

    private static final class Reader {
        private final Path file;
        private final Properties values = new Properties();

        Reader(Path file) {
            this.file = file;
            requireFile(file);
            try (BufferedReader text = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
                long bytes = Files.size(file);
                if (bytes > MOST_BYTES) {
                    throw defect("the file has %d bytes, expected at most %d".formatted(bytes, MOST_BYTES));
                }
                values.load(text);
            } catch (IOException e) {
                throw GraphFormatException.unreadable(file, e);
            } catch (IllegalArgumentException e) {
                throw defect("the file is malformed (%s), expected Java properties".formatted(e.getMessage()));
            }
        }

        WebGraphProperties read(int maxVertices) {
            String graphClass = values.getProperty("graphclass", "");
            if (!graphClass.endsWith(".BVGraph")) {
                throw defect(
                        "graphclass is '%s', expected it.unimi.dsi.webgraph.BVGraph".formatted(Excerpt.of(graphClass)));
            }
            number("version", 0, 0, 0);
            String flags = values.getProperty("compressionflags", "").strip();
            Set<String> words = flags.isEmpty() ? Set.of() : Set.copyOf(List.of(flags.split("[ |]+")));
            for (String word : words) {
                if (!KNOWN.contains(word)) {
                    throw defect("compression flag %s is not supported".formatted(Excerpt.of(word)));
                }
            }
            return new WebGraphProperties(
                    file,
                    (int) number("nodes", -1, 0, maxVertices),
                    number("arcs", -1, 0, Long.MAX_VALUE),
                    (int) number("windowsize", -1, 0, MOST_WINDOW),
                    (int) number("maxrefcount", -1, -1, Integer.MAX_VALUE),
                    (int) number("minintervallength", -1, 0, Integer.MAX_VALUE),
                    (int) number("zetak", 3, 1, Integer.SIZE),
                    words);
        }

        /// @param missing what the property is where it is missing; -1 where it must be there
        private long number(String name, long missing, long least, long most) {
            String word = values.getProperty(name);
            if (word == null && missing >= 0) {
                return missing;
            }
            if (word == null) {
                throw defect("property %s is missing, expected a whole number in %d..%d".formatted(name, least, most));
            }
            try {
                long value = Long.parseLong(word.strip());
                if (value >= least && value <= most) {
                    return value;
                }
            } catch (NumberFormatException e) {
                // Said below, like a number outside the range.
            }
            throw defect("property %s is '%s', expected a whole number in %d..%d"
                    .formatted(name, Excerpt.of(word), least, most));
        }

        private GraphFormatException defect(String what) {
            return new GraphFormatException(file, 0, what);
        }
    }
}
