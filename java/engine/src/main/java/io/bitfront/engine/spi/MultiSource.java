package io.bitfront.engine.spi;

import io.bitfront.engine.DeviceException;
import io.bitfront.engine.lab.Batches;
import io.bitfront.engine.lab.SourceSums;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// Breadth-first searches from up to [#width] sources at once. A device that fails throws [DeviceException], and is
/// good for nothing more than [#close]. Not for use from several threads at once.
public interface MultiSource extends Batches {
    /// What it runs on, for people: `gpu:1 (NVIDIA H200, 132 SMs)`.
    String description();

    @Override
    default SourceSums perSource(int[] sources) {
        begin(sources);
        return finish();
    }

    /// Batches that may have begun and not been finished: where it is 2, the next batch's sources are ready when the
    /// one before ends, and its sums are brought out while the next runs.
    int depth();

    /// Searches from now on may go over the graph in fewer vertices; sources are still those of the whole
    /// one. Before the first batch.
    default void reduce(ReducedGraph reduced) {}

    /// From now on nobody wants a batch of [#begin] any more once that is true, as it stays. One that can end before
    /// its end then throws [java.util.concurrent.CancellationException], and is as if it had not begun.
    default void stopWhen(BooleanSupplier unwanted) {}

    /// Begins what [#perSource] does; fewer than [#depth] batches may be under way.
    void begin(int[] sources);

    /// Whether batches can be watched level by level.
    default boolean watches() {
        return false;
    }

    /// Begins what [#perSource] does, of sources that lie far from each other in a deep graph.
    default void beginApart(int[] sources) {
        begin(sources);
    }

    /// Begins what [#perSource] does, watched.
    ///
    /// @param watch null for none
    /// @throws UnsupportedOperationException where this device does not tell levels
    default void begin(int[] sources, LevelWatch watch) {
        if (watch != null) {
            throw new UnsupportedOperationException(description() + " does not tell levels");
        }
        begin(sources);
    }

    /// Whether searches may have limits.
    default boolean limits() {
        return false;
    }

    /// Begins what [#perSource] does, with searches that end early where they meet their limits.
    ///
    /// @throws UnsupportedOperationException where this device takes no limits
    default void beginLimited(int[] sources, SearchLimits limits) {
        throw new UnsupportedOperationException(description() + " takes no limits");
    }

    /// Whether a limit has ended a search of the batch that was finished last: its sums are those up to there.
    ///
    /// @param source its place in the batch
    default boolean wasCut(int source) {
        return false;
    }

    /// Waits for the earliest batch begun and returns its sums.
    SourceSums finish();

    /// How long a batch may take before its device is taken to answer no more; empty where it always answers.
    default Optional<Duration> patience() {
        return Optional.empty();
    }

    /// Says, from another thread, that nobody waits for the device any more: what it holds stays as it is, and [#close]
    /// leaves it alone.
    default void abandon() {}

    @Override
    default boolean settled() {
        return true;
    }

    /// What a user may want to know of that, in one line; empty where all is well.
    default String note() {
        return "";
    }

    /// Adds to each vertex's sums, which stay where the traversal runs, what it is from every pivot that reaches it.
    /// Returns while [#depth] such batches or fewer are under way.
    void perTarget(int[] pivots);

    /// Adds to `into`, for each vertex, what it is from every pivot that reaches it.
    default void perTarget(int[] pivots, TargetSums into) {
        perTarget(pivots);
        collect(into);
    }

    /// Batches of [#perTarget] that have begun and may not be done, the latest ones.
    default int adding() {
        return 0;
    }

    /// Waits for every [#perTarget] since the last [#collect] and takes its sums to where that finds them without the
    /// device; no other [#perTarget] comes between.
    default void bring() {}

    /// Adds the sums of every [#perTarget] since the last call to `into`, all or nothing; calls [#bring] if need be.
    void collect(TargetSums into);

    /// Most sources that [#levels] takes at once.
    ///
    /// @param cellBytes of the matrix
    /// @throws DeviceException in one line, where the levels from not even one source fit
    int levelWidth(int cellBytes);

    /// Traverses from `sources`, one per column, and fills in all levels.
    ///
    /// @param into as many columns as sources
    /// @return whether all levels fit its cells; if not, what it holds is of no use
    boolean levels(int[] sources, LevelMatrix into);

    @Override
    void close();
}
