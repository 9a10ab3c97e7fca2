package io.bitfront.engine;

import io.bitfront.graph.VertexIds;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// What a closeness job found: one row per vertex, ascending by input id, or the highest first where the job asked for
/// the top. Values are computed on access from the sums kept, while the graph is open; any thread may read.
public interface ClosenessResult {
    ClosenessJob job();

    int rowCount();

    /// Input id of a row's vertex.
    ///
    /// @throws IndexOutOfBoundsException for no row, here and in what follows
    /// @throws IllegalStateException once the graph is closed, here and in what follows
    long id(int row);

    /// What those ids are called.
    VertexIds ids();

    /// The value of a measure that the job names, or of another that what was kept tells: exact, or an
    /// estimate where the job sampled; NaN where a sample says nothing.
    ///
    /// @throws IllegalArgumentException for a measure that nothing kept tells, here and in what follows
    double value(int row, ClosenessMeasure measure);

    /// Standard error of an estimate: NaN where fewer than two pivots reach the vertex, 0 where every vertex that could
    /// was a pivot. That of harmonic measures is the largest that the sums kept allow.
    ///
    /// @throws IllegalStateException for an exact job
    double standardError(int row, ClosenessMeasure measure);

    /// Rows of the `count` highest values, ties by ascending id; NaN never. Fewer where there are fewer.
    ///
    /// @param count 0 or more
    int[] highest(int count, ClosenessMeasure measure);

    /// Lines a reader of the numbers must know: direction, sampling. They follow from job and graph alone, so that
    /// files that hold them are the same bytes however the run went.
    List<String> notes();

    /// Lines about how this run went: what it took from a checkpoint, which devices failed.
    default List<String> events() {
        return List.of();
    }

    /// How few searches it took; empty for a sample.
    default Optional<Effort> effort() {
        return Optional.empty();
    }

    /// Where the time went, in the order of the stages; empty where that is not told.
    default List<Stage> stages() {
        return List.of();
    }

    /// A part of a job for the top. What is searched far apart makes a new stage each time that it has halved what is
    /// left.
    ///
    /// @param searches begun
    /// @param left vertices that may still be in the top
    /// @param threshold value of the last of the best so many known then; NaN where fewer are known
    /// @param nanos wall time
    /// @param rulingOutNanos of that, time in which searches' surroundings were ruled out, beside other searches
    record Stage(String name, long searches, long left, double threshold, long nanos, long rulingOutNanos) {
        /// The same stage, gone on with.
        public Stage and(Stage more) {
            return new Stage(
                    name,
                    searches + more.searches,
                    more.left,
                    more.threshold,
                    nanos + more.nanos,
                    rulingOutNanos + more.rulingOutNanos);
        }
    }

    /// Traversals done by this run, those taken from a checkpoint not counted.
    long traversals();

    /// Wall time of this run.
    long nanos();

    /// How an exact job found its rows with fewer searches than vertices. What a checkpoint held is in none of the
    /// counts.
    ///
    /// @param vertices whose rows were to be found
    /// @param begun searches begun
    /// @param finished of these, those that reached all they can
    /// @param following rows that follow from others' searches: of pendants, trees and twins
    /// @param spared vertices that no search was begun for, as a bound kept them out of the top, by its name
    record Effort(long vertices, long begun, long finished, long following, Map<String, Long> spared) {
        /// Bounds that spared nothing are left out.
        public static Effort of(
                long vertices, long begun, long finished, long following, Map<String, Long> sparedByBound) {
            Map<String, Long> spared = new LinkedHashMap<>(sparedByBound);
            spared.values().removeIf(count -> count == 0);
            return new Effort(vertices, begun, finished, following, Collections.unmodifiableMap(spared));
        }

        /// All rows were known before.
        public static Effort none(long vertices) {
            return new Effort(vertices, 0, 0, 0, Map.of());
        }

        /// Searches that were ended early: their source could not reach the top any more.
        public long cut() {
            return begun - finished;
        }

        /// Searches from vertices whose own rows were not to be found, as the rows of several others follow from them.
        public long beside() {
            boolean whole = cut() == 0 && spared.isEmpty();
            return whole ? Math.max(0, begun + following - vertices) : 0;
        }

        /// `1,024 of 65,536 vertices searched, 900 of them to the end; 60,000 spared by neighbourhoods, 4,512 follow`;
        /// `2 vertices searched for 10, 1 of them none of these; 9 follow from others`.
        @Override
        public String toString() {
            String cut = cut() == 0 ? "" : ", %,d of them to the end".formatted(finished);
            String saved = spared.entrySet().stream()
                    .map(bound -> "; %,d spared by %s".formatted(bound.getValue(), bound.getKey()))
                    .collect(Collectors.joining());
            String followers =
                    following == 0 ? "" : "; %,d follow%s from others".formatted(following, following == 1 ? "s" : "");
            return beside() == 0
                    ? "%,d of %,d %s searched%s%s%s"
                            .formatted(begun, vertices, vertices == 1 ? "vertex" : "vertices", cut, saved, followers)
                    : "%,d %s searched for %,d, %,d of them none of these%s"
                            .formatted(begun, begun == 1 ? "vertex" : "vertices", vertices, beside(), followers);
        }
    }
}
