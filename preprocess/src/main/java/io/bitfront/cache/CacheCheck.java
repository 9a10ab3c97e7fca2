package io.bitfront.cache;

import io.bitfront.graph.Bvss;
import io.bitfront.graph.BvssPacker;
import io.bitfront.graph.GraphStatistics;
import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/// Whether a mapped cache may be believed: every checksum, and every bound without which a traversal could
/// read outside an array or never end, whoever computed the checksums. One pass over the file. That its tiles
/// also say the same of the graph is left to [BvssVerifier]: tiles that do not give wrong answers, but no
/// harm.
final class CacheCheck {
    private static final SecureRandom KEYS = new SecureRandom();

    private final BvssFile.Mapped mapped;
    private final BvssShape shape;
    private final SectionScan scan;
    /// Highest vertex with an edge, plus 1: isolated vertices come last, and kernels leave them out.
    private final AtomicInteger live = new AtomicInteger();

    private CacheCheck(BvssFile.Mapped mapped, Workers workers, Progress.Phase phase) {
        this.mapped = mapped;
        this.shape = mapped.header().shape();
        this.scan = new SectionScan(mapped, workers, phase);
    }

    /// @param tiles whether the file has the sections that only GPUs read; copies for the CPU have holes there
    /// @throws CacheFormatException in one line, where the cache cannot be believed
    static void require(BvssFile.Mapped mapped, boolean tiles, Workers workers, Progress progress) {
        try (Progress.Phase phase = progress.start("check", mapped.bytes().byteSize(), "byte")) {
            new CacheCheck(mapped, workers, phase).run(tiles);
        } catch (InternalError e) {
            throw BvssHeader.corrupt(mapped.file(), "it was cut short or could not be read while it was being checked");
        }
    }

    private void run(boolean tiles) {
        Degrees out = columnStarts(BvssSection.OUT_COLUMN_START);
        Degrees in = shape.directed() ? columnStarts(BvssSection.IN_COLUMN_START) : out;
        permutation();
        ids();
        ListScan inLists = edges();
        hubs(shape.directed() ? BvssSection.IN_COLUMN_START : BvssSection.OUT_COLUMN_START, inLists.hubsMet());
        realPtrs();
        if (tiles) {
            tiles();
        }
        scan.bytes(BvssSection.STATISTICS);
        statistics(out, in);
    }

    /// Largest degree of any vertex.
    private record Degrees(int most) {}

    private Degrees columnStarts(BvssSection section) {
        long edges = shape.edgeCount();
        int n = shape.vertexCount();
        AtomicInteger most = new AtomicInteger();
        scan.longs(
                section,
                "starts of columns, from 0 to %d, of at most n - 1 rows each".formatted(edges),
                (first, starts, count) -> {
                    starts[0] = first == 0 ? 0 : starts[0];
                    long largest = 0;
                    long last = 0;
                    for (int i = 1; i <= count; i++) {
                        long degree = starts[i] - starts[i - 1];
                        if (degree < 0 || degree > 0 && degree >= n) {
                            return first + i - 1;
                        }
                        largest = Math.max(largest, degree);
                        last = degree > 0 ? first + i - 1 : last;
                    }
                    most.accumulateAndGet((int) largest, Math::max);
                    live.accumulateAndGet((int) last, Math::max);
                    boolean whole = first + count - 1 < n || starts[count] == edges;
                    return first == 0 && starts[1] != 0 ? 0 : whole ? -1 : n;
                });
        return new Degrees(most.get());
    }

    private void permutation() {
        int n = shape.vertexCount();
        IntArray newIdOf = mapped.ints(BvssSection.NEW_ID_OF);
        scan.bytes(BvssSection.NEW_ID_OF);
        scan.ints(
                BvssSection.OLD_ID_OF,
                "an index below %d whose newIdOf leads back".formatted(n),
                (first, values, count) -> {
                    for (int i = 1; i <= count; i++) {
                        if (values[i] < 0 || values[i] >= n || newIdOf.get(values[i]) != first + i - 1) {
                            return first + i - 1;
                        }
                    }
                    return -1;
                });
    }

