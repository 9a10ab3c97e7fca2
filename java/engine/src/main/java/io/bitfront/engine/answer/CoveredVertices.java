package io.bitfront.engine.answer;

import io.bitfront.graph.Csc;
import io.bitfront.parallel.Workers;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/// Vertices of an undirected graph that no shortest path needs on its way: another one, the *cover*, has all their
/// neighbours but itself among its own, so that whatever leads through them leads through the cover as well. The cover
/// of a cover covers too; of two that cover each other the smaller does. The vertices that are not covered are the
/// *core*: each that is covered has a cover there, and to whatever is 2 hops away or more a shortest path goes by core
/// vertices alone.
///
/// Two covered vertices that are neighbours have a common neighbour in the core: where the cover of one is
/// its neighbour, that is one. Where neither's is, one of the two is left in the core.
///
/// So from a covered vertex all but itself and its neighbours are one hop farther than from the nearest of its
/// neighbours in the core. Those that have the same ones are *alike*: from any vertex that is next to neither they are
/// equally far, and what is next to one alone is 2 hops from the other. Their counts by level differ in the first two
/// levels only ([LevelCounts#alike]).
///
/// Whether all that are covered are found does not matter to that. Immutable; any thread may read.
final class CoveredVertices {
    static final int NONE = -1;

    /// [#NONE] for a core vertex, else the first of those alike.
    private final int[] first;

    private final int count;

    CoveredVertices(int... first) {
        this.first = first;
        this.count = (int) IntStream.range(0, first.length)
                .parallel()
                .filter(this::covered)
                .count();
    }

    /// Finds them.
    ///
    /// @param neighbours of an undirected graph
    /// @throws CancellationException where it was given up
    static CoveredVertices of(Csc neighbours, Workers workers, BooleanSupplier stop) {
        return new CoveredVertices(new CoverSearch(neighbours, workers, stop).find());
    }

    /// How many are covered.
    int count() {
        return count;
    }

    /// Whether no shortest path needs a vertex but at its ends.
    boolean covered(int vertex) {
        return first[vertex] != NONE;
    }

    /// The first of the covered vertices that have the same neighbours in the core.
    int first(int vertex) {
        return first[vertex];
    }
}
