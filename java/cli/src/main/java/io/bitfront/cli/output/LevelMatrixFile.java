package io.bitfront.cli.output;

import io.bitfront.cache.Graph;
import io.bitfront.file.AtomicFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// The levels from many sources as one NumPy array of the shape of [LevelFile]'s, (sources, vertices), or
/// (vertices) for one source; int8, int16 or int32, -1 where unreached. Beside it `NAME.sources.npy` for
/// several sources, and `NAME.ids.npy` where the ids of its columns are not 0..n-1. The array is mapped, not
/// held in memory, and there only once committed.
public final class LevelMatrixFile implements AutoCloseable {
    private final Path path;
    private final Graph graph;
    private final long[] sources;
    private final RowChoice rows;
    private final int vertices;
    private AtomicFile file;
    private Arena arena;
    private Companion sourceFile;
    private Companion idFile;

    /// @param rows which vertices have a cell for each source; none may be left out
    public LevelMatrixFile(Path path, Graph graph, long[] sources, RowChoice rows) {
        this.path = path;
        this.graph = graph;
        this.sources = sources.clone();
        this.rows = rows;
        this.vertices = rows.count(graph.vertexCount());
    }

    /// Bytes of the array.
    public long bytes(int cellBytes) {
        return (long) vertices * sources.length * cellBytes;
    }

    /// The array, in cells of so many bytes; one given before is deleted.
    public MemorySegment room(int cellBytes) {
        close();
        arena = Arena.ofShared();
        file = AtomicFile.create(path);
        byte[] header = sources.length == 1
                ? NpyFile.header("i" + cellBytes, vertices)
                : NpyFile.header("i" + cellBytes, sources.length, vertices);
        file.writeAt(0, ByteBuffer.wrap(header));
        MemorySegment cells = file.map(header.length, bytes(cellBytes), arena);
        if (sources.length > 1) {
            sourceFile = IdFile.of(path, "sources", sources.length, graph.ids(), i -> sources[i]);
        }
        idFile = IdFile.besides(path, vertices, graph.ids(), row -> graph.ids().idOf(rows.index(row)));
        return cells;
    }

    /// Gives the files their names, the array last: that it is there says that the others are.
    ///
    /// @return the files there are now, the array first
    public List<Path> commit() {
        List<Companion> companions =
                Stream.of(sourceFile, idFile).filter(Objects::nonNull).toList();
        AtomicFile.commit(file, companions.stream().map(Companion::ended).toList());
        return Stream.concat(Stream.of(path), companions.stream().map(Companion::target))
                .toList();
    }

    /// Deletes what was written unless committed.
    @Override
    public void close() {
        if (arena != null) {
            arena.close();
        }
        if (idFile != null) {
            idFile.close();
        }
        if (sourceFile != null) {
            sourceFile.close();
        }
        if (file != null) {
            file.close();
        }
        arena = null;
        idFile = null;
        sourceFile = null;
        file = null;
    }
}
