package io.bitfront.bench;

import io.bitfront.cache.GraphCache;
import io.bitfront.cache.PhaseReport;
import io.bitfront.cache.PreprocessOptions;
import io.bitfront.generate.GeneratorOptions;
import io.bitfront.generate.Generators;
import io.bitfront.input.GraphFormat;
import io.bitfront.input.ReadOptions;
import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.order.OrderingKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// How many times faster all cores prepare a graph than one does, phase by phase. All runs are in one process,
/// after one that nobody times: what a new process adds until its loops are compiled is no part of this.
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
        Map<Integer, List<PhaseReport>> runs = new LinkedHashMap<>();
        for (int threads = cores; threads > 1; threads = Math.max(threads / STEP, 1)) {
            runs.put(threads, prepare(options, graph, work, threads));
        }
        List<PhaseReport> alone = prepare(options, graph, work, 1);
        runs.forEach((threads, phases) -> {
            for (int i = 0; i < phases.size(); i++) {
                add(
                        targets,
                        "%s, %s, %s"
                                .formatted(
                                        name,
                                        work.ordering.word(),
                                        phases.get(i).name()),
                        threads,
                        alone.get(i).seconds(),
                        phases.get(i).seconds());
            }
            add(
                    targets,
                    "%s, %s, all phases".formatted(name, work.ordering.word()),
                    threads,
                    seconds(alone),
                    seconds(phases));
        });
    }

    private static void add(List<Target> targets, String what, int threads, double alone, double seconds) {
        String note = String.format(Locale.ROOT, "%.3f s, %.3f s on one", seconds, alone);
        targets.add(Target.atLeast(
                "%s, %d threads".formatted(what, threads), alone / seconds, "x", MUST * threads, threads, note));
    }

    private static double seconds(List<PhaseReport> phases) {
        return phases.stream().mapToDouble(PhaseReport::seconds).sum();
    }

    private static List<PhaseReport> prepare(BenchOptions options, Path graph, Work work, int threads) {
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
        return opened.phases();
    }

    private static void delete(Path cache) {
        try {
            Files.delete(cache);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
