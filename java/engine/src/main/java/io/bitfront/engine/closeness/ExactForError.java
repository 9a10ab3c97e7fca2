package io.bitfront.engine.closeness;

import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.graph.VertexIds;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Exact rows in the place of estimates to within an error.
///
/// @param job that asked for the error
/// @param note that says so
/// @param sampled traversals of the sample that was given up
record ExactForError(ClosenessJob job, ClosenessResult rows, String note, long sampled) implements ClosenessResult {
    @Override
    public int rowCount() {
        return rows.rowCount();
    }

    @Override
    public long id(int row) {
        return rows.id(row);
    }

    @Override
    public VertexIds ids() {
        return rows.ids();
    }

    @Override
    public double value(int row, ClosenessMeasure measure) {
        return rows.value(row, measure);
    }

    @Override
    public double standardError(int row, ClosenessMeasure measure) {
        rows.value(row, measure); // refuses what was not found
        return 0;
    }

    @Override
    public int[] highest(int count, ClosenessMeasure measure) {
        return rows.highest(count, measure);
    }

    @Override
    public List<String> notes() {
        return Stream.concat(rows.notes().stream(), Stream.of(note)).toList();
    }

    @Override
    public List<String> events() {
        return rows.events();
    }

    @Override
    public Optional<Effort> effort() {
        return rows.effort();
    }

    @Override
    public List<Stage> stages() {
        return rows.stages();
    }

    @Override
    public long traversals() {
        return sampled + rows.traversals();
    }

    @Override
    public long nanos() {
        return rows.nanos();
    }
}
