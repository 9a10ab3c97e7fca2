package io.bitfront.engine.closeness;

import io.bitfront.engine.answer.TreeSums;
import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.spi.LevelMatrix;
import io.bitfront.engine.spi.MultiSource;
import io.bitfront.engine.spi.TargetSums;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// Searches a graph without its high trees, and tells the sums of the whole one per source, harmonic
/// ones excepted. Sources are the whole graph's, and lie outside those trees.
final class PrunedSource implements MultiSource {
    private final MultiSource rest;
    private final int[] numberInRest;
    private final TreeSums trees;
    private final Deque<int[]> underWay = new ArrayDeque<>();

    /// @param rest searches what is left without the trees
    /// @param numberInRest by vertex of the whole graph
    /// @param trees what they add, by vertex of the rest
    PrunedSource(MultiSource rest, int[] numberInRest, TreeSums trees) {
        this.rest = rest;
        this.numberInRest = numberInRest;
        this.trees = trees;
    }

    @Override
    public void begin(int[] sources) {
        int[] inRest = inRest(sources);
        rest.begin(inRest);
        underWay.add(inRest);
    }

    @Override
    public void beginApart(int[] sources) {
        int[] inRest = inRest(sources);
        rest.beginApart(inRest);
        underWay.add(inRest);
    }

    private int[] inRest(int... sources) {
        return Arrays.stream(sources).map(vertex -> numberInRest[vertex]).toArray();
    }

    @Override
    public SourceSums finish() {
        SourceSums sums = rest.finish();
        int[] sources = underWay.remove();
        for (int row = 0; row < sources.length; row++) {
            trees.addTo(sums, row, sources[row]);
        }
        return sums;
    }

    @Override
    public int width() {
        return rest.width();
    }

    @Override
    public String description() {
        return rest.description();
    }

    @Override
    public int depth() {
        return rest.depth();
    }

    @Override
    public void stopWhen(BooleanSupplier unwanted) {
        rest.stopWhen(unwanted);
    }

    @Override
    public Optional<Duration> patience() {
        return rest.patience();
    }

    @Override
    public void abandon() {
        rest.abandon();
    }

    @Override
    public void expect(long sources) {
        rest.expect(sources);
    }

    @Override
    public boolean settled() {
        return rest.settled();
    }

    @Override
    public String note() {
        return rest.note();
    }

    @Override
    public void perTarget(int[] pivots) {
        throw perSourceAlone();
    }

    @Override
    public void collect(TargetSums into) {
        throw perSourceAlone();
    }

    @Override
    public int levelWidth(int cellBytes) {
        throw perSourceAlone();
    }

    @Override
    public boolean levels(int[] sources, LevelMatrix into) {
        throw perSourceAlone();
    }

    private static UnsupportedOperationException perSourceAlone() {
        return new UnsupportedOperationException("without trees there are sums per source alone");
    }

    @Override
    public void close() {
        rest.close();
    }
}
