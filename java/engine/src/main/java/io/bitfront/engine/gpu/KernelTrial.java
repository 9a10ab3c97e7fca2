package io.bitfront.engine.gpu;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/// Which kernel runs the searches of mode auto that ask for nothing but levels or parents, where each has
/// few levels, or slow ones: a mesh's kernel may take twice as long as the paper's on dense graphs of some
/// thousand vertices, whose numbers are near because there are few of them, or on a chain of cliques, and
/// expected costs are no guide where levels take as long as their barriers. So some searches are run by
/// each kernel, as far as they have few levels or twice as many, and the fastest is kept.
final class KernelTrial {
    /// A search that reaches so many times as much as those that were tried says that these tell little.
    private static final int FAR = 2;

    /// Vertices a level, of a search of more than few levels, below which it is one for the usual kernel, or
    /// for the host beside that.
    private static final long WIDE = 16;

    private final When when;
    private final Searches searches;
    private final Supplier<BfsKernel> usual;
    private final Supplier<List<BfsKernel>> others;
    private final Supplier<long[]> sources;

    /// Whether the next search may be kept waiting.
    private boolean mayWait;
    private boolean tried;

    /// The most levels of a search by the usual kernel that has more than few, slow ones.
    private int slowLevels;

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
    /// @param mostLevels of a search of few levels
    /// @param slowLevel nanoseconds a level from which on more levels than that may be another kernel's, too: the
    ///     paper's takes 5.6 us for a level of few vertices on an H200
    /// @param gain what part of the usual kernel's time another one may take
    /// @param mostTileBytes of tiles that are brought for the paper's kernel alone
    /// @param edgesAtOnce of a graph up to which they are tried before the first search, which waits for
    ///     as many as 20 others: a GPU takes a third of a second to start
    record When(int mostLevels, long slowLevel, double gain, long mostTileBytes, long edgesAtOnce) {
        static final When USUAL = new When(192, 5_000, 0.95, 128L << 20, 1L << 24);

        /// No search has so few levels.
        static final When NEVER = new When(-1, Long.MAX_VALUE, 0, 0, -1);

        boolean isDeep(Outcome search) {
            return search.levels() > mostLevels && search.nanos() / slowLevel < search.levels();
        }
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
    /// @param atOnce whether kernels are tried before the first search, not the second
    KernelTrial(
            When when,
            boolean atOnce,
            Searches searches,
            Supplier<BfsKernel> usual,
            Supplier<List<BfsKernel>> others,
            Supplier<long[]> sources) {
        this.when = when;
        this.searches = searches;
        this.usual = usual;
        this.others = others;
        this.sources = sources;
        mayWait = atOnce;
        over = when.mostLevels() < 0;
    }

    /// The kernel that a search about to begin runs by in place of the usual one; null for that.
    BfsKernel other() {
        if (mayWait) {
            settle();
        }
        mayWait = true;
        return chosen;
    }

    /// Levels that a search by another kernel may run: with as many, the usual one begins anew.
    int limit() {
        return 2 * Math.max(when.mostLevels(), slowLevels);
    }

    /// Takes note of a search; by another kernel it has `limit()` levels where there were more, and is
    /// followed by one by the usual kernel.
    void ran(long source, Outcome search) {
        if (search.reached() > mostReached) {
            mostReached = search.reached();
            largest = source;
        }
        tried = tried && mostReached <= FAR * mostTried;
        if (chosen != null) {
            over = search.levels() > when.mostLevels() && search.reached() < WIDE * search.levels();
            chosen = over || search.levels() >= limit() ? null : chosen;
        } else if (when.isDeep(search)) {
            over = true;
        } else if (search.levels() > Math.max(when.mostLevels(), slowLevels)) {
            tried = tried && search.levels() < limit();
            slowLevels = search.levels();
        }
    }

    /// Whether the usual kernel is kept, as far as is known.
    boolean keepsUsual() {
        return chosen == null;
    }

    /// Tries the kernels: once, and again where a search has reached far more or had far more levels.
    /// Searches from the sources and from where the largest one began, or from there alone where levels
    /// are slow; with more levels than any search was seen to have, nothing is chosen before there is one.
    void settle() {
        if (over || tried) {
            return;
        }
        tried = true;
        chosen = null;
        long[] from = from();
        List<Outcome> usually = from.length == 0 ? List.of() : run(usual.get(), from, when::isDeep);
        mostTried = Math.max(mostTried, mostReached);
        over = usually.isEmpty() || when.isDeep(usually.getLast());
        if (over || usually.stream().anyMatch(search -> search.levels() >= limit())) {
            return;
        }
        List<BfsKernel> rest = others.get();
        over = rest.isEmpty();
        double least = when.gain() * nanos(usually);
        for (BfsKernel kernel : rest) {
            long nanos = nanos(run(kernel, from, _ -> false));
            if (nanos < least) {
                least = nanos;
                chosen = kernel;
            }
        }
    }

    private long[] from() {
        if (slowLevels > 0) {
            return new long[] {largest};
        }
        LongStream sources = Arrays.stream(this.sources.get());
        return mostReached == 0
                ? sources.toArray()
                : LongStream.concat(sources, LongStream.of(largest)).toArray();
    }

    /// Searches from all sources, or up to one that is the last, each of up to twice as many levels as
    /// few. One before them is not counted, as it may load the kernel.
    private List<Outcome> run(BfsKernel kernel, long[] from, Predicate<Outcome> isLast) {
        List<Outcome> ran = new ArrayList<>();
        for (int i = -1; i < from.length; i++) {
            Outcome search = searches.run(from[Math.max(i, 0)], kernel, 2 * when.mostLevels());
            mostTried = Math.max(mostTried, search.reached());
            if (i >= 0) {
                ran.add(search);
            }
            if (isLast.test(search)) {
                break;
            }
        }
        return ran;
    }

    private static long nanos(List<Outcome> searches) {
        return searches.stream().mapToLong(Outcome::nanos).sum();
    }
}
