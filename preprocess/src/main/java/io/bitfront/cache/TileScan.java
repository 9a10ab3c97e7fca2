package io.bitfront.cache;

import io.bitfront.graph.Bvss;
import io.bitfront.graph.BvssPacker;
import io.bitfront.memory.IntArray;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Whether rows of slices are vertices with edges and ascend within each slice set, mask-0 padding excepted,
/// and no slice meets a column beyond the last.
final class TileScan implements SectionScan.Ints {
    private final IntArray owners;
    private final MemorySegment masks;
    private final int live;
    private final int lastSet;
    private final int columnsOfLast;

    /// @param mapped whose pointers are known to be right
    /// @param live vertices that may have edges
    static TileScan of(BvssFile.Mapped mapped, int live) {
        int n = mapped.header().shape().vertexCount();
        int lastSet = BvssPacker.sliceSetCount(n) - 1;
        return new TileScan(
                mapped.ints(BvssSection.VIRTUAL_TO_REAL),
                mapped.section(BvssSection.TILE_MASKS),
                live,
                lastSet,
                n - lastSet * Bvss.SIGMA);
    }

    /// @param owners slice set of each virtual one
    /// @param lastSet and how many columns it has
    TileScan(IntArray owners, MemorySegment masks, int live, int lastSet, int columnsOfLast) {
        this.owners = owners;
        this.masks = masks;
        this.live = live;
        this.lastSet = lastSet;
        this.columnsOfLast = columnsOfLast;
    }

    @Override
    public long wrong(long first, int[] rows, int count) {
        if (!CacheCheck.below(rows, count, live)) {
            return CacheCheck.firstOutside(first, rows, count, live);
        }
        byte[] mask = new byte[count];
        MemorySegment.copy(masks, ValueLayout.JAVA_BYTE, first, mask, 0, count);
        for (int from = 0; from < count; from += Bvss.TAU) {
            long vss = (first + from) / Bvss.TAU;
            int set = owners.get(vss);
            boolean follows = vss > 0 && owners.get(vss - 1) == set;
            int wrong = wrong(rows, mask, from, follows, set == lastSet ? columnsOfLast : Bvss.SIGMA);
            if (wrong >= 0) {
                return first + wrong;
            }
        }
        return -1;
    }

    /// @param follows whether the VSS before is of the same slice set
    /// @return place in the block of a slice that cannot be, or -1
    private static int wrong(int[] rows, byte[] mask, int from, boolean follows, int columns) {
        int beyond = 0xFF << columns & 0xFF;
        for (int i = from; i < from + Bvss.TAU; i++) {
            boolean ascends = rows[i + 1] > rows[i] || i == from && !follows;
            if (!ascends && (rows[i + 1] != rows[i] || mask[i] != 0) || (mask[i] & beyond) != 0) {
                return i;
            }
        }
        return -1;
    }
}
