package io.bitfront.graph;

import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.function.IntFunction;

/// Packs a graph into BVSS form in two parallel passes: count the slices of each slice set, then fill.
/// The result, the divergence included, does not depend on the number of threads.
public final class BvssPacker {
    private BvssPacker() {}

    /// @param sliceCount slices, padding excluded
    /// @param compressionRatio edges / (8 x slices): mean share of set bits in a slice mask (paper Section
    ///     4.1)
    /// @param updateDivergence see [UpdateDivergence]; both are 0 for a graph without edges
    public record Packed(Bvss bvss, long sliceCount, double compressionRatio, double updateDivergence) {}

    /// Packs a graph. A padding slice has mask 0 and repeats the row of the last slice of its set.
    ///
    /// @param out columns list out-neighbours, rows ascending
    /// @param in its transpose; the same object where the graph is undirected
    /// @param room gives the zeroed arrays for a number of VSSs
    /// @param tiles told before rows and masks of VSSs are stored
    /// @throws IllegalArgumentException where the VSSs are 2³¹ or more
    public static Packed pack(
            Csc out, Csc in, IntFunction<Bvss> room, Claim tiles, Workers workers, Progress progress) {
        try (Progress.Phase phase = progress.start("BVSS", out.edgeCount() + in.edgeCount(), "edge")) {
            return fill(out, countSlices(in, workers, phase), room, tiles, workers, phase);
        }
    }

    /// Slice sets of a graph with this many vertices.
    public static int sliceSetCount(int vertexCount) {
        return Math.ceilDiv(vertexCount, Bvss.SIGMA);
    }

    /// Most VSSs any graph of this size can have.
    public static long mostVss(int vertexCount, long edgeCount) {
        return Math.min(sliceSetCount(vertexCount), edgeCount) + edgeCount / Bvss.TAU;
    }

    /// Bytes of work memory.
    public static long workBytes(int vertexCount, int threads) {
        return (threads + 2L) * sliceSetCount(vertexCount) * Integer.BYTES;
    }

    /// Slices of each slice set. A row has one slice per slice set among its in-neighbours, and those of one
    /// set stand side by side: no merging is needed to count. Each worker counts for itself; shared ones
    /// would travel from core to core.
    private static int[] countSlices(Csc in, Workers workers, Progress.Phase phase) {
        Pieces pieces = new Pieces(in);
        SliceCounter[] counters = new SliceCounter[workers.threads()];
        workers.forRange(0, pieces.count(), 1, (worker, piece, end) -> {
            if (counters[worker] == null) {
                counters[worker] = new SliceCounter(in);
            }
            long firstRow = (long) pieces.firstSet(piece) * Bvss.SIGMA;
            long lastRow = Math.min((long) pieces.firstSet(end) * Bvss.SIGMA, in.vertexCount());
            counters[worker].count((int) Math.min(firstRow, lastRow), (int) lastRow);
            phase.advance(pieces.edges(piece));
        });
        int[] total = new int[pieces.setCount()];
        workers.forRange(0, pieces.setCount(), 1 << 14, (worker, begin, end) -> {
            for (SliceCounter counter : counters) {
                if (counter != null) {
                    add(counter.counts(), total, (int) begin, (int) end);
                }
            }
        });
        return total;
    }

    private static void add(int[] counts, int[] total, int begin, int end) {
        for (int set = begin; set < end; set++) {
            total[set] += counts[set];
        }
    }

