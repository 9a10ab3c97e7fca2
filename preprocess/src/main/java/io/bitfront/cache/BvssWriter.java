package io.bitfront.cache;

import io.bitfront.file.AtomicFile;
import io.bitfront.graph.Graph;
import io.bitfront.graph.VertexIds;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/// Writes the sections of one `.bvss` file, in pieces dealt out to all workers, each summed as it is written.
final class BvssWriter {
    private static final long PIECE = 1L << 23;

    private final Graph graph;
    private final byte[] statistics;
    private final BvssShape shape;

    BvssWriter(Graph graph) {
        this.graph = graph;
        this.statistics = StatisticsJson.write(graph.statistics());
        this.shape = BvssShape.of(graph, statistics.length);
    }

    void write(CacheKey key, Path target, Workers workers, Progress progress) {
        try (AtomicFile file = AtomicFile.create(target);
                Progress.Phase phase = progress.start("write", shape.fileBytes(), "byte")) {
            file.reserve(shape.fileBytes());
            int[] crcs = new int[BvssSection.values().length];
            for (BvssSection section : BvssSection.values()) {
                crcs[section.ordinal()] = writeSection(file, shape.offset(section), bytesOf(section), workers, phase);
            }
            long firstId = graph.ids() instanceof VertexIds.Range range ? range.first() : 0;
            BvssHeader header = new BvssHeader(shape, key, firstId, graph.ordering(), crcs);
            file.writeAt(0, header.encode());
            file.commit();
        }
    }

    private static int writeSection(
            AtomicFile file, long offset, MemorySegment bytes, Workers workers, Progress.Phase phase) {
        int[] crcs = new int[Math.toIntExact(Math.ceilDiv(bytes.byteSize(), PIECE))];
        workers.forRange(0, crcs.length, 1, (worker, p, end) -> {
            MemorySegment piece = piece(bytes, p);
            crcs[(int) p] = Crc32c.of(piece);
            file.writeAt(offset + p * PIECE, piece);
            phase.advance(piece.byteSize());
        });
        return joined(crcs, bytes.byteSize());
    }

    /// CRC-32C of a segment of any length, computed by all workers.
    static int crc(MemorySegment bytes, Workers workers, Progress.Phase phase) {
        int[] crcs = new int[Math.toIntExact(Math.ceilDiv(bytes.byteSize(), PIECE))];
        workers.forRange(0, crcs.length, 1, (worker, p, end) -> {
            crcs[(int) p] = Crc32c.of(piece(bytes, p));
            phase.advance(piece(bytes, p).byteSize());
        });
        return joined(crcs, bytes.byteSize());
    }

    private static MemorySegment piece(MemorySegment bytes, long piece) {
        long from = piece * PIECE;
        return bytes.asSlice(from, Math.min(PIECE, bytes.byteSize() - from));
    }

    private static int joined(int[] crcs, long bytes) {
        int sum = 0;
        for (int p = 0; p < crcs.length; p++) {
            sum = Crc32c.join(sum, crcs[p], Math.min(PIECE, bytes - p * PIECE));
        }
        return sum;
    }

    private MemorySegment bytesOf(BvssSection section) {
        return switch (section) {
            case NEW_ID_OF -> graph.permutation().newIdOf().segment();
            case OLD_ID_OF -> graph.permutation().oldIdOf().segment();
            case IDS ->
                graph.ids() instanceof VertexIds.Table table ? table.ascending().segment() : none();
            case OUT_COLUMN_START -> graph.out().columnStart().segment();
            case OUT_ROW_INDEX -> graph.out().rowIndex().segment();
            case IN_COLUMN_START -> graph.directed() ? graph.in().columnStart().segment() : none();
            case IN_ROW_INDEX -> graph.directed() ? graph.in().rowIndex().segment() : none();
            case HUBS -> graph.hubs().segment();
            case REAL_PTRS -> graph.bvss().realPtrs().segment();
            case VIRTUAL_TO_REAL -> graph.bvss().virtualToReal().segment();
            case ROW_IDS -> graph.bvss().rowIds().segment();
            case TILE_MASKS -> graph.bvss().tileMasks().segment();
            case STATISTICS -> MemorySegment.ofArray(statistics);
        };
    }

    private static MemorySegment none() {
        return MemorySegment.ofArray(new byte[0]);
    }
}
