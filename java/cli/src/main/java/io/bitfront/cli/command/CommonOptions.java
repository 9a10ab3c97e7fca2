package io.bitfront.cli.command;

import io.bitfront.cli.progress.BarProgress;
import io.bitfront.cli.progress.LineProgress;
import io.bitfront.cli.report.Report;
import io.bitfront.cli.report.Streams;
import io.bitfront.progress.Progress;
import java.time.Duration;
import picocli.CommandLine.Option;

/// What every command understands.
public final class CommonOptions {
    private static final Duration LOG_INTERVAL = Duration.ofSeconds(10);

    @Option(names = "--json", description = "Print one JSON object instead of text. Times are in fields ending in Ms.")
    private boolean json;

    @Option(names = "--quiet", description = "No notes and no progress on standard error; errors still appear.")
    private boolean quiet;

    /// Read by `Main`, which alone handles exceptions.
    @Option(names = "--debug", description = "Print the stack trace of an error.")
    private boolean debug;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    /// Whether the result is to be one JSON object.
    public boolean json() {
        return json;
    }

    /// Whether notes are to be left out.
    public boolean quiet() {
        return quiet;
    }

    /// Says one line that is no result, unless `--quiet`.
    public void note(Streams streams, String line) {
        if (!quiet) {
            streams.complain(line);
        }
    }

    public Progress progress(Streams streams) {
        if (quiet) {
            return Progress.NONE;
        }
        return streams.terminal()
                ? new BarProgress(streams.err(), streams.columns())
                : new LineProgress(streams.err(), LOG_INTERVAL);
    }

    /// Prints a command's result.
    public void print(Report report, Streams streams) {
        report.print(streams.out(), json);
    }
}
