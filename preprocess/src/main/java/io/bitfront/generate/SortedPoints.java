package io.bitfront.generate;

import io.bitfront.memory.IntArray;
import io.bitfront.parallel.Workers;
import io.bitfront.random.CounterHash;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/// Random points of the unit square in 31-bit fixed point, sorted by cell. With d = `draw(key, i)` point i lies at
///
///     x = d >>> 33,  y = (d & 0xFFFFFFFF) >>> 1        (unit 2⁻³¹)
///
/// and its id is its rank by (cell, i): a stable counting sort. The memory belongs to the arena given.
///
/// @param x by id
/// @param y by id
/// @param cellStart cells+1: ids of cell c are `cellStart[c] .. cellStart[c + 1] - 1`
record SortedPoints(IntArray x, IntArray y, IntArray cellStart) {
    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
    private static final int GRAIN = 1 << 16;

    /// Draws and sorts `count` points.
    static SortedPoints draw(int count, long key, CellOrder order, Arena arena, Workers workers) {
        int cells = order.cells();
        IntArray x = IntArray.allocate(arena, count, "point coordinates");
        IntArray y = IntArray.allocate(arena, count, "point coordinates");
        IntArray start = IntArray.allocate(arena, cells + 1L, "cell starts");
        try (Arena work = Arena.ofShared()) {
            IntArray drawn = IntArray.allocate(work, count, "order of the points");
            workers.forRange(0, count, GRAIN, (worker, begin, end) -> {
                for (long i = begin; i < end; i++) {
                    add(start, cellOf(order, key, i) + 1L);
                }
            });
            // From here until all are placed, start[c + 1] is where the next point of cell c goes.
            startsFromCounts(start);
            workers.forRange(0, count, GRAIN, (worker, begin, end) -> {
                for (long i = begin; i < end; i++) {
                    drawn.set(add(start, cellOf(order, key, i) + 1L), (int) i);
                }
            });
            workers.forRange(0, cells, GRAIN, (worker, begin, end) -> {
                for (long cell = begin; cell < end; cell++) {
                    store(key, drawn, start.get(cell), start.get(cell + 1), x, y);
                }
            });
        }
        return new SortedPoints(x, y, start);
    }

    /// Bytes held while drawing, 4 per point more than the result.
    static long memoryNeeded(int count, CellOrder order) {
        return 3L * IntArray.BYTES * count + (order.cells() + 1L) * IntArray.BYTES;
    }

    /// Bytes the result holds.
    long heldBytes() {
        return (x.length() + y.length() + cellStart.length()) * IntArray.BYTES;
    }

    private static int add(IntArray array, long index) {
        return (int) INT.getAndAdd(array.segment(), index * IntArray.BYTES, 1);
    }

    private static int cellOf(CellOrder order, long key, long point) {
        long bits = CounterHash.draw(key, point);
        return order.cellOf(xOf(bits), yOf(bits));
    }

    private static void startsFromCounts(IntArray start) {
        int sum = 0;
        for (long cell = 1; cell < start.length(); cell++) {
            int count = start.get(cell);
            start.set(cell, sum);
            sum += count;
        }
    }

    /// Threads placed a cell's points in any order; their drawn order is restored here.
    private static void store(long key, IntArray drawn, int begin, int end, IntArray x, IntArray y) {
        int[] points = new int[end - begin];
        drawn.read(begin, points, 0, points.length);
        Arrays.sort(points);
        for (int i = 0; i < points.length; i++) {
            long bits = CounterHash.draw(key, points[i]);
            x.set((long) begin + i, xOf(bits));
            y.set((long) begin + i, yOf(bits));
        }
    }

    private static int xOf(long bits) {
        return (int) (bits >>> 33);
    }

    private static int yOf(long bits) {
        return (int) bits >>> 1;
    }
}
