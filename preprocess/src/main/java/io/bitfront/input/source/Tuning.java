package io.bitfront.input.source;

/// Sizes that shape the work and no result; tests shrink them to meet every boundary.
///
/// @param chunkBytes of text that a worker parses at a time: text, ids and edges fit its cache
/// @param slabBytes of edges that a worker allocates at a time
/// @param maxVertices the limit of 32-bit vertex numbers
public record Tuning(int chunkBytes, long slabBytes, int maxVertices) {
    public static final Tuning DEFAULT = new Tuning(1 << 18, 1L << 25, Integer.MAX_VALUE);
}
