package io.bitfront.bench;

import io.bitfront.engine.Device;
import io.bitfront.generate.GeneratorOptions;
import io.bitfront.generate.Generators;
import io.bitfront.generate.RoadGenerator;
import io.bitfront.memory.Bytes;
import io.bitfront.order.OrderingKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/// What comes before a traversal: generating, parsing, ordering, packing, as the program reports it, and preparing from
/// edges in memory.
final class PreprocessSuite implements Suite {
    private static final int WINDOW = 8192;
    /// So many cores read a small text before their loops are compiled.
    private static final int MANY_CORES = 8;

    /// Seconds of the slowest process.
    private static final double MUST = 60;

    private static final double AIM = 30;

    /// MB/s that all cores together must parse, however many they are.
    private static final double MOST_ASKED = 1000;

    @Override
    public String name() {
        return "preprocess";
    }

    @Override
    public String description() {
        return "kron 22: made, cached, read as text; peak memory; edges in memory to ready; break-even; files to caches";
    }

    @Override
    public boolean startsProgram() {
        return true;
    }

    @Override
    public boolean takesGraphs(Device device) {
        return false;
    }

    @Override
    public SuiteResult run(BenchOptions options) {
        return options.graphs().files().isEmpty() ? generated(options) : files(options);
    }

    /// Whole processes, held to what the slowest one of a generated graph is.
    private static SuiteResult files(BenchOptions options) {
        SuiteResult result = SuiteResult.empty();
        for (Path file : options.unprepared("preprocess", result.notes())) {
            for (OrderingKind ordering : options.graphs().orderingsOr(OrderingKind.AUTO)) {
                String what = "%s, %s".formatted(BenchGraph.of(file).name(), ordering.word());
                Program.Finished run = addCache(
                        options,
                        result.targets(),
                        file,
                        what,
                        MUST,
                        AIM,
                        options.graphs().arguments(ordering));
                result.targets().add(reading("read " + what, file, run));
            }
        }
        return result;
    }

    private static SuiteResult generated(BenchOptions options) {
        Program program = new Program(options.launcher());
        SuiteResult result = SuiteResult.empty();
        List<Target> targets = result.targets();
        int scale = options.scale(22);
        Path kron = options.folder().resolve("kron-%d.sg".formatted(scale));
        options.say().accept("generate kron %d".formatted(scale));
        Program.Finished generated =
                program.run("generate", "kron", "--scale", Integer.toString(scale), "-o", kron.toString(), "--quiet");
        targets.add(Target.atMost("generate kron %d".formatted(scale), generated.seconds(), "s", 30, 10, "to .sg"));
        String name = "kron %d .sg to cache, ".formatted(scale);
        addCache(options, targets, kron, name + "degree", 20, 10, "--order", "degree");
        addCache(
                options,
                targets,
                kron,
                name + "jaccard -w " + WINDOW,
                MUST,
                AIM,
                "--order",
                "jaccard",
                "-w",
                "" + WINDOW);
        addRoad(options, targets);
        addText(options, targets);
        PreparationRows.measure(options, result);
        return result;
    }

    private static Program.Finished addCache(
            BenchOptions options,
            List<Target> targets,
            Path graph,
            String what,
            double must,
            double aim,
            String... order) {
        Program.Finished run = preprocess(options, graph, order);
        targets.add(Target.atMost(what, run.seconds(), "s", must, aim, "whole process"));
        long arrays = size(graph) + run.json().get("cacheBytes").asLong();
        targets.add(Target.atMost(
                "peak memory, " + what,
                peak(run.json()) / arrays,
                "x",
                2.5,
                1.6,
                "of input + output, " + Bytes.text(arrays)));
        return run;
    }

    private static void addRoad(BenchOptions options, List<Target> targets) {
        int width = 4800 >> options.shrink() / 2;
        int height = 5000 >> options.shrink() / 2;
        Path road = GraphStore.of(options)
                .file(
                        "road-%dx%d.sg".formatted(width, height),
                        new RoadGenerator(width, height, RoadGenerator.KEEP, Generators.SEED));
        JsonNode phase = phase(preprocess(options, road, "--order", "rcm").json(), "order");
        targets.add(Target.atMost(
                "road %,d x %,d, rcm alone".formatted(width, height),
                phase.get("timeMs").asDouble() / 1e3,
                "s",
                60,
                25,
                "the order phase"));
    }

    private static void addText(BenchOptions options, List<Target> targets) {
        int cores = Runtime.getRuntime().availableProcessors();
        int scale = options.scale(cores < MANY_CORES ? 20 : 22);
        for (String suffix : List.of("mtx", "el")) {
            Path text = GraphStore.of(options)
                    .file(
                            "kron-%d.%s".formatted(scale, suffix),
                            Generators.create("kron", GeneratorOptions.ofScale(scale)));
            Program.Finished run = preprocess(options, text, "--order", "natural");
            targets.add(reading("text parsed, .%s".formatted(suffix), text, run));
        }
    }

    /// The read phase.
    private static Target reading(String what, Path graph, Program.Finished run) {
        int cores = Runtime.getRuntime().availableProcessors();
        double rate = size(graph) / phase(run.json(), "read").get("timeMs").asDouble() / 1e3;
        return Target.atLeast(
                what,
                rate / cores,
                "MB/s a core",
                Math.min(100, MOST_ASKED / cores),
                300,
                "the read phase of %s on %d cores: %s/s"
                        .formatted(Bytes.text(size(graph)), cores, Bytes.text((long) (rate * 1e6))));
    }

    private static Program.Finished preprocess(BenchOptions options, Path graph, String... order) {
        options.say().accept("preprocess %s %s".formatted(graph.getFileName(), String.join(" ", order)));
        try (Scratch cache = Scratch.of(options, "bench-output.bvss")) {
            return new Program(options.launcher()).preprocess(graph, cache.file(), order);
        }
    }

    private static JsonNode phase(JsonNode report, String name) {
        return StreamSupport.stream(report.get("phases").spliterator(), false)
                .filter(phase -> phase.get("name").asString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the report has no phase " + name));
    }

    private static double peak(JsonNode report) {
        return StreamSupport.stream(report.get("phases").spliterator(), false)
                .mapToDouble(phase -> phase.get("peakBytes").asDouble())
                .max()
                .orElse(Double.NaN);
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
