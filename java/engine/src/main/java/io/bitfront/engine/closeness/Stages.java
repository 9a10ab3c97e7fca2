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

    /// How far a job has come.
    ///
    /// @param begun searches
    /// @param left candidates that wait
    /// @param ruling nanoseconds that ruling out took
    record Reached(long begun, long left, double threshold, long ruling) {
        static Reached by(TopBatches batches, TopCandidates candidates) {
            return new Reached(batches.begun(), candidates.waiting(), batches.threshold(), batches.spreadNanos());
        }
    }

    /// Another stage has ended.
    void ended(String name, Reached reached) {
        add(name, reached, false);
    }

    /// More of the same was searched: it belongs to the stage before until that has halved what is left.
    void searched(String name, Reached reached) {
        boolean goesOn = !done.isEmpty() && done.getLast().name().equals(name) && 2 * leftAtLast > leftAtFirst;
        add(name, reached, goesOn);
    }

    private void add(String name, Reached reached, boolean goesOn) {
        long now = System.nanoTime();
        Stage more = new Stage(
                name,
                reached.begun - searchesBefore,
                reached.left,
                reached.threshold,
                now - begun,
                reached.ruling - ruledBefore);
        if (goesOn) {
            more = done.removeLast().and(more);
        } else {
            leftAtFirst = leftAtLast;
        }
        done.add(more);
        leftAtLast = reached.left;
        begun = now;
        searchesBefore = reached.begun;
        ruledBefore = reached.ruling;
    }

    List<Stage> all() {
        return List.copyOf(done);
    }
}
