package io.bitfront.engine.gpu;

import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LevelPlan;
import io.bitfront.engine.lab.SwitchRule;
import java.util.Optional;
import java.util.function.Supplier;

/// Which searches run several levels a round: all that ask for nothing but levels or parents, from the time on when
/// enough of them have come that making the lists pays, on graphs where such rounds are faster.
final class HopRounds implements AutoCloseable {
    /// Nanoseconds of kernels that tell which rounds are faster, and searches that are tried for them at most.
    private static final long TOLD = 20_000_000;

    private static final int TRIED = 4;

    private final When when;
    private final Supplier<Optional<DeviceHopLists>> maker;
    private final Clock clock;
    private int searches;
    private boolean tried;
    private boolean useful;
    private boolean useless;
    private DeviceHopLists lists;

    /// When lists are made.
    ///
    /// @param searchesBefore how many run without them
    /// @param tried whether they are kept only where searches are faster with them: the entries that a wide
    ///     frontier has may cost more than the levels that they save, on a Delaunay mesh of 16 million vertices
    ///     twice as much
    record When(int searchesBefore, boolean tried) {
        /// Making the lists of a road takes as long as they save five searches.
        static final When USUAL = new When(4, true);
    }

    /// Kernel time of a search.
    @FunctionalInterface
    interface Clock {
        /// @param of which source, from 0 on
        /// @param lists null for a level a round
        /// @return nanoseconds, -1 where there are no so many sources
        long nanos(int of, DeviceHopLists lists);
    }

    /// @param maker makes lists, if they may be of use on this graph
    HopRounds(When when, Supplier<Optional<DeviceHopLists>> maker, Clock clock) {
        this.when = when;
        this.maker = maker;
        this.clock = clock;
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
        if (tried || useless) {
            return;
        }
        tried = true;
        lists = maker.get().orElse(null);
        if (lists != null && when.tried() && !useful) {
            useful = pays();
            useless = !useful;
            if (useless) {
                close();
            }
        }
    }

    /// The first of several short searches is not counted: it may load kernels.
    private boolean pays() {
        long one = 0;
        long several = 0;
        for (int of = 0; of < TRIED && one < TOLD; of++) {
            long alone = clock.nanos(of, null);
            if (alone < 0) {
                break;
            }
            long listed = clock.nanos(of, lists);
            if (of > 0 || alone >= TOLD) {
                one += alone;
                several += listed;
            }
        }
        return several <= one;
    }

    /// Targets and limits end a search within a round, and traces tell of single levels.
    private static boolean isPlain(LabRequest request) {
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
        tried = true;
    }

    /// Gives their memory to something else; they are made anew, of what is free then, for the next search.
    void giveBack() {
        close();
        tried = false;
    }

    @Override
    public void close() {
        if (lists != null) {
            lists.close();
            lists = null;
        }
    }
}
