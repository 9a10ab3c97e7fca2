package io.bitfront.cli.output;

import io.bitfront.engine.BfsResult;
import io.bitfront.graph.VertexIds;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.LongStream;

/// Levels as NumPy arrays.
final class LevelArrays implements LevelFile {
    /// The levels last: that they are there says that all others are.
    private final Deque<NpyFile> files = new ArrayDeque<>();
    private final NpyFile levels;
    private final NpyFile parents;

    LevelArrays(Path path, VertexIds ids, long[] sources, boolean parents) {
        long[] shape = sources.length > 1 ? new long[] {sources.length, ids.count()} : new long[] {ids.count()};
        try {
            this.levels = opened(new NpyFile(path, "i4", shape));
            this.parents = parents ? opened(new NpyFile(OutputFormat.beside(path, "parents"), "i8", shape)) : null;
            if (sources.length > 1) {
                NpyFile sourceFile = opened(new NpyFile(OutputFormat.beside(path, "sources"), "i8", sources.length));
                LongStream.of(sources).forEach(sourceFile::put);
            }
            NpyFile idFile = IdFile.besides(path, ids.count(), ids::idOf);
            if (idFile != null) {
                opened(idFile);
            }
        } catch (Throwable t) {
            close();
            throw t;
        }
    }

    private NpyFile opened(NpyFile file) {
        files.addFirst(file);
        return file;
    }

    @Override
    public void add(BfsResult result) {
        levels.append(result.level().segment());
        if (parents != null) {
            parents.append(result.parent().segment());
        }
    }

    @Override
    public void commit() {
        files.forEach(NpyFile::commit);
    }

    @Override
    public void close() {
        files.forEach(NpyFile::close);
    }
}
