package io.bitfront.testkit;

/// Decides in linear time whether levels are those of a breadth-first search, without doing one: the source alone has
/// level 0, no edge leads from a reached vertex to an unreached one or more than one level down, and every other
/// reached vertex has an in-neighbour exactly one level up.
public final class LevelOracle {
    private LevelOracle() {}

    /// The first defect in words, or null where the levels are right.
    public static String check(TestGraph graph, int source, int[] level) {
        if (level.length != graph.vertexCount()) {
            return "%d levels for %d vertices".formatted(level.length, graph.vertexCount());
        }
        for (int v = 0; v < level.length; v++) {
            if (level[v] < -1) {
                return "vertex %d has level %d".formatted(v, level[v]);
            }
            if ((level[v] == 0) != (v == source)) {
                return "vertex %d has level %d, the source is %d".formatted(v, level[v], source);
            }
        }
        boolean[] explained = new boolean[level.length];
        for (int i = 0; i < graph.givenEdges(); i++) {
            String defect = follow(graph.from()[i], graph.to()[i], level, explained);
            if (defect == null && !graph.directed()) {
                defect = follow(graph.to()[i], graph.from()[i], level, explained);
            }
            if (defect != null) {
                return defect;
            }
        }
        for (int v = 0; v < level.length; v++) {
            if (level[v] > 0 && !explained[v]) {
                return "vertex %d has level %d but no in-neighbour at level %d".formatted(v, level[v], level[v] - 1);
            }
        }
        return null;
    }

    private static String follow(int source, int target, int[] level, boolean[] explained) {
        if (level[source] < 0) {
            return null;
        }
        if (level[target] < 0) {
            return "vertex %d is unreached, its in-neighbour %d has level %d".formatted(target, source, level[source]);
        }
        if (level[target] > level[source] + 1) {
            return "vertex %d has level %d, its in-neighbour %d level %d"
                    .formatted(target, level[target], source, level[source]);
        }
        explained[target] |= level[target] == level[source] + 1;
        return null;
    }
}
