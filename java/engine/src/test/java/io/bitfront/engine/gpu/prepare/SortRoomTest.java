package io.bitfront.engine.gpu.prepare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.engine.DeviceException;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.DeviceAlgorithms;
import io.bitfront.engine.device.DeviceBuffer;
import io.bitfront.engine.device.Owned;
import io.bitfront.engine.gpu.FirstDevice;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Ranges of columns against ranges by hand.
@Tag("gpu")
class SortRoomTest {
    private final Arena arena = Arena.ofShared();
    private final Owned owned = new Owned("the test");
    private final List<String> shown = new ArrayList<>();
    private final Progress telling = (name, total, unit) -> {
        shown.add("%s %d %s".formatted(name, total, unit));
        return amount -> shown.add("more: " + amount);
    };
    private CudaContext context;
    private DeviceAlgorithms algorithms;

    @BeforeEach
    void open() {
        context = new CudaContext(FirstDevice.open());
        algorithms = owned.add(new DeviceAlgorithms(context));
    }

    @AfterEach
    void close() {
        owned.close();
        context.close();
        arena.close();
    }

    private SortRoom room(long mostKeys) {
        return owned.add(new SortRoom(context, algorithms, telling, mostKeys));
    }

    private DeviceBuffer held(long... values) {
        MemorySegment from = arena.allocate(8L * Math.max(values.length, 1), 8);
        MemorySegment.copy(values, 0, from, ValueLayout.JAVA_LONG, 0, values.length);
        DeviceBuffer buffer = owned.add(context.allocate(from.byteSize(), "numbers"));
        buffer.upload(0, from);
        return buffer;
    }

    private record Range(int first, int end, long count, long before) {}

    /// As many sets as fit, one after the other.
    private static List<Range> byHand(long[] sums, int stride, int count, long capacity) {
        List<Range> ranges = new ArrayList<>();
        int columns = sums.length - 1;
        long before = 0;
        for (int first = 0; first < count; ) {
            int end = first;
            long entries = 0;
            while (end < count) {
                long with = sums[Math.min((end + 1) * stride, columns)] - sums[first * stride];
                if (with > capacity) {
                    break;
                }
                entries = with;
                end++;
            }
            ranges.add(new Range(first, end, entries, before));
            before += 10 * entries + 1;
            first = end;
        }
        return ranges;
    }

    @ParameterizedTest
    @CsvSource({"1, 20", "3, 20", "8, 20", "8, 24", "8, 1", "5, 0"})
    void rangesHaveAsManySetsOfColumnsAsFit(int stride, int columns) {
        Random dice = new Random(stride * 100L + columns);
        long[] sums = new long[columns + 1];
        for (int i = 0; i < columns; i++) {
            sums[i + 1] = sums[i] + dice.nextInt(4);
        }
        int count = Math.ceilDiv(columns, stride);
        DeviceBuffer held = held(sums);
        SortRoom room = room(1);
        for (long capacity = 3L * stride; capacity <= Math.max(sums[columns], 3L * stride) + 1; capacity++) {
            List<Range> expected = byHand(sums, stride, count, capacity);
            List<Range> found = new ArrayList<>();
            shown.clear();
            long sum = room.forRanges(
                    "columns", "set", held, columns, stride, count, capacity, (first, end, entries, before) -> {
                        found.add(new Range(first, end, entries, before));
                        return 10 * entries + 1;
                    });
            assertThat(found).isEqualTo(expected);
            assertThat(sum).isEqualTo(10 * sums[columns] + expected.size());
            List<String> said = new ArrayList<>(List.of("columns %d set".formatted(count)));
            expected.forEach(range -> said.add("more: " + (range.end - range.first)));
            assertThat(shown).isEqualTo(said);
        }
    }

    @Test
    void aSetThatDoesNotFitIsRefused() {
        DeviceBuffer sums = held(0, 1, 2, 7, 8);
        assertThatThrownBy(() -> room(1).forRanges("columns", "set", sums, 4, 2, 2, 5, (_, _, _, _) -> 0))
                .isInstanceOf(DeviceException.class)
                .hasMessage("2 columns from column 2 on have more than the 5 entries that fit into this GPU at a time");
        assertThat(room(1).forRanges("columns", "set", sums, 4, 2, 2, 6, (_, _, _, _) -> 1))
                .isEqualTo(2);
    }

