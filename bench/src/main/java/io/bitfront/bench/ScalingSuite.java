package io.bitfront.bench;

import io.bitfront.cache.CacheKey;
import io.bitfront.cache.GraphCache;
import io.bitfront.cache.PhaseReport;
import io.bitfront.cache.PreprocessOptions;
import io.bitfront.cache.ResourceException;
import io.bitfront.input.GraphFormat;
import io.bitfront.input.ReadOptions;
import io.bitfront.order.OrderingKind;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Elapsed;
import io.bitfront.progress.Progress;
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

    private record Work(String name, Path graph, OrderingKind ordering) {}

    @Override
    public String name() {
        return "scaling";
    }

    @Override
    public String description() {
        return "preparing kron 24 (degree) and kron 22 (jaccard), or files, on all cores, a quarter, ... one";
    }

    @Override
    public SuiteResult run(BenchOptions options) {
        SuiteResult result = SuiteResult.empty();
        if (options.graphs().files().isEmpty()) {
            generated(24, OrderingKind.DEGREE, options, result.targets());
            generated(22, OrderingKind.JACCARD, options, result.targets());
        }
        for (Path file : options.unprepared("scaling", result.notes())) {
            String name = BenchGraph.of(file).name();
            for (OrderingKind ordering : options.graphs().orderingsOr(OrderingKind.AUTO)) {
                try {
                    measure(options, new Work(name, file, ordering), result.targets());
                } catch (ResourceException e) {
                    options.leaveOut("%s, %s".formatted(name, ordering.word()), e, result.notes());
                }
            }
        }
        return result;
    }

    private static void generated(int full, OrderingKind ordering, BenchOptions options, List<Target> targets) {
        List<Integer> scales = options.graphs().scales();
        for (int scale : scales.isEmpty() ? List.of(options.scale(full)) : scales) {
            BenchGraph kron = BenchGraph.of("kron", scale);
            Path file = GraphStore.of(options).file(kron.fileName(), kron.generator());
            measure(options, new Work(kron.name(), file, ordering), targets);
        }
    }

    private static void measure(BenchOptions options, Work work, List<Target> targets) {
        int cores = Runtime.getRuntime().availableProcessors();
        prepare(options, work, cores);
        Map<Integer, Run> runs = new LinkedHashMap<>();
        for (int threads = cores; threads > 1; threads = Math.max(threads / STEP, 1)) {
            runs.put(threads, prepare(options, work, threads));
        }
        Run alone = prepare(options, work, 1);
        runs.forEach((threads, run) -> run.seconds.forEach((phase, seconds) -> add(
                targets,
                "%s, %s, %s".formatted(work.name, work.ordering.word(), phase),
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

    private static Run prepare(BenchOptions options, Work work, int threads) {
        options.say().accept("%s, %s, %d threads".formatted(work.graph.getFileName(), work.ordering.word(), threads));
        PreprocessOptions how = PreprocessOptions.defaults()
                .withOrdering(work.ordering)
                .withWindow(WINDOW)
                .withThreads(threads);
        ReadOptions read = new ReadOptions(GraphFormat.AUTO, options.graphs().direction());
        try (Scratch cache = Scratch.of(options, "scaling.bvss")) {
            GraphCache.Opened opened = GraphCache.build(
                    new GraphCache.Request(work.graph, read, how, null, true),
                    cache.file(),
                    options.progress(),
                    line -> {});
            opened.graph().close();
            return Run.of(opened.phases(), hashAlone(work.graph, read, how, options.progress()));
        }
    }

    private static double hashAlone(Path graph, ReadOptions read, PreprocessOptions how, Progress progress) {
        try (Workers workers = new Workers(how.threads())) {
            long start = System.nanoTime();
            CacheKey.of(graph, read, how, workers, progress);
            return Elapsed.seconds(start);
        }
    }
}
