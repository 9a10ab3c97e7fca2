package io.bitfront.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.graph.Bvss;
import io.bitfront.graph.BvssPacker;
import io.bitfront.memory.IntArray;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/// Which slices of virtual sets can be, of 20 vertices: three slice sets, the last of four columns.
final class TileScanTest {
    private static final int LIVE = 18;

    private final int[] owners = {0, 0, 1, 2};
    private final int[] rows = new int[1 + owners.length * Bvss.TAU];
    private final byte[] masks = new byte[owners.length * Bvss.TAU];

    TileScanTest() {
        rows[0] = 1_000; // of the block before
        for (int vss = 0; vss < owners.length; vss++) {
            int begin = vss == 1 ? 10 : 0;
            for (int i = 0; i < Bvss.TAU; i++) {
                boolean slice = i < 5;
                set(vss * Bvss.TAU + i, begin + Math.min(i, 4), slice ? 1 << i % 4 : 0);
            }
        }
    }

    private void set(int slice, int row, int mask) {
        rows[slice + 1] = row;
        masks[slice] = (byte) mask;
    }

    private long wrong() {
        return wrong(0);
    }

    /// @param first slice of the block that is looked at, up to the last one
    private long wrong(int first) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bytes = arena.allocate(masks.length);
            bytes.copyFrom(MemorySegment.ofArray(masks));
            MemorySegment ints = arena.allocate(ValueLayout.JAVA_INT, owners.length);
            MemorySegment.copy(owners, 0, ints, ValueLayout.JAVA_INT, 0, owners.length);
            return new TileScan(IntArray.of(ints), bytes, LIVE, BvssPacker.sliceSetCount(20) - 1, 4)
                    .wrong(first, Arrays.copyOfRange(rows, first, rows.length), masks.length - first);
        }
    }

    private void assertWrong(int slice, int row, int mask, long expected) {
        int[] rowsBefore = rows.clone();
        byte[] masksBefore = masks.clone();
        set(slice, row, mask);
        assertThat(wrong()).as("slice %d of row %d by %02x", slice, row, mask).isEqualTo(expected);
        System.arraycopy(rowsBefore, 0, rows, 0, rows.length);
        System.arraycopy(masksBefore, 0, masks, 0, masks.length);
    }

    @Test
    void rowsAscendAndOnlyPaddingStandsStill() {
        assertThat(wrong()).isEqualTo(-1);
        assertWrong(3, 2, 1, 3); // the row before once more
        assertWrong(3, 1, 1, 3);
        assertWrong(5, 4, 1, 5);
        assertWrong(5, 5, 1, 6); // padding follows of another row
        assertWrong(2, 2, 0, -1);
    }

    /// By the row that ends the block before, or by its mask.
    @Test
    void theFirstSliceOfABlockMayBeTheWrongOne() {
        set(Bvss.TAU, 4, 1);
        assertThat(wrong(Bvss.TAU)).isEqualTo(Bvss.TAU);
        set(3 * Bvss.TAU, 0, 1 << 4);
        assertThat(wrong(3 * Bvss.TAU)).isEqualTo(3L * Bvss.TAU);
    }

    /// A set's slices go on ascending in its next virtual set; another set begins anew.
    @Test
    void rowsAscendOverTheVirtualSetsOfASet() {
        assertWrong(Bvss.TAU, 4, 1, Bvss.TAU);
        assertWrong(Bvss.TAU, 3, 1, Bvss.TAU);
        assertWrong(Bvss.TAU, 5, 1, -1);
        assertWrong(0, 0, 1, -1);
        assertWrong(2 * Bvss.TAU, 0, 1, -1);
    }

    @Test
    void columnsAndRowsAreThoseThatThereAre() {
        int last = 3 * Bvss.TAU;
        assertWrong(last, 0, 0x08, -1);
        assertWrong(last, 0, 0x10, last);
        assertWrong(last + 100, 4, 0x80, last + 100L);
        assertWrong(2 * Bvss.TAU, 0, 0xFF, -1);
        assertWrong(last + 4, LIVE, 1, last + 4L);
        assertWrong(last + 4, -1, 1, last + 4L);
        Arrays.fill(rows, last + 5, rows.length, LIVE - 1);
        assertThat(wrong()).isEqualTo(-1);
    }
}
