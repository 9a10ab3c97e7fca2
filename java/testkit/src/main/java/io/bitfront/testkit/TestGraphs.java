package io.bitfront.testkit;

import java.util.ArrayList;
import java.util.List;

/// Named graphs for tests, the same at every call: every kind, every size at which something changes (8 columns a slice
/// set, 32 lanes or bits, 128 slices a virtual slice set), every defect an input may have.
public final class TestGraphs {
    private static final int[] BOUNDARY_SIZES = {0, 1, 2, 7, 8, 9, 31, 32, 33, 63, 64, 65};

    private TestGraphs() {}

    /// Everything: [#small] and one graph of a few hundred to a few thousand vertices of each kind.
    public static List<TestGraph> all() {
        List<TestGraph> graphs = new ArrayList<>(small());
        for (GraphKind kind : GraphKind.values()) {
            graphs.add(kind.draw(1, 3_000));
        }
        graphs.add(Shapes.star(5_000));
        graphs.add(Shapes.chain(3_000));
        graphs.add(Shapes.oneWayChain(1_025));
        graphs.add(Shapes.grid(60, 50));
        graphs.add(Shapes.beside(GraphKind.HUBS.draw(3, 400), Shapes.star(1_500)));
        graphs.add(Shapes.beside(Shapes.complete(40), Shapes.complete(40)));
        graphs.add(Shapes.joinedByPath(Shapes.complete(40), 150, Shapes.star(300)));
        graphs.add(Shapes.complete(200));
        return graphs;
    }

    /// Graphs of at most a few hundred vertices, cheap enough for a test that is quadratic in them.
    public static List<TestGraph> small() {
        List<TestGraph> graphs = new ArrayList<>();
        for (int n : BOUNDARY_SIZES) {
            graphs.add(Shapes.empty(n));
            if (n >= 2) {
                graphs.add(Shapes.chain(n));
                graphs.add(GraphKind.UNIFORM.draw(n, n));
                graphs.add(GraphKind.DIRECTED_UNIFORM.draw(n, n));
            }
        }
        for (int slices = 127; slices <= 129; slices++) {
            graphs.add(Shapes.starOfSlices(slices));
            graphs.add(Shapes.fanOfSlices(slices));
            graphs.add(Shapes.funnel(slices));
        }
        graphs.add(Shapes.fanOfSlices(256));
        graphs.add(Shapes.fanOfSlices(257));
        graphs.add(Shapes.cycle(3));
        graphs.add(Shapes.cycle(33));
        graphs.add(Shapes.star(33));
        graphs.add(Shapes.complete(9));
        graphs.add(Shapes.complete(33));
        graphs.add(Shapes.completeBipartite(7, 17));
        graphs.add(Shapes.grid(9, 7));
        graphs.add(Shapes.oneWayChain(33));
        graphs.addAll(defects());
        for (GraphKind kind : GraphKind.values()) {
            graphs.add(kind.draw(2, 150));
        }
        return graphs;
    }

    /// The graph of a kind with this seed; the number of vertices, 1 to 400, is drawn from the seed too.
    public static TestGraph random(GraphKind kind, long seed) {
        return kind.draw(seed, 1 + (int) Long.remainderUnsigned(seed * 0x9E3779B97F4A7C15L, 400));
    }

    private static List<TestGraph> defects() {
        return List.of(
                new EdgeList().add(0, 0).undirected("one vertex with a loop", 1),
                new EdgeList().add(0, 0).add(1, 1).add(2, 2).undirected("only loops", 3),
                new EdgeList().add(0, 1).add(1, 0).add(0, 1).undirected("one edge three times", 2),
                new EdgeList().add(0, 1).add(1, 0).add(0, 1).add(1, 1).directed("one arc three times and a loop", 2),
                rings("isolated first", 10, 40),
                rings("isolated last", 0, 30),
                rings("isolated in the middle", 0, 17, 23, 40),
                rings("isolated first and last", 9, 31),
                new EdgeList().add(0, 39).undirected("only first and last joined", 40),
                new EdgeList().add(8, 16).directed("one arc between slice sets", 24),
                new EdgeList().add(2, 1).add(1, 0).directed("one-way chain backwards", 3));
    }

    /// 40 vertices, all isolated but those of the rings given as begin and end, begin and end, ...
    private static TestGraph rings(String name, int... bounds) {
        EdgeList edges = new EdgeList();
        for (int i = 0; i < bounds.length; i += 2) {
            ring(edges, bounds[i], bounds[i + 1]);
        }
        return edges.undirected(name, 40);
    }

    private static void ring(EdgeList edges, int begin, int end) {
        for (int v = begin; v < end; v++) {
            edges.add(v, v + 1 < end ? v + 1 : begin);
        }
    }
}
