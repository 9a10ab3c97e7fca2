package io.bitfront.cli.output;

import io.bitfront.engine.BfsResult;
import io.bitfront.memory.Closing;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The levels of a job, written to any number of files alike.
public final class LevelFiles implements AutoCloseable {
    private final List<LevelFile> files = new ArrayList<>();

    private LevelFiles() {}

    /// Opens a file per target; see [LevelFile#create].
    public static LevelFiles create(List<Target> targets, LevelLayout layout) {
        LevelFiles created = new LevelFiles();
        try {
            targets.forEach(target -> created.files.add(LevelFile.create(target, layout)));
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

    /// Gives all files their names.
    ///
    /// @return of each target the files there are now
    public List<List<Path>> commit() {
        files.forEach(LevelFile::commit);
        return files.stream().map(LevelFile::files).toList();
    }

    @Override
    public void close() {
        Closing.all(files, LevelFile::close);
    }
}
