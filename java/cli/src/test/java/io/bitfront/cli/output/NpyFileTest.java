package io.bitfront.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Arrays as [Npy] reads them, more of them than any buffer holds.
final class NpyFileTest {
    @TempDir
    private Path folder;

    /// 2^16 ints or 2^15 longs are as long as the buffer, which the header has a part of.
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 32_750, 32_760, 65_500, 65_520, 65_536, 200_001})
    void holdsElementsPutOneByOne(int count) throws IOException {
        Path ints = folder.resolve("ints.npy");
        Path longs = folder.resolve("longs.npy");
        try (NpyFile some = new NpyFile(ints, "i4", count);
                NpyFile others = new NpyFile(longs, "i8", count)) {
            for (int i = 0; i < count; i++) {
                some.put(3 * i);
                others.put(-5_000_000_000L * i);
            }
            some.commit();
            others.commit();
        }
        assertThat(Npy.read(ints).header())
                .isEqualTo("{'descr': '<i4', 'fortran_order': False, 'shape': (%d,), }".formatted(count));
        assertThat(Npy.read(ints).ints())
                .isEqualTo(IntStream.range(0, count).map(i -> 3 * i).toArray());
        assertThat(Npy.read(longs).longs())
                .isEqualTo(
                        LongStream.range(0, count).map(i -> -5_000_000_000L * i).toArray());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 40_000})
    void holdsRowsOfSeveralColumnsBehindEachOther(int columns) throws IOException {
        Path file = folder.resolve("rows.npy");
        int rows = 100_000 / columns;
        try (NpyFile some = new NpyFile(file, "i8", 2L * rows, columns)) {
            some.putLongs(rows, columns, (row, column) -> 1L * columns * row + column);
            some.putLongs(rows, columns, (row, column) -> -1L * columns * row - column);
            some.commit();
        }
        Npy read = Npy.read(file);
        assertThat(read.header()).contains("'shape': (%d, %d,)".formatted(2 * rows, columns));
        long cells = (long) rows * columns;
        assertThat(read.longs())
                .isEqualTo(LongStream.range(0, 2 * cells)
                        .map(i -> i < cells ? i : cells - i)
                        .toArray());
    }

    @Test
    void holdsFractionsAndWholeSegmentsAmongSingleElements() throws IOException {
        Path file = folder.resolve("mixed.npy");
        try (Arena arena = Arena.ofConfined();
                NpyFile some = new NpyFile(file, "f8", 5)) {
            some.putDoubles(2, 1, (row, column) -> row + 0.25);
            some.put(Double.doubleToRawLongBits(-1.5));
            some.append(arena.allocateFrom(ValueLayout.JAVA_DOUBLE, 7, Double.NaN));
            some.commit();
        }
        assertThat(Npy.read(file).header()).contains("'descr': '<f8'");
        assertThat(Npy.read(file).doubles()).containsExactly(0.25, 1.25, -1.5, 7, Double.NaN);
    }

    @Test
    void isNotThereUnlessCommitted() {
        try (NpyFile some = new NpyFile(folder.resolve("half.npy"), "i4", 1)) {
            some.put(1);
        }
        assertThat(folder).isEmptyDirectory();
    }
}
