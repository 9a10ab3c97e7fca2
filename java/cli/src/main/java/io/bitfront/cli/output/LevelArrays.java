package io.bitfront.cli.output;

import io.bitfront.engine.BfsResult;
import io.bitfront.memory.Closing;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// Levels as NumPy arrays.
final class LevelArrays implements LevelFile {
    /// The levels last.
    private final Deque<Companion> files = new ArrayDeque<>();
    private final NpyFile levels;
    private final NpyFile parents;
    private final RowChoice rows;

    LevelArrays(Path path, LevelLayout layout) {
        if (layout.rows().reached()) {
            throw new IllegalArgumentException(
                    "%s: an array has a cell for every vertex; --reached needs another format".formatted(path));
        }
        this.rows = layout.rows();
        long[] sources = layout.sources();
        int count = layout.rowCount();
        long[] shape = layout.severalSources() ? new long[] {sources.length, count} : new long[] {count};
        try {
            this.levels = opened(new NpyFile(path, "i4", shape));
            this.parents =
                    layout.parents() ? opened(new NpyFile(OutputFormat.beside(path, "parents"), "i8", shape)) : null;
            if (layout.severalSources()) {
                opened(IdFile.of(path, "sources", sources.length, layout.ids(), i -> sources[i]));
            }
            Companion idFile = IdFile.besides(path, count, layout.ids(), layout::id);
            if (idFile != null) {
                opened(idFile);
            }
        } catch (Throwable t) {
            close();
            throw t;
        }
    }

    private <F extends Companion> F opened(F file) {
        files.addFirst(file);
        return file;
    }

    @Override
    public void add(BfsResult result) {
        if (rows.only() == null) {
            levels.append(result.level().segment());
            if (parents != null) {
                parents.append(result.parent().segment());
            }
            return;
        }
        for (int row = 0; row < rows.only().length; row++) {
            levels.put(result.level().get(rows.index(row)));
            if (parents != null) {
                parents.put(result.parent().get(rows.index(row)));
            }
        }
    }

    @Override
    public List<Path> files() {
        return files.reversed().stream().map(Companion::target).toList();
    }

    @Override
    public void commit() {
        levels.commit(files.stream().filter(file -> file != levels).toArray(Companion[]::new));
    }

    @Override
    public void close() {
        Closing.all(files, Companion::close);
    }
}
