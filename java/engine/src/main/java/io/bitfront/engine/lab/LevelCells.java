package io.bitfront.engine.lab;

/// Cells for levels from many sources: signed, of 1, 2 or 4 bytes, a row to a vertex, padded to a multiple of 32 cells.
public final class LevelCells {
    private static final int PADDING = 32;

    private LevelCells() {}

    /// Bytes of the levels of so many vertices from a batch of sources.
    ///
    /// @param rows vertices
    /// @param columns sources
    public static long bytes(int rows, int columns, int cellBytes) {
        return (long) rows * stride(columns) * cellBytes;
    }

    /// Cells of a row.
    public static int stride(int columns) {
        return Math.ceilDiv(columns, PADDING) * PADDING;
    }

    /// The deepest level that cells of so many bytes hold.
    public static int deepest(int cellBytes) {
        return (int) ((1L << cellBytes * Byte.SIZE - 1) - 1);
    }
}
