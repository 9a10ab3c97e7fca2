package io.bitfront.engine.closeness;

import io.bitfront.graph.Csc;
import io.bitfront.graph.Graph;
import java.util.Arrays;
import java.util.BitSet;

/// Puts sources in an order in which those that share much of their way are batched together, so that their bits
/// travel in the same records.
///
/// On meshes a batch should be a compact cell: balls of `width` vertices grown by breadth-first search from the
/// smallest
/// vertex not yet taken (3.6 times as fast as consecutive vertices on rgg 16, 4.2 times on a road grid of 400 x 400).
/// On
/// scale-free graphs, where every ball is nearly the whole graph, one search over all puts vertices of the same hub
/// beside each other (1.3 times as fast as by degree on kron 16, 2.5 times as a random order).
///
/// Found batch by batch, as they are asked for: the first can run at once. One thread at a time.
final class SourceArrangement {
    private final Csc neighbours;
    private final BitSet wanted;
    private final int ball;
    private final boolean[] taken;
    /// Vertices taken, then those found around the ball that grows.
    private final int[] order;
    private int count;
    private int found;
    private int inBall;
    private int seed;

    /// @param vertices those to be arranged
    /// @param width sources of a batch
    SourceArrangement(Graph graph, int[] vertices, int width) {
        this.neighbours = graph.out();
        this.wanted = new BitSet(graph.vertexCount());
        for (int v : vertices) {
            wanted.set(v);
        }
        this.ball = graph.statistics().scaleFree() ? Integer.MAX_VALUE : width;
        this.taken = new boolean[graph.vertexCount()];
        this.order = new int[graph.vertexCount()];
    }

    /// Arranges `vertices` in place for batches of `width`.
    static void arrange(Graph graph, int[] vertices, int width) {
        if (vertices.length <= width) {
            return;
        }
        int[] arranged = new SourceArrangement(graph, vertices, width).next(vertices.length);
        System.arraycopy(arranged, 0, vertices, 0, vertices.length);
    }

    /// Bytes it works with.
    static long bytes(int vertexCount) {
        return vertexCount * (1L + Integer.BYTES) + vertexCount / Byte.SIZE;
    }

    /// The next vertices in order, fewer than `most` only where none is left.
    int[] next(int most) {
        int[] batch = new int[most];
        int filled = 0;
        while (filled < most && !wanted.isEmpty()) {
            int v = take();
            if (wanted.get(v)) {
                wanted.clear(v);
                batch[filled++] = v;
            }
        }
        return Arrays.copyOf(batch, filled);
    }

    /// Whether no vertex is left.
    boolean exhausted() {
        return wanted.isEmpty();
    }

    /// Takes one more vertex into the ball that grows, or into a new one.
    private int take() {
        if (count == found || inBall == ball) {
            begin();
        }
        int v = order[count++];
        inBall++;
        for (long edge = neighbours.start(v); edge < neighbours.end(v); edge++) {
            int w = neighbours.row(edge);
            if (!taken[w]) {
                taken[w] = true;
                order[found++] = w;
            }
        }
        return v;
    }

    /// Begins at the smallest free vertex. Where a ball ended for want of free vertices, the next one fills its batch;
    /// those found beyond a full one become free again.
    private void begin() {
        for (int i = count; i < found; i++) {
            taken[order[i]] = false;
        }
        while (taken[seed]) {
            seed++;
        }
        inBall = inBall == ball ? 0 : inBall;
        taken[seed] = true;
        order[count] = seed;
        found = count + 1;
    }
}
