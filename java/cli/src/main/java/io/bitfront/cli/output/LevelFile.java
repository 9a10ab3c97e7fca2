package io.bitfront.cli.output;

import io.bitfront.engine.BfsResult;
import io.bitfront.graph.VertexIds;
import java.nio.file.Path;

/// A file of levels: one row per vertex, unreached included, ascending by id, for each source in the order given.
/// It appears under its name only once committed.
///
/// * `.csv`, `.tsv`: header `vertex,level[,parent]`, or `source,vertex,level[,parent]` for several sources; level and
///   parent of an unreached vertex are empty.
/// * `.npy`: int32 levels, -1 where unreached, shape (n) or (sources, n); `NAME.ids.npy` beside it where ids are not
///   0..n-1, `NAME.sources.npy` where there are several sources, `NAME.parents.npy` of the same shape on request.
/// * `.json`: `{"vertex": [...], "traversals": [{"source": s, "level": [...], "parent": [...]}, ...]}`, -1 where
///   unreached.
/// * `.parquet`: the columns of `.csv`; `source`, `vertex` and `parent` int64, `level` int32; level and parent of an
///   unreached vertex are null.
public interface LevelFile extends AutoCloseable {
    /// @param sources in the order in which their results will be added
    /// @param parents whether those results have parents
    static LevelFile create(Path file, VertexIds ids, long[] sources, boolean parents) {
        return switch (OutputFormat.of(file)) {
            case CSV -> new LevelText(file, ',', ids, sources.length > 1, parents);
            case TSV -> new LevelText(file, '\t', ids, sources.length > 1, parents);
            case NPY -> new LevelArrays(file, ids, sources, parents);
            case JSON -> new LevelJson(file, ids);
            case PARQUET -> new LevelRows(file, ids, sources.length > 1, parents);
        };
    }

    /// Writes the rows of the next source.
    void add(BfsResult result);

    /// Gives the file its name; all sources have been added.
    void commit();

    /// Deletes what was written unless committed.
    @Override
    void close();
}
