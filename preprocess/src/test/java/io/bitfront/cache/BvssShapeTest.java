package io.bitfront.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BvssShapeTest {
    @Test
    void holdsGraphsFarBeyondTheRangeOfAnInt() {
        BvssShape shape = new BvssShape(Integer.MAX_VALUE, 1L << 40, Integer.MAX_VALUE, true, true, 0, 400);
        assertThat(shape.bytes(BvssSection.ROW_IDS)).isEqualTo(((1L << 31) - 1) * 512);
        assertThat(shape.bytes(BvssSection.TILE_MASKS)).isEqualTo(((1L << 31) - 1) * 128);
        assertThat(shape.bytes(BvssSection.VIRTUAL_TO_REAL)).isEqualTo(((1L << 31) - 1) * 4);
        assertThat(shape.bytes(BvssSection.OUT_ROW_INDEX)).isEqualTo(1L << 42);
        assertThat(shape.bytes(BvssSection.OUT_COLUMN_START)).isEqualTo(1L << 34);
        assertThat(shape.bytes(BvssSection.REAL_PTRS)).isEqualTo(((1L << 28) + 1) * 4);
    }

    @Test
    void putsSectionsOnPagesOneAfterTheOther() {
        BvssShape shape = new BvssShape(1025, 3, 2, false, false, 0, 5000);
        assertThat(shape.offset(BvssSection.NEW_ID_OF)).isEqualTo(4096);
        assertThat(shape.offset(BvssSection.OLD_ID_OF)).isEqualTo(4096 * 3);
        assertThat(shape.offset(BvssSection.IDS)).isZero();
        assertThat(shape.offset(BvssSection.OUT_COLUMN_START)).isEqualTo(4096 * 5);
        assertThat(shape.offset(BvssSection.IN_ROW_INDEX)).isZero();
        assertThat(shape.fileBytes()).isEqualTo(shape.offset(BvssSection.STATISTICS) + 4096 * 2);
    }

    @Test
    void aPageIsFilledToItsLastByteAndNoFurther() {
        assertThat(LongStream.of(0, 1, 4095, 4096, 4097, 8192, 8193).map(BvssShape::aligned))
                .containsExactly(0L, 4096L, 4096L, 4096L, 8192L, 8192L, 12288L);
    }

    @Test
    void refusesCountsWhoseBytesPassALong() {
        BvssShape shape = new BvssShape(1, Long.MAX_VALUE / 2, 1, false, false, 0, 1);
        assertThatThrownBy(shape::fileBytes).isInstanceOf(ArithmeticException.class);
    }
}
