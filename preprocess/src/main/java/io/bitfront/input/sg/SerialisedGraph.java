package io.bitfront.input.sg;

import io.bitfront.file.GraphFormatException;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.VertexIds;
import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.input.edges.EdgeBalance;
import io.bitfront.input.source.InputFile;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.concurrent.atomic.LongAccumulator;

/// Reads `.sg`, the serialised graph of the GAP benchmark suite (`WriteSerializedGraph` in its `writer.h`).
/// Little-endian, nothing aligned:
///
/// | type       | field      | meaning                                                     |
/// |------------|------------|-------------------------------------------------------------|
/// | u8         | directed   | 0 or 1                                                      |
/// | i64        | edges      | m, an undirected edge counted twice                         |
/// | i64        | vertices   | n                                                           |
/// | i64 (n+1)  | offsets    | of each vertex's out-neighbours                             |
/// | i32 (m)    | neighbours | 0..n-1                                                      |
/// |            |            | if directed: offsets and neighbours of the transposed graph |
///
/// The transposed part is not used, as it follows from the first.
final class SerialisedGraph {
    static final int HEADER_BYTES = 17;

    private final Path file;
    private final SerialisedEdges edges;
    private final boolean directed;

    private SerialisedGraph(Path file, MemorySegment data, Arena arena, int maxVertices) {
        this.file = file;
        if (data.byteSize() < HEADER_BYTES) {
            throw defect("the file has %d bytes, expected at least the %d of a header"
                    .formatted(data.byteSize(), HEADER_BYTES));
        }
        byte flag = data.get(SerialisedEdges.BYTE, 0);
        if (flag != 0 && flag != 1) {
            throw defect("byte 0 is %d, expected 0 (undirected) or 1 (directed)".formatted(flag & 0xFF));
        }
        directed = flag == 1;
        long edgeCount = data.get(SerialisedEdges.LONG, 1);
        long vertexCount = data.get(SerialisedEdges.LONG, 9);
        if (vertexCount < 0 || vertexCount > maxVertices) {
            throw defect("the header declares %d vertices, expected 0..%d".formatted(vertexCount, maxVertices));
        }
        if (edgeCount < 0) {
            throw defect("the header declares %d edges, expected 0 or more".formatted(edgeCount));
        }
        long size = fileBytes(directed, vertexCount, edgeCount);
        if (size != data.byteSize()) {
            throw defect("the file has %d bytes, expected %s for %d vertices and %d %s edges"
                    .formatted(
                            data.byteSize(),
                            size < 0 ? "far more" : size,
                            vertexCount,
                            edgeCount,
                            directed ? "directed" : "undirected"));
        }
        edges = new SerialisedEdges(arena, data, (int) vertexCount, edgeCount);
    }

    /// Size of a file with so many vertices and edges, -1 where no file can be so large.
    static long fileBytes(boolean directed, long vertexCount, long edgeCount) {
        if (vertexCount < 0 || edgeCount < 0 || vertexCount > 1L << 56 || edgeCount > 1L << 56) {
            return -1;
        }
        return HEADER_BYTES + (directed ? 2 : 1) * ((vertexCount + 1) * Long.BYTES + edgeCount * Integer.BYTES);
    }

    static GraphInput read(
            InputFile input, DirectionChoice direction, Workers workers, Progress progress, int maxVertices) {
        Arena arena = Arena.ofShared();
        try (Progress.Phase phase = progress.start("read", input.size(), "byte")) {
            SerialisedGraph graph =
                    new SerialisedGraph(input.path(), InputFile.mapped(input.path(), arena), arena, maxVertices);
            graph.checkOffsets(workers, phase);
            EdgeBalance balance = graph.checkNeighbours(direction, workers, phase);
            phase.advance(
                    input.size() - fileBytes(false, graph.edges.vertexCount(), graph.edges.edgeCount()) + HEADER_BYTES);
            return graph.input(direction, balance);
        } catch (Throwable t) {
            arena.close();
            throw t;
        }
    }

