package io.bitfront.engine.lab;

/// The paper's trial (Section 7.1): three sources with and without switching; switching stays on where it was faster.
///
/// @param withSwitchNanos kernel time of the three sources together
/// @param withoutSwitchNanos the same without
public record SwitchTrial(long withSwitchNanos, long withoutSwitchNanos) {
    /// Sources of a trial.
    public static final int SOURCES = 3;

    public boolean switching() {
        return withSwitchNanos < withoutSwitchNanos;
    }
}
