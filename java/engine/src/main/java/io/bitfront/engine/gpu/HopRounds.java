package io.bitfront.engine.gpu;

import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LevelPlan;
import io.bitfront.engine.lab.SwitchRule;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;

/// Which searches run several levels a round: all that ask for nothing but levels or parents, from the time on when
/// enough of them have come that making the lists pays, on graphs where such rounds are faster.
final class HopRounds implements AutoCloseable {
    /// Nanoseconds of kernels that tell which rounds are faster, and searches that are tried for them at most.
    private static final long TOLD = 20_000_000;

    private static final int SOURCES = 4;

    private final When when;
    private final Supplier<Optional<DeviceHopLists>> maker;
    private final Supplier<long[]> sources;
    private final Clock clock;
    private int searches;
    private boolean made;
    private Worth worth;
    private DeviceHopLists lists;

    private enum Worth {
        UNKNOWN,
        SAVES,
        COSTS
    }

    /// When lists are made.
    ///
    /// @param searchesBefore how many run without them
    /// @param onTrial whether they are kept only where searches are faster with them: the entries that a wide
    ///     frontier has may cost more than the levels that they save, on a Delaunay mesh of 16 million vertices
    ///     twice as much
    record When(int searchesBefore, boolean onTrial) {
        /// Making the lists of a road takes as long as they save five searches.
        static final When USUAL = new When(4, true);
    }

    /// Kernel time of a search.
    @FunctionalInterface
    interface Clock {
        /// @param lists null for a level a round
        long nanos(long source, DeviceHopLists lists);
    }

    /// @param maker makes lists, if they may be of use on this graph
    /// @param sources that searches are tried from, the first of them
    HopRounds(When when, Supplier<Optional<DeviceHopLists>> maker, Supplier<long[]> sources, Clock clock) {
        this.when = when;
        this.maker = maker;
        this.sources = sources;
        this.clock = clock;
        worth = when.onTrial() ? Worth.UNKNOWN : Worth.SAVES;
    }

    /// The lists that a search about to begin follows; null where it does without.
    DeviceHopLists listsFor(LabRequest request) {
        if (!isPlain(request)) {
            return null;
        }
        if (searches >= when.searchesBefore()) {
            make();
        }
        searches++;
        return lists;
    }

    /// Makes the lists, once, and keeps them where they pay.
    void make() {
        if (made || worth == Worth.COSTS) {
            return;
        }
        made = true;
        lists = maker.get().orElse(null);
        if (lists != null && worth == Worth.UNKNOWN) {
            worth = measured();
            if (worth == Worth.COSTS) {
                close();
            }
        }
    }

    /// The first of several short searches is not counted: it may load kernels.
    private Worth measured() {
        long one = 0;
        long several = 0;
        boolean first = true;
        for (long source : Arrays.stream(sources.get()).limit(SOURCES).toArray()) {
            long alone = clock.nanos(source, null);
            long listed = clock.nanos(source, lists);
            if (!first || alone >= TOLD) {
                one += alone;
                several += listed;
            }
            first = false;
            if (one >= TOLD) {
                break;
            }
        }
        return several <= one ? Worth.SAVES : Worth.COSTS;
    }

    /// Targets and limits end a search within a round, and traces tell of single levels.
    static boolean isPlain(LabRequest request) {
        return request.mode() == BfsMode.AUTO
                && request.plan().equals(LevelPlan.FREE)
                && request.switching().rule() == SwitchRule.AUTO
                && request.targets().length == 0
                && request.maxLevel() == Integer.MAX_VALUE
                && !request.trace();
    }

    /// Device memory that the lists take now.
    long bytes() {
        return lists == null ? 0 : lists.bytes();
    }

    /// Gives their memory to something else, for good.
    void release() {
        close();
        made = true;
    }

    /// Gives their memory to something else; they are made anew, of what is free then, for the next search.
    void giveBack() {
        close();
        made = false;
    }

    @Override
    public void close() {
        if (lists != null) {
            lists.close();
            lists = null;
        }
    }
}
