package io.bitfront.graph;

/// The constants of a generator whose edges are a pure function of their index, for whoever makes them
/// elsewhere: a GPU. Edge e of 0 .. `indices`-1 is what the kind's class comment says; of a road, index 2 v is
/// v's edge to the right and 2 v + 1 the one below, kept or not. What a kind does not use is 0 or empty.
///
/// @param kind `kron`, `urand`, `road` or `rgg`
/// @param indices of rgg 0: there the points are a function of their index, and edges follow from them
/// @param key of the generator's stream 0
/// @param threshold of a road: an edge is kept where its 32 bits are below; of rgg the largest squared distance
/// @param width of a road's grid; of urand the number of vertices; of kron the scale; of rgg cells on a side
/// @param idCount ids that `IdBijection` renumbers, of kron
/// @param factors of `IdBijection`, four
/// @param summands of `IdBijection`, four
/// @param limits of `KroneckerLevels`, 256
/// @param swaps of `KroneckerLevels`: `v ^ alias[v]`, 256
@SuppressWarnings("ArrayRecordComponent") // constants, handed over once
public record EdgeStream(
        String kind,
        int vertexCount,
        long indices,
        long key,
        long threshold,
        int width,
        int height,
        int idCount,
        int idShift,
        int[] factors,
        int[] summands,
        int[] limits,
        int[] swaps) {
    private static final int[] NONE = {};

    /// Of a kind without tables: urand, a road or rgg.
    public static EdgeStream plain(
            String kind, int vertexCount, long indices, long key, long threshold, int width, int height) {
        return new EdgeStream(kind, vertexCount, indices, key, threshold, width, height, 0, 0, NONE, NONE, NONE, NONE);
    }
}
