package io.bitfront.cli.shell;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// A command's manual page, in the macros of `man(7)`.
///
/// @param release such as `bitfront 0.2.0`
/// @param date such as `2026-01-31`
record ManualPage(CommandLine command, String release, String date) {
    /// Such as `bitfront-bfs`.
    String name() {
        return command.getCommandSpec().qualifiedName("-");
    }

    String text() {
        CommandSpec spec = command.getCommandSpec();
        StringBuilder page = new StringBuilder(
                ".TH %s 1 %s \"%s\" \"bitfront\"\n".formatted(escaped(name().toUpperCase(Locale.ROOT)), date, release));
        page.append(".SH NAME\n%s \\- %s\n"
                .formatted(
                        escaped(name()),
                        escaped(OptionFacts.firstSentence(
                                OptionFacts.plain(spec.usageMessage().description())))));
        page.append(".SH SYNOPSIS\n.B %s\n%s\n".formatted(escaped(spec.qualifiedName()), escaped(synopsis(spec))));
        page.append(".SH DESCRIPTION\n%s\n"
                .formatted(escaped(OptionFacts.plain(spec.usageMessage().description()))));
        for (PositionalParamSpec argument : spec.positionalParameters()) {
            if (!argument.hidden()) {
                appendEntry(page, "\\fI%s\\fR".formatted(escaped(argument.paramLabel())), argument);
            }
        }
        appendOptions(page, spec);
        appendCommands(page);
        appendFooter(page, spec);
        appendNeighbours(page, spec);
        return page.toString();
    }

    private String synopsis(CommandSpec spec) {
        if (!command.getSubcommands().isEmpty()) {
            return "[OPTIONS] COMMAND";
        }
        Stream<String> arguments = spec.positionalParameters().stream()
                .filter(argument -> !argument.hidden())
                .map(argument ->
                        argument.arity().min() == 0 ? "[%s]".formatted(argument.paramLabel()) : argument.paramLabel());
        return String.join(" ", Stream.concat(Stream.of("[OPTIONS]"), arguments).toList());
    }

    private static void appendOptions(StringBuilder page, CommandSpec spec) {
        page.append(".SH OPTIONS\n");
        for (OptionSpec option : OptionFacts.shown(spec)) {
            List<String> names = Stream.of(option.names())
                    .map(name -> "\\fB%s\\fR".formatted(escaped(name)))
                    .toList();
            String value = OptionFacts.takesValue(option) ? " \\fI%s\\fR".formatted(escaped(option.paramLabel())) : "";
            appendEntry(page, String.join(", ", names) + value, option);
        }
    }

    private static void appendEntry(StringBuilder page, String label, ArgSpec argument) {
        page.append(".TP\n%s\n%s\n".formatted(label, escaped(OptionFacts.description(argument))));
    }

    private void appendCommands(StringBuilder page) {
        if (command.getSubcommands().isEmpty()) {
            return;
        }
        page.append(".SH COMMANDS\n");
        command.getSubcommands()
                .forEach((name, below) -> page.append(".TP\n\\fB%s\\fR\n%s\n"
                        .formatted(
                                escaped(name),
                                escaped(OptionFacts.plain(
                                        below.getCommandSpec().usageMessage().description())))));
    }

    /// Tables and examples, line by line.
    private static void appendFooter(StringBuilder page, CommandSpec spec) {
        String[] footer = spec.usageMessage().footer();
        if (footer.length == 0) {
            return;
        }
        page.append(".SH NOTES\n.nf\n");
        for (String line : footer) {
            page.append(line.isBlank() ? ".sp" : escaped(Ansi.OFF.string(line))).append('\n');
        }
        page.append(".fi\n");
    }

    private void appendNeighbours(StringBuilder page, CommandSpec spec) {
        CommandLine root = spec.root().commandLine();
        List<String> others = Stream.concat(Stream.of(root), root.getSubcommands().values().stream())
                .map(other -> other.getCommandSpec().qualifiedName("-"))
                .filter(other -> !other.equals(name()))
                .map(other -> "\\fB%s\\fR(1)".formatted(escaped(other)))
                .toList();
        page.append(".SH SEE ALSO\n%s\n".formatted(String.join(",\n", others)));
    }

    /// A line that begins with a dot or a quote would be a macro.
    private static String escaped(String text) {
        String plain = text.replace("\\", "\\e").replace("-", "\\-");
        return plain.startsWith(".") || plain.startsWith("'") ? "\\&" + plain : plain;
    }
}
