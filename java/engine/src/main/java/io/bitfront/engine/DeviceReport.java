package io.bitfront.engine;

/// One device of this machine, as `bitfront devices` shows it.
///
/// @param name the word for `--device`
/// @param problem null if usable, else why not, in one line
public record DeviceReport(String name, String description, long memoryBytes, long freeBytes, String problem) {}
