package io.bitfront.cli.command;

import io.bitfront.cache.Graph;
import io.bitfront.engine.lab.RandomSources;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Where traversals start: exactly one of three ways to say it.
final class SourceOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--source",
            paramLabel = "V[,V...]",
            description = "Start from these vertices, one traversal each: ids of the graph file. A name with a comma"
                    + " stands in double quotes.")
    private List<String> listed;

    @Option(
            names = "--sources",
            paramLabel = "FILE",
            description = "Start from the vertices in this file, one id per line.")
    private String file;

    @Option(
            names = "--random",
            paramLabel = "K",
            description = "Start from K different vertices drawn from those that have an edge to follow.")
    private Integer random;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Which K vertices --random draws. Default: ${DEFAULT-VALUE}.")
    private long seed;

    /// Refuses what no graph can make sense of.
    void check() {
        int ways = (listed == null ? 0 : 1) + (file == null ? 0 : 1) + (random == null ? 0 : 1);
        if (ways != 1) {
            throw Usage.bad(
                    spec, "%s of --source, --sources and --random".formatted(ways == 0 ? "give one" : "give only one"));
        }
        if (random != null && random < 1) {
            throw Usage.bad(spec, "--random %d: expected at least 1".formatted(random));
        }
        if (random == null && spec.commandLine().getParseResult().hasMatchedOption("--seed")) {
            throw Usage.bad(spec, "--seed only goes with --random");
        }
    }

    /// What may name a file; null where the sources are given otherwise.
    String list() {
        return file;
    }

    /// Input ids of the sources, at least one, all in the graph.
    ///
    /// @param say is told of a file that must be waited for
    long[] sources(Graph graph, Consumer<String> say) {
        if (listed != null) {
            return VertexWords.ids(spec, "--source", listed, graph);
        }
        if (file != null) {
            return VertexWords.listed(spec, "--sources", file, graph, VertexList.Reading.AS_LISTED, say);
        }
        long[] drawn = RandomSources.pick(graph, random, seed);
        if (drawn.length < random) {
            throw new IllegalArgumentException(
                    "--random %,d: only %,d vertices have an edge to follow".formatted(random, drawn.length));
        }
        return drawn;
    }
}
