package io.bitfront.generate;

import io.bitfront.memory.IntArray;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.tinfour.common.IQuadEdge;
import org.tinfour.common.Vertex;
import org.tinfour.semivirtual.SemiVirtualIncrementalTin;

/// The Delaunay triangulation of points in 31-bit fixed point, made by Tinfour on one thread.
/// Points closer than 10⁻⁵ of the mean spacing are one point to it: all but the first stay without edges.
///
/// @param ends two vertices per edge
record Triangulation(IntArray ends) {
    /// Heap a point costs at most: the vertex object, its place in the list, three edges.
    static final long HEAP_BYTES_PER_POINT = 220;

    /// Triangulates; vertex v lies at `(x[v], y[v])`. Fastest where consecutive vertices are near each other.
    ///
    /// @param arena receives the edges
    static Triangulation of(IntArray x, IntArray y, Arena arena) {
        int n = Math.toIntExact(x.length());
        // Tinfour's tolerances fit a spacing near 1; a power of two keeps the coordinates exact.
        double unit = Math.scalb(1.0, (Integer.SIZE - Integer.numberOfLeadingZeros(n)) / 2 - CellOrder.FRACTION_BITS);
        List<Vertex> points = new ArrayList<>(n);
        for (int v = 0; v < n; v++) {
            points.add(new Vertex(x.get(v) * unit, y.get(v) * unit, 0, v));
        }
        SemiVirtualIncrementalTin tin = new SemiVirtualIncrementalTin(1.0);
        try {
            tin.add(points, null);
            return tin.isBootstrapped() ? edgesOf(tin, n, arena) : onOneLine(points, arena);
        } finally {
            tin.dispose();
        }
    }

    int edgeCount() {
        return Math.toIntExact(ends.length() / 2);
    }

    private static Triangulation edgesOf(SemiVirtualIncrementalTin tin, int n, Arena arena) {
        IntArray ends = IntArray.allocate(arena, 6L * n, "triangulation");
        long count = 0;
        for (IQuadEdge edge : tin.edges()) {
            ends.set(count++, edge.getA().getIndex());
            ends.set(count++, edge.getB().getIndex());
        }
        return new Triangulation(ends.slice(0, count));
    }

    /// Without a triangle the triangulation is the path along the line.
    private static Triangulation onOneLine(List<Vertex> points, Arena arena) {
        List<Vertex> along = points.stream()
                .sorted(Comparator.comparingDouble(Vertex::getX)
                        .thenComparingDouble(Vertex::getY)
                        .thenComparingInt(Vertex::getIndex))
                .toList();
        IntArray ends = IntArray.allocate(arena, 2L * Math.max(0, along.size() - 1), "triangulation");
        for (int i = 1; i < along.size(); i++) {
            ends.set(2L * i - 2, along.get(i - 1).getIndex());
            ends.set(2L * i - 1, along.get(i).getIndex());
        }
        return new Triangulation(ends);
    }
}
