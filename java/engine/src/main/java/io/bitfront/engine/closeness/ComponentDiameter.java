package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.memory.IntList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// The extremes of one component of an undirected graph.
///
/// @param diameter largest eccentricity
/// @param periphery smallest input id of that
/// @param radius smallest eccentricity
/// @param centre smallest input id of that
public record ComponentDiameter(int vertices, int diameter, long periphery, int radius, long centre) {
    /// Of all components, the largest first; of isolated vertices none.
    ///
    /// @param eccentricities of all vertices, ascending by input id
    public static List<ComponentDiameter> of(ClosenessResult eccentricities, Graph graph) {
        ComponentSizes sizes = new ComponentSizes(graph.out(), () -> false);
        // By a component's label; periphery and centre by their rows.
        int[] diameter = new int[graph.vertexCount()];
        int[] periphery = new int[diameter.length];
        int[] radius = new int[diameter.length];
        int[] centre = new int[diameter.length];
        IntList labels = new IntList();
        for (int row = 0; row < eccentricities.rowCount(); row++) {
            int vertex = graph.permutation().newIdOf().get(row);
            if (sizes.of(vertex) == 1) {
                continue;
            }
            int label = sizes.label(vertex);
            int hops = (int) eccentricities.value(row, ClosenessMeasure.ECCENTRICITY);
            if (diameter[label] == 0) {
                labels.add(label);
                radius[label] = Integer.MAX_VALUE;
            }
            if (hops > diameter[label]) {
                diameter[label] = hops;
                periphery[label] = row;
            }
            if (hops < radius[label]) {
                radius[label] = hops;
                centre[label] = row;
            }
        }
        return Arrays.stream(labels.toArray())
                .mapToObj(label -> new ComponentDiameter(
                        sizes.of(label),
                        diameter[label],
                        eccentricities.id(periphery[label]),
                        radius[label],
                        eccentricities.id(centre[label])))
                .sorted(Comparator.comparingInt(one -> -one.vertices))
                .toList();
    }
}
