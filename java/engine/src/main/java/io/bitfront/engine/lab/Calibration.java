package io.bitfront.engine.lab;

/// Where an engine's costs of levels come from, by which mode `auto` chooses each level's way.
///
/// @param measured whether they were measured now, and not read from the file that an earlier run kept
/// @param traversals run to measure them
/// @param nanos all of it took
/// @param note what a user may want to know, in one line: why nothing was read, or not kept; empty where all
///     is well
public record Calibration(boolean measured, int traversals, long nanos, String note) {}
