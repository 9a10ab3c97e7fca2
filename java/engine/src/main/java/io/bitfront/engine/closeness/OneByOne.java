package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.spi.Backend;
import io.bitfront.engine.spi.LevelMatrix;
import io.bitfront.engine.spi.LevelWatch;
import io.bitfront.engine.spi.MultiSource;
import io.bitfront.engine.spi.TargetSums;

/// Searches along out-edges one after another: sources far from each other share nothing that a batch could save. Every
/// engine tells their levels.
final class OneByOne implements MultiSource {
    private final Backend engine;
    private final Graph graph;
    private SourceSums finished;

    /// @param engine stays open, and runs nothing else meanwhile
    OneByOne(Backend engine) {
        this.engine = engine;
        this.graph = engine.graph();
    }

    @Override
    public int width() {
        return 1;
    }

    @Override
    public String description() {
        return engine.description();
    }

    @Override
    public int depth() {
        return 1;
    }

    @Override
    public boolean watches() {
        return true;
    }

    @Override
    public void begin(int[] sources) {
        begin(sources, (source, level, count, sums) -> true);
    }

    @Override
    public void begin(int[] sources, LevelWatch watch) {
        SourceSums sums = SourceSums.allocate(sources.length);
        for (int i = 0; i < sources.length; i++) {
            long[] counts =
                    engine.measure(LabRequest.from(graph.idOf(sources[i]))).verticesPerLevel();
            sums.reached()[i] = 1;
            for (int level = 1; level < counts.length; level++) {
                sums.addLevel(i, level, counts[level]);
                watch.goesOn(i, level, counts[level], sums);
            }
        }
        finished = sums;
    }

    @Override
    public SourceSums finish() {
        SourceSums sums = finished;
        finished = null;
        return sums;
    }

    @Override
    public void perTarget(int[] pivots) {
        throw new UnsupportedOperationException("sums per vertex take batches");
    }

    @Override
    public void collect(TargetSums into) {}

    @Override
    public int levelWidth(int cellBytes) {
        return 1;
    }

    @Override
    public boolean levels(int[] sources, LevelMatrix into) {
        throw new UnsupportedOperationException("levels of many sources take batches");
    }

    @Override
    public void close() {}
}
