package io.bitfront.cli.output;

import io.bitfront.graph.VertexIds;
import java.nio.file.Path;
import java.util.function.IntToLongFunction;

/// A file beside an array that says which vertices its rows are: `NAME.ids.npy` with the input ids, int64, or
/// `NAME.ids.txt` with a name a line, where vertices have names.
final class IdFile {
    private IdFile() {}

    /// Writes the ids, or nothing where row r stands for id r. The caller commits and closes.
    ///
    /// @return null where there is no need for the file
    static Companion besides(Path npy, int rows, VertexIds ids, IntToLongFunction idOf) {
        int row = 0;
        while (row < rows && idOf.applyAsLong(row) == row) {
            row++;
        }
        return row == rows && !ids.named() ? null : of(npy, "ids", rows, ids, idOf);
    }

    /// Writes vertices to the companion of this name.
    static Companion of(Path npy, String what, int rows, VertexIds ids, IntToLongFunction idOf) {
        if (ids instanceof VertexIds.Names names) {
            return names(new TextFile(OutputFormat.namesBeside(npy, what)), rows, names, idOf);
        }
        NpyFile file = new NpyFile(OutputFormat.beside(npy, what), "i8", rows);
        try {
            for (int i = 0; i < rows; i++) {
                file.put(idOf.applyAsLong(i));
            }
            return file;
        } catch (Throwable t) {
            file.close();
            throw t;
        }
    }

    private static Companion names(TextFile file, int rows, VertexIds.Names names, IntToLongFunction idOf) {
        try {
            file.putRows(
                    rows,
                    (text, row) -> text.put(names.bytes(idOf.applyAsLong(row))).put('\n'));
            return file;
        } catch (Throwable t) {
            file.close();
            throw t;
        }
    }
}
