package io.bitfront.cli.output;

import java.nio.file.Path;
import java.util.function.IntToLongFunction;

/// The file `NAME.ids.npy` beside an array: the input ids behind its rows, int64.
final class IdFile {
    private IdFile() {}

    /// Writes the ids, or nothing where row r stands for id r. The caller commits and closes.
    ///
    /// @return null where there is no need for the file
    static NpyFile besides(Path npy, int rows, IntToLongFunction idOf) {
        int row = 0;
        while (row < rows && idOf.applyAsLong(row) == row) {
            row++;
        }
        if (row == rows) {
            return null;
        }
        NpyFile file = new NpyFile(OutputFormat.beside(npy, "ids"), "i8", rows);
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
}
