package io.bitfront.engine.closeness;

import io.bitfront.graph.Csc;
import io.bitfront.graph.Graph;
import java.util.Arrays;

/// Puts sources in an order in which those that share much of their way are batched together, so that their bits
/// travel in the same records.
///
/// On meshes a batch should be a compact cell: balls of `width` vertices grown by breadth-first search from the
/// smallest
/// vertex not yet taken (3.6 times as fast as consecutive vertices on rgg 16, 4.2 times on a road grid of 400 x 400).
/// On
/// scale-free graphs, where every ball is nearly the whole graph, one search over all puts vertices of the same hub
/// beside each other (1.3 times as fast as by degree on kron 16, 2.5 times as a random order).
final class SourceArrangement {
    private final Csc neighbours;
    private final int ball;
    private final boolean[] taken;
    private final int[] order;
    private int count;

    private SourceArrangement(Graph graph, int width) {
        this.neighbours = graph.out();
        this.ball = graph.statistics().scaleFree() ? Integer.MAX_VALUE : width;
        this.taken = new boolean[graph.vertexCount()];
        this.order = new int[graph.vertexCount()];
    }

    /// Arranges `vertices` in place for batches of `width`.
    static void arrange(Graph graph, int[] vertices, int width) {
        if (vertices.length <= width) {
            return;
        }
        SourceArrangement arrangement = new SourceArrangement(graph, width);
        arrangement.growBalls();
        arrangement.sort(vertices);
    }

    /// Bytes it works with.
    static long bytes(int vertexCount) {
        return vertexCount * (1L + Integer.BYTES);
    }

    private void growBalls() {
        int inBall = 0;
        for (int seed = 0; seed < order.length; seed++) {
            if (!taken[seed]) {
                // Where a ball ends for want of free vertices, the next one fills its batch.
                inBall = inBall == ball ? 0 : inBall;
                inBall += grow(seed, ball - inBall);
            }
        }
    }

    /// Takes up to `limit` vertices around a seed; those found beyond them stay free.
    private int grow(int seed, int limit) {
        int begin = count;
        int found = count;
        order[found++] = seed;
        taken[seed] = true;
        while (count < found && count - begin < limit) {
            int v = order[count++];
            for (long edge = neighbours.start(v); edge < neighbours.end(v); edge++) {
                int w = neighbours.row(edge);
                if (!taken[w]) {
                    taken[w] = true;
                    order[found++] = w;
                }
            }
        }
        for (int i = count; i < found; i++) {
            taken[order[i]] = false;
        }
        return count - begin;
    }

    private void sort(int[] vertices) {
        boolean[] wanted = taken;
        Arrays.fill(wanted, false);
        for (int v : vertices) {
            wanted[v] = true;
        }
        int at = 0;
        for (int v : order) {
            if (wanted[v]) {
                vertices[at++] = v;
            }
        }
    }
}
