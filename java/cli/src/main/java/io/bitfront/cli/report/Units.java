package io.bitfront.cli.report;

import java.util.Locale;

/// Figures as people read them. Decimal prefixes: 1 GB is 10⁹ bytes.
public final class Units {
    private static final String[] PREFIXES = {"", "k", "M", "G", "T", "P"};
    private static final double NANOS_PER_MS = 1e6;

    private Units() {}

    /// `1,234,567`.
    public static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /// `1 vertex`, `2 vertices`.
    public static String count(long value, String singular, String plural) {
        return count(value) + " " + (value == 1 ? singular : plural);
    }

    /// `66.7%`; `100.0%` of all alone, `0.0%` of none.
    public static String percent(long part, long whole) {
        long thousandths = Math.round(1000.0 * part / whole);
        long shown = part == 0 || part == whole ? thousandths : Math.clamp(thousandths, 1, 999);
        return "%d.%d%%".formatted(shown / 10, shown % 10);
    }

    /// `1.23 GB`, `17 B`.
    public static String bytes(double value) {
        return scaled(value, "B");
    }

    /// A rate or amount with three significant digits and a prefix: `12.3 MB/s`, `1.07 GTEPS`, `950 BFS/s`.
    public static String scaled(double value, String unit) {
        double rest = value;
        int prefix = 0;
        while (rest >= 999.5 && prefix < PREFIXES.length - 1) {
            rest /= 1000;
            prefix++;
        }
        String shown = prefix == 0 && value == Math.rint(value) ? count((long) value) : significant(rest);
        return shown + " " + PREFIXES[prefix] + unit;
    }

    /// `0.123 ms`, `12.3 ms`, `1,234 ms`.
    public static String ms(double milliseconds) {
        return significant(milliseconds) + " ms";
    }

    /// Milliseconds of a time in nanoseconds.
    public static double toMs(double nanos) {
        return nanos / NANOS_PER_MS;
    }

    /// A time at a glance, in the unit that fits: `30 ms`, `4.2 s`, `12 min 30 s`.
    public static String time(double seconds) {
        if (seconds >= 59.5) {
            return wait(seconds);
        }
        if (seconds >= 0.9995 || seconds == 0) {
            return significant(seconds) + " s";
        }
        return seconds >= 0.9995e-3 ? significant(1e3 * seconds) + " ms" : significant(1e6 * seconds) + " us";
    }

    /// A wait as people say it: `12 s`, `3 min 20 s`, `5 h 12 min`, `3 d 4 h`.
    public static String wait(double seconds) {
        long whole = Math.max(0, Math.round(seconds));
        if (whole < 60) {
            return whole + " s";
        }
        if (whole < 3600) {
            return "%d min %d s".formatted(whole / 60, whole % 60);
        }
        if (whole < 86_400) {
            return "%d h %d min".formatted(whole / 3600, whole % 3600 / 60);
        }
        return "%d d %d h".formatted(whole / 86_400, whole % 86_400 / 3600);
    }

    /// Three significant digits below 100, whole numbers above.
    public static String significant(double value) {
        if (value >= 99.95 || value == 0) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(Locale.ROOT, value >= 9.995 ? "%.1f" : value >= 0.9995 ? "%.2f" : "%.3f", value);
    }
}
