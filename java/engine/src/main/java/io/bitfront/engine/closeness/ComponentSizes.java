package io.bitfront.engine.closeness;

import io.bitfront.engine.answer.GivenUp;
import io.bitfront.graph.Components;
import io.bitfront.graph.Csc;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/// How many vertices each vertex of an undirected graph reaches: the size of its component.
final class ComponentSizes {
    private final int[] label;
    private final int[] size;

    /// @param stop asked by any thread
    /// @throws CancellationException where it was given up
    ComponentSizes(Csc neighbours, BooleanSupplier stop) {
        try (Arena work = Arena.ofShared();
                Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            label = Components.label(neighbours, neighbours, work, workers, stop)
                    .toArray();
        }
        GivenUp.check(stop);
        size = new int[label.length];
        for (int component : label) {
            size[component]++;
        }
    }

    static long bytes(int vertexCount) {
        return 3L * Integer.BYTES * vertexCount;
    }

    /// The smallest vertex of the component of `vertex`.
    int label(int vertex) {
        return label[vertex];
    }

    /// Vertices in the component of `vertex`, itself included.
    int of(int vertex) {
        return size[label[vertex]];
    }
}
