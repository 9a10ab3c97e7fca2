package io.bitfront.progress;

/// Receives the progress of long work. Implementations are safe for calls from many threads.
public interface Progress {
    /// Shows nothing.
    Progress NONE = (name, total, unit) -> amount -> {};

    /// Starts a phase; close it when done.
    ///
    /// @param name what is being done, e.g. `read`
    /// @param total units of work, or -1 where unknown
    /// @param unit singular name of a unit: `byte`, `edge`, `window`, `BFS`
    Phase start(String name, long total, String unit);

    /// Starts a phase that goes on where an earlier one ended.
    ///
    /// @param before units of `total` that are done already: shown as done, and in no rate
    default Phase start(String name, long total, String unit, long before) {
        Phase phase = start(name, total, unit);
        if (before > 0) {
            phase.advance(before);
        }
        return phase;
    }

    /// A running phase.
    interface Phase extends AutoCloseable {
        void advance(long amount);

        /// Advances by a batch of so many units; the batches done are shown too.
        default void advanceBatch(long amount) {
            advance(amount);
        }

        /// What else is known of how it goes, in a few words; replaces what was said before.
        default void detail(String words) {}

        @Override
        default void close() {}
    }
}
