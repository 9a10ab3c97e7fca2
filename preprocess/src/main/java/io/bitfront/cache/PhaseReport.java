package io.bitfront.cache;

/// One finished phase of preprocessing: `hash`, `read`, `CSC`, `order`, `BVSS`, `write`.
///
/// @param amount what it went through, in `unit`s: input bytes, edges, or bytes written
/// @param unit singular: `byte` or `edge`
/// @param seconds from its begin to its end
/// @param beside whether it ran while others did, so that its time is no part of the whole
/// @param peakBytes most memory the process held during the phase, -1 where the system does not tell, and for one
/// beside others
public record PhaseReport(String name, double seconds, boolean beside, long amount, String unit, long peakBytes) {
    /// Units per second.
    public double rate() {
        return seconds > 0 ? amount / seconds : 0;
    }
}
