package io.bitfront.cli.output;

import io.bitfront.engine.BfsResult;
import java.nio.file.Path;
import java.util.List;

/// A file of levels: one row per vertex, unreached included, ascending by id, for each source in
/// the order given; a [RowChoice] leaves rows out. It appears under its name only once committed.
///
/// * `.csv`, `.tsv`: header `vertex,level[,parent]`, or `source,vertex,level[,parent]` for several sources; level and
///   parent of an unreached vertex are empty.
/// * `.npy`: int32 levels, -1 where unreached, shape (n) or (sources, n); `NAME.ids.npy` beside it where the ids of
///   its columns are not 0..n-1, `NAME.sources.npy` where there are several sources,
///   `NAME.parents.npy` of the same shape on request.
/// * `.json`: `{"vertex": [...], "traversals": [{"source": s, "level": [...], "parent": [...]}, ...]}`, -1 where
///   unreached; where those are left out, each traversal has its own `vertex`.
/// * `.parquet`: the columns of `.csv`; `source`, `vertex` and `parent` int64, `level` int32; level and parent of an
///   unreached vertex are null.
public interface LevelFile extends AutoCloseable {
    /// @throws IllegalArgumentException for an array from which unreached vertices are to be left out
    static LevelFile create(Target target, LevelLayout layout) {
        Path file = target.file();
        return switch (target.format()) {
            case CSV -> new LevelText(file, ',', layout);
            case TSV -> new LevelText(file, '\t', layout);
            case NPY -> new LevelArrays(file, layout);
            case JSON -> new LevelJson(file, layout);
            case PARQUET -> new LevelRows(file, layout);
        };
    }

    /// The files there are once committed, the one that was asked for first.
    List<Path> files();

    /// Writes the rows of the next source.
    void add(BfsResult result);

    /// Gives the file its name; all sources have been added.
    void commit();

    /// Deletes what was written unless committed.
    @Override
    void close();
}
