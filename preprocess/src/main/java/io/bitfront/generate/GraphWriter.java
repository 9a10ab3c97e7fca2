package io.bitfront.generate;

import io.bitfront.file.AtomicFile;
import io.bitfront.file.FileException;
import io.bitfront.graph.Csc;
import io.bitfront.graph.CscBuilder;
import io.bitfront.graph.CscTransforms;
import io.bitfront.graph.EdgeCounts;
import io.bitfront.graph.GraphInput;
import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Locale;

/// Writes graphs for other programs and for our own readers: neighbours ascending, no self-loops, no
/// duplicates, vertices by input index. The file appears whole or not at all; its bytes do not depend on the
/// number of threads.
///
/// `.sg`: GAP's serialised graph, little-endian:
///
/// | type     | field                                                                        |
/// |----------|------------------------------------------------------------------------------|
/// | u8       | 1 where directed, else 0                                                     |
/// | i64      | m, directed edges: an undirected edge counts twice                           |
/// | i64      | n                                                                            |
/// | `i64[n+1]` | offsets of the out-neighbours                                                |
/// | `i32[m]` | out-neighbours                                                               |
/// |          | where directed: offsets and in-neighbours alike                              |
///
/// `.mtx`: `coordinate pattern`, 1-based; `symmetric` with the lower triangle where undirected, else
/// `general`. `.el`: a comment line, then `source target`, 0-based; an undirected edge stands there in both
/// directions, so that the file means the same graph to a reader that takes edge lists as directed. Vertices
/// without an edge are not in it.
public final class GraphWriter {
    private static final int SG_HEADER = 17;
    private static final long SG_PIECE = 1L << 20;

    private GraphWriter() {}

    /// What was written.
    ///
    /// @param edgeCount directed edges; an undirected edge counts twice
    /// @param edges what became of the input's edges
    public record Written(int vertexCount, long edgeCount, EdgeCounts edges, long bytes) {}

    /// Cleans the edges and writes them in the format of the file's suffix.
    ///
    /// @throws IllegalArgumentException for any other suffix
    /// @throws FileException in one line, where the file cannot be written, or where it is an edge
    ///     list, which nobody could read, and the graph has no edge
    public static Written write(GraphInput input, Path target, Workers workers, Progress progress) {
        OutputFormat format = OutputFormat.of(target);
        try (AtomicFile file = AtomicFile.create(target);
                Arena arena = Arena.ofShared()) {
            long streamed = input.edges().edgeCount();
            CscBuilder.Built built = CscBuilder.build(input.edges(), input.symmetrise(), arena, workers, progress);
            Csc out = built.csc();
            if (out.edgeCount() == 0 && !format.holdsIsolated()) {
                throw new FileException(
                        "write %s: the graph has no edge, and an edge list has no vertices without edges"
                                .formatted(target));
            }
            long bytes = switch (format) {
                case SG -> writeSg(out, input.directed(), file, workers, progress);
                case MTX -> matrixText(out, input.directed()).write(file, workers, progress);
                case EL -> listText(out, input.directed()).write(file, workers, progress);
            };
            file.commit();
            EdgeCounts edges = EdgeCounts.of(input, streamed, built.selfLoops(), out.edgeCount());
            return new Written(out.vertexCount(), out.edgeCount(), edges, bytes);
        }
    }

    /// Most bytes of memory that [#write] needs at any time, those the input holds included.
    public static long memoryNeeded(GraphInput input, int threads) {
        long edges = input.edges().edgeCount() * (input.symmetrise() ? 2 : 1);
        long csc = LongArray.BYTES * (input.edges().vertexCount() + 1L) + IntArray.BYTES * edges;
        // A directed graph may have to be transposed.
        return input.edges().heldBytes() + csc * (input.directed() ? 2 : 1) + CscBuilder.workBytes(edges, threads);
    }

    private static EdgeText matrixText(Csc out, boolean directed) {
        long entries = directed ? out.edgeCount() : out.edgeCount() / 2;
        String banner = "%%MatrixMarket matrix coordinate pattern " + (directed ? "general" : "symmetric");
        String sizes = String.format(Locale.ROOT, "%d %d %d", out.vertexCount(), out.vertexCount(), entries);
        return new EdgeText(banner + '\n' + sizes + '\n', out, 1, !directed);
    }

    private static EdgeText listText(Csc out, boolean directed) {
        String edges = directed
                ? out.edgeCount() + " directed edges"
                : out.edgeCount() / 2
                        + " undirected edges, each in both directions: the same graph with and without --undirected";
        return new EdgeText("# " + out.vertexCount() + " vertices, " + edges + '\n', out, 0, false);
    }

    private static long writeSg(Csc out, boolean directed, AtomicFile file, Workers workers, Progress progress) {
        long side = out.columnStart().segment().byteSize()
                + out.rowIndex().segment().byteSize();
        long bytes = SG_HEADER + side * (directed ? 2 : 1);
        file.reserve(bytes);
        try (Arena arena = Arena.ofShared();
                Progress.Phase phase = progress.start("write", bytes, "byte")) {
            MemorySegment header = arena.allocate(SG_HEADER);
            header.set(ValueLayout.JAVA_BYTE, 0, (byte) (directed ? 1 : 0));
            ValueLayout.OfLong littleEndian = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
            header.set(littleEndian, 1, out.edgeCount());
            header.set(littleEndian, 9, out.vertexCount());
            file.writeAt(0, header);
            phase.advance(SG_HEADER);
            writeSide(out, SG_HEADER, file, workers, phase);
            if (directed) {
                writeSide(CscTransforms.transpose(out, arena, workers), SG_HEADER + side, file, workers, phase);
            }
        }
        return bytes;
    }

    private static void writeSide(Csc csc, long position, AtomicFile file, Workers workers, Progress.Phase phase) {
        MemorySegment offsets = csc.columnStart().segment();
        writePieces(offsets, position, file, workers, phase);
        writePieces(csc.rowIndex().segment(), position + offsets.byteSize(), file, workers, phase);
    }

    private static void writePieces(
            MemorySegment bytes, long position, AtomicFile file, Workers workers, Progress.Phase phase) {
        workers.forRange(0, bytes.byteSize(), SG_PIECE, (worker, begin, end) -> {
            file.writeAt(position + begin, bytes.asSlice(begin, end - begin));
            phase.advance(end - begin);
        });
    }
}
