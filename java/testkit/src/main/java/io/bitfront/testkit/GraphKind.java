package io.bitfront.testkit;

import java.util.Random;

/// Kinds of random graph; every one takes a seed and a rough number of vertices.
public enum GraphKind {
    SCALE_FREE("scale-free", RandomGraphs::scaleFree),
    UNIFORM("uniform", RandomGraphs::uniform),
    MESH("mesh", RandomGraphs::mesh),
    ROAD("road", RandomGraphs::road),
    TREE("tree", RandomGraphs::tree),
    HUBS("hubs", RandomGraphs::hubs),
    BIPARTITE("bipartite", RandomGraphs::bipartite),
    COMPONENTS("components", RandomGraphs::components),
    DENSE("dense", RandomGraphs::dense),
    MESSY("messy", RandomGraphs::messy),
    DIRECTED_UNIFORM("directed uniform", RandomGraphs::directedUniform),
    DIRECTED_SCALE_FREE("directed scale-free", RandomGraphs::directedScaleFree),
    DAG("dag", RandomGraphs::dag),
    DIRECTED_MESSY("directed messy", RandomGraphs::directedMessy);

    private final String title;
    private final Recipe recipe;

    GraphKind(String title, Recipe recipe) {
        this.title = title;
        this.recipe = recipe;
    }

    /// The graph of this kind with this seed and about `n` vertices; always the same one.
    public TestGraph draw(long seed, int n) {
        return recipe.draw("%s n=%d seed=%d".formatted(title, n, seed), new Random(seed), n);
    }

    @Override
    public String toString() {
        return title;
    }

    @FunctionalInterface
    private interface Recipe {
        TestGraph draw(String name, Random dice, int n);
    }
}
