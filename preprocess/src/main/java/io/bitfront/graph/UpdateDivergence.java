package io.bitfront.graph;

import io.bitfront.parallel.Workers;

/// How far apart the rows lie that one VSS updates (paper Section 4.2). Its 128 slices form a 32 x 4 matrix
/// whose column c holds slices 4 l + c; a column's divergence is the population standard deviation of its
/// rows with non-zero masks, a VSS's the mean over its non-empty columns, a graph's the mean over its VSSs.
public final class UpdateDivergence {
    private static final int COLUMNS = Bvss.TAU / Bvss.LANES;

    private UpdateDivergence() {}

    /// Divergence of a packed graph; 0 where it has no edges. The same bits as [BvssPacker] gives.
    ///
    /// @param out the columns that were packed
    public static double of(Bvss bvss, Csc out, Workers workers) {
        Pieces pieces = new Pieces(out);
        double[] sums = new double[pieces.count()];
        workers.forRange(0, sums.length, 1, (worker, piece, end) -> {
            int[] rows = new int[Bvss.TAU];
            int last = bvss.realPtrs().get(pieces.firstSet(end));
            for (int vss = bvss.realPtrs().get(pieces.firstSet(piece)); vss < last; vss++) {
                bvss.rowIds().read((long) vss * Bvss.TAU, rows, 0, Bvss.TAU);
                sums[(int) piece] += ofVss(rows, slices(bvss, vss));
            }
        });
        return mean(sums, bvss.vssCount());
    }

    private static int slices(Bvss bvss, int vss) {
        int slices = 0;
        while (slices < Bvss.TAU && bvss.mask(vss, slices) != 0) {
            slices++;
        }
        return slices;
    }

    /// @param sums sum over the VSSs of each of [Pieces]
    public static double mean(double[] sums, int vssCount) {
        double sum = 0;
        for (double part : sums) {
            sum += part;
        }
        return vssCount == 0 ? 0 : sum / vssCount;
    }

    /// Divergence of one VSS.
    ///
    /// @param rows its rows; those from `slices` on are padding
    /// @param slices real slices, 1 to 128
    static double ofVss(int[] rows, int slices) {
        double sum = 0;
        int columns = Math.min(slices, COLUMNS);
        for (int c = 0; c < columns; c++) {
            sum += deviation(rows, c, slices);
        }
        return sum / columns;
    }

    private static double deviation(int[] rows, int column, int slices) {
        long total = 0;
        int count = 0;
        for (int i = column; i < slices; i += COLUMNS) {
            total += rows[i];
            count++;
        }
        double mean = (double) total / count;
        double squares = 0;
        for (int i = column; i < slices; i += COLUMNS) {
            double distance = rows[i] - mean;
            squares += distance * distance;
        }
        return Math.sqrt(squares / count);
    }
}
