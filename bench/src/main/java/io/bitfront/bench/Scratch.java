package io.bitfront.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A cache in the folder of a run that is there only while it is measured.
record Scratch(Path file) implements AutoCloseable {
    /// @throws BenchException where a file of that name is one that is to be measured
    static Scratch of(BenchOptions options, String name) {
        Path file = options.folder().resolve(name);
        for (Path graph : options.graphs().files()) {
            if (same(graph, file)) {
                throw new BenchException(
                        "%s is in the way of a cache that is made and deleted: name another --folder".formatted(graph));
            }
        }
        return new Scratch(file);
    }

    private static boolean same(Path graph, Path file) {
        try {
            return Files.exists(file) && Files.isSameFile(graph, file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
