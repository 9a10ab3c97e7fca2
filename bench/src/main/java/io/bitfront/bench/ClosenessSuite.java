package io.bitfront.bench;

import io.bitfront.cache.PreprocessOptions;
import io.bitfront.engine.Device;
import io.bitfront.engine.Engine;
import io.bitfront.engine.closeness.ClosenessJob;
import io.bitfront.generate.GeneratorOptions;
import io.bitfront.generate.Generators;
import io.bitfront.graph.Graph;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// Exact closeness of every vertex on all cores.
final class ClosenessSuite implements Suite {
    private static final int RUNS = 3;

    @Override
    public String name() {
        return "closeness";
    }

    @Override
    public String description() {
        return "exact closeness of every vertex of kron 16 on the CPU";
    }

    @Override
    public SuiteResult run(BenchOptions options) {
        int scale = options.scale(16);
        GraphStore store = GraphStore.of(options);
        Path file =
                store.file("kron-%d.sg".formatted(scale), Generators.create("kron", GeneratorOptions.ofScale(scale)));
        try (Graph graph = store.open(file, PreprocessOptions.defaults());
                Engine engine = Engine.open(graph, Device.cpu())) {
            double[] seconds = new double[RUNS];
            for (int run = 0; run < RUNS; run++) {
                options.say().accept("closeness kron %d, run %d of %d".formatted(scale, run + 1, RUNS));
                long start = System.nanoTime();
                engine.closeness(ClosenessJob.allSources());
                seconds[run] = (System.nanoTime() - start) / 1e9;
            }
            Arrays.sort(seconds);
            return SuiteResult.of(
                    List.of(),
                    List.of(Target.atMost(
                            "exact closeness, kron %d, all sources".formatted(scale),
                            seconds[RUNS / 2],
                            "s",
                            6,
                            2,
                            "whole job, median of %d; igraph on one thread about 115 s".formatted(RUNS))));
        }
    }
}
