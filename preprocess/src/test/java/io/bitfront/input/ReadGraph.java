package io.bitfront.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.graph.GraphInput;
import io.bitfront.graph.VertexIds;
import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.input.source.Tuning;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.HeldFiles;
import io.bitfront.testkit.TestGraph;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// A graph as read: ids ascending, and edges `FROM>TO` in ids, in the order they are streamed.
public record ReadGraph(
        List<Long> ids,
        List<String> edges,
        boolean symmetrise,
        boolean alreadySymmetric,
        String format,
        String note,
        boolean range) {

    public static ReadGraph of(Path file, ReadOptions options, int threads, Tuning tuning) {
        return of(file, options, threads, tuning, true);
    }

    /// Leaves the list of ids empty, for files that declare many vertices.
    public static ReadGraph withoutIds(Path file, int threads, Tuning tuning) {
        return of(file, ReadOptions.AUTO, threads, tuning, false);
    }

    private static ReadGraph of(Path file, ReadOptions options, int threads, Tuning tuning, boolean listIds) {
        try (Workers workers = new Workers(threads);
                GraphInput input = GraphReader.read(file, options, workers, Progress.NONE, tuning)) {
            List<Long> ids = new ArrayList<>();
            for (int i = 0; listIds && i < input.ids().count(); i++) {
                ids.add(input.ids().idOf(i));
            }
            return new ReadGraph(
                    ids,
                    edges(input),
                    input.symmetrise(),
                    input.alreadySymmetric(),
                    input.format(),
                    input.note(),
                    input.ids() instanceof VertexIds.Range);
        }
    }

    public static ReadGraph of(Path file, DirectionChoice direction) {
        ReadGraph graph = of(file, new ReadOptions(GraphFormat.AUTO, direction), 2, Tuning.DEFAULT);
        requireLetGo(file);
        return graph;
    }

    /// Whether or not it could be read, a file is neither mapped nor open afterwards.
    static void requireLetGo(Path file) {
        try {
            assertThat(HeldFiles.of(file)).isEmpty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static ReadGraph of(Path file) {
        return of(file, DirectionChoice.AS_FORMAT);
    }

    /// Reads text from a file of this name; every `char` is one byte.
    public static ReadGraph ofText(Path folder, String name, String text) {
        return of(write(folder, name, text));
    }

    public static Path write(Path folder, String name, String text) {
        return write(folder, name, text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public static Path write(Path folder, String name, byte[] bytes) {
        try {
            return Files.write(folder.resolve(name), bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// What is said of a graph that every edge makes undirected, as it is there in both directions.
    static final String BOTH_WAYS =
            "every edge is there in both directions: taken as undirected; --directed keeps the directions";

    /// Whether a graph has an edge between two vertices, and each in both directions.
    static boolean bothWays(TestGraph graph) {
        int[][] neighbours = graph.outNeighbours();
        Set<Long> edges = new HashSet<>();
        for (int v = 0; v < neighbours.length; v++) {
            for (int w : neighbours[v]) {
                edges.add((long) v << 32 | w);
            }
        }
        return edges.stream().anyMatch(edge -> edge >>> 32 != (int) (long) edge)
                && edges.stream().allMatch(edge -> edges.contains(Long.rotateLeft(edge, 32)));
    }

    boolean directed() {
        return !symmetrise && !alreadySymmetric;
    }

    private static List<String> edges(GraphInput input) {
        List<String> edges = new ArrayList<>();
        for (int partition = 0; partition < input.edges().partitions(); partition++) {
            input.edges().stream(partition, (sources, targets, count) -> {
                assertThat(count).as("edges of a batch").isPositive();
                for (int i = 0; i < count; i++) {
                    edges.add(input.ids().idOf(sources[i]) + ">" + input.ids().idOf(targets[i]));
                }
            });
        }
        if (edges.size() != input.edges().edgeCount()) {
            throw new AssertionError("%d edges streamed, %d promised"
                    .formatted(edges.size(), input.edges().edgeCount()));
        }
        return edges;
    }
}
