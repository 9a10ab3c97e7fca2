package io.bitfront.testkit;

import java.util.Random;

/// Kinds of random graph; every one takes a seed and a rough number of vertices.
public enum GraphKind {
    SCALE_FREE("scale-free"),
    UNIFORM("uniform"),
    MESH("mesh"),
    ROAD("road"),
    TREE("tree"),
    HUBS("hubs"),
    BIPARTITE("bipartite"),
    COMPONENTS("components"),
    DENSE("dense"),
    MESSY("messy"),
    DIRECTED_UNIFORM("directed uniform"),
    DIRECTED_SCALE_FREE("directed scale-free"),
    DAG("dag"),
    DIRECTED_MESSY("directed messy");

    private final String title;

    GraphKind(String title) {
        this.title = title;
    }

    /// The graph of this kind with this seed and about `n` vertices, at least 1; always the same one.
    public TestGraph draw(long seed, int n) {
        String name = "%s n=%d seed=%d".formatted(title, n, seed);
        Random dice = new Random(seed);
        return switch (this) {
            case SCALE_FREE -> RandomGraphs.scaleFree(name, dice, n);
            case UNIFORM -> RandomGraphs.uniform(name, dice, n);
            case MESH -> RandomGraphs.mesh(name, dice, n);
            case ROAD -> RandomGraphs.road(name, dice, n);
            case TREE -> RandomGraphs.tree(name, dice, n);
            case HUBS -> RandomGraphs.hubs(name, dice, n);
            case BIPARTITE -> RandomGraphs.bipartite(name, dice, n);
            case COMPONENTS -> RandomGraphs.components(name, dice, n);
            case DENSE -> RandomGraphs.dense(name, dice, n);
            case MESSY -> RandomGraphs.messy(name, dice, n);
            case DIRECTED_UNIFORM -> RandomGraphs.directedUniform(name, dice, n);
            case DIRECTED_SCALE_FREE -> RandomGraphs.directedScaleFree(name, dice, n);
            case DAG -> RandomGraphs.dag(name, dice, n);
            case DIRECTED_MESSY -> RandomGraphs.directedMessy(name, dice, n);
        };
    }

    @Override
    public String toString() {
        return title;
    }
}
