package io.bitfront.cli.command;

import io.bitfront.cli.report.Report;
import io.bitfront.cli.report.Streams;
import io.bitfront.file.AtomicFile;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Where the report of a command goes that has no rows to write.
final class ReportOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description =
                    "Write the report to FILE instead: as JSON where its name ends in .json or --json is given, else"
                            + " as text; -: to standard output.")
    private Path output;

    /// Looks at the name before the work begins.
    ///
    /// @param graph the input, which the report may not replace; null where there is none
    void check(Path graph) {
        if (named()) {
            if (graph != null) {
                OutputPaths.checkInput(spec, graph, output);
            }
            OutputPaths.checkCache(spec, output);
            OutputPaths.checkName(spec, output);
            AtomicFile.create(output).close();
        }
    }

    private boolean named() {
        return output != null && !output.toString().equals("-");
    }

    void print(Report report, CommonOptions common, Streams streams) {
        if (!named()) {
            common.print(report, streams);
            return;
        }
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        boolean json =
                common.json() || output.toString().toLowerCase(Locale.ROOT).endsWith(".json");
        report.print(new PrintStream(text, true, StandardCharsets.UTF_8), json);
        try (AtomicFile file = AtomicFile.create(output)) {
            file.writeAt(0, ByteBuffer.wrap(text.toByteArray()));
            file.commit();
        }
        common.note(streams, "wrote " + output);
    }
}
