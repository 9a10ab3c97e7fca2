package io.bitfront.input.choice;

/// How the direction of edges is taken.
public enum DirectionChoice {
    /// As the format says: symmetric MatrixMarket storage, METIS and an undirected `.sg` are undirected, all else
    /// is directed.
    AS_FORMAT,
    /// Every stored edge stands for its own direction only.
    DIRECTED,
    /// Every stored edge stands for both directions.
    UNDIRECTED
}
