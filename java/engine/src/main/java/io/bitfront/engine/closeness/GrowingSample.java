package io.bitfront.engine.closeness;

import io.bitfront.engine.ClosenessJob;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Locale;

/// A sample that doubles until it is good enough. Pivots are taken in one seeded order, so that a larger sample holds
/// every smaller one; what it ends with does not depend on where it was interrupted.
final class GrowingSample {
    private static final int FIRST = 256;

    private final int vertexCount;
    private final ClosenessJob.Sources.Error wanted;
    private final long most;
    private final int[] order;
    private int size;

    /// @param most pivots that there may be
    GrowingSample(int vertexCount, ClosenessJob.Sources.Error wanted, long most) {
        this.vertexCount = vertexCount;
        this.most = most;
        this.wanted = wanted;
        this.order = order(vertexCount, wanted.seed());
        this.size = Math.min(vertexCount, FIRST);
    }

    /// Input indices by a hash of each and the seed.
    private static int[] order(int vertexCount, long seed) {
        long salt = GraphFingerprint.mix(seed);
        long[] keys = new long[vertexCount];
        Arrays.setAll(keys, index -> GraphFingerprint.mix(salt + index) & ~0xFFFF_FFFFL | index);
        Arrays.parallelSort(keys);
        return Arrays.stream(keys).mapToInt(key -> (int) key).toArray();
    }

    /// Whether even the first sample is more than half of the vertices.
    boolean isMost() {
        return 2L * size > vertexCount;
    }

    /// The first sample that holds all pivots done before.
    BitSet first(BitSet done) {
        BitSet sample = pivots();
        while (!holds(sample, done)) {
            sample = next();
        }
        return sample;
    }

    private static boolean holds(BitSet sample, BitSet done) {
        BitSet missing = (BitSet) done.clone();
        missing.andNot(sample);
        return missing.isEmpty();
    }

    BitSet next() {
        size = (int) Math.min(vertexCount, 2L * size);
        return pivots();
    }

    private BitSet pivots() {
        BitSet pivots = new BitSet(vertexCount);
        Arrays.stream(order, 0, size).forEach(pivots::set);
        return pivots;
    }

    boolean met(SampleErrors errors) {
        return errors.unknown() == 0 && errors.largest() <= wanted.error();
    }

    /// Whether the next sample would be more than half of the vertices, or more than there may be.
    boolean isLast() {
        return 2L * size > Math.min(most, vertexCount / 2);
    }

    /// Pivots that are still to be taken, as errors fall with the root of what is taken without replacement.
    long left(SampleErrors errors) {
        double share = wanted.error() / Math.max(errors.largest(), wanted.error());
        double taken = 1.0 / size - 1.0 / vertexCount;
        return (long) (1 / (1.0 / vertexCount + share * share * taken)) - size;
    }

    /// What the rows of all vertices, exact, are told with.
    String exactly() {
        return "to know every value to within %s takes at least half as many searches as all rows: these are exact"
                .formatted(wanted.error());
    }

    String note(SampleErrors errors) {
        return String.format(
                Locale.ROOT,
                "with 95%% confidence each estimate is off by %.3g of its value at most",
                errors.largest());
    }
}
