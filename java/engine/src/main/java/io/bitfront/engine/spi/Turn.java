package io.bitfront.engine.spi;

import io.bitfront.engine.Engine;

/// An engine's backend in the hands of one job until [#close]: nobody else's call runs meanwhile. Any thread may close
/// it.
public interface Turn extends AutoCloseable {
    /// Waits for the turn.
    ///
    /// @param whenClosing asks the job to end soon, from another thread: somebody closes the engine, and waits
    /// @throws IllegalStateException where the engine is closed
    static Turn of(Engine engine, Runnable whenClosing) {
        return giver(engine).take(whenClosing);
    }

    /// A number that no other engine of this process has. Whoever takes the turns of several engines takes them in the
    /// order of these, so that no two wait for each other.
    static long order(Engine engine) {
        return giver(engine).order();
    }

    private static Giver giver(Engine engine) {
        if (engine instanceof Giver giver) {
            return giver;
        }
        throw new IllegalArgumentException("%s was not opened by bitfront".formatted(engine));
    }

    Backend backend();

    @Override
    void close();

    /// An engine that gives its backend away for a turn.
    interface Giver {
        /// What [Turn#of] does.
        Turn take(Runnable whenClosing);

        /// What [Turn#order] says.
        long order();
    }
}
