package io.bitfront.engine;

import io.bitfront.graph.VertexIds;
import java.util.List;
import java.util.Optional;

/// What a closeness job found: one row per vertex, ascending by input id, or the highest first where the job asked for
/// the top. Values are computed on access from the sums kept; any thread may read.
public interface ClosenessResult {
    ClosenessJob job();

    int rowCount();

    /// Input id of a row's vertex.
    long id(int row);

    /// What those ids are called.
    default VertexIds ids() {
        return VertexIds.numbers();
    }

    /// The value of a measure that the job names: exact, or an estimate where the job sampled; NaN where a sample says
    /// nothing.
    double value(int row, ClosenessMeasure measure);

    /// Standard error of an estimate: NaN where fewer than two pivots reach the vertex, 0 where every vertex that could
    /// was a pivot. That of harmonic measures is the largest that the sums kept allow.
    ///
    /// @throws IllegalStateException for an exact job
    double standardError(int row, ClosenessMeasure measure);

    /// Rows of the `count` highest values, ties by ascending id; NaN never.
    int[] highest(int count, ClosenessMeasure measure);

    /// Lines a reader of the numbers must know: direction, sampling. They follow from job and graph alone, so that
    /// files that hold them are the same bytes however the run went.
    List<String> notes();

    /// Lines about how this run went: what it took from a checkpoint, which devices failed.
    default List<String> events() {
        return List.of();
    }

    /// How few searches it took; empty for a sample.
    default Optional<SearchEffort> effort() {
        return Optional.empty();
    }

    /// Traversals done by this run, those taken from a checkpoint not counted.
    long traversals();

    /// Wall time of this run.
    long nanos();
}
