package io.bitfront.engine.closeness;

import io.bitfront.engine.MultiSource;
import java.util.ArrayList;
import java.util.List;

/// The states of a run's engines, closed together.
final class States implements AutoCloseable {
    private final List<MultiSource> states = new ArrayList<>();

    void add(MultiSource state) {
        states.add(state);
    }

    void addAll(List<MultiSource> more) {
        states.addAll(more);
    }

    List<MultiSource> all() {
        return states;
    }

    /// The widest batch of any.
    int width() {
        return states.stream().mapToInt(MultiSource::width).max().orElseThrow();
    }

    @Override
    public void close() {
        states.forEach(MultiSource::close);
    }
}
