package io.bitfront.engine.lab;

/// The graph's way to a device: when an engine was opened, and once more when the first tensor level was wanted.
///
/// @param nanos from the first allocation until the last byte was there
/// @param note what was left out for want of memory and what that means, in one line; empty where all is there
public record Upload(long bytes, long nanos, String note) {
    /// 10⁹ bytes per second.
    public double gigabytesPerSecond() {
        return nanos == 0 ? 0 : bytes / (double) nanos;
    }
}