    /// Two buffers of keys, as long as there are keys, until they are dropped.
    @ParameterizedTest
    @CsvSource({"1000, 1000, 1000", "1000, 10, 10", "10, 1000, 10", "0, 1000, 1", "3, 3, 3"})
    void takesRoomForTheKeysThereAre(long wanted, long mostKeys, long capacity) {
        long before = context.liveBytes();
        SortRoom room = room(mostKeys);
        assertThat(room.capacity(wanted)).isEqualTo(capacity);
        assertThat(context.liveBytes() - before).isEqualTo(2 * Math.max(16, 8 * capacity));
        assertThat(room.keys().bytes()).isEqualTo(8 * capacity);
        assertThat(room.capacity(7 * wanted)).isEqualTo(capacity);
        DeviceBuffer other = room.besides(room.keys());
        assertThat(other).isNotSameAs(room.keys());
        assertThat(other.bytes()).isEqualTo(8 * capacity);
        assertThat(room.besides(other)).isSameAs(room.keys());
        room.drop();
        room.drop();
        assertThat(context.liveBytes()).isEqualTo(before);
        assertThat(room.capacity(2)).isEqualTo(Math.min(2, mostKeys));
        room.close();
        room.close();
        assertThat(context.liveBytes()).isEqualTo(before);
    }

    /// A gigabyte is left free, and four bytes for each of the keys; a key takes 24.
    @Test
    void takesRoomForNoMoreKeysThanFit() {
        long wanted = 10_000;
        long others = (1L << 30) + 4 * wanted;
        assertThat(SortRoom.capacity(others + 24 * 4_096, wanted, 1 << 20)).isEqualTo(4_096);
        assertThat(SortRoom.capacity(others + 24 * 4_096 - 1, wanted, 1 << 20)).isEqualTo(4_095);
        assertThat(SortRoom.capacity(others + 24 * 4_096, wanted, 4_095)).isEqualTo(4_095);
        assertThat(SortRoom.capacity(others + 24 * wanted, wanted, 1 << 20)).isEqualTo(wanted);
        assertThat(SortRoom.capacity(1L << 40, wanted, 1 << 20)).isEqualTo(wanted);
        assertThat(SortRoom.capacity(others + 24, wanted, 1 << 20)).isOne();
        assertThat(SortRoom.capacity(0, wanted, 1 << 20)).isOne();
        assertThat(SortRoom.capacity(1L << 40, 0, 1 << 20)).isOne();
    }

    @Test
    void sortsByTheBitsAskedForStably() {
        long[] keys = LongStream.generate(new Random(1)::nextLong).limit(500).toArray();
        for (int[] bits : new int[][] {{0, 64}, {0, 1}, {60, 4}, {60, 9}, {8, 8}, {63, 1}}) {
            SortRoom room = room(1 << 20);
            room.capacity(keys.length);
            room.keys().upload(0, segment(keys));
            int end = Math.min(bits[0] + bits[1], 64);
            long mask = (end - bits[0] == 64 ? -1 : (1L << end - bits[0]) - 1) << bits[0];
            long[] expected = Arrays.stream(keys)
                    .boxed()
                    .sorted((a, b) -> Long.compareUnsigned(a & mask, b & mask))
                    .mapToLong(Long::longValue)
                    .toArray();
            DeviceBuffer found = room.sorted(keys.length, bits[0], bits[1]);
            MemorySegment into = arena.allocate(8L * keys.length, 8);
            found.download(0, into);
            context.finish("the test");
            assertThat(into.toArray(ValueLayout.JAVA_LONG)).isEqualTo(expected);
            assertThat(room.sorted(0, 0, 64)).isSameAs(room.keys());
            assertThat(room.sorted(keys.length, 5, 0)).isSameAs(room.keys());
        }
    }

    private MemorySegment segment(long... values) {
        MemorySegment from = arena.allocate(8L * values.length, 8);
        return from.copyFrom(MemorySegment.ofArray(values));
    }

    @Test
    void readsNumbersWhereTheyLie() {
        SortRoom room = room(1);
        DeviceBuffer held = held(5, 0xFFFF_FFFE_8000_0001L, 7);
        assertThat(room.readLong(held, 8)).isEqualTo(0xFFFF_FFFE_8000_0001L);
        assertThat(room.readInt(held, 8)).isEqualTo(0x8000_0001L);
        assertThat(room.readInt(held, 12)).isEqualTo(0xFFFF_FFFEL);
        assertThat(room.readLong(held, 16)).isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 0", "2, 1", "3, 2", "4, 2", "5, 3", "1024, 10", "1025, 11", "2147483647, 31"})
    void asManyBitsTellNumbersApart(int count, int bits) {
        assertThat(SortRoom.bitsFor(count)).isEqualTo(bits);
    }
}
