package io.bitfront.cache;

import java.util.List;
import java.util.stream.Stream;

/// The sections of a `.bvss` file, in the order in which they follow each other.
public enum BvssSection {
    NEW_ID_OF("newIdOf"),
    OLD_ID_OF("oldIdOf"),
    IDS("ids"),
    NAME_STARTS("name.starts"),
    NAMES("names"),
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

    private static final List<BvssSection> UNNAMED =
            Stream.of(values()).filter(section -> !section.ofNames()).toList();

    /// The sections that a file has a place for in its table, in their order.
    ///
    /// @param named whether its vertices have names
    static List<BvssSection> of(boolean named) {
        return named ? List.of(values()) : UNNAMED;
    }

    /// Whether only a file whose vertices have names knows it.
    boolean ofNames() {
        return this == NAME_STARTS || this == NAMES;
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
