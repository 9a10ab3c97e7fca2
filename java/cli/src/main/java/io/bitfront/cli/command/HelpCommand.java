package io.bitfront.cli.command;

import io.bitfront.cli.report.Streams;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `bitfront help`.
@Command(
        name = "help",
        sortOptions = false,
        abbreviateSynopsis = true,
        description = "Explain a command, or list all.",
        footer = {"", "Example:", "  bitfront help closeness"})
final class HelpCommand implements Callable<Integer> {
    private final Streams streams;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "COMMAND", arity = "0..1", description = "The command to explain.")
    private String name;

    /// Its result is text, and it has no notes: of the options of other commands it has this one.
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    HelpCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        CommandLine root = spec.commandLine().getParent();
        CommandLine wanted = name == null ? root : root.getSubcommands().get(name);
        if (wanted == null) {
            throw Usage.bad(
                    spec,
                    "there is no command %s; the commands are %s"
                            .formatted(
                                    name,
                                    String.join(", ", root.getSubcommands().keySet())));
        }
        wanted.usage(streams.out());
        return ExitCode.DONE;
    }
}
