package io.bitfront.engine.gpu;

import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LevelPlan;
import io.bitfront.engine.lab.SwitchRule;
import java.util.Optional;
import java.util.function.Supplier;

/// Which searches run several levels a round: all that ask for nothing but levels or parents, from the time on when
/// enough of
/// them have come that making the lists pays.
final class HopRounds implements AutoCloseable {
    private final int searchesBefore;
    private final Supplier<Optional<DeviceHopLists>> maker;
    private int searches;
    private boolean tried;
    private DeviceHopLists lists;

    /// @param searchesBefore how many run without the lists
    /// @param maker makes them, if they are of use on this graph
    HopRounds(int searchesBefore, Supplier<Optional<DeviceHopLists>> maker) {
        this.searchesBefore = searchesBefore;
        this.maker = maker;
    }

    /// The lists that a search about to begin follows; null where it does without.
    DeviceHopLists listsFor(LabRequest request) {
        if (!isPlain(request)) {
            return null;
        }
        if (searches >= searchesBefore) {
            make();
        }
        searches++;
        return lists;
    }

    /// Makes the lists, once.
    void make() {
        if (!tried) {
            tried = true;
            lists = maker.get().orElse(null);
        }
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
