package io.bitfront.engine.spi;

import io.bitfront.engine.lab.SourceSums;

/// What a device does for one connected component of an undirected graph that is cut into cells: searches from the
/// cells' borders, whose hops it keeps in rows, and the sums of a cell's vertices from the rows of its border
/// (`io.bitfront.engine.profile`). For one thread at a time.
public interface CellDevice extends AutoCloseable {
    /// Hops of the widest component that it takes.
    int MOST_HOPS = Short.MAX_VALUE;

    /// What it is to work on.
    ///
    /// @param start n+1 offsets into `neighbour`
    /// @param mostCell vertices of the largest cell
    /// @param mostBorder vertices of the longest border
    /// @param mostHops no two vertices are farther apart; at most [#MOST_HOPS]
    /// @param harmonic whether sums of 1 / hops of the cells' vertices are wanted
    record Component(int[] start, int[] neighbour, int mostCell, int mostBorder, int mostHops, boolean harmonic) {
        public int vertexCount() {
            return start.length - 1;
        }
    }

    /// Rows of hops it keeps at once, at least the longest border.
    int rows();

    /// Searches that it is to be given together, or a few less.
    int searchesWanted();

    /// Searches from vertices.
    ///
    /// @param rows where the hops of each are kept, all different
    /// @return a row of sums per vertex; one that could not be searched from has reached nothing
    SourceSums search(int[] vertices, int[] rows);

    /// Finds the sums of the vertices `[begin, end)` of a cell.
    ///
    /// @param border every vertex outside with a neighbour inside
    /// @param rows where their hops are
    /// @return a row of sums per vertex, harmonic ones NaN where not wanted; null where the cell must be searched
    ///     vertex by vertex, as it has too many profiles, hashes collide or hops are too many
    SourceSums sums(int begin, int end, int[] border, int[] rows);

    /// Why the last cell must be searched vertex by vertex: what it has.
    String leftWhy();

    @Override
    void close();
}
