package io.bitfront.bench;

import java.util.Map;

/// A question answered by few searches, and by searching from every vertex.
///
/// @param question `top 10 by harmonic`, `diameter`
/// @param few time of the whole job by bounds
/// @param full time of the whole job without, which gave the same rows; null where that would take hours
/// @param speedup full over few, medians; null likewise
/// @param begun searches begun by bounds
/// @param finished of these, searches that were not cut
/// @param spared vertices that no search was begun for, by what ruled them out
public record AnswerMeasurement(
        String graph,
        String ordering,
        int vertices,
        long edges,
        String device,
        String question,
        Distribution few,
        Distribution full,
        Double speedup,
        long begun,
        long finished,
        Map<String, Long> spared) {}
