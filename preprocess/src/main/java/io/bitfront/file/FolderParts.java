package io.bitfront.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// A folder whose files are the parts of one table, as clusters write them. Hidden files, and those that
/// begin with `_`, belong to whoever wrote it and are no parts.
public final class FolderParts {
    private FolderParts() {}

    /// The parts in the order of their names; the file itself where it is no folder.
    ///
    /// @throws FileException where the folder cannot be read or holds a folder that is no hidden one
    public static List<Path> of(Path path) {
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        try (Stream<Path> found = Files.list(path)) {
            List<Path> parts = found.filter(FolderParts::isPart)
                    .sorted((one, other) -> one.getFileName()
                            .toString()
                            .compareTo(other.getFileName().toString()))
                    .toList();
            parts.stream().filter(Files::isDirectory).findFirst().ifPresent(folder -> {
                throw new FileException("read %s: it holds the folder %s, expected the parts of one table side by side"
                        .formatted(path, folder.getFileName()));
            });
            return parts;
        } catch (IOException e) {
            throw FileException.of("read", path, e);
        }
    }

    private static boolean isPart(Path file) {
        String name = file.getFileName().toString();
        return !name.startsWith(".") && !name.startsWith("_");
    }
}
