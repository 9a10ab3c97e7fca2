package io.bitfront.cli.output;

import io.bitfront.cli.output.RowChoice.Rows;
import io.bitfront.engine.BfsResult;
import java.nio.file.Path;
import java.util.List;

/// Levels as separated values.
final class LevelText implements LevelFile {
    private final TextFile file;
    private final char separator;
    private final Path path;
    private final LevelLayout layout;
    private final boolean severalSources;

    LevelText(Path path, char separator, LevelLayout layout) {
        this.file = new TextFile(path);
        this.path = path;
        this.separator = separator;
        this.layout = layout;
        this.severalSources = layout.severalSources();
        if (severalSources) {
            file.put("source").put(separator);
        }
        file.put("vertex").put(separator).put("level");
        if (layout.parents()) {
            file.put(separator).put("parent");
        }
        file.put('\n');
    }

    @Override
    public void add(BfsResult result) {
        Rows rows = layout.rows().of(result);
        file.putRows(rows.count(), (text, row) -> {
            int i = rows.index().applyAsInt(row);
            if (severalSources) {
                IdText.field(text, layout.ids(), result.source(), separator).put(separator);
            }
            IdText.field(text, layout.ids(), layout.ids().idOf(i), separator).put(separator);
            int level = result.level().get(i);
            if (level >= 0) {
                text.put(level);
            }
            if (result.parent() != null) {
                text.put(separator);
                if (level >= 0) {
                    IdText.field(text, layout.ids(), result.parent().get(i), separator);
                }
            }
            text.put('\n');
        });
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
