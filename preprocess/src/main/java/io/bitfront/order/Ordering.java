package io.bitfront.order;

import io.bitfront.graph.Csc;
import io.bitfront.graph.Permutation;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;

/// A way to renumber the vertices of a graph. Vertices without any edge go last in every ordering.
/// Deterministic: the same graph and options give the same permutation whatever the number of threads.
public interface Ordering {
    /// Orders the vertices.
    ///
    /// @param out columns list out-neighbours
    /// @param in columns list in-neighbours; the same object where the graph is undirected
    /// @param arena receives the permutation's memory; work memory is freed before returning
    Permutation order(Csc out, Csc in, Arena arena, Workers workers, Progress progress);

    /// Bytes of work memory this ordering needs beyond the graph and the permutation, for the memory plan.
    long workBytes(int vertexCount, long edgeCount, boolean directed, int threads);
}
