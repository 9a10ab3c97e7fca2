package io.bitfront.engine.closeness;

import io.bitfront.engine.JobStoppedException;
import io.bitfront.engine.spi.TargetSums;
import io.bitfront.file.FileException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

/// A range of a sample's pivots on its way to sums per vertex. One thread; holds 32 bytes a vertex of the graph.
public final class PivotRange implements AutoCloseable {
    /// Bytes of the sums of one vertex.
    public static final int VERTEX_BYTES = 4 * Long.BYTES;

    private final Arena arena = Arena.ofShared();
    private final RangedJob job;
    private final int range;
    private final int[] pivots;
    private final TargetSums sums;

    PivotRange(RangedJob job, int range) {
        this.job = job;
        this.range = range;
        this.pivots = job.vertices(range);
        try {
            this.sums = TargetSums.allocate(arena, job.context().graph().vertexCount());
        } catch (Throwable t) {
            arena.close();
            throw t;
        }
    }

    /// How many there are.
    public int pivotCount() {
        return pivots.length;
    }

    /// Takes the sums that [#keep] wrote.
    ///
    /// @param place what messages call the file
    /// @throws FileException where they belong to another job, or are damaged
    public void restore(Path file, Object place) {
        job.header().requireOf(file, place, "checkpoint " + place);
        BitSet done = new BitSet();
        snapshot(file, place).read(done, sums);
        if (!done.equals(indices())) {
            throw new FileException("%s is damaged: it holds other pivots than its range".formatted(place));
        }
    }

    /// Adds up the distances from every pivot of the range.
    ///
    /// @throws JobStoppedException after an interrupt, which stays set; the sums are of no use then
    /// @throws io.bitfront.engine.DeviceException where the engine fails; another may run the range once more
    public void traverse(RangeEngine engine) {
        int done = engine.sum(pivots, sums);
        if (done < pivots.length) {
            throw new JobStoppedException(
                    "range %d stopped after %,d of %,d pivots".formatted(range, done, pivots.length));
        }
    }

    /// Writes the sums for [#restore].
    public void keep(Path file) {
        job.context().graph().requireUnchanged();
        snapshot(file, file).write(indices(), sums);
    }

    private SumsSnapshot snapshot(Path file, Object place) {
        return new SumsSnapshot(
                file, place, job.header(), job.context().graph().permutation().newIdOf());
    }

    private BitSet indices() {
        BitSet indices = new BitSet();
        Arrays.stream(pivots).map(job.context()::indexOf).forEach(indices::set);
        return indices;
    }

    /// The sums of consecutive vertices by input index, [#VERTEX_BYTES] each, for [#add].
    public byte[] sums(int first, int count) {
        ByteBuffer bytes = ByteBuffer.allocate(count * VERTEX_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        IntStream.range(first, first + count)
                .map(job.context()::vertexOf)
                .forEach(v -> bytes.putLong(sums.pivots().get(v))
                        .putLong(sums.distance().get(v))
                        .putLong(sums.distanceSquared().get(v))
                        .putLong(sums.harmonic().get(v)));
        return bytes.array();
    }

    /// Adds what [#sums] of a range returned.
    public static void add(byte[] sums, TargetSums total) {
        ByteBuffer bytes = ByteBuffer.wrap(sums).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; bytes.hasRemaining(); i++) {
            total.pivots().set(i, total.pivots().get(i) + bytes.getLong());
            total.distance().set(i, total.distance().get(i) + bytes.getLong());
            total.distanceSquared().set(i, total.distanceSquared().get(i) + bytes.getLong());
            total.harmonic().set(i, total.harmonic().get(i) + bytes.getLong());
        }
    }

    @Override
    public void close() {
        arena.close();
    }
}
