package io.bitfront.input;

import io.bitfront.file.GraphFormatException;
import io.bitfront.graph.GraphInput;
import io.bitfront.input.choice.IdChoice;
import io.bitfront.input.choice.ReadChoices;
import io.bitfront.input.source.InputFile;
import io.bitfront.input.source.Tuning;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.nio.file.Path;

/// Reads a graph file of any supported format, choosing by name and content where the options leave it open. A
/// graph has at most 2,147,483,647 vertices; its edges are limited by memory alone.
public final class GraphReader {
    private GraphReader() {}

    /// Reads a whole graph; close the result to free its edges. Its ids outlive that.
    ///
    /// @throws GraphFormatException naming file, line and what was expected, where the file is not a graph
    public static GraphInput read(Path file, ReadOptions options, Workers workers, Progress progress) {
        return read(file, options, workers, progress, Tuning.DEFAULT);
    }

    static GraphInput read(Path file, ReadOptions options, Workers workers, Progress progress, Tuning tuning) {
        InputFile input = inputOf(file, options);
        return input.format().read(input, options.choices(), workers, progress, tuning);
    }

    static InputFile inputOf(Path file, ReadOptions options) {
        InputFile input = InputFile.of(file, options.format().input(), GraphFormat.all());
        ReadChoices choices = options.choices();
        if (!input.format().hasColumns() && (choices.columns().given() || choices.ids() == IdChoice.NAMES)) {
            throw new GraphFormatException(
                    file,
                    0,
                    "a file of format %s has no columns and numbers its vertices, expected no --columns or --ids names"
                            .formatted(input.format().word()));
        }
        return input;
    }

    /// Most bytes of memory that reading holds at any time, estimated from the file's size, its head and
    /// samples, as if there were no more than one vertex an edge. Mapped files count as 0.
    ///
    /// @throws GraphFormatException where the file's head is malformed
    public static long memoryNeeded(Path file, ReadOptions options) {
        InputFile input = inputOf(file, options);
        return input.format().memoryNeeded(input, options.choices());
    }
}
