package io.bitfront.cli.output;

import io.bitfront.file.AtomicFile;
import java.nio.file.Path;

/// A file beside an array, with what does not fit into it. Under its name only once committed.
interface Companion extends AutoCloseable {
    Path target();

    /// The file with all that belongs into it, still to be committed.
    AtomicFile ended();

    /// Deletes the file unless committed.
    @Override
    void close();
}
