package io.bitfront.cli.output;

import io.bitfront.engine.BfsResult;
import io.bitfront.graph.VertexIds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The same levels in any number of files.
public final class LevelFiles implements AutoCloseable {
    private final List<LevelFile> files = new ArrayList<>();

    private LevelFiles() {}

    /// Opens a file per path; see [LevelFile#create].
    public static LevelFiles create(List<Path> paths, VertexIds ids, long[] sources, boolean parents) {
        LevelFiles created = new LevelFiles();
        try {
            paths.forEach(path -> created.files.add(LevelFile.create(path, ids, sources, parents)));
            return created;
        } catch (Throwable t) {
            created.close();
            throw t;
        }
    }

    public boolean isEmpty() {
        return files.isEmpty();
    }

    public void add(BfsResult result) {
        files.forEach(file -> file.add(result));
    }

    public void commit() {
        files.forEach(LevelFile::commit);
    }

    @Override
    public void close() {
        files.forEach(LevelFile::close);
    }
}
