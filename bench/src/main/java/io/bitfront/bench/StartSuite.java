package io.bitfront.bench;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Device;
import io.bitfront.generate.ChainGenerator;
import io.bitfront.memory.Bytes;
import io.bitfront.order.OrderingKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// What a user waits for before anything happens.
final class StartSuite implements Suite {
    /// A chain's slices are one to a column, so padding makes its cache large: about 115 bytes a vertex.
    private static final int CHAIN_VERTICES = 92_000_000;

    private static final int RUNS = 9;

    @Override
    public String name() {
        return "start";
    }

    @Override
    public String description() {
        return "the program's --help, and opening a cache, of 10 GB or of each file";
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
        List<Target> targets = new ArrayList<>(List.of(help(options)));
        List<Path> files = options.graphs().files();
        if (files.isEmpty()) {
            targets.add(chain(options));
        }
        files.forEach(file -> addFile(file, options, targets));
        return SuiteResult.of(List.of(), targets);
    }

    private static Target help(BenchOptions options) {
        options.say().accept("bitfront --help");
        Program program = new Program(options.launcher());
        double[] seconds = IntStream.range(0, RUNS)
                .mapToDouble(run -> program.run("--help").seconds())
                .sorted()
                .toArray();
        return Target.atMost("bitfront --help", seconds[RUNS / 2], "s", 0.4, 0.2, "median of %d".formatted(RUNS));
    }

    private static Target chain(BenchOptions options) {
        int vertices = CHAIN_VERTICES >> options.shrink();
        Path chain = GraphStore.of(options).file("chain-%d.sg".formatted(vertices), new ChainGenerator(vertices));
        Path cache = options.folder().resolve("chain-%d.bvss".formatted(vertices));
        try {
            options.say().accept("preprocess " + chain.getFileName());
            new Program(options.launcher()).preprocess(chain, cache, "--order", "natural");
            return opening("open a cache of " + Bytes.text(Files.size(cache)), cache, "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            try {
                Files.deleteIfExists(cache);
                Files.deleteIfExists(chain);
            } catch (IOException e) {
                options.say().accept("%s stays behind: %s".formatted(cache, e.getMessage()));
            }
        }
    }

    private static void addFile(Path file, BenchOptions options, List<Target> targets) {
        String name = BenchGraph.of(file).name();
        if (options.isPrepared(file)) {
            targets.add(opening("open " + name, file));
            return;
        }
        for (OrderingKind ordering : options.graphs().orderingsOr(OrderingKind.NATURAL)) {
            String what = "%s, %s".formatted(name, ordering.word());
            try (Scratch cache = Scratch.of(options, "bench-output.bvss")) {
                options.say().accept("preprocess " + what);
                new Program(options.launcher())
                        .preprocess(file, cache.file(), options.graphs().arguments(ordering));
                targets.add(opening("open " + what, cache.file()));
            }
        }
    }

    private static Target opening(String what, Path cache) {
        try {
            return opening(what, cache, Bytes.text(Files.size(cache)) + ", ");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Target opening(String what, Path cache, String size) {
        double seconds = new Repeated(RUNS).medianSeconds(_ -> Graph.open(cache).close());
        return Target.atMost(what, seconds, "s", 1, 0.1, size + "without checksums, median of %d".formatted(RUNS));
    }
}
