package io.bitfront.cli.output;

import io.bitfront.cli.output.RowChoice.Rows;
import io.bitfront.engine.BfsResult;
import io.bitfront.parquet.ParquetWriter;
import io.bitfront.parquet.ParquetWriter.Column;
import io.bitfront.parquet.ParquetWriter.Type;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// Levels as a Parquet file.
final class LevelRows implements LevelFile {
    private final Path path;
    private final LevelLayout layout;
    private final Column source;
    private final Column vertex;
    private final Column level = new Column("level", Type.INT32, true);
    private final Column parent;
    private final ParquetWriter file;

    LevelRows(Path path, LevelLayout layout) {
        this.layout = layout;
        this.path = path;
        this.source = layout.severalSources() ? IdText.column("source", layout.ids(), false) : null;
        this.vertex = IdText.column("vertex", layout.ids(), false);
        this.parent = layout.parents() ? IdText.column("parent", layout.ids(), true) : null;
        this.file = new ParquetWriter(
                path,
                Stream.of(source, vertex, level, parent)
                        .filter(Objects::nonNull)
                        .toList(),
                Map.of());
    }

    @Override
    public void add(BfsResult result) {
        Rows rows = layout.rows().of(result);
        for (int row = 0; row < rows.count(); row++) {
            int i = rows.index().applyAsInt(row);
            if (source != null) {
                IdText.put(source, layout.ids(), result.source());
            }
            IdText.put(vertex, layout.ids(), layout.ids().idOf(i));
            int hops = result.level().get(i);
            if (hops >= 0) {
                level.put(hops);
            } else {
                level.putNull();
            }
            if (parent != null && hops >= 0) {
                IdText.put(parent, layout.ids(), result.parent().get(i));
            } else if (parent != null) {
                parent.putNull();
            }
            file.endRow();
        }
    }

    @Override
    public List<Path> files() {
        return List.of(path);
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
