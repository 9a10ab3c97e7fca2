package io.bitfront.cli.command;

import io.bitfront.cli.report.Streams;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.Direction;
import io.bitfront.engine.lab.BfsMode;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/// The command `bitfront`, under which all others stand.
@Command(
        name = "bitfront",
        description = {
            "Breadth-first search and closeness centrality on one graph, as fast as the machine allows.",
            "A graph is preprocessed once into a .bvss cache and traversed many times."
        },
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Examples:",
            "  bitfront generate kron --scale 16 -o kron.sg   make a graph to play with",
            "  bitfront bfs web.mtx --source 17               hops from vertex 17",
            "  bitfront path roads.gr 17 4711                 a shortest path",
            "  bitfront closeness roads.gr --top 10           the ten most central vertices",
            "  bitfront preprocess web.tar.gz -o web.bvss     prepare a graph once",
            "",
            "'bitfront help COMMAND' explains a command.",
            "",
            "Exit codes:",
            "  0    done",
            "  1    failed",
            "  2    bad usage",
            "  3    verification found a wrong result",
            "  130  ended by Ctrl-C; 143 by SIGTERM, 129 by a terminal that went away",
            "  141  nobody reads the output any more"
        })
public final class Bitfront implements Runnable {
    private static final String BENCH = "bench";
    private static final String HELP = "help";

    /// By name, as the help lists them.
    private static final SequencedMap<String, Function<Streams, Object>> COMMANDS = commands();

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version.")
    private boolean version;

    private Bitfront() {}

    /// The whole command line; every command writes to `streams`.
    public static CommandLine commandLine(Streams streams) {
        return commandLine(streams, COMMANDS.keySet());
    }

    /// The command line for some words: where the first names a command, it knows no other, as describing all takes as
    /// long as some jobs.
    public static CommandLine commandLine(Streams streams, String... words) {
        boolean one = words.length > 0 && COMMANDS.containsKey(words[0]) && !words[0].equals(HELP);
        return one ? commandLine(streams, Set.of(words[0])) : commandLine(streams);
    }

    private static CommandLine commandLine(Streams streams, Set<String> names) {
        CommandLine root = new CommandLine(new Bitfront());
        COMMANDS.forEach((name, command) -> {
            if (names.contains(name)) {
                root.addSubcommand(command.apply(streams));
            }
        });
        if (names.contains(BENCH)) {
            UsageMessageSpec bench =
                    root.getSubcommands().get(BENCH).getCommandSpec().usageMessage();
            bench.footer(Stream.concat(Stream.of(BenchCommand.suites()), Stream.of(bench.footer()))
                    .toArray(String[]::new));
        }
        return configured(root, streams);
    }

    private static SequencedMap<String, Function<Streams, Object>> commands() {
        SequencedMap<String, Function<Streams, Object>> commands = new LinkedHashMap<>();
        commands.put("preprocess", PreprocessCommand::new);
        commands.put("bfs", BfsCommand::new);
        commands.put("closeness", ClosenessCommand::new);
        commands.put("path", PathCommand::new);
        commands.put("components", ComponentsCommand::new);
        commands.put("generate", GenerateCommand::new);
        commands.put("diameter", DiameterCommand::new);
        commands.put("info", InfoCommand::new);
        commands.put("verify", VerifyCommand::new);
        commands.put("devices", DevicesCommand::new);
        commands.put(BENCH, BenchCommand::new);
        commands.put(HELP, HelpCommand::new);
        return commands;
    }

    /// A command line that understands the words of all options and writes to `streams`.
    public static CommandLine configured(CommandLine root, Streams streams) {
        root.registerConverter(BfsMode.class, new Words<>(BfsMode.values(), BfsMode::word));
        root.registerConverter(BatchMode.class, new Words<>(BatchMode.wishes(), BatchMode::word));
        root.registerConverter(PartOptions.Part.class, new Words<>(PartOptions.Part.values(), PartOptions.Part::word));
        root.registerConverter(Direction.class, new Words<>(Direction.values(), Bitfront::word));
        root.registerConverter(ClosenessMeasure.class, Bitfront::measure);
        root.setUsageHelpWidth(HelpPage.WIDTH);
        // Whether there are colours is asked only where help is shown: it takes time at the start of every command.
        root.setHelpFactory((spec, _) ->
                new HelpPage(spec, CommandLine.Help.defaultColorScheme(streams.colour() ? Ansi.ON : Ansi.OFF)));
        root.setOut(new PrintWriter(streams.out()));
        return root;
    }

    private static ClosenessMeasure measure(String word) {
        try {
            return ClosenessMeasure.parse(word);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    private static String word(Direction direction) {
        return direction.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "which command? There are %s"
                        .formatted(String.join(", ", spec.subcommands().keySet())));
    }
}
