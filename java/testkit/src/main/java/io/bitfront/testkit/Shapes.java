package io.bitfront.testkit;

import java.util.SplittableRandom;

/// Graphs that need no dice. Undirected unless the name says otherwise.
public final class Shapes {
    private Shapes() {}

    /// No edges.
    public static TestGraph empty(int n) {
        return new EdgeList().undirected("empty " + n, n);
    }

    /// The path 0 - 1 - ... - n-1.
    public static TestGraph chain(int n) {
        EdgeList edges = new EdgeList();
        for (int v = 1; v < n; v++) {
            edges.add(v - 1, v);
        }
        return edges.undirected("chain " + n, n);
    }

    /// The path 0 -> 1 -> ... -> n-1, one way.
    public static TestGraph oneWayChain(int n) {
        TestGraph chain = chain(n);
        return new TestGraph("one-way chain " + n, n, chain.from(), chain.to(), true);
    }

    /// An undirected graph of whose edges some are left out, and some lead one way, which chance decides.
    ///
    /// @param missing share of edges left out
    /// @param oneWay share of the others that lead one way
    public static TestGraph oneWay(TestGraph test, double missing, double oneWay, long seed) {
        SplittableRandom dice = new SplittableRandom(seed);
        EdgeList edges = new EdgeList();
        for (int i = 0; i < test.givenEdges(); i++) {
            boolean turned = dice.nextBoolean();
            int from = turned ? test.to()[i] : test.from()[i];
            int to = turned ? test.from()[i] : test.to()[i];
            if (dice.nextDouble() >= missing) {
                edges.add(from, to);
                if (dice.nextDouble() >= oneWay) {
                    edges.add(to, from);
                }
            }
        }
        return edges.directed("%s, %s of it one way".formatted(test.name(), oneWay), test.vertexCount());
    }

    /// The cycle 0 - 1 - ... - n-1 - 0, for n of at least 3.
    public static TestGraph cycle(int n) {
        EdgeList edges = new EdgeList();
        for (int v = 0; v < n; v++) {
            edges.add(v, (v + 1) % n);
        }
        return edges.undirected("cycle " + n, n);
    }

    /// Vertex 0 joined to all others.
    public static TestGraph star(int n) {
        return star("star " + n, n);
    }

    /// Vertices 0 and 1 each joined to as many leaves, of which they share half.
    public static TestGraph overlappingStars(int leaves) {
        EdgeList edges = new EdgeList();
        for (int leaf = 0; leaf < leaves; leaf++) {
            edges.add(0, 2 + leaf).add(1, 2 + leaves / 2 + leaf);
        }
        return edges.undirected("overlapping stars of " + leaves, 2 + leaves / 2 + leaves);
    }

    /// Two graphs side by side, the vertices of the second after the first's.
    public static TestGraph beside(TestGraph one, TestGraph other) {
        return both(one, other)
                .undirected(
                        "%s beside %s".formatted(one.name(), other.name()), one.vertexCount() + other.vertexCount());
    }

    /// Two graphs, the last vertex of the first joined to the first of the second by a path of so many
    /// vertices.
    public static TestGraph joinedByPath(TestGraph one, int vertices, TestGraph other) {
        EdgeList edges = both(one, other);
        int path = one.vertexCount() + other.vertexCount();
        for (int v = 1; v < vertices; v++) {
            edges.add(path + v - 1, path + v);
        }
        edges.add(one.vertexCount() - 1, path).add(path + vertices - 1, one.vertexCount());
        return edges.undirected(
                "%s and %s by a path of %d".formatted(one.name(), other.name(), vertices), path + vertices);
    }

    /// Trees that hang on the first three vertices: paths of so many vertices, one with two legs at each, and one that
    /// goes on from its last vertex or from the same again.
    public static TestGraph withTrees(TestGraph core, int length, long seed) {
        EdgeList edges = both(core, empty(0));
        SplittableRandom dice = new SplittableRandom(seed);
        int[] end = {0, 1, 1, 2};
        int n = core.vertexCount();
        for (int i = 0; i < length; i++) {
            for (int tree = 0; tree < end.length; tree++) {
                edges.add(end[tree], n);
                end[tree] = tree < 3 || dice.nextInt(3) > 0 ? n : end[tree];
                n++;
            }
            for (int leg = 0; leg < 2; leg++) {
                edges.add(end[1], n).add(n, n + 1);
                n += 2;
            }
        }
        return edges.build("%s with trees of %d".formatted(core.name(), length), n, core.directed());
    }

