package io.bitfront.input.choice;

/// How the direction of edges is taken.
public enum DirectionChoice {
    /// As the format says: symmetric MatrixMarket storage, METIS and an undirected `.sg` are undirected. All else is
    /// directed, but for what holds every edge in both directions.
    AS_FORMAT,
    /// Every stored edge stands for its own direction only.
    DIRECTED,
    /// Every stored edge stands for both directions.
    UNDIRECTED
}
