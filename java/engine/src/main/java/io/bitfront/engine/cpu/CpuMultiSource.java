package io.bitfront.engine.cpu;

import io.bitfront.engine.Direction;
import io.bitfront.engine.MultiSource;
import io.bitfront.engine.SourceSums;
import io.bitfront.engine.TargetSums;
import io.bitfront.graph.Graph;
import io.bitfront.parallel.Workers;

/// Bit-parallel breadth-first searches from many sources at once on all cores.
public final class CpuMultiSource implements MultiSource {
    /// Sources at once where nothing else is asked for.
    public static final int DEFAULT_WIDTH = 512;

    private final int width;

    /// @param workers used by one traversal at a time; stays open
    /// @param width a multiple of 64 from 64 to 1,024, or 0 for the default
    public CpuMultiSource(Graph graph, Workers workers, int width, Direction direction) {
        this.width = width == 0 ? DEFAULT_WIDTH : width;
        if (this.width % 64 != 0 || this.width < 64 || this.width > 1_024) {
            throw new IllegalArgumentException(
                    "batch width %d: expected a multiple of 64 from 64 to 1,024".formatted(width));
        }
    }

    /// Bytes one of these allocates.
    public static long bytes(Graph graph, int width) {
        return 2L * graph.vertexCount() * (width == 0 ? DEFAULT_WIDTH : width) / 8;
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public SourceSums perSource(int[] sources) {
        throw new UnsupportedOperationException("batch of %d sources".formatted(sources.length));
    }

    @Override
    public void perTarget(int[] pivots, TargetSums into) {
        throw new UnsupportedOperationException("batch of %d pivots".formatted(pivots.length));
    }

    @Override
    public void close() {}
}
