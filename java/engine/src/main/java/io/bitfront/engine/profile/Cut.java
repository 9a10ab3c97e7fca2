package io.bitfront.engine.profile;

import io.bitfront.graph.Csc;
import io.bitfront.memory.IntList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/// A component that is cut into cells: its vertices cell by cell, each cell's in the order of the graph's numbers, then
/// those of all separators.
///
/// @param graph along the edges that searches go
/// @param directed whether edges lead one way
/// @param cellBegin first vertex of each cell, and of the separators
/// @param borders of each cell, every vertex outside with an edge into it or out of it: separator vertices
record Cut(LocalGraph graph, boolean directed, int[] cellBegin, int[][] borders) {
    /// @param ahead lists along which searches go
    /// @param back lists of the same edges from their other ends: the same where edges lead both ways
    /// @param component vertices that hang together, whichever way edges lead
    /// @param localOf scratch of one int a vertex of the graph
    /// @param stop gives up once it is true, as it stays
    /// @return null where it gave up, or the component has one cell
    static Cut of(
            Csc ahead, Csc back, int[] component, int[] localOf, int threads, CutLimits limits, BooleanSupplier stop) {
        boolean directed = ahead != back;
        LocalGraph graph = directed
                ? LocalGraph.bothWays(ahead, back, component, localOf)
                : LocalGraph.of(ahead, component, localOf);
        Separation.Cells cells = Separation.of(graph, limits, threads, stop);
        if (cells == null) {
            return null;
        }
        cells.cells().parallelStream().forEach(cell -> sort(cell, component));
        int[] cellBegin = new int[cells.cells().size() + 1];
        IntList order = new IntList();
        for (int cell = 0; cell < cells.cells().size(); cell++) {
            order.addAll(cells.cells().get(cell), cells.cells().get(cell).length);
            cellBegin[cell + 1] = order.size();
        }
        order.addAll(cells.separators(), cells.separators().length);
        LocalGraph reordered = graph.reordered(order.toArray());
        int[][] borders = borders(reordered, cellBegin);
        boolean whole = Arrays.stream(borders).anyMatch(border -> border.length == 0);
        if (whole) {
            return null;
        }
        LocalGraph searched = directed ? LocalGraph.of(ahead, reordered.vertex(), localOf) : reordered;
        return new Cut(searched, directed, cellBegin, borders);
    }

    /// Sorts local vertices by the graph's numbers, whose neighbours an ordering has put near.
    private static void sort(int[] cell, int[] component) {
        long[] keys = new long[cell.length];
        Arrays.setAll(keys, i -> (long) component[cell[i]] << Integer.SIZE | cell[i]);
        Arrays.sort(keys);
        Arrays.setAll(cell, i -> (int) keys[i]);
    }

    private static int[][] borders(LocalGraph graph, int[] cellBegin) {
        int[][] borders = new int[cellBegin.length - 1][];
        int separatorsBegin = cellBegin[cellBegin.length - 1];
        int[] takenBy = new int[graph.vertexCount() - separatorsBegin];
        for (int cell = 0; cell < borders.length; cell++) {
            IntList border = new IntList();
            for (int i = graph.start()[cellBegin[cell]]; i < graph.start()[cellBegin[cell + 1]]; i++) {
                int w = graph.neighbour()[i];
                if (w >= separatorsBegin && takenBy[w - separatorsBegin] != cell + 1) {
                    takenBy[w - separatorsBegin] = cell + 1;
                    border.add(w);
                }
            }
            borders[cell] = border.toArray();
        }
        return borders;
    }

    int vertexCount() {
        return graph.vertexCount();
    }

    int cellCount() {
        return borders.length;
    }

    int separatorsBegin() {
        return cellBegin[borders.length];
    }

    /// Vertices that are searched from.
    int separatorCount() {
        return graph.vertexCount() - separatorsBegin();
    }

    int longestBorder() {
        return Arrays.stream(borders).mapToInt(border -> border.length).max().orElse(1);
    }

    int largestCell() {
        return IntStream.range(0, borders.length)
                .map(cell -> cellBegin[cell + 1] - cellBegin[cell])
                .max()
                .orElse(1);
    }

    /// How many of its vertices are wanted.
    long count(IntPredicate wanted) {
        return Arrays.stream(graph.vertex()).filter(wanted).count();
    }

    /// Vertices that are searched from where some vertices are wanted alone.
    int separatorCount(IntPredicate wanted) {
        BitSet separators = new BitSet(separatorCount());
        for (int cell = 0; cell < borders.length; cell++) {
            if (IntStream.range(cellBegin[cell], cellBegin[cell + 1]).anyMatch(v -> wanted.test(graph.vertex()[v]))) {
                Arrays.stream(borders[cell]).forEach(v -> separators.set(v - separatorsBegin()));
            }
        }
        IntStream.range(separatorsBegin(), vertexCount())
                .filter(v -> wanted.test(graph.vertex()[v]))
                .forEach(v -> separators.set(v - separatorsBegin()));
        return separators.cardinality();
    }

    /// The local vertices `[begin, end)` that are wanted.
    int[] wanted(int begin, int end, IntPredicate wanted) {
        return IntStream.range(begin, end)
                .filter(v -> wanted.test(graph.vertex()[v]))
                .toArray();
    }

    /// The graph's numbers of local vertices.
    int[] vertices(int[] locals) {
        return Arrays.stream(locals).map(v -> graph.vertex()[v]).toArray();
    }
}
