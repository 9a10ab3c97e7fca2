package io.bitfront.bench;

import io.bitfront.cache.Graph;
import io.bitfront.cache.PreprocessOptions;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.Device;
import io.bitfront.engine.Engine;
import io.bitfront.engine.EngineTeam;
import io.bitfront.engine.closeness.ClosenessRunner;
import io.bitfront.engine.lab.Lab;
import io.bitfront.generate.GeneratorOptions;
import io.bitfront.generate.Generators;
import io.bitfront.order.OrderingKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// Exact closeness of every vertex: on all cores, and on one GPU, two, and so on, whose results must be the same bits.
final class ClosenessSuite implements Suite {
    private static final int RUNS = 3;

    /// Sources that load the kernels before anything is timed.
    private static final int WARM_UP = 4_096;

    @Override
    public String name() {
        return "closeness";
    }

    @Override
    public String description() {
        return "exact closeness of every vertex: kron 16 on the CPU, other graphs on 1, 2, ... GPUs";
    }

    @Override
    public boolean takesGraphs(Device device) {
        return !device.isCpu();
    }

    @Override
    public SuiteResult run(BenchOptions options) {
        SuiteResult result = SuiteResult.empty();
        if (!options.device().isGpu()) {
            if (options.graphs().files().isEmpty()) {
                onCores(options, result);
            } else {
                new GraphTour(options.on(Device.cpu()), List.of(), _ -> List.of(OrderingKind.AUTO))
                        .run(result.notes(), (subject, graph) -> result.jobs().add(onCores(options, subject, graph)));
            }
        }
        if (!options.device().isCpu() && Gpus.problem() == null) {
            new GraphTour(
                            options,
                            List.of("kron"),
                            kind -> List.of(kind.equals(BenchGraph.FILE) ? OrderingKind.AUTO : OrderingKind.DEGREE))
                    .visitGraphs(result.notes(), (made, graph) -> onGpus(options, made, graph, result));
        }
        return result;
    }

    private static void onCores(BenchOptions options, SuiteResult result) {
        int scale = options.scale(16);
        GraphStore store = GraphStore.of(options);
        Path file =
                store.file("kron-%d.sg".formatted(scale), Generators.create("kron", GeneratorOptions.ofScale(scale)));
        try (Graph graph = store.open(file, PreprocessOptions.defaults());
                Engine engine = Engine.open(graph, Device.cpu())) {
            double seconds = new Repeated(RUNS).medianSeconds(run -> {
                options.say().accept("closeness kron %d, run %d of %d".formatted(scale, run, RUNS));
                engine.closeness(ClosenessJob.allSources());
            });
            result.targets()
                    .add(Target.atMost(
                            "exact closeness, kron %d, all sources".formatted(scale),
                            seconds,
                            "s",
                            6,
                            2,
                            "whole job, median of %d".formatted(RUNS)));
        }
    }

    private static JobMeasurement onCores(BenchOptions options, Subject subject, Graph graph) {
        Engine engine = subject.engine().engine();
        Distribution job = distribution(new Repeated(RUNS)
                .jobs(List.of(1), _ -> {
                    options.say().accept("closeness %s on all cores".formatted(subject.name()));
                    return engine.closeness(ClosenessJob.allSources());
                })
                .get(1));
        return JobMeasurement.of(subject.name(), graph, List.of(engine), job, job);
    }

    private static void onGpus(BenchOptions options, BenchGraph made, Graph graph, SuiteResult result) {
        int threads = Runtime.getRuntime().availableProcessors();
        List<Device> all = Gpus.usable();
        int gpus = all.size();
        List<JobMeasurement> jobs = new ArrayList<>();
        try (EngineTeam team = EngineTeam.open(graph, all, threads, engine -> null)) {
            try (GpuMonitor monitor =
                    GpuMonitor.of(Lab.of(team.engines().getFirst()).busId().orElseThrow())) {
                result.noteDriver(monitor.driver());
            }
            warmUp(options, team.engines(), graph);
            List<Integer> counts = IntStream.iterate(1, count -> count <= gpus, count -> 2 * count)
                    .boxed()
                    .toList();
            Map<Integer, List<Long>> nanos = new Repeated(RUNS).jobs(counts, count -> {
                options.say().accept("closeness %s on %d of %d GPUs".formatted(made.name(), count, gpus));
                return new ClosenessRunner(
                                team.engines().subList(0, count),
                                ClosenessJob.allSources()
                                        .measures(ClosenessMeasure.CLOSENESS, ClosenessMeasure.HARMONIC),
                                options.progress(),
                                options.say())
                        .run();
            });
            Distribution alone = distribution(nanos.get(1));
            nanos.forEach((count, runs) -> jobs.add(JobMeasurement.of(
                    made.name(), graph, team.engines().subList(0, count), distribution(runs), alone)));
        }
        result.jobs().addAll(jobs);
        jobs.stream()
                .filter(job -> job.devices().size() > 1)
                .forEach(job -> result.targets()
                        .add(Target.atLeast(
                                "closeness, " + job.key() + " over one",
                                job.speedup(),
                                "x",
                                0.95 * job.devices().size(),
                                0.98 * job.devices().size(),
                                "whole job, %.2f s, median of %d".formatted(job.seconds(), RUNS))));
    }

    private static Distribution distribution(List<Long> nanos) {
        return Distribution.of(nanos.stream().mapToLong(Long::longValue));
    }

    private static void warmUp(BenchOptions options, List<Engine> engines, Graph graph) {
        List<Long> some = LongStream.range(0, Math.min(WARM_UP, graph.vertexCount()))
                .mapToObj(index -> graph.ids().idOf((int) index))
                .toList();
        new ClosenessRunner(engines, ClosenessJob.sources(some), options.progress()).run();
    }
}
