package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.engine.spi.TargetSums;
import io.bitfront.file.FileException;
import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Snapshots of whole buffers, of a little more and a little less than one, and of several.
class SumsSnapshotTest {
    /// Of a buffer and of a vertex.
    private static final int BUFFER = 1 << 20;
    private static final int VERTEX = 32;

    @TempDir
    private Path folder;

    private SumsSnapshot snapshot(int n, Arena arena) {
        IntArray newIdOf = IntArray.allocate(arena, n, "test");
        for (int index = 0; index < n; index++) {
            newIdOf.set(index, (index + 7) % n);
        }
        CheckpointHeader header = new CheckpointHeader(new JobDescription(Map.of("graph", "a test")));
        return new SumsSnapshot(folder.resolve("sums"), header, newIdOf);
    }

    private static List<LongArray> all(TargetSums sums) {
        return List.of(sums.pivots(), sums.distance(), sums.distanceSquared(), sums.harmonic());
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "1, 1", "9, 9", "32767, 7", "32767, 6", "32766, 15", "32768, 1", "100000, 12345"})
    void givesBackWhatWasKept(int n, int pivots) throws IOException {
        Random random = new Random(n);
        BitSet done = new BitSet();
        while (done.cardinality() < pivots) {
            done.set(random.nextInt(n));
        }
        try (Arena arena = Arena.ofShared()) {
            TargetSums sums = TargetSums.allocate(arena, n);
            for (LongArray each : all(sums)) {
                for (int v = 0; v < n; v++) {
                    each.set(v, random.nextLong());
                }
            }
            SumsSnapshot snapshot = snapshot(n, arena);
            snapshot.write(done, sums);
            assertThat(Files.size(folder.resolve("sums")))
                    .isEqualTo(new CheckpointHeader(new JobDescription(Map.of("graph", "a test"))).bytes()
                            + 4
                            + 4L * pivots
                            + (long) VERTEX * n
                            + 4);
            BitSet again = new BitSet();
            TargetSums read = TargetSums.allocate(arena, n);
            snapshot.read(again, read);
            assertThat(again).isEqualTo(done);
            for (int i = 0; i < 4; i++) {
                LongArray kept = all(sums).get(i);
                LongArray found = all(read).get(i);
                for (int v = 0; v < n; v++) {
                    assertThat(found.get(v)).isEqualTo(kept.get(v));
                }
            }
        }
    }

    /// Whose sum and length are right.
    @Test
    void refusesMorePivotsThanThereAreVertices() {
        try (Arena arena = Arena.ofShared()) {
            SumsSnapshot snapshot = snapshot(2, arena);
            for (int pivots : new int[] {2, 3}) {
                BitSet done = new BitSet();
                done.set(0, pivots);
                snapshot.write(done, TargetSums.allocate(arena, 2));
                BitSet again = new BitSet();
                if (pivots == 2) {
                    snapshot.read(again, TargetSums.allocate(arena, 2));
                    assertThat(again).isEqualTo(done);
                } else {
                    assertThatThrownBy(() -> snapshot.read(again, TargetSums.allocate(arena, 2)))
                            .isInstanceOf(FileException.class)
                            .hasMessageContaining("is damaged");
                }
            }
        }
    }

    /// Whose sum and length are right: of no vertex, twice the same, or not ascending; and no memory is taken for them.
    @ParameterizedTest
    @CsvSource({
        "1, 3, true",
        "2, 3, false",
        "3, 3, false",
        "1, 4, false",
        "1, 2147483647, false",
        "-2147483648, 3, false"
    })
    void takesPivotsThatAscendAndAreVertices(int first, int third, boolean fine) throws IOException {
        try (Arena arena = Arena.ofShared()) {
            SumsSnapshot snapshot = snapshot(4, arena);
            BitSet done = new BitSet();
            done.set(0, 3);
            snapshot.write(done, TargetSums.allocate(arena, 4));
            Path file = folder.resolve("sums");
            byte[] bytes = Files.readAllBytes(file);
            int header = (int) new CheckpointHeader(new JobDescription(Map.of("graph", "a test"))).bytes();
            ByteBuffer changed = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            changed.putInt(header + 4, first).putInt(header + 8, 2).putInt(header + 12, third);
            CRC32C crc = new CRC32C();
            crc.update(bytes, header, bytes.length - 4 - header);
            changed.putInt(bytes.length - 4, (int) crc.getValue());
            Files.write(file, bytes);
            BitSet again = new BitSet();
            if (fine) {
                snapshot.read(again, TargetSums.allocate(arena, 4));
                assertThat(again).isEqualTo(BitSet.valueOf(new long[] {0b1110}));
            } else {
                assertThatThrownBy(() -> snapshot.read(again, TargetSums.allocate(arena, 4)))
                        .isInstanceOf(FileException.class)
                        .hasMessageContaining("is damaged");
                assertThat(again.size()).isLessThanOrEqualTo(64);
            }
        }
    }

    /// One bit anywhere, also behind the first buffer.
    @Test
    void noticesABitThatChanged() throws IOException {
        int n = 2 * BUFFER / VERTEX;
        try (Arena arena = Arena.ofShared()) {
            SumsSnapshot snapshot = snapshot(n, arena);
            snapshot.write(new BitSet(), TargetSums.allocate(arena, n));
            Path file = folder.resolve("sums");
            byte[] bytes = Files.readAllBytes(file);
            for (int at : new int[] {100, BUFFER, BUFFER + 100, 2 * BUFFER, bytes.length - 1}) {
                bytes[at] ^= 4;
                Files.write(file, bytes);
                assertThatThrownBy(() -> snapshot.read(new BitSet(), TargetSums.allocate(arena, n)))
                        .as("byte %d", at)
                        .isInstanceOf(FileException.class)
                        .hasMessageContaining("is damaged");
                bytes[at] ^= 4;
            }
        }
    }
}
