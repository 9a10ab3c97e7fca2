package io.bitfront.cli.progress;

import io.bitfront.cli.report.Units;

/// How far a phase is, in words:
/// `closeness: 12,288 of 65,536 BFS (18%), 24 batches, 1,234 BFS/s, 43 s left`.
///
/// @param total -1 where unknown
/// @param unit singular
record Meter(String name, long total, String unit) {
    /// @param batches done; 0 where nothing is done in batches
    /// @param perSecond how many units are done in a second; 0 where none is known
    String line(long done, long batches, double perSecond) {
        StringBuilder line = new StringBuilder(name).append(": ");
        if (total > 0) {
            line.append(unit.equals("byte") ? Units.bytes(done) : Units.count(done));
            line.append(" of ")
                    .append(amount(total))
                    .append(" (")
                    .append(percent(done))
                    .append("%)");
        } else {
            line.append(amount(done));
        }
        if (batches > 0) {
            line.append(", ").append(Units.count(batches, "batch", "batches"));
        }
        if (perSecond > 0) {
            line.append(", ").append(rate(perSecond));
            if (total > done) {
                line.append(", ").append(Units.wait((total - done) / perSecond)).append(" left");
            }
        }
        return line.toString();
    }

    String rate(double perSecond) {
        return switch (unit) {
            case "byte" -> Units.bytes(perSecond) + "/s";
            case "BFS" -> Units.significant(perSecond) + " BFS/s";
            default -> Units.scaled(perSecond, plural(unit) + "/s");
        };
    }

    private long percent(long done) {
        return Math.min(100, (long) (100.0 * done / total));
    }

    private String amount(long value) {
        return unit.equals("byte") ? Units.bytes(value) : Units.count(value, unit, plural(unit));
    }

    private static String plural(String unit) {
        return switch (unit) {
            case "BFS" -> unit;
            case "vertex" -> "vertices";
            default -> unit + "s";
        };
    }
}
