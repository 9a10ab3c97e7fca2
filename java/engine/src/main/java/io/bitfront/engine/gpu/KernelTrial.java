package io.bitfront.engine.gpu;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/// Which kernel runs the searches of mode auto that ask for nothing but levels or parents, where each has few levels:
/// a mesh's kernel may take twice as long as the paper's on dense graphs of some thousand vertices, whose numbers are
/// near because there are few of them, and expected costs are no guide where levels take as long as their barriers.
/// So some searches are run by each kernel, and the fastest is kept.
final class KernelTrial {
    /// A search that reaches so many times as much as those that were tried says that these tell little.
    private static final int FAR = 2;

    private static final long DEEP = -1;

    private final When when;
    private final Searches searches;
    private final Supplier<BfsKernel> usual;
    private final Supplier<List<BfsKernel>> others;
    private final Supplier<long[]> sources;
    private int begun;
    private boolean tried;

    /// Whether nothing is tried any more.
    private boolean over;

    /// Null for the usual one.
    private BfsKernel chosen;

    /// Vertices that the largest search has reached, where it began, and what the largest one that was tried reached.
    private long mostReached;
    private long largest;
    private long mostTried;

    /// When kernels are tried, and which is kept.
    ///
    /// @param mostLevels of a search of few levels; twice as many end one by another kernel than the usual one
    /// @param gain what part of the usual kernel's time another one may take
    /// @param mostTileBytes of tiles that are brought for the paper's kernel alone
    record When(int mostLevels, double gain, long mostTileBytes) {
        static final When USUAL = new When(192, 0.95, 128L << 20);

        /// No search has so few levels.
        static final When NEVER = new When(-1, 0, 0);
    }

    /// What a search took and found.
    ///
    /// @param nanos of its kernel
    record Outcome(long nanos, int levels, long reached) {}

    /// Runs a search by a kernel, up to a level.
    @FunctionalInterface
    interface Searches {
        Outcome run(long source, BfsKernel kernel, int mostLevels);
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

    /// Takes note of a search; by another kernel it has `limit()` levels where there were more.
    void ran(long source, int levels, long reached) {
        if (reached > mostReached) {
            mostReached = reached;
            largest = source;
        }
        if (chosen == null ? levels > when.mostLevels() : levels >= limit()) {
            over = true;
            chosen = null;
        }
        tried = tried && mostReached <= FAR * mostTried;
    }

    /// Whether the usual kernel is kept, as far as is known.
    boolean keepsUsual() {
        return chosen == null;
    }

    /// Tries the kernels: once, and again where a search has reached far more. Searches from the sources, and from
    /// where the largest one began.
    void settle() {
        if (over || tried) {
            return;
        }
        tried = true;
        chosen = null;
        long[] from = sources.get();
        if (mostReached > 0) {
            from = Arrays.copyOf(from, from.length + 1);
            from[from.length - 1] = largest;
        }
        long usually = from.length == 0 ? DEEP : nanosOfShallow(usual.get(), from);
        List<BfsKernel> rest = usually == DEEP ? List.of() : others.get();
        over = rest.isEmpty();
        double least = when.gain() * usually;
        for (BfsKernel kernel : rest) {
            long nanos = nanosOfShallow(kernel, from);
            if (nanos != DEEP && nanos < least) {
                least = nanos;
                chosen = kernel;
            }
        }
    }

    /// Of the searches from all sources; DEEP where one has more than few levels. One before them is not counted, as
    /// it may load the kernel.
    private long nanosOfShallow(BfsKernel kernel, long[] from) {
        long all = 0;
        for (int i = -1; i < from.length; i++) {
            Outcome search = searches.run(from[Math.max(i, 0)], kernel, limit());
            if (search.levels() > when.mostLevels()) {
                return DEEP;
            }
            mostTried = Math.max(mostTried, search.reached());
            all += i < 0 ? 0 : search.nanos();
        }
        return all;
    }
}
