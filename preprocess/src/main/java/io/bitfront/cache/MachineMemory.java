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

    /// What the two versions of control groups call things.
    ///
    /// @param cacheField of all files that are held in memory
    /// @param sharedField of those among them that are nowhere else
    private record Groups(String mount, String limitFile, String usedFile, String cacheField, String sharedField) {
        static final Groups FIRST = new Groups(
                "sys/fs/cgroup/memory",
                "memory.limit_in_bytes",
                "memory.usage_in_bytes",
                "total_cache ",
                "total_shmem ");
        static final Groups SECOND = new Groups("sys/fs/cgroup", "memory.max", "memory.current", "file ", "shmem ");
    }

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
                least = Math.min(least, leftUpwards(Groups.SECOND, parts[2]));
            } else if (List.of(parts[1].split(",")).contains("memory")) {
                least = Math.min(least, leftUpwards(Groups.FIRST, parts[2]));
            }
        }
        return least;
    }

    /// The least that any group from this one up to the root leaves. The file cache counts as used there, but
    /// gives way, all but files that are nowhere but in memory.
    private long leftUpwards(Groups version, String group) {
        long least = UNKNOWN;
        Path top = root.resolve(version.mount);
        for (Path path = top.resolve(group.substring(1)).normalize(); path.startsWith(top); path = path.getParent()) {
            long limit = number(path.resolve(version.limitFile));
            long used = number(path.resolve(version.usedFile));
            if (limit >= 0 && used >= 0) {
                Path figures = path.resolve("memory.stat");
                long shared = Math.max(0, field(figures, version.sharedField));
                long cache = Math.max(0, field(figures, version.cacheField) - shared);
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
