package io.bitfront.engine;

import io.bitfront.graph.VertexIds;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/// The levels from many sources: a row per source, a column per vertex; signed cells of 1, 2 or 4 bytes in
/// the machine's byte order, row after row without gaps, -1 where unreached.
///
/// @param request what was asked for
/// @param ids of the graph's vertices, which is to stay open while they are asked for
/// @param cellBytes of a cell
/// @param width sources that were traversed at once
/// @param nanos that the traversals took, those whose levels did not fit their cells not counted
public record LevelTable(Request request, VertexIds ids, MemorySegment cells, int cellBytes, int width, long nanos) {

    /// Sources.
    public int rows() {
        return request.sources.length;
    }

    /// Vertices.
    public int columns() {
        return request.vertices == null ? ids.count() : request.vertices.length;
    }

    /// Hops from a row's source to a column's vertex, -1 where it is not reached.
    ///
    /// @param column where all vertices were asked for the vertex's input index
    public int level(int row, int column) {
        if (row < 0 || row >= rows() || column < 0 || column >= columns()) {
            throw new IndexOutOfBoundsException(
                    "row %d, column %d of %,d x %,d".formatted(row, column, rows(), columns()));
        }
        long at = (long) row * columns() + column;
        return switch (cellBytes) {
            case Byte.BYTES -> cells.getAtIndex(ValueLayout.JAVA_BYTE, at);
            case Short.BYTES -> cells.getAtIndex(ValueLayout.JAVA_SHORT_UNALIGNED, at);
            default -> cells.getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, at);
        };
    }

    /// Hops from a row's source to the vertex with this input id, -1 where it is not reached.
    ///
    /// @throws IllegalArgumentException where the table has no such vertex
    public int levelOf(int row, long id) {
        int column = request.vertices == null ? ids.indexOf(id) : find(id);
        if (column < 0) {
            throw new IllegalArgumentException("vertex %d is not in the table".formatted(id));
        }
        return level(row, column);
    }

    private int find(long id) {
        long[] vertices = request.vertices;
        int at = 0;
        while (at < vertices.length && vertices[at] != id) {
            at++;
        }
        return at < vertices.length ? at : -1;
    }

    /// Gives room for a [LevelTable].
    @FunctionalInterface
    public interface Store {
        /// Called before the first batch, and again, with wider cells, where a level does not fit: what was
        /// written is of no use then, and what [LevelTable#cells] returns is what was given last.
        ///
        /// @param cellBytes 1, 2 or 4
        /// @param width sources of a batch
        /// @return at least sources x vertices cells
        MemorySegment room(int cellBytes, int width);
    }

    /// Levels from many sources, which share their work. Immutable; start from [#from] and adjust.
    ///
    /// @param sources input ids, a row each; duplicates allowed
    /// @param vertices input ids, a column each; null: all, ascending
    public record Request(long[] sources, long[] vertices) {
        public Request {
            sources = Objects.requireNonNull(sources, "sources").clone();
            vertices = vertices == null ? null : vertices.clone();
        }

        /// A copy.
        @Override
        public long[] sources() {
            return sources.clone();
        }

        /// A copy, or null.
        @Override
        public long[] vertices() {
            return vertices == null ? null : vertices.clone();
        }

        /// The levels of all vertices.
        public static Request from(long... sources) {
            return new Request(sources, null);
        }

        /// The levels of these vertices alone.
        public Request to(long... ids) {
            return new Request(sources, Objects.requireNonNull(ids, "ids"));
        }
    }
}
