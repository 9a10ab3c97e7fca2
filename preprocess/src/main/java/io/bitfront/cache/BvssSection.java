package io.bitfront.cache;

/// The sections of a `.bvss` file, in the order in which they follow each other.
public enum BvssSection {
    NEW_ID_OF("newIdOf"),
    OLD_ID_OF("oldIdOf"),
    IDS("ids"),
    OUT_COLUMN_START("out.columnStart"),
    OUT_ROW_INDEX("out.rowIndex"),
    IN_COLUMN_START("in.columnStart"),
    IN_ROW_INDEX("in.rowIndex"),
    HUBS("hubs"),
    REAL_PTRS("realPtrs"),
    VIRTUAL_TO_REAL("virtualToReal"),
    ROW_IDS("rowIds"),
    TILE_MASKS("tileMasks"),
    STATISTICS("statistics");

    private final String word;

    BvssSection(String word) {
        this.word = word;
    }

    /// Whether it belongs to the tiles, which only GPUs read: more than half of a file.
    boolean ofTiles() {
        return this == VIRTUAL_TO_REAL || this == ROW_IDS || this == TILE_MASKS;
    }

    /// Whether its length follows the edges: nearly all of a file.
    boolean large() {
        return this == OUT_ROW_INDEX || this == IN_ROW_INDEX || this == ROW_IDS || this == TILE_MASKS;
    }

    /// Its name in the specification and in messages.
    String word() {
        return word;
    }
}
