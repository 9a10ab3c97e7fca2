package io.bitfront.engine.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.engine.gpu.OnFirstDevice;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Copies to and from a device through page-locked slots.
@Tag("gpu")
class PinnedStagingTest extends OnFirstDevice {
    private static final int PIECE = 1 << 20;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, PIECE - 1, PIECE, PIECE + 1, 4 * PIECE, 4 * PIECE + 3, 9 * PIECE - 5, 9 * PIECE})
    void bringsBackWhatItBroughtThere(int bytes) {
        byte[] values = new byte[bytes];
        new Random(bytes).nextBytes(values);
        try (Workers workers = new Workers(3);
                CudaContext context = new CudaContext(device);
                DeviceBuffer there = context.allocate(bytes, "the test");
                PinnedStaging staging = new PinnedStaging(context, workers, 6 * PIECE);
                Arena arena = Arena.ofShared()) {
            MemorySegment from = arena.allocate(bytes, 8).copyFrom(MemorySegment.ofArray(values));
            MemorySegment back = arena.allocate(bytes, 8);
            assertThat(staging.pieceBytes()).isEqualTo(PIECE);
            // A second time: slots that the first left busy.
            for (int turn = 0; turn < 2; turn++) {
                back.fill((byte) 0);
                staging.upload(from, there);
                staging.download(there, back);
                assertThat(back.mismatch(from)).isEqualTo(-1);
            }
        }
    }

    /// In pieces of 64 KiB at least, up to a sixth of the array: three workers, two pieces each.
    @ParameterizedTest
    @CsvSource({
        "65536, 1, 65536",
        "65537, 2, 65536",
        "393216, 6, 65536",
        "393217, 6, 65544",
        "600001, 6, 100008",
        "6291456, 6, 1048576",
        "6291457, 7, 1048576"
    })
    void dealsAnArrayToAllWorkers(int bytes, int pieces, int pieceBytes) {
        try (Workers workers = new Workers(3);
                CudaContext context = new CudaContext(device);
                DeviceBuffer there = context.allocate(bytes, "the test");
                PinnedStaging staging = new PinnedStaging(context, workers, 6 * PIECE)) {
            Map<Long, Long> filled = new ConcurrentSkipListMap<>();
            Map<Long, Long> taken = new ConcurrentSkipListMap<>();
            staging.upload(there, bytes, (offset, pinned) -> filled.put(offset, pinned.byteSize()));
            staging.download(there, bytes, (offset, pinned) -> taken.put(offset, pinned.byteSize()));
            Map<Long, Long> expected = new TreeMap<>();
            for (long at = 0; at < bytes; at += pieceBytes) {
                expected.put(at, Math.min(pieceBytes, bytes - at));
            }
            assertThat(expected).hasSize(pieces);
            assertThat(filled).isEqualTo(expected);
            assertThat(taken).isEqualTo(expected);
        }
    }

    @Test
    void refusesToWriteBeyondABuffer() {
        try (Workers workers = new Workers(3);
                CudaContext context = new CudaContext(device);
                DeviceBuffer there = context.allocate(100, "the test");
                PinnedStaging staging = new PinnedStaging(context, workers, 6 * PIECE);
                Arena arena = Arena.ofShared()) {
            assertThatThrownBy(() -> staging.upload(arena.allocate(101), there))
                    .isInstanceOf(IndexOutOfBoundsException.class)
                    .hasMessage("the test: offset=0 length=101 capacity=100");
        }
    }
}
