package io.bitfront.engine.gpu;

import io.bitfront.engine.lab.PaperKernel;
import io.bitfront.engine.lab.SwitchTrial;
import io.bitfront.graph.GraphStatistics;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;

/// Which of the paper's kernels runs on a graph: by its update divergence, and by a trial that is run once, when the
/// answer is first wanted.
final class PaperKernels {
    /// Eq. 6.
    static final int ETA = 10;

    /// Update divergence up to which levels are stored on discovery (paper Section 7.1).
    private static final double EAGER_DIVERGENCE = 25_000;

    private final boolean eager;
    private final KernelClock clock;
    private final Supplier<long[]> sources;
    private SwitchTrial trial;

    /// Kernel time of a traversal.
    @FunctionalInterface
    interface KernelClock {
        long nanos(long source, BfsKernel kernel);
    }

    /// @param eager whether levels are stored on discovery
    /// @param sources that the trial traverses from
    PaperKernels(boolean eager, KernelClock clock, Supplier<long[]> sources) {
        this.eager = eager;
        this.clock = clock;
        this.sources = sources;
    }

    /// Whether neighbours have such near numbers that levels are stored on discovery. Then levels are pushed, and
    /// nothing is laid out for pulls.
    static boolean storesEagerly(GraphStatistics figures) {
        return figures.updateDivergence() <= EAGER_DIVERGENCE;
    }

    /// The kernel of some name.
    BfsKernel of(PaperKernel name) {
        return switch (name) {
            case CHOSEN -> chosen();
            case EAGER_NAIVE -> BfsKernel.EAGER_NAIVE;
            case EAGER -> BfsKernel.EAGER;
            case LAZY -> BfsKernel.LAZY;
            case LAZY_SWITCHING -> BfsKernel.LAZY_PULL;
        };
    }

    /// The paper's choice.
    BfsKernel chosen() {
        if (!eager && trial == null) {
            trial = trial(clock, sources.get());
        }
        return !eager && trial.switching() ? BfsKernel.LAZY_PULL : withTensorLevelsAlone();
    }

    /// The kernel that runs all levels on tensor cores.
    BfsKernel withTensorLevelsAlone() {
        return eager ? BfsKernel.EAGER : BfsKernel.LAZY;
    }

    /// The trial, once it is run.
    Optional<SwitchTrial> trial() {
        return Optional.ofNullable(trial);
    }

    /// A trial; the first launch of either kernel, which loads it, is not timed.
    static SwitchTrial trial(KernelClock clock, long... sources) {
        Arrays.stream(sources).limit(1).forEach(first -> {
            clock.nanos(first, BfsKernel.LAZY_PULL);
            clock.nanos(first, BfsKernel.LAZY);
        });
        long with = 0;
        long without = 0;
        for (long source : sources) {
            with += clock.nanos(source, BfsKernel.LAZY_PULL);
            without += clock.nanos(source, BfsKernel.LAZY);
        }
        return new SwitchTrial(with, without);
    }
}