    private void names() {
        long end = shape.nameBytes();
        int n = shape.vertexCount();
        scan.longs(
                BvssSection.NAME_STARTS,
                "starts of names, ascending from 0 to %d".formatted(end),
                (first, starts, count) -> {
                    for (int i = 1; i <= count; i++) {
                        long at = first + i - 1;
                        boolean edge = (at != 0 || starts[i] == 0) && (at != n || starts[i] == end);
                        if (!edge || starts[i] <= starts[i - 1] || starts[i] > end) {
                            return at;
                        }
                    }
                    return -1;
                });
        scan.bytes(BvssSection.NAMES, "text without control characters", (first, bytes, count) -> {
            for (int i = 0; i < count; i++) {
                if (bytes[i] >= 0 && bytes[i] < ' ' || bytes[i] == 0x7F) {
                    return first + i;
                }
            }
            return -1;
        });
    }

    private void ids() {
        if (shape.named()) {
            names();
        }
        if (shape.idTable()) {
            scan.longs(BvssSection.IDS, "ids of 0 or more that ascend", (first, ids, count) -> {
                for (int i = 1; i <= count; i++) {
                    if (ids[i] <= ids[i - 1]) {
                        return first + i - 1;
                    }
                }
                return -1;
            });
        }
    }

    /// Rows are below [#live] and ascend within each column.
    private ListScan rows(BvssSection section, BvssSection startSection, ListScan.Edge edge, long key) {
        int most = live.get();
        ListScan lists = new ListScan(mapped.longs(startSection), mapped.ints(BvssSection.HUBS), edge, key);
        scan.ints(
                section,
                "rows below %d that ascend in each column".formatted(most),
                (first, rows, count) -> below(rows, count, most)
                        ? lists.wrong(first, rows, count)
                        : firstOutside(first, rows, count, most));
        return lists;
    }

    /// Both directions hold the same edges: what relies on that would not end where they do not.
    ///
    /// @return the lists of in-neighbours
    private ListScan edges() {
        long key = KEYS.nextLong();
        if (!shape.directed()) {
            ListScan lists = rows(BvssSection.OUT_ROW_INDEX, BvssSection.OUT_COLUMN_START, ListScan.Edge.BOTH, key);
            requireThat(lists.sum() == 0, "some of its edges lead one way, expected both as in any undirected graph");
            return lists;
        }
        ListScan out = rows(BvssSection.OUT_ROW_INDEX, BvssSection.OUT_COLUMN_START, ListScan.Edge.OUT, key);
        ListScan in = rows(BvssSection.IN_ROW_INDEX, BvssSection.IN_COLUMN_START, ListScan.Edge.IN, key);
        requireThat(out.sum() == in.sum(), "its in-neighbours are of other edges than its out-neighbours");
        return in;
    }

    private void requireThat(boolean sound, String otherwise) {
        if (!sound) {
            throw BvssHeader.corrupt(mapped.file(), otherwise);
        }
    }

    /// Written so that the compiler turns it into vector instructions.
    static boolean below(int[] values, int count, int most) {
        int signs = 0;
        for (int i = 1; i <= count; i++) {
            signs |= values[i] | most - 1 - values[i];
        }
        return signs >= 0;
    }

    static long firstOutside(long first, int[] values, int count, int most) {
        for (int i = 1; i <= count; i++) {
            if (values[i] < 0 || values[i] >= most) {
                return first + i - 1;
            }
        }
        return -1;
    }

