package io.bitfront.engine;

import java.nio.file.Path;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;

/// What to compute: which vertices, which measures, along which edges. Immutable; start from [#allSources],
/// [#sources] or [#sample] and adjust.
///
/// @param measures at least one, without repetition; `top` ranks by the first. The default is Wasserman-Faust, which
///     compares vertices of different components
/// @param top how many of the highest to return, ties by ascending id; 0: all vertices, ascending by id
/// @param width sources traversed at once, or 0 for each engine's best: a CPU takes any multiple of 64 up to 1,024, a
///     GPU 256, 512 or 1,024
/// @param mode how batches are run; changes nothing in the results
/// @param checkpoint folder that makes the job resumable, or null
/// @param bounds whether rows may follow from others, and bounds spare searches; changes nothing in the results
public record ClosenessJob(
        Sources sources,
        List<ClosenessMeasure> measures,
        Direction direction,
        int top,
        int width,
        BatchMode mode,
        Path checkpoint,
        boolean bounds) {
    private static final List<ClosenessMeasure> DEFAULT_MEASURES = List.of(ClosenessMeasure.WF);

    /// The vertices traversed from.
    public sealed interface Sources {
        /// Every vertex, exactly.
        record All() implements Sources {}

        /// These input ids, exactly: ascending, and each once, however they were given.
        record Listed(List<Long> ids) implements Sources {
            public Listed {
                ids = SortedIds.of(Objects.requireNonNull(ids, "ids"));
            }

            /// As the constructor, without an object for each id.
            public static Listed of(long... ids) {
                return new Listed(SortedIds.of(Objects.requireNonNull(ids, "ids")));
            }
        }

        /// An estimate for every vertex from `pivots` different random vertices, or all where there are fewer.
        record Sample(int pivots, long seed) implements Sources {
            public Sample {
                if (pivots < 1) {
                    throw new IllegalArgumentException("sample of %d pivots: expected at least 1".formatted(pivots));
                }
            }
        }

        /// An estimate for every vertex from as many random vertices as it takes until every measure
        /// asked for is known to within `error` of its value for all of them, with 95% confidence: from
        /// 256 up, or all where there are fewer. Where that takes no fewer searches than the exact rows of
        /// all vertices, or more than half of the vertices, these are found in their place.
        record Error(double error, long seed) implements Sources {
            public Error {
                if (!(error > 0 && error < 1)) {
                    throw new IllegalArgumentException("error %s: expected between 0 and 1".formatted(error));
                }
            }
        }
    }

    /// @throws IllegalArgumentException where the parts do not go together, in one line
    public ClosenessJob {
        Objects.requireNonNull(sources, "sources");
        Objects.requireNonNull(direction, "direction");
        Objects.requireNonNull(mode, "mode");
        measures = List.copyOf(Objects.requireNonNull(measures, "measures"));
        if (measures.isEmpty() || measures.stream().distinct().count() < measures.size()) {
            throw new IllegalArgumentException(
                    "measures %s: expected at least one, each once".formatted(words(measures)));
        }
        if (top < 0) {
            throw new IllegalArgumentException("top %d is negative".formatted(top));
        }
        if (width < 0) {
            throw new IllegalArgumentException("batch width %d is negative".formatted(width));
        }
        if (sources instanceof Sources.Sample || sources instanceof Sources.Error) {
            refuseForSample(measures);
        }
    }

    /// Exact values of every vertex.
    public static ClosenessJob allSources() {
        return new ClosenessJob(new Sources.All(), DEFAULT_MEASURES, Direction.OUT, 0, 0, BatchMode.AUTO, null, true);
    }

    /// Exact values of the vertices with these input ids.
    public static ClosenessJob sources(List<Long> ids) {
        return allSources().withSources(new Sources.Listed(ids));
    }

    /// Estimates for every vertex.
    public static ClosenessJob sample(int pivots, long seed) {
        return allSources().withSources(new Sources.Sample(pivots, seed));
    }

    public ClosenessJob withSources(Sources wanted) {
        return new ClosenessJob(wanted, measures, direction, top, width, mode, checkpoint, bounds);
    }

    public ClosenessJob measures(ClosenessMeasure... wanted) {
        return measures(List.of(wanted));
    }

    public ClosenessJob measures(List<ClosenessMeasure> wanted) {
        return new ClosenessJob(sources, wanted, direction, top, width, mode, checkpoint, bounds);
    }

    public ClosenessJob direction(Direction wanted) {
        return new ClosenessJob(sources, measures, wanted, top, width, mode, checkpoint, bounds);
    }

    /// The `count` highest by the first measure instead of all.
    public ClosenessJob top(int count) {
        return new ClosenessJob(sources, measures, direction, count, width, mode, checkpoint, bounds);
    }

    /// Sources of a batch: 0, as the device has it best, or a multiple of 64 up to 1,024.
    public ClosenessJob width(int atOnce) {
        return new ClosenessJob(sources, measures, direction, top, atOnce, mode, checkpoint, bounds);
    }

    public ClosenessJob mode(BatchMode wanted) {
        return new ClosenessJob(sources, measures, direction, top, width, wanted, checkpoint, bounds);
    }

    /// Where what is done is kept, so that the same job goes on from there; null: nowhere.
    public ClosenessJob checkpoint(Path folder) {
        return new ClosenessJob(sources, measures, direction, top, width, mode, folder, bounds);
    }

    /// Whether rows may be found with fewer searches than vertices.
    public ClosenessJob bounds(boolean allowed) {
        return new ClosenessJob(sources, measures, direction, top, width, mode, checkpoint, allowed);
    }

    /// Whether a measure takes sums of 1/hops.
    public boolean harmonic() {
        return measures.stream().anyMatch(ClosenessMeasure::harmonic);
    }

    /// Whether values are estimates from sampled pivots.
    public boolean sampled() {
        return sources instanceof Sources.Sample || sources instanceof Sources.Error;
    }

    private static void refuseForSample(List<ClosenessMeasure> measures) {
        for (ClosenessMeasure measure : measures) {
            if (!measure.sampled()) {
                throw new IllegalArgumentException(
                        "measure %s cannot be estimated from a sample; it needs all sources".formatted(measure.word()));
            }
        }
    }

    private static List<String> words(List<ClosenessMeasure> measures) {
        return measures.stream().map(ClosenessMeasure::word).toList();
    }

    /// Ids in ascending order, each once, at eight bytes an id.
    private static final class SortedIds extends AbstractList<Long> implements RandomAccess {
        private final long[] ids;

        private SortedIds(long... ascending) {
            this.ids = ascending;
        }

        static SortedIds of(List<Long> ids) {
            return ids instanceof SortedIds sorted
                    ? sorted
                    : ofOwn(ids.stream().mapToLong(Long::longValue).toArray());
        }

        static SortedIds of(long... ids) {
            return ofOwn(ids.clone());
        }

        /// Sorts the array itself.
        private static SortedIds ofOwn(long... ids) {
            Arrays.sort(ids);
            int kept = 0;
            for (int i = 0; i < ids.length; i++) {
                if (i == 0 || ids[i] != ids[i - 1]) {
                    ids[kept++] = ids[i];
                }
            }
            return new SortedIds(kept == ids.length ? ids : Arrays.copyOf(ids, kept));
        }

        @Override
        public Long get(int index) {
            return ids[index];
        }

        @Override
        public int size() {
            return ids.length;
        }
    }
}
