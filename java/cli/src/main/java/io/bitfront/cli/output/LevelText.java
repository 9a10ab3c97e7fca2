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
        for (int i = 0; i < ids.count(); i++) {
            if (severalSources) {
                file.put(result.source()).put(separator);
            }
            file.put(ids.idOf(i)).put(separator);
            int level = result.level().get(i);
            if (level >= 0) {
                file.put(level);
            }
            if (result.parent() != null) {
                file.put(separator);
                if (level >= 0) {
                    file.put(result.parent().get(i));
                }
            }
            file.put('\n');
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