    private static Packed fill(
            Csc out, int[] slices, IntFunction<Bvss> room, Claim tiles, Workers workers, Progress.Phase phase) {
        Pieces pieces = new Pieces(out);
        int[] firstVss = firstVss(slices);
        Bvss bvss = room.apply(firstVss[slices.length]);
        bvss.realPtrs().write(0, firstVss, 0, firstVss.length);
        double[] divergence = new double[pieces.count()];
        SliceMerger[] mergers = new SliceMerger[workers.threads()];
        workers.forRange(0, pieces.count(), 1, (worker, piece, end) -> {
            if (mergers[worker] == null) {
                mergers[worker] = new SliceMerger(out);
            }
            SetWriter writer = new SetWriter(bvss, firstVss);
            int first = pieces.firstSet(piece);
            int last = pieces.firstSet(end);
            tiles.range(firstVss[first], firstVss[last]);
            for (int set = first; set < last; set++) {
                writer.begin(set);
                mergers[worker].slices(set, writer);
                writer.end(slices[set]);
            }
            divergence[(int) piece] = writer.divergence;
            phase.advance(pieces.edges(piece));
        });
        long sliceCount = 0;
        for (int inSet : slices) {
            sliceCount += inSet;
        }
        if (sliceCount == 0) {
            return new Packed(bvss, 0, 0, 0);
        }
        double ratio = (double) out.edgeCount() / (Bvss.SIGMA * sliceCount);
        return new Packed(bvss, sliceCount, ratio, UpdateDivergence.mean(divergence, bvss.vssCount()));
    }

    /// First VSS of each slice set, and their number behind the last.
    private static int[] firstVss(int[] slices) {
        int[] first = new int[slices.length + 1];
        long count = 0;
        for (int set = 0; set < slices.length; set++) {
            count += Math.ceilDiv(slices[set], Bvss.TAU);
            first[set + 1] = (int) count;
        }
        if (count > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("the graph has %,d virtual slice sets, at most %,d are supported"
                    .formatted(count, Integer.MAX_VALUE));
        }
        return first;
    }

    /// Stores the slices of one set after the other into their VSSs.
    private static final class SetWriter implements SliceMerger.Sink {
        private static final int BATCH = 1 << 10;

        private final Bvss bvss;
        private final int[] firstVss;
        private final MemorySegment masks;
        private final int[] rowBatch = new int[BATCH];
        private final byte[] maskBatch = new byte[BATCH];
        private final int[] vssRows = new int[Bvss.TAU];
        private int set;
        private long at;
        private double divergence;

        SetWriter(Bvss bvss, int[] firstVss) {
            this.bvss = bvss;
            this.firstVss = firstVss;
            this.masks = bvss.tileMasks().segment();
        }

        void begin(int sliceSet) {
            set = sliceSet;
            at = (long) firstVss[sliceSet] * Bvss.TAU;
        }

        /// In memory the mask of slice i of a VSS is byte i of its 32 little-endian mask words.
        @Override
        public void accept(long[] slices, int from, int to) {
            for (int done = from; done < to; ) {
                int size = Math.min(BATCH, to - done);
                for (int i = 0; i < size; i++) {
                    long slice = slices[done + i];
                    rowBatch[i] = (int) (slice >>> Bvss.SIGMA);
                    maskBatch[i] = (byte) slice;
                }
                bvss.rowIds().write(at, rowBatch, 0, size);
                MemorySegment.copy(maskBatch, 0, masks, ValueLayout.JAVA_BYTE, at, size);
                at += size;
                done += size;
            }
        }

        /// Pads the last VSS of the set, names the set in its VSSs and adds up their divergences.
        void end(int slices) {
            int first = firstVss[set];
            int last = firstVss[set + 1];
            if (first < last) {
                Arrays.fill(vssRows, bvss.rowIds().get(at - 1));
                bvss.rowIds().write(at, vssRows, 0, (int) ((long) last * Bvss.TAU - at));
            }
            for (int vss = first; vss < last; vss++) {
                bvss.virtualToReal().set(vss, set);
                bvss.rowIds().read((long) vss * Bvss.TAU, vssRows, 0, Bvss.TAU);
                long left = slices - (long) (vss - first) * Bvss.TAU;
                divergence += UpdateDivergence.ofVss(vssRows, (int) Math.min(left, Bvss.TAU));
            }
        }
    }
}
