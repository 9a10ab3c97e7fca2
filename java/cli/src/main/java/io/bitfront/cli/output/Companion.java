package io.bitfront.cli.output;

import java.nio.file.Path;

/// A file beside an array, with what does not fit into it. Under its name only once committed.
interface Companion extends AutoCloseable {
    Path target();

    void commit();

    /// Deletes the file unless committed.
    @Override
    void close();
}
