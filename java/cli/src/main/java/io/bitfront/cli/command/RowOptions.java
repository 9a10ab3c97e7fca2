package io.bitfront.cli.command;

import io.bitfront.cache.Graph;
import io.bitfront.cli.output.OutputFormat;
import io.bitfront.cli.output.RowChoice;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Which vertices a user wants to see.
final class RowOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--to",
            paramLabel = "V[,V...]|FILE",
            description = "Show and write these vertices only, in this order: ids, or a file with one per line.")
    private String to;

    @Option(names = "--reached", description = "Write only vertices that were reached.")
    private boolean reached;

    /// Refuses what has no place in an array, or no rows to leave out of.
    void check(List<OutputFormat> formats) {
        if (reached && formats.isEmpty()) {
            throw Usage.bad(spec, "--reached only goes with -o");
        }
        if (reached && formats.contains(OutputFormat.NPY)) {
            throw Usage.bad(spec, "--reached: an array has a cell for every vertex; write another format");
        }
    }

    /// What may name a file; null where all vertices are wanted.
    String list() {
        return to;
    }

    /// Input ids of the vertices wanted; empty for all.
    ///
    /// @param say is told of a file that must be waited for
    long[] wanted(Graph graph, Consumer<String> say) {
        return to == null
                ? new long[0]
                : VertexWords.listed(spec, "--to", to, graph, VertexList.Reading.AS_LISTED, say);
    }

    /// @param wanted input ids, empty for all
    RowChoice rows(Graph graph, long... wanted) {
        int[] indices = Arrays.stream(wanted).mapToInt(graph.ids()::indexOf).toArray();
        return new RowChoice(indices.length == 0 ? null : indices, reached);
    }
}
