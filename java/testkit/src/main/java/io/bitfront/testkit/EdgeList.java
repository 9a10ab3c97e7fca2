package io.bitfront.testkit;

import java.util.Arrays;

/// Collects the edges of a [TestGraph].
final class EdgeList {
    private int[] from = new int[64];
    private int[] to = new int[64];
    private int count;

    EdgeList add(int source, int target) {
        if (count == from.length) {
            from = Arrays.copyOf(from, 2 * count);
            to = Arrays.copyOf(to, 2 * count);
        }
        from[count] = source;
        to[count++] = target;
        return this;
    }

    TestGraph undirected(String name, int vertexCount) {
        return build(name, vertexCount, false);
    }

    TestGraph directed(String name, int vertexCount) {
        return build(name, vertexCount, true);
    }

    TestGraph build(String name, int vertexCount, boolean directed) {
        return new TestGraph(name, vertexCount, Arrays.copyOf(from, count), Arrays.copyOf(to, count), directed);
    }
}
