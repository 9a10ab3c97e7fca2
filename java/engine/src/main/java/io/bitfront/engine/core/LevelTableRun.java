package io.bitfront.engine.core;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Direction;
import io.bitfront.engine.JobStoppedException;
import io.bitfront.engine.LevelTable;
import io.bitfront.engine.lab.LevelCells;
import io.bitfront.engine.spi.Backend;
import io.bitfront.engine.spi.LevelMatrix;
import io.bitfront.engine.spi.MultiSource;
import io.bitfront.progress.Elapsed;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/// Fills one [LevelTable], batch by batch, in cells of one byte if they hold the deepest level, else of two or four:
/// which, only the traversal shows, and where it does in a later batch the earlier ones run again.
final class LevelTableRun {
    /// What the levels of a batch may take of host memory.
    private static final long BATCH_BYTES = 4L << 30;

    /// Vertices turned at once.
    private static final int BLOCK = 1024;

    /// Narrowest batch of levels: the padding of a row.
    private static final int LEAST_COLUMNS = 32;

    private final Graph graph;
    private final Backend backend;
    private final LevelTable.Request request;
    private final int[] sources;
    /// Null for all, in the order of their input indices.
    private final int[] vertices;
    private final int columns;
    private final LevelTable.Store store;
    private final Progress progress;
    private final BooleanSupplier stop;
    private int cellBytes = Byte.BYTES;
    private int width;
    private long nanos;

    /// @param stop asked between batches
    LevelTableRun(
            Backend backend,
            LevelTable.Request request,
            LevelTable.Store store,
            Progress progress,
            BooleanSupplier stop) {
        this.graph = backend.graph();
        this.backend = backend;
        this.request = request;
        this.sources = vertices(request.sources());
        this.vertices = request.vertices() == null ? null : vertices(request.vertices());
        this.columns = vertices == null ? graph.vertexCount() : vertices.length;
        this.store = store;
        this.progress = progress;
        this.stop = stop;
    }

    private int[] vertices(long... ids) {
        return Arrays.stream(ids).mapToInt(graph::vertexOf).toArray();
    }

    /// @throws JobStoppedException where it was asked to stop
    LevelTable run() {
        if (sources.length == 0) {
            return new LevelTable(request, graph.ids(), store.room(cellBytes, 0), cellBytes, 0, 0);
        }
        try (Graph.Use _ = graph.use();
                MultiSource state = backend.multiSource(0, Direction.OUT)) {
            MemorySegment cells = filled(state);
            while (cells == null) {
                cellBytes *= 2;
                cells = filled(state);
            }
            return new LevelTable(request, graph.ids(), cells, cellBytes, width, nanos);
        }
    }

    /// Null where a level does not fit.
    private MemorySegment filled(MultiSource state) {
        long affordable = BATCH_BYTES / LevelCells.bytes(graph.vertexCount(), 1, cellBytes) * LEAST_COLUMNS;
        width = (int) Math.min(Math.max(affordable, LEAST_COLUMNS), state.levelWidth(cellBytes));
        nanos = 0;
        MemorySegment cells = store.room(cellBytes, width);
        long needed = (long) sources.length * columns * cellBytes;
        if (cells.byteSize() < needed) {
            throw new IllegalArgumentException(
                    "a table of %,d bytes was given, its levels take %,d".formatted(cells.byteSize(), needed));
        }
        try (Progress.Phase phase = progress.start("bfs", sources.length, "BFS")) {
            for (int first = 0; first < sources.length; first += width) {
                SharedEngine.requireWanted(stop, first, sources.length);
                int[] batch = Arrays.copyOfRange(sources, first, Math.min(first + width, sources.length));
                if (!added(first, batch, state, cells)) {
                    return null;
                }
                phase.advanceBatch(batch.length);
            }
        }
        return cells;
    }

    private boolean added(int first, int[] batch, MultiSource state, MemorySegment cells) {
        try (Arena arena = Arena.ofShared()) {
            LevelMatrix levels = LevelMatrix.allocate(arena, graph.vertexCount(), batch.length, cellBytes);
            long begun = System.nanoTime();
            boolean fits = state.levels(batch, levels);
            nanos += Elapsed.nanos(begun);
            if (fits) {
                take(levels, cells, first);
            }
            return fits;
        }
    }

    /// Turns a batch, whose rows are vertices in the engine's numbering, block by block.
    private void take(LevelMatrix levels, MemorySegment cells, int first) {
        IntStream blocks = IntStream.range(0, Math.ceilDiv(columns, BLOCK));
        (OneThread.owns(cells) ? blocks : blocks.parallel()).forEach(block -> {
            int begin = block * BLOCK;
            transpose(begin, Math.min(columns, begin + BLOCK), first, levels, cells);
        });
    }

    /// The block stays in the processor's cache.
    private void transpose(int begin, int end, int first, LevelMatrix levels, MemorySegment cells) {
        int rowBytes = levels.columns() * cellBytes;
        byte[] block = new byte[(end - begin) * rowBytes];
        for (int column = begin; column < end; column++) {
            long from = levels.offset(vertexOf(column), 0);
            MemorySegment.copy(
                    levels.cells(), ValueLayout.JAVA_BYTE, from, block, (column - begin) * rowBytes, rowBytes);
        }
        byte[] line = new byte[(end - begin) * cellBytes];
        for (int source = 0; source < levels.columns(); source++) {
            for (int i = 0; i < end - begin; i++) {
                System.arraycopy(block, i * rowBytes + source * cellBytes, line, i * cellBytes, cellBytes);
            }
            long at = ((long) (first + source) * columns + begin) * cellBytes;
            MemorySegment.copy(line, 0, cells, ValueLayout.JAVA_BYTE, at, line.length);
        }
    }

    private int vertexOf(int column) {
        return vertices == null ? graph.permutation().newIdOf().get(column) : vertices[column];
    }
}
