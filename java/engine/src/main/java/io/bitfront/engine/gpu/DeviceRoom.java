package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Direction;
import io.bitfront.engine.device.CudaContext;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/// What of an engine's device memory gives way to what: lists of hops and first neighbours, which only save time, to
/// tiles and batches, which a job cannot do without; and so how wide batches may be.
final class DeviceRoom {
    /// Of the memory that is free, what may be used.
    static final int USABLE_PERCENT = 95;

    private final CudaContext context;
    private final Graph graph;
    private final DeviceGraph deviceGraph;
    private final HopRounds hopRounds;

    DeviceRoom(CudaContext context, Graph graph, DeviceGraph deviceGraph, HopRounds hopRounds) {
        this.context = context;
        this.graph = graph;
        this.deviceGraph = deviceGraph;
        this.hopRounds = hopRounds;
    }

    /// Bytes that may be used of those that are free.
    static long usableBytes(CudaContext context) {
        return context.freeBytes() / 100 * USABLE_PERCENT;
    }

    /// Makes room for the tiles.
    void forTiles() {
        make(graph.tileBytes(), "tiles");
    }

    /// Makes room for batches as wide as [#batchWidth] says.
    void forBatches(int width, BatchMode mode) {
        make(batchBytes(width, mode), "batches");
    }

    private void make(long bytes, String what) {
        if (bytes > usableBytes(context)) {
            hopRounds.release();
        }
        long usable = usableBytes(context);
        if (bytes > usable) {
            deviceGraph.releaseFirsts("%s take %,d bytes, %,d were free".formatted(what, bytes, usable));
        }
    }

    /// Device memory that batches take, with the tiles where they need them and have to bring them.
    long batchBytes(int width, BatchMode mode) {
        long tiles = mode.isPaper() && !deviceGraph.hasTiles() ? graph.tileBytes() : 0;
        return GpuMultiSource.bytes(graph, width, mode) + tiles;
    }

    /// The width of batches: as asked for, or the widest whose state fits, where none is.
    ///
    /// @param width 0: none is asked for
    /// @throws IllegalArgumentException where no such batches are offered
    /// @throws DeviceException where they do not fit
    int batchWidth(int width, Direction direction, BatchMode mode) {
        int[] offered = offeredWidths(direction, mode);
        if (width != 0 && Arrays.stream(offered).noneMatch(one -> one == width)) {
            throw new IllegalArgumentException("batch of %d sources: a GPU takes %s at once"
                    .formatted(width, mode.isPaper() ? "256 in mode " + mode.word() : "256, 512 or 1,024"));
        }
        long usable = usableBytes(context) + deviceGraph.firstsBytes() + hopRounds.bytes();
        OptionalInt widest = widest(IntStream.of(offered), one -> batchBytes(one, mode), usable);
        if (widest.isPresent() && width <= widest.getAsInt()) {
            return width == 0 ? widest.getAsInt() : width;
        }
        int tried = width == 0 ? 256 : width;
        throw new DeviceException("gpu:%d: batches of %,d sources need %,d bytes, %,d may be used%s"
                .formatted(
                        context.device().index(),
                        tried,
                        batchBytes(tried, mode),
                        usable,
                        widest.isPresent() ? " (batches of %d fit)".formatted(widest.getAsInt()) : ""));
    }

    /// The first of some widths, the widest first, whose state fits.
    static OptionalInt widest(IntStream widths, IntToLongFunction bytes, long usable) {
        return widths.filter(width -> bytes.applyAsLong(width) <= usable).findFirst();
    }

    /// The widest first.
    private int[] offeredWidths(Direction direction, BatchMode mode) {
        if (!mode.isPaper()) {
            return GpuMultiSource.WIDTHS;
        }
        if (graph.directed() && direction == Direction.IN) {
            throw new IllegalArgumentException(
                    "mode %s follows out-edges only: slice sets are packed of out-neighbours".formatted(mode.word()));
        }
        return new int[] {TensorBatchState.WIDTH};
    }
}