    private GraphInput input(DirectionChoice direction, EdgeBalance balance) {
        boolean asFormat = direction == DirectionChoice.AS_FORMAT;
        boolean symmetric = directed ? asFormat && balance.bothWays() : balance.even();
        boolean undirected = direction == DirectionChoice.UNDIRECTED || asFormat && (!directed || symmetric);
        String note = "";
        if (directed && symmetric) {
            note = EdgeBalance.BOTH_WAYS;
        } else if (!directed && !symmetric) {
            note = undirected
                    ? "the file says undirected but holds some edges one way only: the other way is added"
                    : "the file says undirected but holds some edges one way only: taken as directed";
        } else if (!directed && !undirected) {
            note = "the file is undirected: both directions of every edge are kept as stored";
        }
        return new GraphInput(
                edges,
                new VertexIds.Range(0, edges.vertexCount()),
                undirected && !symmetric,
                undirected && symmetric,
                "sg",
                note);
    }

    private void checkOffsets(Workers workers, Progress.Phase phase) {
        LongAccumulator firstWrong = new LongAccumulator(Math::min, Long.MAX_VALUE);
        workers.forRange(0, edges.vertexCount() + 1L, 1 << 16, (_, from, to) -> {
            edges.populateOffsets(from, to);
            for (long vertex = from; vertex < to; vertex++) {
                long previous = vertex == 0 ? 0 : edges.offset(vertex - 1);
                long last = vertex == 0 ? 0 : edges.edgeCount();
                long offset = edges.offset(vertex);
                if (offset < previous || offset > last) {
                    firstWrong.accumulate(vertex);
                    return;
                }
            }
            phase.advance((to - from) * Long.BYTES);
        });
        long vertex = firstWrong.get();
        if (vertex != Long.MAX_VALUE) {
            long previous = vertex == 0 ? 0 : edges.offset(vertex - 1);
            throw defect("offset %d is %d, expected %d..%d"
                    .formatted(vertex, edges.offset(vertex), previous, vertex == 0 ? 0 : edges.edgeCount()));
        }
        if (edges.offset(edges.vertexCount()) != edges.edgeCount()) {
            throw defect("the last offset is %d, expected the %d edges that the header declares"
                    .formatted(edges.offset(edges.vertexCount()), edges.edgeCount()));
        }
    }

    /// Checks the range of all neighbours, and finds out whether they are the same both ways where that is asked.
    private EdgeBalance checkNeighbours(DirectionChoice direction, Workers workers, Progress.Phase phase) {
        LongAccumulator firstWrong = new LongAccumulator(Math::min, Long.MAX_VALUE);
        EdgeBalance balance = new EdgeBalance();
        workers.forRange(0, edges.partitions(), 1, (_, partition, _) -> {
            long[] position = {edges.firstEdge((int) partition)};
            edges.populateNeighbours((int) partition);
            edges.stream((int) partition, (sources, targets, count) -> {
                int wrong = indexOutside(targets, count, edges.vertexCount());
                if (wrong >= 0) {
                    firstWrong.accumulate(position[0] + wrong);
                }
                position[0] += count;
                if (!directed || direction == DirectionChoice.AS_FORMAT) {
                    balance.add(sources, targets, count);
                }
                phase.advance((long) count * Integer.BYTES);
            });
        });
        long edge = firstWrong.get();
        if (edge != Long.MAX_VALUE) {
            throw defect("neighbour %d is vertex %d, expected 0..%d"
                    .formatted(edge, edges.target(edge), edges.vertexCount() - 1));
        }
        return balance;
    }

    private static int indexOutside(int[] targets, int count, int vertexCount) {
        int last = vertexCount - 1;
        int signs = 0;
        for (int i = 0; i < count; i++) {
            signs |= targets[i] | last - targets[i]; // negative where a target is, or where it is beyond the last
        }
        for (int i = 0; i < count && signs < 0; i++) {
            if (Integer.compareUnsigned(targets[i], vertexCount) >= 0) {
                return i;
            }
        }
        return -1;
    }

    private GraphFormatException defect(String what) {
        return new GraphFormatException(file, 0, what);
    }
}
