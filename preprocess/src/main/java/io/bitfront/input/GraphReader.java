package io.bitfront.input;

import io.bitfront.graph.GraphInput;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.nio.file.Path;

/// Reads a graph file of any supported format, choosing by name and content where the options leave it open.
public final class GraphReader {
    private GraphReader() {}

    /// Reads a whole graph; close the result to free its edges. Its ids outlive that.
    ///
    /// @throws GraphFormatException naming file, line and what was expected, where the file is not a graph
    public static GraphInput read(Path file, ReadOptions options, Workers workers, Progress progress) {
        throw new UnsupportedOperationException("read %s %s".formatted(file, options));
    }

    /// Most bytes of memory that reading holds at any time, estimated from the file's size, its head and samples.
    /// Mapped files count as 0.
    ///
    /// @throws GraphFormatException where the file's head is malformed
    public static long memoryNeeded(Path file, ReadOptions options) {
        throw new UnsupportedOperationException("memory for %s %s".formatted(file, options));
    }
}
