package io.bitfront.engine.answer;

import io.bitfront.cache.Graph;
import io.bitfront.graph.Components;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;
import java.util.Arrays;

/// Between which numbers the vertices lie that each vertex reaches, itself included. Undirected: exactly the
/// size of its component. Directed: along the condensation, where what the largest strong component reaches
/// is counted once and all else with repetition, as WebGraph and Bergamini et al. (*Computing top-k closeness
/// centrality faster in unweighted graphs*, 2019) do.
public final class Reach {
    private final int[] group;
    private final int[] least;
    private final int[] most;

    private Reach(int[] group, int[] least, int[] most) {
        this.group = group;
        this.least = least;
        this.most = most;
    }

    /// @param out whether edges are followed
    public static Reach of(Graph graph, boolean out) {
        if (graph.directed()) {
            StrongComponents strong = StrongComponents.of(out ? graph.out() : graph.in());
            ReachBounds bounds = new ReachBounds(strong);
            return new Reach(strong.labels(), bounds.least(), bounds.most());
        }
        int[] label;
        try (Arena work = Arena.ofShared();
                Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            label = Components.label(graph.out(), graph.in(), work, workers).toArray();
        }
        int[] size = new int[label.length];
        Arrays.stream(label).forEach(component -> size[component]++);
        return new Reach(label, size, size);
    }

    public int least(int vertex) {
        return least[group[vertex]];
    }

    public int most(int vertex) {
        return most[group[vertex]];
    }
}
