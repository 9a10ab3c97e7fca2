package io.bitfront.input.edges;

import io.bitfront.file.GraphFormatException;
import io.bitfront.graph.VertexIds;
import io.bitfront.memory.LongArray;
import io.bitfront.parallel.Workers;
import java.nio.file.Path;
import java.util.List;

/// Numbers the vertices of an edge list: those whose ids occur, by ascending id. Consecutive ids stay a
/// [VertexIds.Range]; of others a table is kept. Afterwards all edges are 4-byte input indices.
public final class VertexNumbering {
    /// A bitmap of all possible ids of this many bytes is taken even where few ids occur.
    private static final long SMALL_BITMAP = 1L << 22;
    /// Ids looked up together.
    private static final int BATCH = 1 << 10;

    private final Path file;
    private final EdgeStore store;
    private final Workers workers;
    private final int maxVertices;

    public VertexNumbering(Path file, EdgeStore store, Workers workers, int maxVertices) {
        this.file = file;
        this.store = store;
        this.workers = workers;
        this.maxVertices = maxVertices;
    }

    public VertexIds number(List<ParsedChunk> chunks) {
        long allIds = 0;
        long edges = 0;
        for (ParsedChunk chunk : chunks) {
            allIds |= chunk.allIds;
            edges += chunk.edges().count();
        }
        return prefersBitmap(allIds, edges) ? byBitmap(chunks, allIds) : byTable(chunks, edges);
    }

    /// Numbers vertices that have names, by ascending names.
    ///
    /// @param chunks hold the numbers that the table gave
    public VertexIds number(List<ParsedChunk> chunks, NameTable table) {
        requireFewVertices(table.count());
        try (NameSort sort = new NameSort(table, workers)) {
            renumber(chunks, sort::ranksOf);
            return sort.names();
        }
    }

    /// Whether marking ids in a bitmap takes less memory than a hash table of them would.
    static boolean prefersBitmap(long allIds, long edges) {
        return allIds <= Integer.MAX_VALUE && IdBitmap.bytes(allIds) <= Math.max(SMALL_BITMAP, edges * Long.BYTES);
    }

    private VertexIds byBitmap(List<ParsedChunk> chunks, long allIds) {
        try (IdBitmap bitmap = new IdBitmap(allIds)) {
            workers.forRange(
                    0,
                    chunks.size(),
                    1,
                    (_, from, _) -> mark(chunks.get((int) from).edges(), bitmap));
            bitmap.rank(workers);
            requireFewVertices(bitmap.count());
            int count = (int) bitmap.count();
            if (bitmap.consecutive()) {
                long first = bitmap.first();
                if (first > 0) {
                    renumber(chunks, less(first));
                }
                return new VertexIds.Range(first, count);
            }
            renumber(chunks, bitmap::ranksOf);
            return new VertexIds.Table(bitmap.ascending(workers));
        }
    }

    private VertexIds byTable(List<ParsedChunk> chunks, long edges) {
        LongArray ids = DistinctIds.ascending(chunks, edges, workers);
        requireFewVertices(ids.length());
        int count = (int) ids.length();
        long first = ids.get(0);
        if (ids.get(count - 1) - first == count - 1) {
            renumber(chunks, less(first));
            return new VertexIds.Range(first, count);
        }
        try (RankTable ranks = new RankTable(ids, workers)) {
            renumber(chunks, ranks::ranksOf);
        }
        return new VertexIds.Table(ids);
    }

    private void requireFewVertices(long count) {
        if (count > maxVertices) {
            throw new GraphFormatException(
                    file, 0, "the graph has %d vertices, expected at most %d".formatted(count, maxVertices));
        }
    }

    /// Puts input indices in the place of ids; 8-byte ids become 4-byte indices, and their memory is freed.
    private void renumber(List<ParsedChunk> chunks, Ranking ranking) {
        List<EdgeStore.Slab> wide = store.wideSlabs();
        workers.forRange(0, chunks.size(), 1, (_, from, _) -> {
            EdgeBlock block = chunks.get((int) from).edges();
            if (!block.wide()) {
                renumber(block, block, ranking);
            }
        });
        EdgeStore.Writer[] writers = new EdgeStore.Writer[workers.threads()];
        workers.forRange(0, wide.size(), 1, (worker, from, _) -> {
            if (writers[worker] == null) {
                writers[worker] = store.writer();
            }
            renumber(wide.get((int) from), writers[worker], ranking);
        });
    }

    private static void renumber(EdgeStore.Slab slab, EdgeStore.Writer writer, Ranking ranking) {
        for (ParsedChunk chunk : slab.chunks()) {
            EdgeBlock narrow = writer.narrowBlock(chunk.edges().count());
            renumber(chunk.edges(), narrow, ranking);
            chunk.renumber(narrow);
        }
        slab.free();
    }

    private static void mark(EdgeBlock edges, IdBitmap bitmap) {
        long[] ids = new long[BATCH];
        for (int from = 0; from < edges.ends(); from += BATCH) {
            int count = Math.min(edges.ends() - from, BATCH);
            edges.readIds(from, ids, count);
            bitmap.mark(ids, count);
        }
    }

    private static void renumber(EdgeBlock old, EdgeBlock renumbered, Ranking ranking) {
        long[] ids = new long[BATCH];
        int[] indices = new int[BATCH];
        for (int from = 0; from < old.ends(); from += BATCH) {
            int count = Math.min(old.ends() - from, BATCH);
            old.readIds(from, ids, count);
            ranking.indicesOf(ids, indices, count);
            renumbered.writeIndices(from, indices, count);
        }
    }

    private static Ranking less(long first) {
        return (ids, indices, count) -> {
            for (int i = 0; i < count; i++) {
                indices[i] = (int) (ids[i] - first);
            }
        };
    }

    /// The input indices of ids that occur.
    @FunctionalInterface
    private interface Ranking {
        void indicesOf(long[] ids, int[] indices, int count);
    }
}
