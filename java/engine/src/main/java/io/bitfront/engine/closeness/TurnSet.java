package io.bitfront.engine.closeness;

import io.bitfront.engine.Engine;
import io.bitfront.engine.spi.Backend;
import io.bitfront.engine.spi.Turn;
import io.bitfront.memory.Closing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;

/// The turns of all engines of a job, taken in [Turn#order].
final class TurnSet implements AutoCloseable {
    private final IdentityHashMap<Engine, Turn> turns = new IdentityHashMap<>();
    private final List<Backend> backends = new ArrayList<>();

    /// @param whenClosing asks the job to end soon, as an engine is being closed
    TurnSet(List<? extends Engine> engines, Runnable whenClosing) {
        try {
            engines.stream()
                    .distinct()
                    .sorted(Comparator.comparingLong(Turn::order))
                    .forEach(engine -> turns.put(engine, Turn.of(engine, whenClosing)));
            engines.forEach(engine -> backends.add(turns.get(engine).backend()));
        } catch (Throwable t) {
            Closing.after(t, this::close);
            throw t;
        }
    }

    /// In the order of the engines.
    List<Backend> backends() {
        return backends;
    }

    @Override
    public void close() {
        Closing.all(turns.values(), Turn::close);
    }
}
