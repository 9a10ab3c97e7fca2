package io.bitfront.cli.shell;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// Completion for fish: a `complete` line for every command and option.
final class FishCompletion {
    private FishCompletion() {}

    static String of(CommandLine program) {
        String name = program.getCommandName();
        StringBuilder text = new StringBuilder("# Completion of %s for fish.\n".formatted(name));
        String none = "'__fish_use_subcommand'";
        program.getSubcommands()
                .forEach((word, command) -> text.append("complete -c %s -f -n %s -a %s -d %s\n"
                        .formatted(name, none, word, quoted(summaryOf(command)))));
        appendOptions(text, name, none, program);
        for (Map.Entry<String, CommandLine> command : program.getSubcommands().entrySet()) {
            appendOptions(text, name, quoted("__fish_seen_subcommand_from " + command.getKey()), command.getValue());
        }
        return text.toString();
    }

    private static void appendOptions(StringBuilder text, String name, String condition, CommandLine command) {
        for (OptionSpec option : OptionFacts.shown(command.getCommandSpec())) {
            text.append("complete -c %s -n %s".formatted(name, condition));
            for (String word : option.names()) {
                text.append(word.startsWith("--") ? " -l " + word.substring(2) : " -s " + word.substring(1));
            }
            if (OptionFacts.takesValue(option)) {
                text.append(OptionFacts.takesFile(option) ? " -r" : " -x");
                if (!OptionFacts.words(option).isEmpty()) {
                    text.append(" -a ").append(quoted(String.join(" ", OptionFacts.words(option))));
                }
            }
            text.append(" -d ")
                    .append(quoted(OptionFacts.summary(OptionFacts.description(option))))
                    .append('\n');
        }
    }

    static String summaryOf(CommandLine command) {
        return OptionFacts.summary(
                OptionFacts.plain(command.getCommandSpec().usageMessage().description()));
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
