package io.bitfront.graph;

import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Packs a CSC into BVSS form in two parallel passes over its edges: count the slices of each slice set, then fill.
/// The result, the divergence included, does not depend on the number of threads.
public final class BvssPacker {
    /// Edges of a piece of work; a slice set costs its edges and its padding.
    private static final long PIECE = 1L << 18;

    private static final long PADDING_COST = 64;

    private final Csc out;
    private final Workers workers;
    private final int sliceSets;
    private final int pieces;
    private final SliceMerger[] mergers;

    private BvssPacker(Csc out, Workers workers) {
        this.out = out;
        this.workers = workers;
        this.sliceSets = sliceSetCount(out.vertexCount());
        this.pieces = Math.toIntExact(Math.ceilDiv(cost(sliceSets), PIECE));
        this.mergers = new SliceMerger[workers.threads()];
        for (int w = 0; w < mergers.length; w++) {
            mergers[w] = new SliceMerger(out);
        }
    }

    /// @param sliceCount slices, padding excluded
    /// @param updateDivergence see [UpdateDivergence]; 0 for a graph without edges
    public record Packed(Bvss bvss, long sliceCount, double updateDivergence) {
        /// Edges / (8 x slices): mean share of set bits in a slice mask; 0 for a graph without edges.
        public double compressionRatio(long edgeCount) {
            return sliceCount == 0 ? 0 : (double) edgeCount / (Bvss.SIGMA * sliceCount);
        }
    }

    /// Packs a graph. A padding slice has mask 0 and repeats the row of the last slice of its set.
    ///
    /// @param out columns list out-neighbours, rows ascending
    /// @param arena receives the BVSS
    /// @throws IllegalArgumentException where the VSSs are 2³¹ or more
    public static Packed pack(Csc out, Arena arena, Workers workers, Progress progress) {
        try (Arena work = Arena.ofShared();
                Progress.Phase phase = progress.start("BVSS", 2 * out.edgeCount(), "edge")) {
            BvssPacker packer = new BvssPacker(out, workers);
            LongArray slices = LongArray.allocate(work, packer.sliceSets, "slice counts");
            packer.count(slices, phase);
            return packer.fill(slices, arena, phase);
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

    private long cost(int sliceSet) {
        return firstEdge(sliceSet) + sliceSet * PADDING_COST;
    }

    private long firstEdge(int sliceSet) {
        return out.start((int) Math.min((long) sliceSet * Bvss.SIGMA, out.vertexCount()));
    }

    /// First slice set of a piece: pieces are cut by cost, the same for every number of threads.
    private int begin(long piece) {
        int low = 0;
        int high = sliceSets;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (cost(middle) < piece * PIECE) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void count(LongArray slices, Progress.Phase phase) {
        workers.forRange(0, pieces, 1, (worker, piece, end) -> {
            int last = begin(end);
            int first = begin(piece);
            long[] count = new long[1];
            for (int set = first; set < last; set++) {
                count[0] = 0;
                mergers[worker].slices(set, (batch, size) -> count[0] += size);
                slices.set(set, count[0]);
            }
            phase.advance(firstEdge(last) - firstEdge(first));
        });
    }

    private Packed fill(LongArray slices, Arena arena, Progress.Phase phase) {
        IntArray realPtrs = IntArray.allocate(arena, sliceSets + 1L, "real pointers");
        long sliceCount = 0;
        long vssCount = 0;
        for (int set = 0; set < sliceSets; set++) {
            sliceCount += slices.get(set);
            vssCount += Math.ceilDiv(slices.get(set), Bvss.TAU);
            if (vssCount > Integer.MAX_VALUE) {
                throw new IllegalArgumentException("the graph has more virtual slice sets than %,d, the limit of an int"
                        .formatted(Integer.MAX_VALUE));
            }
            realPtrs.set(set + 1L, (int) vssCount);
        }
        Bvss bvss = new Bvss(
                realPtrs,
                IntArray.allocate(arena, vssCount, "virtual-to-real"),
                IntArray.allocate(arena, vssCount * Bvss.TAU, "tile rows"),
                IntArray.allocate(arena, vssCount * Bvss.LANES, "tile masks"));
        double[] divergence = new double[pieces];
        workers.forRange(0, pieces, 1, (worker, piece, end) -> {
            int last = begin(end);
            int first = begin(piece);
            SetWriter writer = new SetWriter(bvss);
            for (int set = first; set < last; set++) {
                writer.begin(set);
                mergers[worker].slices(set, writer);
                divergence[(int) piece] += writer.end(slices.get(set));
            }
            phase.advance(firstEdge(last) - firstEdge(first));
        });
        double sum = 0;
        for (double part : divergence) {
            sum += part;
        }
        return new Packed(bvss, sliceCount, vssCount == 0 ? 0 : sum / vssCount);
    }

    /// Stores the slices of one set after the other into their VSSs.
    private static final class SetWriter implements SliceMerger.Sink {
        private static final int BATCH = 1 << 10;

        private final Bvss bvss;
        private final MemorySegment masks;
        private final int[] rowBatch = new int[BATCH];
        private final byte[] maskBatch = new byte[BATCH];
        private final int[] vssRows = new int[Bvss.TAU];
        private int set;
        private long at;

        SetWriter(Bvss bvss) {
            this.bvss = bvss;
            this.masks = bvss.tileMasks().segment();
        }

        void begin(int sliceSet) {
            set = sliceSet;
            at = (long) bvss.realPtrs().get(sliceSet) * Bvss.TAU;
        }

        /// In memory the mask of slice i of a VSS is byte i of its 32 little-endian mask words.
        @Override
        public void accept(long[] slices, int count) {
            for (int done = 0; done < count; ) {
                int size = Math.min(BATCH, count - done);
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

        /// Pads the last VSS of the set, names the set in its VSSs and returns the sum of their divergences.
        double end(long slices) {
            int first = bvss.realPtrs().get(set);
            int last = bvss.realPtrs().get(set + 1L);
            if (first < last) {
                int row = bvss.rowIds().get(at - 1);
                bvss.rowIds().fill(at, (long) last * Bvss.TAU, row);
            }
            double sum = 0;
            for (int vss = first; vss < last; vss++) {
                bvss.virtualToReal().set(vss, set);
                bvss.rowIds().read((long) vss * Bvss.TAU, vssRows, 0, Bvss.TAU);
                long left = slices - (long) (vss - first) * Bvss.TAU;
                sum += UpdateDivergence.ofVss(vssRows, (int) Math.min(left, Bvss.TAU));
            }
            return sum;
        }
    }
}
