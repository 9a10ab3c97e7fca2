package io.bitfront.cache;

import io.bitfront.graph.Bvss;
import io.bitfront.graph.BvssPacker;
import io.bitfront.graph.VertexIds;
import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;

/// The counts of a `.bvss` file, from which the place of every section follows.
///
/// @param idTable whether original ids are a table rather than a range
/// @param nameBytes length of all names together, 0 where vertices have none
/// @param statisticsBytes length of the statistics
record BvssShape(
        int vertexCount,
        long edgeCount,
        int vssCount,
        boolean directed,
        boolean idTable,
        long nameBytes,
        long statisticsBytes) {
    /// Alignment of sections, and size of the header.
    static final long PAGE = 4096;
    /// Most bytes of statistics.
    static final long MOST_STATISTICS = 1L << 16;

    static BvssShape of(Graph graph, long statisticsBytes) {
        return new BvssShape(
                graph.vertexCount(),
                graph.edgeCount(),
                graph.vssCount(),
                graph.directed(),
                graph.ids() instanceof VertexIds.Table,
                nameBytes(graph.ids()),
                statisticsBytes);
    }

    static long nameBytes(VertexIds ids) {
        return ids instanceof VertexIds.Names names ? names.text().byteSize() : 0;
    }

    /// Whether vertices have names.
    boolean named() {
        return nameBytes > 0;
    }

    /// Most bytes a cache can take for a graph of this size.
    static long mostBytes(int vertexCount, long edgeCount, boolean directed, boolean idTable, long nameBytes) {
        long vss = Math.min(BvssPacker.mostVss(vertexCount, edgeCount), Integer.MAX_VALUE);
        return new BvssShape(vertexCount, edgeCount, (int) vss, directed, idTable, nameBytes, MOST_STATISTICS)
                .fileBytes();
    }

    /// Bytes of the sections that only tensor levels read.
    static long tileBytes(int vertexCount, int vssCount) {
        long vss = Integer.BYTES * (1L + Bvss.TAU + Bvss.LANES);
        return vss * vssCount + Integer.BYTES * (BvssPacker.sliceSetCount(vertexCount) + 1L);
    }

    /// Bytes of a section; 0 where it is absent.
    ///
    /// @throws ArithmeticException where the counts are absurd
    long bytes(BvssSection section) {
        long n = vertexCount;
        long ints = IntArray.BYTES;
        long longs = LongArray.BYTES;
        return switch (section) {
            case NEW_ID_OF, OLD_ID_OF, HUBS -> n * ints;
            case IDS -> idTable ? n * longs : 0;
            case NAME_STARTS -> named() ? (n + 1) * longs : 0;
            case NAMES -> nameBytes;
            case OUT_COLUMN_START -> (n + 1) * longs;
            case OUT_ROW_INDEX -> Math.multiplyExact(edgeCount, ints);
            case IN_COLUMN_START -> directed ? (n + 1) * longs : 0;
            case IN_ROW_INDEX -> directed ? Math.multiplyExact(edgeCount, ints) : 0;
            case REAL_PTRS -> (BvssPacker.sliceSetCount(vertexCount) + 1L) * ints;
            case VIRTUAL_TO_REAL -> vssCount * ints;
            case ROW_IDS -> (long) vssCount * Bvss.TAU * ints;
            case TILE_MASKS -> (long) vssCount * Bvss.LANES * ints;
            case STATISTICS -> statisticsBytes;
        };
    }

    /// Where a section starts: after the one before it, at the next page. 0 where it has no bytes.
    long offset(BvssSection section) {
        return bytes(section) == 0 ? 0 : pageAfter(section.ordinal());
    }

    long fileBytes() {
        return pageAfter(BvssSection.values().length);
    }

    private long pageAfter(int sections) {
        long at = PAGE;
        for (int s = 0; s < sections; s++) {
            at = Math.addExact(at, aligned(bytes(BvssSection.values()[s])));
        }
        return at;
    }

    /// Bytes a section takes with the gap after it.
    static long aligned(long bytes) {
        return Math.addExact(bytes, PAGE - 1) & -PAGE;
    }
}
