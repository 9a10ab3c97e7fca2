package io.bitfront.spark;

import io.bitfront.file.FileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.spark.SparkEnv;
import org.apache.spark.util.Utils;

/// A folder of this machine for the files of one task on their way elsewhere; deleted when closed. It lies among those
/// that Spark deletes, should the process not come to that.
final class Scratch implements AutoCloseable {
    private final Path folder;

    Scratch() {
        Path local = Path.of(Utils.getLocalDir(SparkEnv.get().conf()));
        try {
            folder = Files.createTempDirectory(local, "bitfront-");
        } catch (IOException e) {
            throw FileException.of("make a folder in", local, e);
        }
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    /// Makes an empty file.
    Path empty(String name) {
        try {
            return Files.createFile(file(name));
        } catch (IOException e) {
            throw FileException.of("make", file(name), e);
        }
    }

    @Override
    public void close() {
        try (Stream<Path> found = Files.list(folder)) {
            for (Path file : found.toList()) {
                Files.delete(file);
            }
            Files.delete(folder);
        } catch (IOException e) {
            throw FileException.of("delete", folder, e);
        }
    }
}
