package io.bitfront.input.source;

import io.bitfront.graph.GraphInput;
import io.bitfront.input.choice.ReadChoices;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.nio.file.Path;
import java.util.List;

/// An input format: its names, how it is recognised, what reading it takes, and the reading itself. Stateless.
public interface InputFormat {
    /// The word on the command line and in reports.
    String word();

    /// The suffixes of its files, lower case, without a dot. Formats may share one; then content decides.
    List<String> suffixes();

    /// How surely a file's beginning is of this format.
    Likeness likeness(FileHead head);

    /// What a file with a suffix that formats share should have been, in words.
    default String expectation(Path file) {
        return "a file of format " + word();
    }

    /// Whether its suffixes are also those of texts in other formats, so that content decides where it is certain.
    default boolean general() {
        return false;
    }

    /// Whether it has columns, two of which are the ends of edges.
    default boolean hasColumns() {
        return false;
    }

    /// Whether a file is mapped, so that it cannot be compressed.
    default boolean mapped() {
        return false;
    }

    /// Whether a folder of such files is one graph.
    default boolean readsFolders() {
        return false;
    }

    /// The files beside one that are read with it, as far as they are there.
    default List<Path> beside(Path file) {
        return List.of();
    }

    /// Whether it is looked for in archives.
    default boolean archived() {
        return false;
    }

    /// Most bytes of memory that reading holds at any time; mapped files count as 0.
    ///
    /// @throws io.bitfront.file.GraphFormatException where the file's head is malformed
    long memoryNeeded(InputFile input, ReadChoices choices);

    /// Reads a whole graph; close the result to free its edges. Its ids outlive that.
    ///
    /// @throws io.bitfront.file.GraphFormatException naming file, line and what was expected
    GraphInput read(InputFile input, ReadChoices choices, Workers workers, Progress progress, Tuning tuning);

    /// What a file's beginning says.
    enum Likeness {
        /// It is not of this format, or does not tell.
        NONE,
        /// Nothing speaks against it: enough among formats that share a suffix.
        POSSIBLE,
        /// It is, if no suffix speaks for another.
        LIKELY,
        /// It is, whatever a suffix of a general format says.
        CERTAIN
    }
}
