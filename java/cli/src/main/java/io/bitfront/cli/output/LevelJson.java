package io.bitfront.cli.output;

import io.bitfront.engine.BfsResult;
import io.bitfront.graph.VertexIds;
import java.nio.file.Path;
import java.util.function.IntToLongFunction;

/// Levels as one JSON object of arrays, streamed.
final class LevelJson implements LevelFile {
    private final TextFile file;
    private final VertexIds ids;
    private boolean first = true;

    LevelJson(Path path, VertexIds ids) {
        this.file = new TextFile(path);
        this.ids = ids;
        file.put("{\n  \"vertex\": ");
        array(ids::idOf);
        file.put(",\n  \"traversals\": [");
    }

    @Override
    public void add(BfsResult result) {
        file.put(first ? "\n" : ",\n")
                .put("    {\"source\": ")
                .put(result.source())
                .put(", \"level\": ");
        array(i -> result.level().get(i));
        if (result.parent() != null) {
            file.put(", \"parent\": ");
            array(i -> result.parent().get(i));
        }
        file.put('}');
        first = false;
    }

    private void array(IntToLongFunction values) {
        file.put('[');
        file.putRows(ids.count(), (text, i) -> {
            if (i > 0) {
                text.put(',');
            }
            text.put(values.applyAsLong(i));
        });
        file.put(']');
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
