package io.bitfront.cli.output;

import io.bitfront.cli.output.RowChoice.Rows;
import io.bitfront.engine.BfsResult;
import io.bitfront.graph.VertexIds;
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
            vertices(layout.rowCount(), layout::id);
            file.put(",\n  ");
        }
        file.put("\"traversals\": [");
    }

    @Override
    public void add(BfsResult result) {
        file.put(first ? "\n" : ",\n").put("    {\"source\": ");
        file.putRows(1, (text, _) -> IdText.json(text, layout.ids(), result.source()));
        Rows rows = layout.rows().of(result);
        if (layout.rows().reached()) {
            file.put(", \"vertex\": ");
            vertices(rows.count(), row -> layout.ids().idOf(rows.index().applyAsInt(row)));
        }
        file.put(", \"level\": ");
        array(rows.count(), row -> result.level().get(rows.index().applyAsInt(row)));
        if (result.parent() != null) {
            file.put(", \"parent\": ");
            vertices(rows.count(), row -> result.parent().get(rows.index().applyAsInt(row)));
        }
        file.put('}');
        first = false;
    }

    private void array(int count, IntToLongFunction values) {
        array(count, (text, i) -> text.put(values.applyAsLong(i)));
    }

    /// Ids or names; -1 where there is no vertex.
    private void vertices(int count, IntToLongFunction ids) {
        array(count, (text, i) -> {
            long id = ids.applyAsLong(i);
            IdText.json(text, id < 0 ? VertexIds.numbers() : layout.ids(), id);
        });
    }

    private void array(int count, TextFile.Row element) {
        file.put('[');
        file.putRows(count, (text, i) -> {
            if (i > 0) {
                text.put(',');
            }
            element.put(text, i);
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
