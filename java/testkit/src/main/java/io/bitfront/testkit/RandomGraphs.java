package io.bitfront.testkit;

import java.util.Random;

/// The recipes behind [GraphKind]; `n` of at least 1.
final class RandomGraphs {
    private RandomGraphs() {}

    /// Each new vertex joins up to four others, chosen in proportion to their degree; ids shuffled.
    static TestGraph scaleFree(String name, Random dice, int n) {
        return preferential(dice, n, 4).undirected(name, n).renumbered(name, shuffled(dice, n));
    }

    static TestGraph directedScaleFree(String name, Random dice, int n) {
        TestGraph graph = preferential(dice, n, 3).directed(name, n).renumbered(name, shuffled(dice, n));
        for (int i = 0; i < graph.givenEdges(); i++) {
            if (dice.nextInt(3) == 0) {
                int source = graph.from()[i];
                graph.from()[i] = graph.to()[i];
                graph.to()[i] = source;
            }
        }
        return graph;
    }

    static TestGraph uniform(String name, Random dice, int n) {
        return pairs(dice, n, 4 * n).undirected(name, n);
    }

    static TestGraph directedUniform(String name, Random dice, int n) {
        return pairs(dice, n, 3 * n).directed(name, n);
    }

    /// A strip of grid with one diagonal in each cell.
    static TestGraph mesh(String name, Random dice, int n) {
        int width = 1 + dice.nextInt((int) Math.sqrt(n));
        int height = Math.max(1, n / width);
        EdgeList edges = new EdgeList();
        for (int v = 0; v < width * height; v++) {
            boolean right = v % width + 1 < width;
            boolean below = v + width < width * height;
            if (right) {
                edges.add(v, v + 1);
            }
            if (below) {
                edges.add(v, v + width);
            }
            if (right && below && dice.nextBoolean()) {
                edges.add(v, v + width + 1);
            } else if (right && below) {
                edges.add(v + 1, v + width);
            }
        }
        return edges.undirected(name, width * height);
    }

    /// A grid that lost a good third of its edges: many small components, long detours.
    static TestGraph road(String name, Random dice, int n) {
        int width = Math.max(1, (int) Math.sqrt(n));
        int height = Math.max(1, n / width);
        TestGraph grid = Shapes.grid(width, height);
        EdgeList edges = new EdgeList();
        for (int i = 0; i < grid.givenEdges(); i++) {
            if (dice.nextInt(100) < 62) {
                edges.add(grid.from()[i], grid.to()[i]);
            }
        }
        return edges.undirected(name, grid.vertexCount());
    }

    static TestGraph tree(String name, Random dice, int n) {
        EdgeList edges = new EdgeList();
        for (int v = 1; v < n; v++) {
            edges.add(v, dice.nextInt(v));
        }
        return edges.undirected(name, n).renumbered(name, shuffled(dice, n));
    }

    /// Three hubs joined to most vertices, a sparse rest.
    static TestGraph hubs(String name, Random dice, int n) {
        EdgeList edges = pairs(dice, n, n / 2);
        for (int hub = 0; hub < 3; hub++) {
            int center = dice.nextInt(n);
            for (int v = 0; v < n; v++) {
                if (dice.nextInt(10) < 8) {
                    edges.add(center, v);
                }
            }
        }
        return edges.undirected(name, n);
    }

    /// Even vertices meet odd ones only.
    static TestGraph bipartite(String name, Random dice, int n) {
        EdgeList edges = new EdgeList();
        for (int i = 0; n >= 2 && i < 3 * n; i++) {
            edges.add(2 * dice.nextInt((n + 1) / 2), 2 * dice.nextInt(n / 2) + 1);
        }
        return edges.undirected(name, n);
    }

    /// Many components of one to twelve vertices each, scattered over the ids.
    static TestGraph components(String name, Random dice, int n) {
        int[] place = shuffled(dice, n);
        EdgeList edges = new EdgeList();
        int first = 0;
        while (first < n) {
            int size = Math.min(1 + dice.nextInt(12), n - first);
            for (int v = 1; v < size; v++) {
                edges.add(place[first + v], place[first + dice.nextInt(v)]);
            }
            first += size;
        }
        return edges.undirected(name, n);
    }

    /// About a third of all pairs of at most 150 vertices.
    static TestGraph dense(String name, Random dice, int n) {
        int size = Math.min(n, 150);
        return pairs(dice, size, size * size / 6).undirected(name, size);
    }

    /// Loops, duplicates in both orientations, and isolated vertices first, last and in the middle.
    static TestGraph messy(String name, Random dice, int n) {
        return mess(dice, n).undirected(name, n);
    }

    static TestGraph directedMessy(String name, Random dice, int n) {
        return mess(dice, n).directed(name, n);
    }

    /// Edges from smaller to larger rank, ids shuffled.
    static TestGraph dag(String name, Random dice, int n) {
        EdgeList edges = new EdgeList();
        for (int v = 1; v < n; v++) {
            for (int i = dice.nextInt(4); i > 0; i--) {
                edges.add(Math.max(0, v - 1 - dice.nextInt(20)), v);
            }
        }
        return edges.directed(name, n).renumbered(name, shuffled(dice, n));
    }

    private static EdgeList mess(Random dice, int n) {
        EdgeList edges = new EdgeList();
        int isolated = n / 8;
        for (int i = 0; i < 2 * n; i++) {
            int source = unlessMiddle(isolated + dice.nextInt(n - 2 * isolated), n, isolated);
            int target = unlessMiddle(isolated + dice.nextInt(n - 2 * isolated), n, isolated);
            edges.add(source, target);
            switch (dice.nextInt(5)) {
                case 0 -> edges.add(source, target);
                case 1 -> edges.add(target, source);
                case 2 -> edges.add(source, source);
                default -> {}
            }
        }
        return edges;
    }

    private static int unlessMiddle(int vertex, int n, int isolated) {
        return vertex >= n / 2 && vertex < n / 2 + isolated / 2 ? isolated : vertex;
    }

    private static EdgeList pairs(Random dice, int n, int count) {
        EdgeList edges = new EdgeList();
        for (int i = 0; i < count; i++) {
            edges.add(dice.nextInt(n), dice.nextInt(n));
        }
        return edges;
    }

    private static EdgeList preferential(Random dice, int n, int each) {
        EdgeList edges = new EdgeList();
        int[] ends = new int[2 * each * n];
        int count = 0;
        for (int v = 1; v < n; v++) {
            for (int i = Math.min(each, v); i > 0; i--) {
                int target = count == 0 || dice.nextInt(4) == 0 ? dice.nextInt(v) : ends[dice.nextInt(count)];
                edges.add(v, target);
                ends[count++] = target;
                ends[count++] = v;
            }
        }
        return edges;
    }

    private static int[] shuffled(Random dice, int n) {
        int[] values = new int[n];
        for (int i = 0; i < n; i++) {
            int other = dice.nextInt(i + 1);
            values[i] = values[other];
            values[other] = i;
        }
        return values;
    }
}
