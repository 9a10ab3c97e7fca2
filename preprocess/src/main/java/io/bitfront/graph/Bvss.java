package io.bitfront.graph;

import io.bitfront.memory.IntArray;

/// Binarized virtual slice sets (paper Section 3): the CSC of A = Gᵀ cut into slice sets of 8 columns.
/// A slice is a row with an 8-bit mask of the columns it meets; a virtual slice set (VSS) is at most 128 slices of one
/// set, one warp's work, padded with mask-0 slices. Slices of a set are in ascending row order.
///
/// @param realPtrs sliceSetCount+1: VSSs of slice set s are `realPtrs[s] .. realPtrs[s+1]`
/// @param virtualToReal vssCount: slice set of a VSS
/// @param rowIds 128 per VSS: slice `128 v + i`, so that lane l reads rows `4 l .. 4 l + 3` as one 128-bit load
/// @param tileMasks 32 per VSS: lane l's four 8-bit masks in one word, slice `4 l + k` in bits `8 k .. 8 k + 7`
public record Bvss(IntArray realPtrs, IntArray virtualToReal, IntArray rowIds, IntArray tileMasks) {
    /// Columns of a slice set.
    public static final int SIGMA = 8;
    /// Slices of a VSS.
    public static final int TAU = 128;
    /// Lanes of a warp, each holding TAU / LANES slices.
    public static final int LANES = 32;

    public int sliceSetCount() {
        return Math.toIntExact(realPtrs.length() - 1);
    }

    public int vssCount() {
        return Math.toIntExact(virtualToReal.length());
    }

    /// Mask of slice `slice` (0..127) of a VSS.
    public int mask(int vss, int slice) {
        return (tileMasks.get((long) vss * LANES + slice / 4) >>> (8 * (slice % 4))) & 0xFF;
    }

    public int row(int vss, int slice) {
        return rowIds.get((long) vss * TAU + slice);
    }
}
