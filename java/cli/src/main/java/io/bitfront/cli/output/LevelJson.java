package io.bitfront.cli.output;

import io.bitfront.cli.output.RowChoice.Rows;
import io.bitfront.engine.BfsResult;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntToLongFunction;

/// Levels as one JSON object of arrays, streamed.
final class LevelJson implements LevelFile {
    private final TextFile file;
    private final LevelLayout layout;
    private final Path path;
    private boolean first = true;

    LevelJson(Path path, LevelLayout layout) {
        this.file = new TextFile(path);
        this.path = path;
        this.layout = layout;
        file.put("{\n  ");
        if (!layout.rows().reached()) {
            file.put("\"vertex\": ");
            array(layout.rowCount(), layout::id);
            file.put(",\n  ");
        }
        file.put("\"traversals\": [");
    }

    @Override
    public void add(BfsResult result) {
        file.put(first ? "\n" : ",\n").put("    {\"source\": ").put(result.source());
        Rows rows = layout.rows().of(result);
        if (layout.rows().reached()) {
            file.put(", \"vertex\": ");
            array(rows.count(), row -> layout.ids().idOf(rows.index().applyAsInt(row)));
        }
        file.put(", \"level\": ");
        array(rows.count(), row -> result.level().get(rows.index().applyAsInt(row)));
        if (result.parent() != null) {
            file.put(", \"parent\": ");
            array(rows.count(), row -> result.parent().get(rows.index().applyAsInt(row)));
        }
        file.put('}');
        first = false;
    }

    private void array(int count, IntToLongFunction values) {
        file.put('[');
        file.putRows(count, (text, i) -> {
            if (i > 0) {
                text.put(',');
            }
            text.put(values.applyAsLong(i));
        });
        file.put(']');
    }

    @Override
    public List<Path> files() {
        return List.of(path);
    }

    @Override
    public void commit() {
        file.put("\n  ]\n}\n");
        file.commit();
    }

    @Override
    public void close() {
        file.close();
    }
}
