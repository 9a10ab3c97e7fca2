package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
        ComponentSizes sizes = new ComponentSizes(graph.out());
        Map<Integer, ComponentDiameter> found = new LinkedHashMap<>();
        for (int row = 0; row < eccentricities.rowCount(); row++) {
            int vertex = graph.permutation().newIdOf().get(row);
            if (sizes.of(vertex) > 1) {
                int hops = (int) eccentricities.value(row, ClosenessMeasure.ECCENTRICITY);
                long id = eccentricities.id(row);
                found.merge(
                        sizes.label(vertex),
                        new ComponentDiameter(sizes.of(vertex), hops, id, hops, id),
                        ComponentDiameter::with);
            }
        }
        List<ComponentDiameter> all = new ArrayList<>(found.values());
        all.sort(Comparator.comparingInt(one -> -one.vertices));
        return all;
    }

    private ComponentDiameter with(ComponentDiameter next) {
        return new ComponentDiameter(
                vertices,
                Math.max(diameter, next.diameter),
                next.diameter > diameter ? next.periphery : periphery,
                Math.min(radius, next.radius),
                next.radius < radius ? next.centre : centre);
    }
}
