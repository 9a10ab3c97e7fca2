package io.bitfront.input.text;

/// Lines of separated fields, two of which are the ends of an edge: what [ChunkParser] does not read.
///
/// @param separator of fields; 0 for any number of blanks
/// @param from column of the source, from 0
/// @param to column of the target, from 0
/// @param names whether the ends are names, not numbers
record TableRules(byte separator, int from, int to, boolean names) {
    /// Fields that a line must have.
    int width() {
        return Math.max(from, to) + 1;
    }
}
