package io.bitfront.graph;

/// How far apart the rows lie that one VSS updates (paper Section 4.2). The 128 slices form a 32 x 4 matrix whose
/// column c holds slices 4 l + c; a column's divergence is the population standard deviation of its rows with
/// non-zero masks, a VSS's the mean over its non-empty columns, a graph's the mean over its VSSs.
final class UpdateDivergence {
    private static final int COLUMNS = Bvss.TAU / Bvss.LANES;

    private UpdateDivergence() {}

    /// Divergence of one VSS.
    ///
    /// @param rows its rows, ascending; those from `slices` on are padding
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
