package io.bitfront.cli.output;

import io.bitfront.graph.VertexIds;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/// The file `NAME.ids.npy`: the input ids behind the rows of an array.
final class IdArray {
    private static final int CHUNK = 1 << 16;

    private IdArray() {}

    /// Writes all ids, ascending; the caller commits and closes.
    static NpyFile write(Path npy, VertexIds ids) {
        NpyFile file = new NpyFile(OutputFormat.beside(npy, "ids"), "i8", ids.count());
        try {
            long[] chunk = new long[CHUNK];
            for (int begin = 0; begin < ids.count(); begin += CHUNK) {
                int count = Math.min(CHUNK, ids.count() - begin);
                for (int i = 0; i < count; i++) {
                    chunk[i] = ids.idOf(begin + i);
                }
                file.append(MemorySegment.ofArray(chunk).asSlice(0, (long) count * Long.BYTES));
            }
            return file;
        } catch (Throwable t) {
            file.close();
            throw t;
        }
    }
}
