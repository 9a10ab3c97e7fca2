package io.bitfront.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Memory this process may still take: what Linux calls available, or less where a control group (a
/// container) sets a limit.
///
/// @param root where `proc` and `sys` are, `/` but in tests
record MachineMemory(Path root) {
    private static final long UNKNOWN = Long.MAX_VALUE;

    static MachineMemory ofThisMachine() {
        return new MachineMemory(Path.of("/"));
    }

    /// Bytes, or [Long#MAX_VALUE] where the system does not tell.
    long availableBytes() {
        long available = field(root.resolve("proc/meminfo"), "MemAvailable:");
        long machine = available < 0 ? UNKNOWN : available * 1024;
        return Math.min(machine, groupBytes());
    }

    private long groupBytes() {
        long least = UNKNOWN;
        for (String line : lines(root.resolve("proc/self/cgroup"))) {
            String[] parts = line.split(":", 3);
            if (parts.length < 3) {
                continue;
            }
            if (parts[0].equals("0")) {
                least = Math.min(least, leftUpwards("sys/fs/cgroup", parts[2], "memory.max", "memory.current", ""));
            } else if (List.of(parts[1].split(",")).contains("memory")) {
                least = Math.min(
                        least,
                        leftUpwards(
                                "sys/fs/cgroup/memory",
                                parts[2],
                                "memory.limit_in_bytes",
                                "memory.usage_in_bytes",
                                "total_"));
            }
        }
        return least;
    }

    /// The least that any group from this one up to the root leaves. The file cache counts as used there, but
    /// gives way, all but files that are nowhere but in memory.
    ///
    /// @param fields what names of fields begin with
    private long leftUpwards(String mount, String group, String limitFile, String usedFile, String fields) {
        long least = UNKNOWN;
        Path top = root.resolve(mount);
        for (Path path = top.resolve(group.substring(1)).normalize(); path.startsWith(top); path = path.getParent()) {
            long limit = number(path.resolve(limitFile));
            long used = number(path.resolve(usedFile));
            if (limit >= 0 && used >= 0) {
                Path figures = path.resolve("memory.stat");
                long files = field(figures, fields + (fields.isEmpty() ? "file " : "cache "));
                long cache = Math.max(0, files - Math.max(0, field(figures, fields + "shmem ")));
                least = Math.min(least, Math.max(0, limit - used + cache));
            }
        }
        return least;
    }

    /// The number in a file, -1 where there is none: `max` means no limit.
    private static long number(Path file) {
        List<String> lines = lines(file);
        return lines.isEmpty() || !lines.getFirst().matches("\\d{1,18}") ? -1 : Long.parseLong(lines.getFirst());
    }

    private static long field(Path file, String name) {
        for (String line : lines(file)) {
            if (line.startsWith(name)) {
                return Long.parseLong(line.substring(name.length()).replaceAll("\\D", ""));
            }
        }
        return -1;
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of();
        }
    }
}
