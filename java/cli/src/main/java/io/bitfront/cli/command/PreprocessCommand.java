package io.bitfront.cli.command;

import io.bitfront.cache.Graph;
import io.bitfront.cache.GraphCache;
import io.bitfront.cli.report.Report;
import io.bitfront.cli.report.Streams;
import io.bitfront.cli.report.Units;
import io.bitfront.file.AtomicFile;
import io.bitfront.progress.Elapsed;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `bitfront preprocess`.
@Command(
        name = "preprocess",
        sortOptions = false,
        abbreviateSynopsis = true,
        description = "Read a graph file once and write the cache that every other command opens at once.",
        footer = {
            "",
            "Without -o the cache is kept beside the graph, or in --cache DIR, where the other commands find it again.",
            "Self-loops and duplicate edges are removed and counted. The same input and options give the same bytes.",
            "",
            "Examples:",
            "  bitfront preprocess web.mtx.gz",
            "  bitfront preprocess links.txt --undirected -w 8192 -o links.bvss"
        })
final class PreprocessCommand implements Callable<Integer> {
    private final Streams streams;

    @Spec
    private CommandSpec spec;

    @Mixin
    private GraphOptions graphOptions;

    @Mixin
    private PreparationOptions preparation;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE.bvss",
            description = "Write the cache to this file.")
    private Path output;

    @Mixin
    private CommonOptions common;

    PreprocessCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        check();
        long begin = System.nanoTime();
        GraphCache.Opened opened = output == null ? graphOptions.keep(common, streams) : build();
        try (Graph graph = opened.graph()) {
            common.print(report(graph, opened, Elapsed.seconds(begin)), streams);
        }
        return ExitCode.DONE;
    }

    private void check() {
        if (graphOptions.prepared()) {
            throw Usage.bad(spec, "%s is preprocessed already".formatted(graphOptions.file()));
        }
        graphOptions.prepareOn(preparation.place());
        if (output == null && graphOptions.generated()) {
            throw Usage.bad(
                    spec, "%s is in no file: say by -o FILE.bvss where to write it".formatted(graphOptions.file()));
        }
        if (output == null) {
            return;
        }
        if (graphOptions.cache() != null) {
            throw Usage.bad(spec, "give -o or --cache, not both");
        }
        if (!output.toString().endsWith(".bvss")) {
            throw Usage.bad(spec, "-o %s: the name of a cache ends in .bvss".formatted(output));
        }
        OutputPaths.checkInput(spec, graphOptions.file(), output);
    }

    private GraphCache.Opened build() {
        AtomicFile.create(output).close();
        return graphOptions.build(output, common, streams);
    }

    private Report report(Graph graph, GraphCache.Opened opened, double seconds) {
        Report report = new Report().field("command", "preprocess");
        GraphFacts.add(report, graphOptions.file(), graph);
        GraphFacts.addStatistics(report, graph);
        long bytes = FileSize.of(opened.cache());
        report.field("cache", opened.cache().toString()).field("cacheBytes", bytes);
        report.line("cache", "%s, %s".formatted(opened.cache(), Units.bytes(bytes)));
        report.field("reused", opened.phases().isEmpty());
        PhaseFacts.add(report, opened.phases());
        report.field("totalMs", seconds * 1e3);
        if (opened.phases().isEmpty()) {
            return report.line("time", "nothing to do: the cache fits (--force builds it again)");
        }
        return report.table(PhaseFacts.table(opened.phases(), seconds));
    }
}