    private static EdgeList both(TestGraph one, TestGraph other) {
        EdgeList edges = new EdgeList();
        for (int i = 0; i < one.givenEdges(); i++) {
            edges.add(one.from()[i], one.to()[i]);
        }
        for (int i = 0; i < other.givenEdges(); i++) {
            edges.add(one.vertexCount() + other.from()[i], one.vertexCount() + other.to()[i]);
        }
        return edges;
    }

    /// Paths of so many vertices that begin beside vertex 0.
    public static TestGraph legs(int legs, int length) {
        EdgeList edges = new EdgeList();
        for (int v = 1; v <= legs * length; v++) {
            edges.add(v % length == 1 ? 0 : v - 1, v);
        }
        return edges.undirected("%d legs of %d".formatted(legs, length), 1 + legs * length);
    }

    /// A tree of so many levels in which all but the last have two below them.
    public static TestGraph binaryTree(int levels) {
        int n = (1 << levels) - 1;
        EdgeList edges = new EdgeList();
        for (int v = 1; v < n; v++) {
            edges.add((v - 1) / 2, v);
        }
        return edges.undirected("binary tree of %d".formatted(n), n);
    }

    /// A chain of `spine` vertices, each with so many leaves.
    public static TestGraph caterpillar(int spine, int leaves) {
        EdgeList edges = new EdgeList();
        for (int v = 0; v < spine; v++) {
            if (v > 0) {
                edges.add(v - 1, v);
            }
            for (int leaf = 0; leaf < leaves; leaf++) {
                edges.add(v, spine + v * leaves + leaf);
            }
        }
        return edges.undirected("caterpillar %d, %d leaves".formatted(spine, leaves), spine * (1 + leaves));
    }

    /// All pairs joined.
    public static TestGraph complete(int n) {
        EdgeList edges = new EdgeList();
        for (int v = 1; v < n; v++) {
            for (int w = 0; w < v; w++) {
                edges.add(v, w);
            }
        }
        return edges.undirected("complete " + n, n);
    }

    /// Vertices 0..left-1 each joined to all of left..left+right-1.
    public static TestGraph completeBipartite(int left, int right) {
        EdgeList edges = new EdgeList();
        for (int v = 0; v < left; v++) {
            for (int w = 0; w < right; w++) {
                edges.add(v, left + w);
            }
        }
        return edges.undirected("complete bipartite %d+%d".formatted(left, right), left + right);
    }

    /// Vertex `y * width + x` joined to its neighbours left, right, above and below.
    public static TestGraph grid(int width, int height) {
        EdgeList edges = new EdgeList();
        for (int v = 0; v < width * height; v++) {
            if (v % width + 1 < width) {
                edges.add(v, v + 1);
            }
            if (v + width < width * height) {
                edges.add(v, v + width);
            }
        }
        return edges.undirected("grid %dx%d".formatted(width, height), width * height);
    }

    /// A star whose first slice set (columns 0..7, natural order) has exactly `slices` slices: the hub's column meets
    /// all rows but its own, the leaves' columns meet that one. At least 2.
    public static TestGraph starOfSlices(int slices) {
        return star("star of %d slices".formatted(slices), slices);
    }

    /// A directed fan 0 -> 1 .. slices: its first slice set (natural order) has exactly `slices` slices.
    public static TestGraph fanOfSlices(int slices) {
        EdgeList edges = new EdgeList();
        for (int v = 1; v <= slices; v++) {
            edges.add(0, v);
        }
        return edges.directed("fan of %d slices".formatted(slices), slices + 1);
    }

    /// A directed funnel 1 .. k -> 0: many slice sets of one slice, one row written by all of them.
    public static TestGraph funnel(int k) {
        TestGraph fan = fanOfSlices(k);
        return new TestGraph("funnel " + k, k + 1, fan.to(), fan.from(), true);
    }

    private static TestGraph star(String name, int n) {
        EdgeList edges = new EdgeList();
        for (int v = 1; v < n; v++) {
            edges.add(0, v);
        }
        return edges.undirected(name, n);
    }
}
