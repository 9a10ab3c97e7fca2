package io.bitfront.bench;

import io.bitfront.engine.BfsRequest;
import io.bitfront.engine.BfsResult;
import io.bitfront.engine.BfsSummary;
import io.bitfront.engine.Engine;
import io.bitfront.engine.Mode;
import io.bitfront.engine.RandomSources;
import io.bitfront.engine.verify.LevelVerifier;
import io.bitfront.graph.Graph;
import io.bitfront.progress.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/// The measuring protocol of single-source BFS: seeded sources of degree > 0; all levels of every source verified
/// first (which also warms the code up); then for each source the median kernel time of several runs.
///
/// @param sources how many, 64 where results are compared
/// @param runs of each source
public record BfsProtocol(int sources, int runs, long seed, Mode mode) {
    /// 64 sources, 5 runs of each.
    public static BfsProtocol standard() {
        return new BfsProtocol(64, 5, 1, Mode.AUTO);
    }

    /// Measures one engine.
    ///
    /// @param name of the graph, for the report
    /// @throws IllegalStateException if a level is wrong, or the graph has no edge to start from
    public BfsMeasurement measure(String name, Engine engine, Progress progress) {
        Graph graph = engine.graph();
        long[] chosen = RandomSources.pick(graph, sources, seed);
        if (chosen.length == 0) {
            throw new IllegalStateException("%s has no vertex with an out-edge to start from".formatted(name));
        }
        List<Long> renumber = new ArrayList<>();
        try (Progress.Phase phase = progress.start("verify " + name, chosen.length, "source")) {
            for (long source : chosen) {
                renumber.add(verify(engine, source).timings().renumber());
                phase.advance(1);
            }
        }
        List<Long> initialise = new ArrayList<>();
        List<BfsMeasurement.SourceTime> times = new ArrayList<>();
        double[] rates = new double[chosen.length];
        try (Progress.Phase phase = progress.start("measure " + name, chosen.length, "source")) {
            for (int i = 0; i < chosen.length; i++) {
                BfsSummary median = medianRun(engine, chosen[i], initialise);
                times.add(sourceTime(median));
                rates[i] = median.reachedEdges() / (double) median.timings().kernel();
                phase.advance(1);
            }
        }
        Arrays.sort(rates);
        Distribution kernel = Distribution.of(times.stream().mapToLong(time -> (long) (time.kernelMs() * 1e6)));
        return new BfsMeasurement(
                name,
                graph.ordering(),
                graph.vertexCount(),
                graph.edgeCount(),
                engine.description(),
                mode.word(),
                chosen.length,
                runs,
                chosen.length,
                kernel,
                distribution(initialise),
                distribution(renumber),
                kernel.maxMs() / kernel.medianMs(),
                rates[rates.length / 2],
                times);
    }

    private BfsRequest request(long source) {
        return BfsRequest.from(source).withMode(mode);
    }

    private BfsResult verify(Engine engine, long source) {
        BfsResult result = engine.bfs(request(source));
        String defect = LevelVerifier.verify(engine.graph(), source, result.level());
        if (defect != null) {
            throw new IllegalStateException("levels from source %d are wrong: %s".formatted(source, defect));
        }
        return result;
    }

    private BfsSummary medianRun(Engine engine, long source, List<Long> initialise) {
        BfsSummary[] all = new BfsSummary[runs];
        for (int run = 0; run < runs; run++) {
            all[run] = engine.measure(request(source));
            initialise.add(all[run].timings().initialise());
        }
        Arrays.sort(
                all, (a, b) -> Long.compare(a.timings().kernel(), b.timings().kernel()));
        return all[runs / 2];
    }

    private static BfsMeasurement.SourceTime sourceTime(BfsSummary run) {
        return new BfsMeasurement.SourceTime(
                run.source(),
                run.verticesPerLevel().length - 1,
                LongStream.of(run.verticesPerLevel()).sum(),
                run.timings().kernel() / 1e6);
    }

    private static Distribution distribution(List<Long> nanos) {
        return Distribution.of(nanos.stream().mapToLong(Long::longValue));
    }
}
