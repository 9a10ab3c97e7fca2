package io.bitfront.cache;

import io.bitfront.file.FolderParts;
import io.bitfront.input.source.FileNames;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The files that a graph is read from.
final class InputFiles {
    private static final String WEBGRAPH = ".graph";

    private InputFiles() {}

    /// The parts of a folder; a WebGraph's lists and what is beside them and says how to read them; else the file
    /// itself.
    static List<Path> of(Path graph) {
        Path name = graph.getFileName();
        if (name == null || !name.toString().endsWith(WEBGRAPH) || Files.isDirectory(graph)) {
            return FolderParts.of(graph);
        }
        List<Path> files = new ArrayList<>(List.of(graph));
        Stream.of(".properties", ".offsets")
                .map(suffix -> graph.resolveSibling(FileNames.stem(name) + suffix))
                .filter(Files::isRegularFile)
                .forEach(files::add);
        return files;
    }
}
