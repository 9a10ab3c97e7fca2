package io.bitfront.engine.device;

import io.bitfront.memory.OffHeap;
import io.bitfront.parallel.Workers;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/// Measures on hardware how fast arrays of any origin reach a device and come back. Prints JSON, 10⁹ bytes per second.
public final class TransferRate {
    private static final long BYTES = 4L << 30;
    private static final long RESULT_BYTES = 64L << 20;
    private static final int TURNS = 5;

    private final CudaContext context;
    private final PinnedStaging staging;

    private TransferRate(CudaContext context, PinnedStaging staging) {
        this.context = context;
        this.staging = staging;
    }

    /// @param args a folder for a file of 4 GiB, deleted in the end
    public static void main(String[] args) throws IOException {
        if (Cuda.problem() != null) {
            throw new IllegalStateException(Cuda.problem());
        }
        Path file = Files.createTempFile(Path.of(args[0]), "transfer", ".bin");
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors());
                CudaContext context = new CudaContext(Cuda.devices().getFirst());
                DeviceBuffer there = context.allocate(BYTES, "the measurement");
                PinnedStaging staging = new PinnedStaging(context, workers, BYTES)) {
            write(file, workers);
            TransferRate rate = new TransferRate(context, staging);
            for (int turn = 0; turn < TURNS; turn++) {
                rate.measure(file, there);
            }
        } finally {
            Files.delete(file);
        }
    }

    private static void write(Path file, Workers workers) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
                Arena arena = Arena.ofShared()) {
            MemorySegment mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, arena);
            workers.forRange(
                    0,
                    BYTES,
                    RESULT_BYTES,
                    (worker, begin, end) -> mapped.asSlice(begin, end - begin).fill((byte) begin));
        }
    }

    private void measure(Path file, DeviceBuffer there) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
                Arena arena = Arena.ofShared()) {
            MemorySegment mapped = OffHeap.view(channel.map(FileChannel.MapMode.READ_ONLY, 0, BYTES, arena), arena);
            time("mapped file to device", BYTES, () -> staging.upload(mapped, there));
            time("the same again", BYTES, () -> staging.upload(mapped, there));
            MemorySegment fresh = OffHeap.allocate(arena, RESULT_BYTES, "the measurement");
            time("device to fresh memory", RESULT_BYTES, () -> staging.download(there, fresh));
            time("the same again", RESULT_BYTES, () -> staging.download(there, fresh));
        }
    }

    private void time(String what, long bytes, Runnable copy) {
        long start = System.nanoTime();
        copy.run();
        context.finish(what);
        long nanos = System.nanoTime() - start;
        System.out.printf(
                Locale.ROOT,
                "{\"what\": \"%s\", \"bytes\": %d, \"milliseconds\": %.3f, \"gigabytesPerSecond\": %.1f}%n",
                what,
                bytes,
                nanos / 1e6,
                bytes / (double) nanos);
    }
}
