package io.bitfront.cli.output;

import io.bitfront.engine.BfsResult;
import io.bitfront.graph.VertexIds;
import io.bitfront.parquet.ParquetWriter;
import io.bitfront.parquet.ParquetWriter.Column;
import io.bitfront.parquet.ParquetWriter.Type;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// Levels as a Parquet file.
final class LevelRows implements LevelFile {
    private final VertexIds ids;
    private final Column source;
    private final Column vertex = new Column("vertex", Type.INT64, false);
    private final Column level = new Column("level", Type.INT32, true);
    private final Column parent;
    private final ParquetWriter file;

    LevelRows(Path path, VertexIds ids, boolean severalSources, boolean parents) {
        this.ids = ids;
        this.source = severalSources ? new Column("source", Type.INT64, false) : null;
        this.parent = parents ? new Column("parent", Type.INT64, true) : null;
        this.file = new ParquetWriter(
                path,
                Stream.of(source, vertex, level, parent)
                        .filter(Objects::nonNull)
                        .toList(),
                Map.of());
    }

    @Override
    public void add(BfsResult result) {
        for (int i = 0; i < ids.count(); i++) {
            if (source != null) {
                source.put(result.source());
            }
            vertex.put(ids.idOf(i));
            int hops = result.level().get(i);
            if (hops >= 0) {
                level.put(hops);
            } else {
                level.putNull();
            }
            if (parent != null && hops >= 0) {
                parent.put(result.parent().get(i));
            } else if (parent != null) {
                parent.putNull();
            }
            file.endRow();
        }
    }

    @Override
    public void commit() {
        file.commit();
    }

    @Override
    public void close() {
        file.close();
    }
}
