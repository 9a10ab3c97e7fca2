package io.bitfront.engine.profile;

/// A cut of a piece between the vertices whose key is at most a threshold and the others.
///
/// @param width vertices on the lower side with a neighbour on the upper one
/// @param side vertices on the smaller side, or the least share where that is fewer
record Passage(int threshold, int width, int side) {
    /// The narrowest cut that leaves either side its least share; where there is none, the one that comes nearest to
    /// it.
    ///
    /// @param piece neighbours in other pieces do not count
    /// @return null where all keys are equal
    static Passage narrowest(LocalGraph graph, int[] vertices, int[] key, int[] piece, int leastSidePercent) {
        int low = Integer.MAX_VALUE;
        int high = Integer.MIN_VALUE;
        for (int v : vertices) {
            low = Math.min(low, key[v]);
            high = Math.max(high, key[v]);
        }
        if (low == high) {
            return null;
        }
        int[] below = new int[high - low + 1];
        int[] widthChange = new int[high - low + 2];
        for (int v : vertices) {
            below[key[v] - low]++;
            int farthest = farthestKey(graph, v, key, piece);
            if (farthest > key[v]) {
                widthChange[key[v] - low]++;
                widthChange[farthest - low]--;
            }
        }
        return best(low, below, widthChange, vertices.length, leastSidePercent);
    }

    private static int farthestKey(LocalGraph graph, int v, int[] key, int[] piece) {
        int farthest = key[v];
        for (int i = graph.start()[v]; i < graph.start()[v + 1]; i++) {
            int w = graph.neighbour()[i];
            if (piece[w] == piece[v]) {
                farthest = Math.max(farthest, key[w]);
            }
        }
        return farthest;
    }

    private static Passage best(int low, int[] below, int[] widthChange, int count, int leastSidePercent) {
        long least = (long) count * leastSidePercent / 100;
        Passage best = null;
        long lower = 0;
        int width = 0;
        for (int at = 0; at < below.length - 1; at++) {
            lower += below[at];
            width += widthChange[at];
            long side = Math.min(least, Math.min(lower, count - lower));
            if (best == null || side > best.side || side == best.side && width < best.width) {
                best = new Passage(low + at, width, (int) side);
            }
        }
        return best;
    }
}
