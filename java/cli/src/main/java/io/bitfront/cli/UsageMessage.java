package io.bitfront.cli;

import io.bitfront.cli.command.Bitfront;
import io.bitfront.cli.report.Streams;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Says in one line what is wrong with a command line, and what would have been right.
final class UsageMessage {
    private static final String PREPROCESS = "preprocess";

    private static final Pattern OPTION = Pattern.compile("--[a-z][a-z-]*");

    private UsageMessage() {}

    static String of(ParameterException thrown) {
        CommandSpec spec = thrown.getCommandLine().getCommandSpec();
        String message = switch (thrown) {
            case UnmatchedArgumentException unmatched ->
                unmatched(spec, unmatched.getUnmatched().getFirst());
            case MissingParameterException missing -> missing.getMessage() + takenForOption(missing);
            default -> thrown.getMessage();
        };
        return message.replaceFirst("^Error: ", "")
                .replaceFirst(" is not an int$", " is no whole number of 32 bits")
                .replaceFirst(" is not a long$", " is no whole number of 64 bits")
                .replaceAll("\\s*\\R\\s*", " ");
    }

    /// Which options that a message names the command lacks and `preprocess` has, whose cache the command takes.
    static String whereElse(CommandSpec command, Streams streams, String message) {
        List<String> lacking = OPTION.matcher(message)
                .results()
                .map(MatchResult::group)
                .distinct()
                .filter(name -> command.findOption(name) == null)
                .toList();
        if (lacking.isEmpty()) {
            return "";
        }
        CommandLine preprocess =
                Bitfront.commandLine(streams, PREPROCESS).getSubcommands().get(PREPROCESS);
        String options = lacking.stream()
                .filter(name -> preprocess.getCommandSpec().findOption(name) != null)
                .collect(Collectors.joining(" and "));
        return options.isEmpty()
                ? ""
                : "; %s has no %s: give it the cache that preprocess makes with that"
                        .formatted(command.name(), options);
    }

    /// What a name that begins with - was taken for, where a parameter is missing.
    private static String takenForOption(MissingParameterException missing) {
        boolean parameter = missing.getMissing().stream().anyMatch(ArgSpec::isPositional);
        List<String> unknown = missing.getCommandLine().getUnmatchedArguments();
        return parameter && !unknown.isEmpty()
                ? "; %s is taken for an option, unless it comes after --".formatted(unknown.getFirst())
                : "";
    }

    private static String unmatched(CommandSpec spec, String word) {
        if (spec.findOption(word) != null) {
            return "%s does not know what to do with %s, which is no option after --".formatted(spec.name(), word);
        }
        if (word.startsWith("-") && word.length() > 1) {
            return "%s has no option %s; its options are %s".formatted(spec.name(), word, options(spec));
        }
        if (!spec.subcommands().isEmpty()) {
            return "there is no command %s; the commands are %s"
                    .formatted(word, String.join(", ", spec.subcommands().keySet()));
        }
        return "%s does not know what to do with %s".formatted(spec.name(), word);
    }

    private static String options(CommandSpec spec) {
        List<OptionSpec> options = spec.options();
        return options.stream()
                .filter(option -> !option.hidden())
                .map(OptionSpec::longestName)
                .sorted()
                .collect(Collectors.joining(", "));
    }
}
