package io.bitfront.bench;

import io.bitfront.cache.Graph;
import io.bitfront.cache.PreprocessOptions;
import io.bitfront.cache.Preprocessor;
import io.bitfront.engine.Device;
import io.bitfront.engine.Engine;
import io.bitfront.engine.lab.Lab;
import io.bitfront.generate.Generator;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;

/// An engine of one thread on a small graph, for scripts to stand in front of.
record SmallEngine(Graph graph, Engine real, Lab lab) implements AutoCloseable {
    static SmallEngine of(Generator generator) {
        Graph graph;
        try (Workers workers = new Workers(1)) {
            graph = Preprocessor.prepare(
                    generator.generate(workers, Progress.NONE),
                    PreprocessOptions.defaults().withThreads(1));
        }
        Engine real = Engine.open(graph, new Device.Cpu(1));
        return new SmallEngine(graph, real, Lab.of(real));
    }

    @Override
    public void close() {
        real.close();
        graph.close();
    }
}