    /// @param met vertices that have their hub among their in-neighbours
    private void hubs(BvssSection startSection, long met) {
        int most = live.get();
        LongArray starts = mapped.longs(startSection);
        LongAdder reached = new LongAdder();
        scan.ints(
                BvssSection.HUBS,
                "a vertex below %d, or -1 where and only where there is no in-neighbour".formatted(most),
                (first, hubs, count) -> {
                    long[] around = new long[count + 1];
                    starts.read(first, around, 0, count + 1);
                    int some = 0;
                    for (int i = 1; i <= count; i++) {
                        boolean none = around[i] == around[i - 1];
                        if (none ? hubs[i] != -1 : hubs[i] < 0 || hubs[i] >= most) {
                            return first + i - 1;
                        }
                        some += none ? 0 : 1;
                    }
                    reached.add(some);
                    return -1;
                });
        long others = reached.sum() - met;
        requireThat(others == 0, "%,d of its vertices have a hub that is no in-neighbour".formatted(others));
    }

    private void realPtrs() {
        int vss = shape.vssCount();
        int sets = BvssPacker.sliceSetCount(shape.vertexCount());
        scan.ints(
                BvssSection.REAL_PTRS,
                "pointers to VSSs that ascend from 0 to %d".formatted(vss),
                (first, pointers, count) -> {
                    for (int i = 1; i <= count; i++) {
                        long at = first + i - 1;
                        boolean end = (at != 0 || pointers[i] == 0) && (at != sets || pointers[i] == vss);
                        if (!end || pointers[i] < pointers[i - 1] || pointers[i] > vss) {
                            return at;
                        }
                    }
                    return -1;
                });
    }

    private void tiles() {
        int sets = BvssPacker.sliceSetCount(shape.vertexCount());
        IntArray realPtrs = mapped.ints(BvssSection.REAL_PTRS);
        scan.ints(BvssSection.VIRTUAL_TO_REAL, "the slice set whose realPtrs name this VSS", (first, owners, count) -> {
            for (int i = 1; i <= count; i++) {
                long vss = first + i - 1;
                int set = owners[i];
                if (set < 0 || set >= sets || realPtrs.get(set) > vss || realPtrs.get(set + 1L) <= vss) {
                    return vss;
                }
            }
            return -1;
        });
        TileScan tiles = TileScan.of(mapped, live.get());
        scan.ints(BvssSection.ROW_IDS, "rows below %d that ascend in each slice set".formatted(live.get()), tiles);
        scan.bytes(BvssSection.TILE_MASKS);
    }

    /// What the engines decide by.
    private void statistics(Degrees out, Degrees in) {
        GraphStatistics kept = mapped.statistics();
        String wrong = null;
        if (kept.maxOutDegree() != out.most || kept.maxInDegree() != in.most) {
            wrong = "largest degrees %d and %d, expected %d and %d"
                    .formatted(kept.maxOutDegree(), kept.maxInDegree(), out.most, in.most);
        } else if (kept.vssCount() != shape.vssCount()) {
            wrong = "vssCount %d, expected %d".formatted(kept.vssCount(), shape.vssCount());
        } else if (kept.isolatedVertices() < 0 || kept.isolatedVertices() > shape.vertexCount()) {
            wrong = "%d isolated of %d vertices".formatted(kept.isolatedVertices(), shape.vertexCount());
        } else if (kept.components() < -1 || kept.components() > shape.vertexCount()) {
            wrong = "%d components of %d vertices".formatted(kept.components(), shape.vertexCount());
        } else if (kept.sliceCount() < 0 || kept.sliceCount() > (long) Bvss.TAU * shape.vssCount()) {
            wrong = "%d slices in %d VSSs".formatted(kept.sliceCount(), shape.vssCount());
        } else if (!finite(kept.meanDegree(), kept.compressionRatio(), kept.updateDivergence())) {
            wrong = "means that are no numbers of 0 or more";
        }
        if (wrong != null) {
            throw BvssHeader.corrupt(mapped.file(), "the statistics say " + wrong);
        }
    }

    private static boolean finite(double... values) {
        for (double value : values) {
            if (!Double.isFinite(value) || value < 0) {
                return false;
            }
        }
        return true;
    }
}
