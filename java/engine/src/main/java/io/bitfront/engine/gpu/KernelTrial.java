package io.bitfront.engine.gpu;

import java.util.List;
import java.util.function.Supplier;

/// Which kernel runs the searches of mode auto that ask for nothing but levels or parents, where each has few levels:
/// a mesh's kernel may take twice as long as the paper's on dense graphs of some thousand vertices, whose numbers are
/// near because there are few of them, and expected costs are no guide where levels take as long as their barriers.
/// So some searches are run by each kernel, and the fastest is kept.
final class KernelTrial {
    private static final BfsKernel NONE = null;

    private final When when;
    private final Searches searches;
    private final Supplier<BfsKernel> usual;
    private final Supplier<List<BfsKernel>> others;
    private final Supplier<long[]> sources;
    private int begun;
    private boolean over;
    private BfsKernel chosen = NONE;

    /// When kernels are tried, and which is kept.
    ///
    /// @param mostLevels of a search of few levels; twice as many end one by another kernel than the usual one
    /// @param gain what part of the usual kernel's time another one may take
    record When(int mostLevels, double gain) {
        static final When USUAL = new When(64, 0.95);

        /// No search has so few levels.
        static final When NEVER = new When(-1, 0);
    }

    /// Searches that are timed.
    interface Searches {
        /// Kernel time of a whole search.
        long nanos(long source, BfsKernel kernel);

        /// Levels of the last one by the usual kernel.
        int levels();
    }

    /// @param usual kernel, which is kept where there is no other
    /// @param others that may be faster
    /// @param sources that searches are tried from
    KernelTrial(
            When when,
            Searches searches,
            Supplier<BfsKernel> usual,
            Supplier<List<BfsKernel>> others,
            Supplier<long[]> sources) {
        this.when = when;
        this.searches = searches;
        this.usual = usual;
        this.others = others;
        this.sources = sources;
        over = when.mostLevels() < 0;
    }

    /// The kernel that a search about to begin runs by in place of the usual one; null for that. The first search
    /// is not kept waiting.
    BfsKernel other() {
        if (begun++ > 0) {
            settle();
        }
        return chosen;
    }

    /// Levels that a search by another kernel may run: with as many, the usual one begins anew.
    int limit() {
        return 2 * when.mostLevels();
    }

    /// Takes note of the levels of a search; by another kernel, `limit()` where there were more.
    void ran(int levels) {
        if (levels > when.mostLevels() && chosen == NONE || levels >= limit()) {
            over = true;
            chosen = NONE;
        }
    }

    /// Whether the usual kernel is kept, as far as is known.
    boolean keepsUsual() {
        return chosen == NONE;
    }

    /// Tries the kernels, once.
    void settle() {
        if (over) {
            return;
        }
        over = true;
        long[] from = sources.get();
        List<BfsKernel> rest = from.length == 0 ? List.of() : others.get();
        if (rest.isEmpty()) {
            return;
        }
        double least = when.gain() * nanos(usual.get(), from, true);
        for (BfsKernel kernel : rest) {
            double nanos = nanos(kernel, from, false);
            if (nanos < least) {
                least = nanos;
                chosen = kernel;
            }
        }
    }

    /// Of the searches from all sources; none where one has too many levels. One before them is not counted, as it
    /// may load the kernel.
    private double nanos(BfsKernel kernel, long[] from, boolean looks) {
        searches.nanos(from[0], kernel);
        double all = 0;
        for (long source : from) {
            all += searches.nanos(source, kernel);
            if (looks && searches.levels() > when.mostLevels()) {
                return 0;
            }
        }
        return all;
    }
}
