package io.bitfront.engine.closeness;

import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Exact rows in the place of estimates to within an error.
///
/// @param job that asked for the error
/// @param all the rows
/// @param note that says so
/// @param sampled traversals of the sample that was given up
record ExactForError(ClosenessJob job, ClosenessResult all, String note, long sampled) implements ResultOver {
    @Override
    public double standardError(int row, ClosenessMeasure measure) {
        all.value(row, measure); // refuses what was not found
        return 0;
    }

    @Override
    public List<String> notes() {
        return Stream.concat(all.notes().stream(), Stream.of(note)).toList();
    }

    @Override
    public Optional<Effort> effort() {
        return all.effort();
    }

    @Override
    public List<Stage> stages() {
        return all.stages();
    }

    @Override
    public long traversals() {
        return sampled + all.traversals();
    }
}
