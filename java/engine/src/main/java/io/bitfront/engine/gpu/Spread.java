package io.bitfront.engine.gpu;

/// How far apart the sources of a batch are, seen from one of them.
///
/// @param levels of the search from it
/// @param reached vertices that it reaches
/// @param meetings levels at which a vertex is expected to meet sources of the batch
record Spread(int levels, long reached, double meetings) {
    /// Of `sources` sources whose distances from one of them, a sample, span `range` levels: those drawn evenly from it
    /// leave some out.
    static Spread of(int levels, long reached, int sources, int range) {
        return new Spread(levels, reached, range * -Math.expm1(-(double) sources / range));
    }
}
