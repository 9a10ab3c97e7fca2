package io.bitfront.engine.closeness;

import io.bitfront.engine.spi.MultiSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;

/// What one of the [Lanes] has under way. Its thread advances it; another watches whether its device still answers, in
/// turns of a part of the state's patience: a process that was stopped for a while has missed one turn, not an hour.
final class LaneWork {
    /// Turns that a device may be silent for: of the patience, or of its slowest answer so far.
    private static final int TURNS = 20;

    private static final int NOT_ASKED = -1;

    private final Lanes.Lane lane;
    private final BatchQueue queue;
    private final List<int[]> underWay = new ArrayList<>();
    private long turnBegun = System.nanoTime();
    private int silentTurns = NOT_ASKED;
    private int slowest = 1;
    private boolean givenUp;
    private boolean ended;

    LaneWork(Lanes.Lane lane, BatchQueue queue) {
        this.lane = lane;
        this.queue = queue;
        lane.state().stopWhen(queue::abandoned);
    }

    MultiSource state() {
        return lane.state();
    }

    /// Begins a batch or finishes some.
    ///
    /// @return false where there is nothing left to do
    /// @throws CancellationException where nobody waits for the device any more
    boolean advances() throws InterruptedException {
        int[] batch = next();
        if (batch != null) {
            ask(batch);
            lane.begin(batch);
            answered();
            return true;
        }
        if (underWay.isEmpty()) {
            return false;
        }
        ask();
        int done = lane.finish(Collections.unmodifiableList(underWay), this::answered);
        for (int i = 0; i < done; i++) {
            underWay.removeFirst();
            queue.done();
        }
        return true;
    }

    /// Never waits with a batch in hand: others may wait for that very one.
    private int[] next() throws InterruptedException {
        if (underWay.isEmpty()) {
            return queue.take(state().width());
        }
        return lane.full(underWay.size()) ? null : queue.poll(state().width());
    }

    private synchronized void ask() {
        silentTurns = 0;
    }

    private synchronized void ask(int... batch) {
        underWay.add(batch);
        ask();
    }

    private synchronized void answered() {
        if (givenUp) {
            throw new CancellationException("given up");
        }
        slowest = Math.max(slowest, silentTurns);
        silentTurns = NOT_ASKED;
    }

    /// Gives back what is under way; what may still become of it is of no use.
    ///
    /// @return whether that was not done before
    synchronized boolean giveUp() {
        if (givenUp) {
            return false;
        }
        givenUp = true;
        underWay.forEach(queue::giveBack);
        return true;
    }

    /// Gives back what is under way where the device is silent for too long.
    ///
    /// @return whether it did
    synchronized boolean giveUpSilent() {
        return silentTurns >= limit() && giveUp();
    }

    synchronized boolean givenUp() {
        return givenUp;
    }

    /// @return whether it had not ended before
    synchronized boolean end() {
        boolean first = !ended;
        ended = true;
        return first;
    }

    synchronized boolean ended() {
        return ended;
    }

    /// Milliseconds between turns of the watch.
    long turnMillis() {
        return state().patience().map(Duration::toMillis).orElse(Long.MAX_VALUE) / TURNS;
    }

    /// Whether a turn of the watch has passed since the last that had; then the next begins.
    ///
    /// @param now [System#nanoTime]
    synchronized boolean turnIsOver(long now) {
        boolean over = (now - turnBegun) / 1_000_000 >= turnMillis();
        turnBegun = over ? now : turnBegun;
        return over;
    }

    /// A turn of the watch.
    synchronized void turn() {
        if (silentTurns != NOT_ASKED && state().patience().isPresent()) {
            silentTurns++;
        }
    }

    /// Whether the device is silent for too long since this very turn.
    synchronized boolean newlySilent() {
        return silentTurns == limit();
    }

    private int limit() {
        return TURNS * slowest;
    }

    synchronized String silence() {
        Duration silence = Duration.ofMillis(turnMillis() * silentTurns);
        return silence.toMinutes() > 0 ? silence.toMinutes() + " min" : silence.toMillis() + " ms";
    }
}
