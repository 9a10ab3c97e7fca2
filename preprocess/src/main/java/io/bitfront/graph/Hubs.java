package io.bitfront.graph;

import io.bitfront.memory.IntArray;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;
import java.util.concurrent.atomic.AtomicBoolean;

/// The in-neighbour a pull level probes first: the one of largest in-degree, most likely to be in the
/// frontier.
public final class Hubs {
    private static final long GRAIN = 1L << 14;
    private static final int BLOCK = DegreeBlocks.BLOCK;

    private Hubs() {}

    /// For each vertex its in-neighbour of largest in-degree, ties to the smallest number; -1 where it has
    /// none.
    ///
    /// @param in columns list in-neighbours
    /// @param hubs receives the result; work memory of 4 bytes a vertex is freed before returning
    public static void find(Csc in, IntArray hubs, Workers workers) {
        if (descending(in, workers)) {
            workers.forRange(0, in.vertexCount(), GRAIN, (worker, begin, end) -> first(in, begin, end, hubs));
            return;
        }
        try (Arena work = Arena.ofShared()) {
            IntArray degree = IntArray.allocate(work, in.vertexCount(), "in-degrees");
            workers.forRange(
                    0,
                    in.vertexCount(),
                    GRAIN,
                    (worker, begin, end) -> DegreeBlocks.forEach(
                            in.columnStart(),
                            begin,
                            end,
                            (first, degrees, count) -> degree.write(first, degrees, 0, count)));
            ColumnRanges.forEach(
                    in.columnStart(),
                    workers,
                    1L << 17,
                    (worker, begin, end) -> new Search(in, degree).run(begin, end, hubs));
        }
    }

    /// Whether vertices stand by descending in-degree, so that the first in-neighbour is the largest.
    private static boolean descending(Csc in, Workers workers) {
        AtomicBoolean descending = new AtomicBoolean(true);
        workers.forRange(0, in.vertexCount() - 1L, GRAIN, (worker, begin, end) -> {
            DegreeBlocks blocks = new DegreeBlocks(in.columnStart());
            for (long first = begin; first < end && descending.get(); first += BLOCK - 1) {
                int count = (int) Math.min(BLOCK, end + 1 - first);
                if (rises(blocks.read((int) first, count), count)) {
                    descending.set(false);
                }
            }
        });
        return descending.get();
    }

    private static boolean rises(int[] degrees, int count) {
        for (int i = 1; i < count; i++) {
            if (degrees[i - 1] < degrees[i]) {
                return true;
            }
        }
        return false;
    }

    private static void first(Csc in, long begin, long end, IntArray hubs) {
        DegreeBlocks blocks = new DegreeBlocks(in.columnStart());
        int[] found = new int[BLOCK];
        for (long first = begin; first < end; first += BLOCK) {
            int count = (int) Math.min(BLOCK, end - first);
            int[] degrees = blocks.read((int) first, count);
            long[] starts = blocks.starts();
            for (int i = 0; i < count; i++) {
                found[i] = -1;
                starts[i] = degrees[i] == 0 ? -1 : starts[i];
            }
            in.rowIndex().gather(starts, found, count);
            hubs.write(first, found, 0, count);
        }
    }

    /// Looks through whole columns; rows are read by blocks that pay no heed to where a column ends.
    private static final class Search {
        private final Csc in;
        private final IntArray degree;
        private final DegreeBlocks blocks;
        private final int[] found = new int[BLOCK];
        private final int[] rows = new int[BLOCK];
        private final int[] degrees = new int[BLOCK];
        private long blockBegin;
        private long blockEnd;

        Search(Csc in, IntArray degree) {
            this.in = in;
            this.degree = degree;
            this.blocks = new DegreeBlocks(in.columnStart());
        }

        void run(int begin, int end, IntArray hubs) {
            long last = in.start(end);
            blockEnd = in.start(begin);
            for (int first = begin; first < end; first += BLOCK) {
                int count = Math.min(BLOCK, end - first);
                blocks.read(first, count);
                long[] starts = blocks.starts();
                for (int i = 0; i < count; i++) {
                    found[i] = largest(starts[i], starts[i + 1], last);
                }
                hubs.write(first, found, 0, count);
            }
        }

        private int largest(long start, long end, long last) {
            int hub = -1;
            int most = -1;
            for (long at = start; at < end; at = Math.min(end, blockEnd)) {
                if (at == blockEnd) {
                    refill(last);
                }
                int stop = (int) (Math.min(end, blockEnd) - blockBegin);
                for (int i = (int) (at - blockBegin); i < stop; i++) {
                    if (degrees[i] > most) {
                        most = degrees[i];
                        hub = rows[i];
                    }
                }
            }
            return hub;
        }

        private void refill(long last) {
            blockBegin = blockEnd;
            blockEnd = Math.min(blockBegin + BLOCK, last);
            int count = (int) (blockEnd - blockBegin);
            in.rowIndex().read(blockBegin, rows, 0, count);
            degree.gather(rows, degrees, count);
        }
    }
}
