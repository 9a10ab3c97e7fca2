package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.answer.Representatives;
import io.bitfront.engine.profile.ProfileSearch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// What an estimate of a job found on its way, so that the job need not find it again: both take as long as many
/// searches. One job's; one thread at a time.
final class Foresight {
    private final BooleanSupplier stop;
    private Representatives representatives;
    private Representatives.Kinds kinds;
    private boolean outwards;
    private List<ProfileSearch> cells;
    private final List<String> notes = new ArrayList<>();

    Foresight() {
        this(() -> false);
    }

    /// @param stop whether nobody wants the job any more
    Foresight(BooleanSupplier stop) {
        this.stop = stop;
    }

    /// @param out whether distances follow out-edges
    /// @throws CancellationException where it was given up
    Representatives representatives(Graph graph, boolean out, Representatives.Kinds wanted) {
        if (representatives == null || outwards != out || !isSame(wanted)) {
            representatives = Representatives.of(graph, out, wanted, stop);
            kinds = wanted;
            outwards = out;
        }
        return representatives;
    }

    /// Whether nobody wants the job any more.
    boolean isGivenUp() {
        return stop.getAsBoolean();
    }

    /// Whether what is known is what is wanted: the same kinds, or but for a height that no tree has.
    private boolean isSame(Representatives.Kinds wanted) {
        int tallest = representatives.tallest();
        return kinds.equals(wanted)
                || tallest < kinds.height() && tallest < wanted.height() && kinds.equals(wanted.upTo(kinds.height()));
    }

    /// The deep components that the host cuts, each with the way to find its rows.
    ///
    /// @param cut cuts those of the whole graph
    /// @param stop says that it was told to end early: what it has found is not kept then
    List<ProfileSearch> cells(Supplier<List<ProfileSearch>> cut, BooleanSupplier stop) {
        if (cells != null) {
            return cells;
        }
        List<ProfileSearch> found = cut.get();
        if (!stop.getAsBoolean()) {
            cells = found;
        }
        return found;
    }

    /// Keeps what the job is to say about components that are not cut.
    void note(String text) {
        notes.add(text);
    }

    List<String> notes() {
        return List.copyOf(notes);
    }

    /// Whether the host's components are cut already.
    boolean holdsCells() {
        return cells != null;
    }
}
