package io.bitfront.engine.lab;

/// What searches from many sources found that shared their work, and what they took.
///
/// @param sums a row per source, in the order asked for
/// @param width most sources of a batch
/// @param nanos that the searches took
public record BatchedSums(SourceSums sums, int width, long nanos) {}
