package io.bitfront.input;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// What the name of a graph file says.
final class FileNames {
    private static final List<String> ARCHIVES = List.of(".tar.gz", ".tgz");

    private FileNames() {}

    static boolean archive(Path file) {
        String name = lowerName(file);
        return ARCHIVES.stream().anyMatch(name::endsWith);
    }

    static boolean gzip(Path file) {
        return lowerName(file).endsWith(".gz") || archive(file);
    }

    /// The file's name without folders, packing and suffix: `road` for `maps/road.mtx.gz` and `road.tar.gz`.
    static String stem(Path file) {
        String name = unpacked(name(file));
        int dot = name.lastIndexOf('.');
        return dot > 0 && !archive(file) ? name.substring(0, dot) : name;
    }

    /// The format that the suffix stands for, [GraphFormat#AUTO] where it stands for none.
    static GraphFormat format(Path file) {
        String name = unpacked(lowerName(file));
        int dot = name.lastIndexOf('.');
        return switch (dot < 0 ? "" : name.substring(dot + 1)) {
            case "mtx" -> GraphFormat.MTX;
            case "el", "txt", "tsv", "csv", "edges" -> GraphFormat.EDGES;
            case "sg" -> GraphFormat.SG;
            case "gr" -> GraphFormat.GR;
            case "graph", "metis" -> GraphFormat.METIS;
            case "parquet" -> GraphFormat.PARQUET;
            default -> GraphFormat.AUTO;
        };
    }

    private static String unpacked(String name) {
        for (String archive : ARCHIVES) {
            if (name.toLowerCase(Locale.ROOT).endsWith(archive)) {
                return name.substring(0, name.length() - archive.length());
            }
        }
        return name.toLowerCase(Locale.ROOT).endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
    }

    private static String lowerName(Path file) {
        return name(file).toLowerCase(Locale.ROOT);
    }

    private static String name(Path file) {
        Path name = file.getFileName();
        return name == null ? "" : name.toString();
    }
}
