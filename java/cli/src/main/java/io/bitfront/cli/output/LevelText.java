package io.bitfront.cli.output;

import io.bitfront.engine.BfsResult;
import io.bitfront.graph.VertexIds;
import java.nio.file.Path;

/// Levels as separated values.
final class LevelText implements LevelFile {
    private final TextFile file;
    private final char separator;
    private final VertexIds ids;
    private final boolean severalSources;

    LevelText(Path path, char separator, VertexIds ids, boolean severalSources, boolean parents) {
        this.file = new TextFile(path);
        this.separator = separator;
        this.ids = ids;
        this.severalSources = severalSources;
        if (severalSources) {
            file.put("source").put(separator);
        }
        file.put("vertex").put(separator).put("level");
        if (parents) {
            file.put(separator).put("parent");
        }
        file.put('\n');
    }

    @Override
    public void add(BfsResult result) {
        file.putRows(ids.count(), (text, i) -> {
            if (severalSources) {
                text.put(result.source()).put(separator);
            }
            text.put(ids.idOf(i)).put(separator);
            int level = result.level().get(i);
            if (level >= 0) {
                text.put(level);
            }
            if (result.parent() != null) {
                text.put(separator);
                if (level >= 0) {
                    text.put(result.parent().get(i));
                }
            }
            text.put('\n');
        });
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
