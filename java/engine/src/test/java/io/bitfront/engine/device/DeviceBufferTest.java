package io.bitfront.engine.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.engine.gpu.FirstDevice;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("gpu")
class DeviceBufferTest {
    private static final int BYTES = 40;

    private final Arena arena = Arena.ofShared();
    private final byte[] values = new byte[BYTES];
    private CudaContext context;
    private DeviceBuffer buffer;
    private DeviceBuffer other;

    @BeforeEach
    void open() {
        context = new CudaContext(FirstDevice.open());
        buffer = context.allocate(BYTES, "one");
        other = context.allocate(2 * BYTES, "the other");
        IntStream.range(0, BYTES).forEach(i -> values[i] = (byte) (i + 1));
        buffer.upload(0, kept(values));
    }

    @AfterEach
    void close() {
        buffer.close();
        other.close();
        context.close();
        arena.close();
    }

    private MemorySegment kept(byte... bytes) {
        return arena.allocate(bytes.length, 8).copyFrom(MemorySegment.ofArray(bytes));
    }

    private byte[] held(DeviceBuffer of) {
        MemorySegment into = arena.allocate(of.bytes(), 8);
        of.download(0, into);
        context.finish("the test");
        return into.toArray(ValueLayout.JAVA_BYTE);
    }

    private static byte[] with(byte[] values, int from, int to, int value) {
        byte[] changed = values.clone();
        Arrays.fill(changed, from, to, (byte) value);
        return changed;
    }

    @Test
    void copiesToAndFromAnyOffset() {
        buffer.upload(8, kept((byte) 99, (byte) 99));
        buffer.upload(BYTES - 1, kept((byte) 98));
        byte[] expected = with(with(values, 8, 10, 99), BYTES - 1, BYTES, 98);
        assertThat(held(buffer)).isEqualTo(expected);
        MemorySegment some = arena.allocate(4);
        buffer.download(BYTES - 4, some);
        context.finish("the test");
        assertThat(some.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(Arrays.copyOfRange(expected, BYTES - 4, BYTES));
    }

    @Test
    void fillsAndClearsItsFirstBytesOnly() {
        buffer.fill((byte) -1, 7);
        assertThat(held(buffer)).isEqualTo(with(values, 0, 7, -1));
        buffer.clear(3);
        assertThat(held(buffer)).isEqualTo(with(with(values, 0, 7, -1), 0, 3, 0));
        buffer.clear(BYTES);
        assertThat(held(buffer)).containsOnly(0);
        buffer.fill((byte) 5, 0);
        assertThat(held(buffer)).containsOnly(0);
    }

    @Test
    void copiesTheFirstBytesOfAnother() {
        other.clear(other.bytes());
        other.copyFrom(buffer, 9);
        assertThat(held(other)).isEqualTo(Arrays.copyOf(Arrays.copyOf(values, 9), 2 * BYTES));
        other.copyFrom(buffer, BYTES);
        assertThat(held(other)).isEqualTo(Arrays.copyOf(values, 2 * BYTES));
    }

    @Test
    void refusesWhatLiesOutside() {
        MemorySegment two = arena.allocate(2);
        record Refused(Runnable call, String name, long offset, long length, long capacity) {}
        for (Refused one : List.of(
                new Refused(() -> buffer.upload(BYTES - 1, two), "one", BYTES - 1, 2, BYTES),
                new Refused(() -> buffer.upload(-1, two), "one", -1, 2, BYTES),
                new Refused(() -> buffer.download(BYTES - 1, two), "one", BYTES - 1, 2, BYTES),
                new Refused(() -> buffer.download(-1, two), "one", -1, 2, BYTES),
                new Refused(() -> buffer.clear(BYTES + 1), "one", 0, BYTES + 1, BYTES),
                new Refused(() -> buffer.clear(-1), "one", 0, -1, BYTES),
                new Refused(() -> buffer.copyFrom(other, BYTES + 1), "one", 0, BYTES + 1, BYTES),
                new Refused(() -> other.copyFrom(buffer, BYTES + 1), "one", 0, BYTES + 1, BYTES))) {
            assertThatThrownBy(one.call()::run)
                    .isInstanceOf(IndexOutOfBoundsException.class)
                    .hasMessage(
                            "%s: offset=%d length=%d capacity=%d",
                            one.name(), one.offset(), one.length(), one.capacity());
        }
        assertThat(held(buffer)).isEqualTo(values);
    }

    @Test
    void countsWhatIsAllocatedOnceAndAtLeastSixteenBytes() {
        assertThat(context.liveBytes()).isEqualTo(3 * BYTES);
        DeviceBuffer empty = context.allocate(0, "nothing");
        DeviceBuffer large = context.allocate(17, "something");
        assertThat(empty.bytes()).isZero();
        assertThat(empty.address()).isNotZero();
        assertThat(context.liveBytes()).isEqualTo(3 * BYTES + 16 + 17);
        empty.close();
        empty.close();
        assertThat(context.liveBytes()).isEqualTo(3 * BYTES + 17);
        large.close();
        large.close();
        assertThat(context.liveBytes()).isEqualTo(3 * BYTES);
    }
}
