package io.bitfront.cache;

import io.bitfront.graph.Graph;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.nio.file.Path;
import java.util.List;

/// A `.bvss` file.
public final class BvssFile {
    public static final int VERSION = 1;

    private BvssFile() {}

    /// Maps a cache; nothing but its header is read.
    ///
    /// @throws CacheFormatException in one line, where the file cannot be used
    public static Graph open(Path file) {
        throw new UnsupportedOperationException();
    }

    /// Writes a graph to a cache that appears under its name whole or not at all.
    public static void write(Graph graph, CacheKey key, Path file, Workers workers, Progress progress) {
        throw new UnsupportedOperationException();
    }

    /// Checks every checksum and every structural invariant of a cache.
    ///
    /// @throws CacheFormatException in one line, where the file cannot even be opened
    public static List<Check> verify(Path file, Workers workers, Progress progress) {
        throw new UnsupportedOperationException();
    }

    /// One thing `verify` looked at.
    ///
    /// @param problem null if all is well, else what is wrong, in one line
    public record Check(String name, String problem) {
        public boolean passed() {
            return problem == null;
        }
    }
}
