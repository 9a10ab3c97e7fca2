package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.answer.LevelCounts;
import io.bitfront.engine.answer.VertexSums;
import io.bitfront.engine.lab.SourceSums;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/// The rows that the searches of one batch make: their sources' own, where they are wanted, and those that follow.
final class SearchedRows {
    private final Graph graph;
    private final Followers followers;
    private final List<VertexSums> sums = new ArrayList<>();
    private int[] indices = new int[64];

    SearchedRows(Graph graph, Followers followers) {
        this.graph = graph;
        this.followers = followers;
    }

    /// Adds what a search found, and what follows.
    ///
    /// @param i place of the source in its batch
    /// @param counts by level, null where they were not kept
    /// @param stop gives up once it is true
    /// @throws CancellationException where it was given up
    void add(int source, SourceSums found, int i, LevelCounts counts, BooleanSupplier stop) {
        VertexSums own = new VertexSums(
                found.reached()[i], found.distanceSum()[i], found.harmonicSum()[i], found.eccentricity()[i]);
        add(source, own, counts, stop);
    }

    /// Adds the sums of a vertex that are known without a search, but harmonic ones, and what follows.
    void addKnown(int vertex, VertexSums known) {
        add(vertex, known, null, () -> false);
    }

    private void add(int source, VertexSums own, LevelCounts counts, BooleanSupplier stop) {
        if (followers.wants(source)) {
            add(source, own);
        }
        followers.follow(source, own, counts, this::add, stop);
    }

    void add(int vertex, VertexSums row) {
        if (sums.size() == indices.length) {
            indices = Arrays.copyOf(indices, 2 * indices.length);
        }
        indices[sums.size()] = graph.permutation().oldIdOf().get(vertex);
        sums.add(row);
    }

    void addAll(SearchedRows others) {
        int size = count() + others.count();
        if (size > indices.length) {
            indices = Arrays.copyOf(indices, Math.max(size, 2 * indices.length));
        }
        System.arraycopy(others.indices, 0, indices, count(), others.count());
        sums.addAll(others.sums);
    }

    int count() {
        return sums.size();
    }

    /// Input index of a row.
    int index(int i) {
        return indices[i];
    }

    VertexSums sums(int i) {
        return sums.get(i);
    }

    /// Keeps them all.
    ///
    /// @param log null for none
    /// @throws io.bitfront.file.FileException where the graph's file was written to meanwhile
    void putInto(ExactRows rows, RowLog log) {
        graph.requireUnchanged();
        if (log != null && !sums.isEmpty()) {
            log.append(this);
        }
        for (int i = 0; i < count(); i++) {
            rows.put(indices[i], sums.get(i));
        }
    }
}
