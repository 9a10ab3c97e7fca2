package io.bitfront.cli.shell;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// What every shell asks of a command's options.
final class OptionFacts {
    private static final Pattern SENTENCE_END = Pattern.compile("[:;.](\\s|$)");
    private static final int LONGEST_SUMMARY = 60;

    private OptionFacts() {}

    static List<OptionSpec> shown(CommandSpec command) {
        return command.options().stream().filter(option -> !option.hidden()).toList();
    }

    static boolean takesValue(OptionSpec option) {
        return option.arity().max() > 0;
    }

    static List<String> words(OptionSpec option) {
        return option.completionCandidates() == null
                ? List.of()
                : StreamSupport.stream(option.completionCandidates().spliterator(), false)
                        .toList();
    }

    static boolean takesFile(ArgSpec argument) {
        Class<?> type = argument.auxiliaryTypes().length > 0 ? argument.auxiliaryTypes()[0] : argument.type();
        return type == Path.class || argument.paramLabel().matches("(FILE|DIR|GRAPH)\\b.*");
    }

    /// The whole description, without markup.
    static String description(ArgSpec argument) {
        return plain(argument.description());
    }

    /// As much of it as fits beside a word that is completed.
    static String summary(String description) {
        String first = firstSentence(description);
        if (first.length() <= LONGEST_SUMMARY) {
            return first;
        }
        return first.substring(0, first.lastIndexOf(' ', LONGEST_SUMMARY)).replaceFirst("[,:(]?\\s*$", "") + " ...";
    }

    static String firstSentence(String description) {
        return SENTENCE_END.split(description, 2)[0];
    }

    static String plain(String... lines) {
        return String.join(
                " ", Stream.of(lines).map(line -> Ansi.OFF.string(line).strip()).toList());
    }
}
