package io.bitfront.memory;

import java.util.Locale;

/// Amounts of memory and of files, as people read them.
public final class Bytes {
    private Bytes() {}

    /// `17 B`, `1.2 GB`, in decimal units.
    public static String text(long bytes) {
        if (bytes < 1_000) {
            return bytes + " B";
        }
        if (bytes < 1_000_000) {
            return String.format(Locale.ROOT, "%.1f kB", bytes / 1e3);
        }
        return bytes < 1_000_000_000
                ? String.format(Locale.ROOT, "%.1f MB", bytes / 1e6)
                : String.format(Locale.ROOT, "%.1f GB", bytes / 1e9);
    }
}
