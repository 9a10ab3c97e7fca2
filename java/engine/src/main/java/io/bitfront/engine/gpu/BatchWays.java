package io.bitfront.engine.gpu;

import io.bitfront.engine.BatchMode;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.lab.SourceSums;
import java.util.function.Supplier;

/// By which way batches run, by records or as independent searches, and the state of the latter, which is made when a
/// batch is first to run so.
final class BatchWays implements AutoCloseable {
    /// After so many independent batches one after the other more of them are to come.
    private static final int SETTLED_APART = 3;

    private final BatchMode mode;
    private final Supplier<IndependentSearches> make;
    /// Null where the way is not chosen for each batch.
    private final BatchChoice choice;

    /// Null where the host runs none, as where the way is not chosen.
    private final ThinSearches thin;

    /// Null until a batch is to run so.
    private IndependentSearches independent;

    /// How many of the last batches ran so one after the other: they teach nothing of what levels by records cost.
    private int independentInARow;

    private String note = "";

    /// @param choice null: batches run as the mode says
    /// @param thin null: the host runs none
    /// @param make the state of independent searches
    BatchWays(BatchMode mode, BatchChoice choice, ThinSearches thin, Supplier<IndependentSearches> make) {
        this.mode = mode;
        this.choice = choice;
        this.thin = thin;
        this.make = make;
    }

    /// Chooses how a batch runs; whether as independent searches.
    ///
    /// @throws DeviceException where there is no memory for them and no other way will do
    boolean chooses(BatchSlot slot, int[] batch) {
        boolean independently = false;
        if (batch.length > 0 && mode == BatchMode.INDEPENDENT) {
            independently = offersIndependent();
        } else if (batch.length > 0 && choice != null) {
            BatchChoice.Chosen chosen = choice.choose(batch);
            independently = chosen.independent() && offersIndependent();
            slot.chosen(chosen.independent() == independently ? chosen : null);
        }
        independentInARow = independently ? independentInARow + 1 : 0;
        return independently;
    }

    /// Whether a batch whose sources are known to lie apart runs as independent searches.
    boolean takesApart() {
        if (choice == null || !offersIndependent()) {
            return false;
        }
        independentInARow++;
        return true;
    }

    /// The sums of a batch of independent searches where the host has run it; else null.
    SourceSums byHost(int[] batch) {
        return thin == null ? null : thin.perSource(batch, choice.searchLevelNanos(batch.length));
    }

    /// Batches that the host has run.
    int batchesByHost() {
        return thin == null ? 0 : thin.batches();
    }

    /// Whether searches that a batch by records has left go on by themselves.
    ///
    /// @param sources at least one
    boolean takesRest(int[] sources) {
        return choice.prefersSearchesForRest(sources) && offersIndependent();
    }

    /// Levels after which a batch by records stops, 0: at its end.
    int mostLevels(BatchSlot slot) {
        return slot.chosen() == null ? 0 : choice.mostLevels(slot.chosen());
    }

    /// Takes over what a finished batch took.
    void learn(BatchSlot slot) {
        if (slot.chosen() != null && !slot.stopped()) {
            choice.learn(slot.chosen(), slot.count(), slot.nanos());
        }
    }

    /// Whether more independent batches are to come.
    boolean settledApart() {
        return independentInARow >= SETTLED_APART;
    }

    /// Whether there is memory for independent searches, which take none before a batch is to run so.
    private boolean offersIndependent() {
        if (independent == null && note.isEmpty()) {
            try {
                independent = make.get();
            } catch (DeviceException e) {
                passOver(e);
            }
        }
        return independent != null && note.isEmpty();
    }

    /// @throws DeviceException where batches may run as independent searches only
    void passOver(DeviceException missing) {
        if (mode == BatchMode.INDEPENDENT) {
            throw missing;
        }
        note = "batches run by records only: " + missing.getMessage();
    }

    /// What runs independent searches, once a batch was to run so.
    IndependentSearches independent() {
        return independent;
    }

    /// Why batches do not run as independent searches; empty where they may.
    String note() {
        return note;
    }

    @Override
    public void close() {
        if (independent != null) {
            independent.close();
        }
    }
}
