package io.bitfront.cli.output;

import io.bitfront.cache.Graph;
import io.bitfront.engine.spi.LevelMatrix;
import io.bitfront.file.AtomicFile;
import io.bitfront.memory.IntArray;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.stream.LongStream;

/// The levels from many sources as one NumPy array of shape (vertices, sources): a row per vertex, ascending by id, a
/// column per source in the order given, -1 where unreached; int8, int16 or int32. Beside it `NAME.sources.npy`, and
/// `NAME.ids.npy` where ids are not 0..n-1. The array is mapped, not held in memory, and there only once committed.
public final class LevelMatrixFile implements AutoCloseable {
    private final AtomicFile file;
    private final Arena arena = Arena.ofShared();
    private final IntArray vertexOf;
    private final MemorySegment cells;
    private final int columns;
    private final int cellBytes;
    private NpyFile sourceFile;
    private NpyFile idFile;

    public LevelMatrixFile(Path path, Graph graph, long[] sources, int cellBytes) {
        this.vertexOf = graph.permutation().newIdOf();
        this.columns = sources.length;
        this.cellBytes = cellBytes;
        this.file = AtomicFile.create(path);
        try {
            byte[] header = NpyFile.header("i" + cellBytes, graph.vertexCount(), columns);
            file.writeAt(0, ByteBuffer.wrap(header));
            cells = file.map(header.length, bytes(graph.vertexCount(), columns, cellBytes), arena);
            sourceFile = new NpyFile(OutputFormat.beside(path, "sources"), "i8", columns);
            LongStream.of(sources).forEach(sourceFile::put);
            idFile = IdFile.besides(path, graph.vertexCount(), graph.ids()::idOf);
        } catch (Throwable t) {
            close();
            throw t;
        }
    }

    /// Bytes of the array.
    public static long bytes(int vertices, int sources, int cellBytes) {
        return (long) vertices * sources * cellBytes;
    }

    /// Takes over the levels of some sources.
    ///
    /// @param first column of the first of them
    public void add(int first, LevelMatrix levels) {
        long length = (long) levels.columns() * cellBytes;
        for (long row = 0; row < vertexOf.length(); row++) {
            long at = (row * columns + first) * cellBytes;
            MemorySegment.copy(levels.cells(), levels.offset(vertexOf.get(row), 0), cells, at, length);
        }
    }

    /// Gives the files their names, the array last: that it is there says that the others are.
    public void commit() {
        if (idFile != null) {
            idFile.commit();
        }
        sourceFile.commit();
        file.commit();
    }

    /// Deletes what was written unless committed.
    @Override
    public void close() {
        arena.close();
        if (idFile != null) {
            idFile.close();
        }
        if (sourceFile != null) {
            sourceFile.close();
        }
        file.close();
    }
}
