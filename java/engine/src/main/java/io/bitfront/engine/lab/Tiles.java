package io.bitfront.engine.lab;

/// The graph as the tiles that only tensor levels read. A device has them from the first tensor level on that is
/// wanted: in modes tensor and paper at once, in mode auto where such levels can pay on the graph at all.
///
/// @param bytes of device memory they take
/// @param uploaded whether the device has them
/// @param note what mode auto found tensor levels to be worth, or why it does without; empty until it asked
public record Tiles(long bytes, boolean uploaded, String note) {}
