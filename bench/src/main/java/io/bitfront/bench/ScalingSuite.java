package io.bitfront.bench;

import io.bitfront.cache.CacheKey;
import io.bitfront.cache.GraphCache;
import io.bitfront.cache.PhaseReport;
import io.bitfront.cache.PreprocessOptions;
import io.bitfront.generate.GeneratorOptions;
import io.bitfront.generate.Generators;
import io.bitfront.input.GraphFormat;
import io.bitfront.input.ReadOptions;
import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.order.OrderingKind;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Elapsed;
import io.bitfront.progress.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// How many times faster all cores prepare a graph than one does, phase by phase. All runs are in one process,
/// after one that nobody times: what a new process adds until its loops are compiled is no part of this. The
/// file's hash, found beside the other phases where there are threads for it, is timed alone, and then no part of
/// the sum.
final class ScalingSuite implements Suite {
    private static final int WINDOW = 8192;
    /// Ten times on 16 cores.
    private static final double MUST = 10.0 / 16;

    /// What divides the number of threads from one run to the next.
    private static final int STEP = 4;

    private record Work(int scale, OrderingKind ordering) {}

    @Override
    public String name() {
        return "scaling";
    }

    @Override
    public String description() {
        return "preparing kron 24 (degree) and kron 22 (jaccard) on all cores, a quarter, ... one";
    }

    @Override
    public SuiteResult run(BenchOptions options) {
        SuiteResult result = SuiteResult.empty();
        for (Work work : List.of(new Work(24, OrderingKind.DEGREE), new Work(22, OrderingKind.JACCARD))) {
            List<Integer> scales = options.graphs().scales();
            for (int scale : scales.isEmpty() ? List.of(options.scale(work.scale)) : scales) {
                measure(options, new Work(scale, work.ordering), result.targets());
            }
        }
        return result;
    }

    private static void measure(BenchOptions options, Work work, List<Target> targets) {
        String name = "kron %d".formatted(work.scale);
        Path graph = GraphStore.of(options)
                .file(name.replace(' ', '-') + ".sg", Generators.create("kron", GeneratorOptions.ofScale(work.scale)));
        int cores = Runtime.getRuntime().availableProcessors();
        prepare(options, graph, work, cores);
        Map<Integer, Run> runs = new LinkedHashMap<>();
        for (int threads = cores; threads > 1; threads = Math.max(threads / STEP, 1)) {
            runs.put(threads, prepare(options, graph, work, threads));
        }
        Run alone = prepare(options, graph, work, 1);
        runs.forEach((threads, run) -> run.seconds.forEach((phase, seconds) -> add(
                targets,
                "%s, %s, %s".formatted(name, work.ordering.word(), phase),
                threads,
                alone.seconds.get(phase),
                seconds)));
    }

    /// @param seconds by phase, and of all of them
    private record Run(Map<String, Double> seconds) {
        static Run of(List<PhaseReport> phases, double hashAlone) {
            Map<String, Double> seconds = new LinkedHashMap<>();
            phases.forEach(phase -> seconds.put(phase.name(), phase.beside() ? hashAlone : phase.seconds()));
            seconds.put(
                    "all phases",
                    phases.stream()
                            .filter(phase -> !phase.beside())
                            .mapToDouble(PhaseReport::seconds)
                            .sum());
            return new Run(seconds);
        }
    }

    private static void add(List<Target> targets, String what, int threads, double alone, double seconds) {
        String note = String.format(Locale.ROOT, "%.3f s, %.3f s on one", seconds, alone);
        targets.add(Target.atLeast(
                "%s, %d threads".formatted(what, threads), alone / seconds, "x", MUST * threads, threads, note));
    }

    private static Run prepare(BenchOptions options, Path graph, Work work, int threads) {
        options.say().accept("%s, %s, %d threads".formatted(graph.getFileName(), work.ordering.word(), threads));
        PreprocessOptions how = PreprocessOptions.defaults()
                .withOrdering(work.ordering)
                .withWindow(WINDOW)
                .withThreads(threads);
        ReadOptions read = new ReadOptions(GraphFormat.AUTO, DirectionChoice.AS_FORMAT);
        Path cache = options.folder().resolve("scaling.bvss");
        GraphCache.Opened opened = GraphCache.build(
                new GraphCache.Request(graph, read, how, null, true), cache, options.progress(), line -> {});
        opened.graph().close();
        delete(cache);
        return Run.of(opened.phases(), hashAlone(graph, read, how, options.progress()));
    }

    private static double hashAlone(Path graph, ReadOptions read, PreprocessOptions how, Progress progress) {
        try (Workers workers = new Workers(how.threads())) {
            long start = System.nanoTime();
            CacheKey.of(graph, read, how, workers, progress);
            return Elapsed.seconds(start);
        }
    }

    private static void delete(Path cache) {
        try {
            Files.delete(cache);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
