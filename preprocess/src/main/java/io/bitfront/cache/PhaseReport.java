package io.bitfront.cache;

/// One finished phase of preprocessing: `read`, `CSC`, `order`, `BVSS`, `write`.
///
/// @param amount what it went through, in `unit`s: input bytes, edges, or bytes written
/// @param unit singular: `byte` or `edge`
/// @param peakBytes most memory the process held during the phase, -1 where the system does not tell
public record PhaseReport(String name, double seconds, long amount, String unit, long peakBytes) {
    /// Units per second.
    public double rate() {
        return seconds > 0 ? amount / seconds : 0;
    }
}
