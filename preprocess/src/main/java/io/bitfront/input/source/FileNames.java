package io.bitfront.input.source;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// What the name of a graph file says.
public final class FileNames {
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
    public static String stem(Path file) {
        String name = unpacked(name(file));
        int dot = name.lastIndexOf('.');
        return dot > 0 && !archive(file) ? name.substring(0, dot) : name;
    }

    /// The suffix in lower case, without packing and dot: `mtx` for `road.mtx.gz`; empty where there is none.
    public static String suffix(Path file) {
        String name = unpacked(lowerName(file));
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(dot + 1);
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
