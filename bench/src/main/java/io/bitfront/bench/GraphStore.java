package io.bitfront.bench;

import io.bitfront.cache.Graph;
import io.bitfront.cache.GraphCache;
import io.bitfront.cache.GraphPreparer;
import io.bitfront.cache.PhaseLog;
import io.bitfront.cache.PreprocessOptions;
import io.bitfront.cache.Preprocessor;
import io.bitfront.engine.Device;
import io.bitfront.generate.Generator;
import io.bitfront.generate.GraphWriter;
import io.bitfront.graph.GraphInput;
import io.bitfront.input.GraphFormat;
import io.bitfront.input.ReadOptions;
import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.order.OrderingKind;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Function;

/// Generated graphs in a folder, made once, and caches of those and of files.
record GraphStore(Path folder, Progress progress, Consumer<String> say) {
    static GraphStore of(BenchOptions options) {
        return new GraphStore(options.folder(), options.progress(), options.say());
    }

    /// The file of a generated graph, made if it is not there.
    Path file(String name, Generator generator) {
        return file(name, workers -> generator.generate(workers, progress));
    }

    private Path file(String name, Function<Workers, GraphInput> made) {
        Path file = folder.resolve(name);
        if (!Files.isRegularFile(file)) {
            say.accept("generate " + name);
            try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors());
                    GraphInput input = made.apply(workers)) {
                GraphWriter.write(input, file, workers, progress);
            }
        }
        return file;
    }

    /// The prepared graph of a recipe, through a file and its cache.
    Graph joined(String name, Function<Workers, GraphInput> made, OrderingKind ordering) {
        return open(file(name, made), PreprocessOptions.defaults().withOrdering(ordering));
    }

    /// The prepared graph of a generator: in memory and never in a file where a GPU may make it in this order, else
    /// through a file and its cache.
    Graph prepared(String name, Generator generator, OrderingKind ordering, Device device) {
        PreprocessOptions options = PreprocessOptions.defaults().withOrdering(ordering);
        PreprocessOptions elsewhere = options.withDevice(device.preparation());
        if (!device.isCpu() && generator.stream().isPresent()) {
            try (Workers workers = new Workers(options.threads());
                    GraphInput input = generator.generate(workers, progress)) {
                if (GraphPreparer.canPrepare(input, elsewhere)) {
                    say.accept(
                            "generate and prepare %s, order %s, on %s".formatted(generator, ordering.word(), device));
                    return new Preprocessor(elsewhere, workers, progress, new PhaseLog(), say).inMemory(input);
                }
            }
        }
        return open(file(name, generator), options);
    }

    /// The prepared graph of some edges, in memory, made on the device where that can make it in this order.
    Graph inMemory(GraphInput input, OrderingKind ordering, Device device) {
        PreprocessOptions options = PreprocessOptions.defaults().withOrdering(ordering);
        PreprocessOptions elsewhere = options.withDevice(device.preparation());
        boolean there = GraphPreparer.canPrepare(input, elsewhere);
        try (Workers workers = new Workers(options.threads())) {
            return GraphCache.inMemory(
                            input, input.format(), there ? elsewhere : options, workers, progress, line -> {})
                    .graph();
        }
    }

    /// The prepared graph of a file of this folder, through its cache.
    Graph open(Path file, PreprocessOptions options) {
        ReadOptions read = new ReadOptions(GraphFormat.AUTO, DirectionChoice.AS_FORMAT);
        return GraphCache.open(new GraphCache.Request(file, read, options, null, false), progress, say)
                .graph();
    }

    /// The graph of a user's file as it is read, in natural order; of a cache, in its own.
    static Graph asRead(Path file, BenchOptions options) {
        return of(options).opened(file, options.graphs().direction(), OrderingKind.NATURAL, options.device());
    }

    /// The prepared graph of a user's file, through a cache that is kept in this folder. A GPU prepares it where it
    /// can.
    Graph opened(Path file, DirectionChoice direction, OrderingKind ordering, Device device) {
        Device preparing = device.isCpu() ? device : Device.auto();
        PreprocessOptions options =
                PreprocessOptions.defaults().withOrdering(ordering).withDevice(preparing.preparation());
        ReadOptions read = new ReadOptions(GraphFormat.AUTO, direction);
        return GraphCache.open(new GraphCache.Request(file, read, options, folder, false), progress, say)
                .graph();
    }
}
