package io.bitfront.cli.output;

import io.bitfront.cache.Graph;
import io.bitfront.engine.spi.LevelMatrix;
import io.bitfront.file.AtomicFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// The levels from many sources as one NumPy array of the shape of [LevelFile]'s, (sources, vertices), or (vertices)
/// for
/// one source; int8, int16 or int32, -1 where unreached. Beside it `NAME.sources.npy` for several sources, and
/// `NAME.ids.npy` where the ids of its columns are not 0..n-1. The array is mapped, not held in memory, and there only
/// once committed.
public final class LevelMatrixFile implements AutoCloseable {
    private final AtomicFile file;
    private final Arena arena = Arena.ofShared();
    private static final int BLOCK = 1024;

    private final Path path;
    private final IntUnaryOperator vertexOf;
    private final int vertices;
    private final MemorySegment cells;
    private final int cellBytes;
    private NpyFile sourceFile;
    private NpyFile idFile;

    /// @param rows which vertices have a cell for each source; none may be left out
    public LevelMatrixFile(Path path, Graph graph, long[] sources, RowChoice rows, int cellBytes) {
        this.path = path;
        this.vertexOf = vertex -> graph.permutation().newIdOf().get(rows.index(vertex));
        this.vertices = rows.count(graph.vertexCount());
        this.cellBytes = cellBytes;
        this.file = AtomicFile.create(path);
        try {
            byte[] header = sources.length == 1
                    ? NpyFile.header("i" + cellBytes, vertices)
                    : NpyFile.header("i" + cellBytes, sources.length, vertices);
            file.writeAt(0, ByteBuffer.wrap(header));
            cells = file.map(header.length, bytes(vertices, sources.length, cellBytes), arena);
            if (sources.length > 1) {
                sourceFile = new NpyFile(OutputFormat.beside(path, "sources"), "i8", sources.length);
                LongStream.of(sources).forEach(sourceFile::put);
            }
            idFile = IdFile.besides(path, vertices, row -> graph.ids().idOf(rows.index(row)));
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
    /// @param first row of the first of them
    public void add(int first, LevelMatrix levels) {
        IntStream.range(0, Math.ceilDiv(vertices, BLOCK)).parallel().forEach(block -> {
            int begin = block * BLOCK;
            transpose(begin, Math.min(vertices, begin + BLOCK), first, levels);
        });
    }

    /// Turns a block of the matrix, whose rows are vertices, while it is in the cache.
    private void transpose(int begin, int end, int first, LevelMatrix levels) {
        int width = levels.columns() * cellBytes;
        byte[] block = new byte[(end - begin) * width];
        for (int vertex = begin; vertex < end; vertex++) {
            long from = levels.offset(vertexOf.applyAsInt(vertex), 0);
            MemorySegment.copy(levels.cells(), ValueLayout.JAVA_BYTE, from, block, (vertex - begin) * width, width);
        }
        byte[] line = new byte[(end - begin) * cellBytes];
        for (int column = 0; column < levels.columns(); column++) {
            for (int i = 0; i < end - begin; i++) {
                System.arraycopy(block, i * width + column * cellBytes, line, i * cellBytes, cellBytes);
            }
            long at = ((long) (first + column) * vertices + begin) * cellBytes;
            MemorySegment.copy(line, 0, cells, ValueLayout.JAVA_BYTE, at, line.length);
        }
    }

    /// Gives the files their names, the array last: that it is there says that the others are.
    ///
    /// @return the files there are now, the array first
    public List<Path> commit() {
        List<Path> written = new ArrayList<>(List.of(path));
        for (NpyFile companion : Arrays.asList(sourceFile, idFile)) {
            if (companion != null) {
                companion.commit();
                written.add(companion.target());
            }
        }
        file.commit();
        return written;
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
