package io.bitfront.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// What this process still holds of a file: mappings of it and descriptors. Linux's word for it; nothing elsewhere.
public final class HeldFiles {
    private static final Path MAPS = Path.of("/proc/self/maps");
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    private static final Path LOCKS = Path.of("/proc/locks");

    private HeldFiles() {}

    /// @return a line for each mapping and descriptor
    public static List<String> of(Path file) throws IOException {
        List<String> held = new ArrayList<>();
        if (!Files.exists(MAPS)) {
            return held;
        }
        String name = file.toRealPath().toString();
        Files.readAllLines(MAPS).stream()
                .filter(line -> line.endsWith(" " + name))
                .forEach(held::add);
        try (Stream<Path> all = Files.list(DESCRIPTORS)) {
            for (Path each : all.toList()) {
                if (leadsTo(each, name)) {
                    held.add("%s -> %s".formatted(each, name));
                }
            }
        }
        return held;
    }

    /// Whether the system keeps other processes from locking a file that this one has locked; true where it does not
    /// tell.
    public static boolean isLocked(Path file) throws IOException {
        if (!Files.exists(LOCKS)) {
            return true;
        }
        String inode = ":%s ".formatted(Files.getAttribute(file, "unix:ino"));
        return Files.readAllLines(LOCKS).stream().anyMatch(line -> line.contains(inode));
    }

    /// Descriptors may be closed meanwhile.
    private static boolean leadsTo(Path descriptor, String name) {
        try {
            return Files.readSymbolicLink(descriptor).toString().equals(name);
        } catch (IOException gone) {
            return false;
        }
    }
}
