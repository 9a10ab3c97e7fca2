package io.bitfront.engine.closeness;

import io.bitfront.engine.DeviceException;
import io.bitfront.engine.device.Owned;
import io.bitfront.engine.spi.Backend;
import io.bitfront.engine.spi.MultiSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;

/// The states of a run's engines, closed together, all of them whatever fails.
final class States implements AutoCloseable {
    private final List<MultiSource> states = new ArrayList<>();
    /// Those whose devices answer.
    private final List<MultiSource> working = new CopyOnWriteArrayList<>();
    private final Owned owned = new Owned("the states of a job");
    private volatile DeviceException lost;

    /// Makes the states of every engine. One that cannot make its own is left out, and said, while another can.
    ///
    /// @param say is told of each engine left out, in one line
    /// @throws DeviceException where no engine can
    static States of(List<Backend> engines, Function<Backend, List<MultiSource>> make, Consumer<String> say) {
        States made = new States();
        DeviceException failure = null;
        try {
            for (Backend engine : engines) {
                try {
                    made.addAll(make.apply(engine));
                } catch (DeviceException e) {
                    failure = e;
                    say.accept("%s takes no part: %s".formatted(engine.description(), e.getMessage()));
                }
            }
            if (made.states.isEmpty() && failure != null) {
                throw failure;
            }
            return made;
        } catch (Throwable t) {
            made.close();
            throw t;
        }
    }

    void add(MultiSource state) {
        states.add(owned.add(state));
        working.add(state);
    }

    void addAll(List<MultiSource> more) {
        more.forEach(this::add);
    }

    /// All but those that were dropped.
    ///
    /// @throws DeviceException the last one's, where all were
    List<MultiSource> working() {
        if (working.isEmpty() && lost != null) {
            throw lost;
        }
        return List.copyOf(working);
    }

    /// Runs the batches of a queue on all states whose devices have not failed yet, as [Lanes#run] does.
    ///
    /// @param laneOf one of a state
    List<String> run(BatchQueue queue, Function<MultiSource, Lanes.Lane> laneOf, Consumer<String> say) {
        return Lanes.run(queue, working().stream().map(laneOf).toList(), say, this::drop);
    }

    /// No later queue asks the device of a dropped state again: it would fail again, or not answer.
    private void drop(MultiSource state, DeviceException reason) {
        lost = reason;
        working.remove(state);
    }

    /// Says how many sources are still to come.
    void expect(long sources) {
        states.forEach(state -> state.expect(sources));
    }

    /// Whether all of them tell levels.
    boolean watch() {
        return states.stream().allMatch(MultiSource::watches);
    }

    /// The widest batch of any.
    int width() {
        return states.stream().mapToInt(MultiSource::width).max().orElseThrow();
    }

    @Override
    public void close() {
        owned.close();
    }
}
