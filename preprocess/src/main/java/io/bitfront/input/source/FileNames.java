package io.bitfront.input.source;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// What the name of a graph file says.
public final class FileNames {
    /// Short for `.tar.gz` and the like.
    private static final List<String> SHORT_ARCHIVES = List.of("tgz", "tbz2", "txz", "tzst");

    private static final List<Compression> OF_SHORT_ARCHIVES =
            List.of(Compression.GZIP, Compression.BZIP2, Compression.XZ, Compression.ZSTD);

    private FileNames() {}

    static boolean archive(Path file) {
        String name = name(file);
        return SHORT_ARCHIVES.contains(end(name))
                || Compression.named(end(name)) != Compression.NONE
                        && end(withoutEnd(name)).equals("tar");
    }

    static Compression compression(Path file) {
        int archive = SHORT_ARCHIVES.indexOf(end(file));
        return archive < 0 ? Compression.named(end(file)) : OF_SHORT_ARCHIVES.get(archive);
    }

    /// What the name ends in, lower case, without a dot; empty where it has none.
    static String end(Path file) {
        return end(name(file));
    }

    /// The file's name without folders, packing and suffix: `road` for `maps/road.mtx.gz` and `road.tar.gz`.
    public static String stem(Path file) {
        String name = unpacked(file);
        return name.lastIndexOf('.') > 0 && !archive(file) ? withoutEnd(name) : name;
    }

    /// The suffix in lower case, without packing and dot: `mtx` for `road.mtx.gz`; empty where there is none.
    public static String suffix(Path file) {
        return end(unpacked(file));
    }

    private static String unpacked(Path file) {
        String name = name(file);
        if (compression(file) == Compression.NONE) {
            return name;
        }
        String without = withoutEnd(name);
        return archive(file) && end(without).equals("tar") ? withoutEnd(without) : without;
    }

    /// What a name ends in, lower case, without a dot; empty where it has none.
    static String end(String name) {
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
    }

    private static String withoutEnd(String name) {
        int dot = name.lastIndexOf('.');
        return dot < 0 ? name : name.substring(0, dot);
    }

    private static String name(Path file) {
        Path name = file.getFileName();
        return name == null ? "" : name.toString();
    }
}
