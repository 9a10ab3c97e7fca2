package io.bitfront.input.edges;

import io.bitfront.memory.LongArray;

/// How much memory edges take while they are read and their vertices numbered.
public final class EdgeMemory {
    private static final int WORKER_BYTES = 1 << 21;

    private EdgeMemory() {}

    private static int threads() {
        return Runtime.getRuntime().availableProcessors();
    }

    /// What the workers themselves take.
    public static long workers() {
        return (long) threads() * WORKER_BYTES;
    }

    /// Edges whose ids have but these bits.
    public static long ofIds(long edges, long allIds) {
        if (VertexNumbering.prefersBitmap(allIds, edges)) {
            long ids = Math.min(edges, allIds) + 1;
            return workers() + edges * EdgeBlock.bytes(1, false) + IdBitmap.bytes(allIds) + ids * LongArray.BYTES;
        }
        return ofAnyIds(edges, allIds > Integer.MAX_VALUE);
    }

    /// The most that any ids of so many edges take.
    public static long ofAnyIds(long edges, boolean wide) {
        long vertices = edges + 1;
        long ids = vertices * LongArray.BYTES;
        return workers()
                + edges * EdgeBlock.bytes(1, wide)
                + Math.max(DistinctIds.workBytes(vertices, edges, threads()), ids + RankTable.bytes(vertices));
    }

    /// Edges between vertices with names.
    ///
    /// @param sampled some of the names
    public static long ofNames(long edges, NameTable sampled) {
        long names = edges + 1;
        double length = (double) sampled.textBytes() / Math.max(sampled.count(), 1);
        return workers() + edges * EdgeBlock.bytes(1, false) + NameTable.workBytes(names, (long) (names * length));
    }
}
