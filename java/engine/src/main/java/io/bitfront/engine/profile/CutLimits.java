package io.bitfront.engine.profile;

/// When cutting a component ends.
///
/// @param cellSize most vertices of a cell
/// @param mostSeparators gives up where more vertices than these would be in separators
/// @param mostRounds gives up where all vertices and edges would be cut more often
record CutLimits(int cellSize, int mostSeparators, int mostRounds) {
    /// More often than halving needs, where cuts go off side after side.
    static final int MOST_ROUNDS = 64;
    /// A round goes over a piece's edges some twelve times; four times as long at least as all rounds take the searches
    /// that cells spare.
    private static final int SEARCHES_A_ROUND = 48;

    /// @param searches that it takes without cells
    static CutLimits of(int cellSize, int mostSeparators, long searches) {
        return new CutLimits(cellSize, mostSeparators, (int) Math.min(MOST_ROUNDS, searches / SEARCHES_A_ROUND));
    }

    /// Whether so many vertices can be cut at all: halved in every round, cells are left.
    boolean pay(int vertices) {
        return (long) cellSize << Math.min(mostRounds, Integer.SIZE) >= vertices;
    }
}
