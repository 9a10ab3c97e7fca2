package io.bitfront.engine.spi;

import io.bitfront.engine.lab.LevelCells;
import io.bitfront.memory.OffHeap;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The level of every vertex (engine numbering, a row each) from every source of a batch (a column each), -1 where
/// unreached: cells of 1, 2 or 4 bytes, signed, in the machine's byte order. Rows are padded ([LevelCells]).
/// Off-heap, owned by the arena it was allocated from; different cells may be set by different threads.
///
/// @param cells row after row
/// @param stride cells from one row to the next
public record LevelMatrix(MemorySegment cells, int rows, int columns, int stride, int cellBytes) {
    /// @param cellBytes 1, 2 or 4
    public static LevelMatrix allocate(Arena arena, int rows, int columns, int cellBytes) {
        MemorySegment cells =
                OffHeap.allocate(arena, LevelCells.bytes(rows, columns, cellBytes), "levels from many sources");
        return new LevelMatrix(cells, rows, columns, LevelCells.stride(columns), cellBytes);
    }

    /// Makes every vertex unreached.
    public void clear() {
        cells.fill((byte) -1);
    }

    /// Bytes from the start to a cell.
    public long offset(int row, int column) {
        return ((long) row * stride + column) * cellBytes;
    }

    /// @param level at most [LevelCells#deepest]
    public void set(int row, int column, int level) {
        long at = offset(row, column);
        switch (cellBytes) {
            case Byte.BYTES -> cells.set(ValueLayout.JAVA_BYTE, at, (byte) level);
            case Short.BYTES -> cells.set(ValueLayout.JAVA_SHORT, at, (short) level);
            default -> cells.set(ValueLayout.JAVA_INT, at, level);
        }
    }

    public int get(int row, int column) {
        long at = offset(row, column);
        return switch (cellBytes) {
            case Byte.BYTES -> cells.get(ValueLayout.JAVA_BYTE, at);
            case Short.BYTES -> cells.get(ValueLayout.JAVA_SHORT, at);
            default -> cells.get(ValueLayout.JAVA_INT, at);
        };
    }
}
