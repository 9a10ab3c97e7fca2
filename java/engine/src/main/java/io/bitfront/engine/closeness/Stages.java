package io.bitfront.engine.closeness;

import io.bitfront.engine.ClosenessResult.Stage;
import java.util.ArrayList;
import java.util.List;

/// Where the time of a job for the top goes: a stage after the other, one thread.
final class Stages {
    private final List<Stage> done = new ArrayList<>();
    private long begun;
    private long searchesBefore;
    private long ruledBefore;
    /// What was left when the last stage began, and when it ended.
    private long leftAtFirst = Long.MAX_VALUE;

    private long leftAtLast = Long.MAX_VALUE;

    /// @param started [System#nanoTime]
    Stages(long started) {
        begun = started;
    }

    /// Another stage has ended.
    void ended(String name, TopBatches batches, TopCandidates candidates) {
        add(name, batches, candidates.waiting(), false);
    }

    /// More of the same was searched: it belongs to the stage before until that has halved what is left.
    void searched(String name, TopBatches batches, TopCandidates candidates) {
        long left = candidates.waiting();
        boolean goesOn = !done.isEmpty() && done.getLast().name().equals(name) && 2 * leftAtLast > leftAtFirst;
        add(name, batches, left, goesOn);
    }

    private void add(String name, TopBatches batches, long left, boolean goesOn) {
        long now = System.nanoTime();
        Stage more = new Stage(
                name,
                batches.begun() - searchesBefore,
                left,
                batches.threshold(),
                now - begun,
                batches.spreadNanos() - ruledBefore);
        if (goesOn) {
            more = done.removeLast().and(more);
        } else {
            leftAtFirst = leftAtLast;
        }
        done.add(more);
        leftAtLast = left;
        begun = now;
        searchesBefore = batches.begun();
        ruledBefore = batches.spreadNanos();
    }

    List<Stage> all() {
        return List.copyOf(done);
    }
}
