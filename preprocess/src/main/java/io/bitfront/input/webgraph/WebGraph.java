package io.bitfront.input.webgraph;

import io.bitfront.file.GraphFormatException;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.VertexIds;
import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.input.edges.EdgeBalance;
import io.bitfront.input.source.InputFile;
import io.bitfront.memory.LongArray;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/// Reads a BVGraph of the WebGraph framework: `NAME.graph` holds the lists as a bit stream, `NAME.properties`
/// says how, `NAME.offsets` (where it is there) says where each begins. An arc is a directed edge; ids are
/// 0..n-1. Written by hand: the webgraph library and what it needs would more than triple the program (25 MB,
/// 24 of them fastutil) and does not map lists beyond the heap's reach.
final class WebGraph {
    private WebGraph() {}

    static GraphInput read(
            InputFile input, DirectionChoice direction, Workers workers, Progress progress, int maxVertices) {
        WebGraphProperties properties = WebGraphProperties.read(input.path(), maxVertices);
        Arena arena = Arena.ofShared();
        try (Progress.Phase phase = progress.start("read", properties.arcs(), "edge")) {
            MemorySegment data = InputFile.mapped(input.path(), arena);
            Path offsetFile = WebGraphProperties.offsetsOf(input.path());
            WebGraphProperties.requireFile(offsetFile);
            boolean offsetsKept = Files.exists(offsetFile);
            LongArray offsets = LongArray.allocate(arena, properties.vertices() + 1L, "offsets of lists");
            if (offsetsKept) {
                readOffsets(offsetFile, properties, data.byteSize(), offsets);
            } else {
                findOffsets(input.path(), properties, data, offsets);
            }
            WebGraphEdges edges = new WebGraphEdges(input.path(), properties, arena, data, offsets);
            EdgeBalance balance = check(input.path(), edges, workers, phase);
            return input(
                    edges,
                    direction,
                    balance,
                    offsetsKept ? "" : offsetFile + " is missing: where lists begin was found by reading all");
        } catch (Throwable t) {
            arena.close();
            throw t;
        }
    }

    private static GraphInput input(WebGraphEdges edges, DirectionChoice direction, EdgeBalance balance, String note) {
        boolean asked = direction == DirectionChoice.UNDIRECTED;
        boolean found = direction == DirectionChoice.AS_FORMAT && balance.bothWays();
        return new GraphInput(
                edges,
                new VertexIds.Range(0, edges.vertexCount()),
                asked && !balance.even(),
                found || asked && balance.even(),
                "webgraph",
                found ? note + (note.isEmpty() ? "" : "; ") + EdgeBalance.BOTH_WAYS : note);
    }

    /// The differences of the offsets of all lists, the first 0, and of the end.
    private static void readOffsets(Path file, WebGraphProperties properties, long graphBytes, LongArray offsets) {
        try (Arena mapping = Arena.ofConfined()) {
            BitReader bits = new BitReader(InputFile.mapped(file, mapping));
            boolean delta = properties.flags().contains("OFFSETS_DELTA");
            long offset = 0;
            for (long vertex = 0; vertex < offsets.length(); vertex++) {
                long difference = delta ? bits.delta() : bits.gamma();
                offset += difference;
                if (bits.overrun() || offset < 0 || offset > graphBytes * Byte.SIZE) {
                    throw new GraphFormatException(
                            file,
                            0,
                            "the list of vertex %d begins behind the %d bytes of the graph, expected it within"
                                    .formatted(vertex, graphBytes));
                }
                offsets.set(vertex, offset);
            }
        } catch (BitReader.BrokenCodeException e) {
            throw new GraphFormatException(
                    file, 0, "%s, expected the offsets of %d lists".formatted(e.getMessage(), properties.vertices()));
        }
    }

    /// Without offsets, the lists have to be read one after the other to see where each begins.
    private static void findOffsets(Path file, WebGraphProperties properties, MemorySegment data, LongArray offsets) {
        WebGraphLists lists = new WebGraphLists(properties, data, offsets::get);
        long arcs = 0;
        for (int vertex = 0; vertex < properties.vertices(); vertex++) {
            try {
                arcs += lists.of(vertex).length();
                requireAtMost(file, arcs, properties.arcs());
            } catch (BitReader.BrokenCodeException e) {
                throw new GraphFormatException(
                        file, 0, "the list of vertex %d is malformed: %s".formatted(vertex, e.getMessage()));
            }
            offsets.set(vertex + 1L, lists.position());
        }
    }

    /// A few bytes of copied lists can stand for any number of arcs; the properties bound it.
    private static void requireAtMost(Path file, long arcs, long claimed) {
        if (arcs > claimed) {
            throw new GraphFormatException(
                    file, 0, "the lists hold more arcs than the %d that the properties say".formatted(claimed));
        }
    }

    /// Decodes all lists once, so that streaming them cannot fail, and finds out whether each arc has its reverse.
    private static EdgeBalance check(Path file, WebGraphEdges edges, Workers workers, Progress.Phase phase) {
        LongAdder arcs = new LongAdder();
        EdgeBalance balance = new EdgeBalance();
        AtomicInteger firstBroken = new AtomicInteger(Integer.MAX_VALUE);
        workers.forRange(0, edges.partitions(), 1, (_, partition, _) -> {
            try {
                edges.stream((int) partition, (sources, targets, count) -> {
                    balance.add(sources, targets, count);
                    arcs.add(count);
                    requireAtMost(file, arcs.sum(), edges.edgeCount()); // ends the partition
                    phase.advance(count);
                });
            } catch (GraphFormatException e) {
                firstBroken.accumulateAndGet((int) partition, Math::min);
            }
        });
        requireAtMost(file, arcs.sum(), edges.edgeCount());
        if (firstBroken.get() != Integer.MAX_VALUE) {
            edges.stream(firstBroken.get(), (sources, targets, count) -> {});
        }
        if (arcs.sum() != edges.edgeCount()) {
            throw new GraphFormatException(
                    file,
                    0,
                    "the lists hold %d arcs, expected %d as the properties say"
                            .formatted(arcs.sum(), edges.edgeCount()));
        }
        return balance;
    }
}
