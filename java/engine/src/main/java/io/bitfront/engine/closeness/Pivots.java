package io.bitfront.engine.closeness;

import java.util.BitSet;
import java.util.SplittableRandom;

/// The pivots of a sample: different input indices, all sets of that size equally likely, the same for the same seed
/// whatever the ordering of the graph.
final class Pivots {
    private Pivots() {}

    /// Floyd's algorithm: as many draws as pivots.
    static BitSet draw(int vertexCount, int count, long seed) {
        BitSet chosen = new BitSet(vertexCount);
        SplittableRandom random = new SplittableRandom(seed);
        for (int last = Math.max(0, vertexCount - count); last < vertexCount; last++) {
            int index = random.nextInt(last + 1);
            chosen.set(chosen.get(index) ? last : index);
        }
        return chosen;
    }
}
