package io.bitfront.engine.closeness;

import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.spi.TargetSums;
import java.util.BitSet;
import java.util.SplittableRandom;

/// The pivots of a sample: different input indices, all sets of that size equally likely, the same for the same seed
/// whatever the ordering of the graph.
final class Pivots {
    private Pivots() {}

    /// The pivots of a job over a sample of this size.
    ///
    /// @throws IllegalArgumentException in one line, where sums over so many do not fit
    static BitSet of(ClosenessJob job, ClosenessJob.Sources.Sample sample, int vertexCount) {
        requireSums(job, Math.min(sample.pivots(), vertexCount));
        return draw(vertexCount, sample.pivots(), sample.seed());
    }

    /// Pivots over which a job's sums fit.
    static long most(ClosenessJob job) {
        return job.harmonic() ? TargetSums.MOST_HARMONIC_PIVOTS : Integer.MAX_VALUE;
    }

    /// @throws IllegalArgumentException in one line, where sums over so many pivots do not fit
    static void requireSums(ClosenessJob job, long pivots) {
        if (pivots > most(job)) {
            throw new IllegalArgumentException(
                    "a sample of %,d pivots: harmonic sums hold at most %,d, expected fewer, other measures or all sources"
                            .formatted(pivots, TargetSums.MOST_HARMONIC_PIVOTS));
        }
    }

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
