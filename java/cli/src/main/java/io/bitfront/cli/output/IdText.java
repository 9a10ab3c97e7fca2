package io.bitfront.cli.output;

import io.bitfront.graph.VertexIds;
import io.bitfront.parquet.ParquetWriter.Column;
import io.bitfront.parquet.ParquetWriter.Type;

/// Vertices in files: ids as the numbers they are, names as text of the format.
final class IdText {
    private IdText() {}

    /// A field among separators. A name is quoted (RFC 4180) where it has a separator or quote in it or a blank at an
    /// end.
    static Text field(Text text, VertexIds ids, long id, char separator) {
        if (!(ids instanceof VertexIds.Names names)) {
            return text.put(id);
        }
        byte[] name = names.bytes(id);
        return needsQuotes(name, separator) ? quoted(text, name, (byte) '"') : text.put(name);
    }

    private static boolean needsQuotes(byte[] name, char separator) {
        for (byte b : name) {
            if (b == separator || b == '"') {
                return true;
            }
        }
        return name[0] == ' ' || name[name.length - 1] == ' ';
    }

    private static Text quoted(Text text, byte[] name, byte escape) {
        text.put('"');
        for (byte b : name) {
            if (b == '"' || b == '\\' && escape == '\\') {
                text.put((char) escape);
            }
            text.put((char) b);
        }
        return text.put('"');
    }

    /// A number or string of JSON. Names have no control characters.
    static Text json(Text text, VertexIds ids, long id) {
        return ids instanceof VertexIds.Names names ? quoted(text, names.bytes(id), (byte) '\\') : text.put(id);
    }

    /// A column of vertices.
    static Column column(String name, VertexIds ids, boolean optional) {
        return new Column(name, ids.named() ? Type.TEXT : Type.INT64, optional);
    }

    static void put(Column column, VertexIds ids, long id) {
        if (ids instanceof VertexIds.Names names) {
            column.put(names.bytes(id));
        } else {
            column.put(id);
        }
    }
}
