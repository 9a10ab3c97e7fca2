package io.bitfront.bench;

/// One line of the speed table: what was measured, and what it should be.
///
/// @param unit `ms`, `s`, `MB/s a core`, `x`
/// @param must the bound the project holds itself to
/// @param aim what it would like
/// @param lowerIsBetter false for rates
/// @param note how it was measured, in a few words
public record Target(
        String what, double measured, String unit, double must, double aim, boolean lowerIsBetter, String note) {

    public static Target atMost(String what, double measured, String unit, double must, double aim, String note) {
        return new Target(what, measured, unit, must, aim, true, note);
    }

    public static Target atLeast(String what, double measured, String unit, double must, double aim, String note) {
        return new Target(what, measured, unit, must, aim, false, note);
    }

    /// `aim`, `must` or `missed`: the best bound that holds.
    public String verdict() {
        if (meets(aim)) {
            return "aim";
        }
        return meets(must) ? "must" : "missed";
    }

    private boolean meets(double bound) {
        return lowerIsBetter ? measured <= bound : measured >= bound;
    }
}
