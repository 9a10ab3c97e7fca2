package io.bitfront.cli.shell;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// Completion for zsh: a function of `_arguments` for each command.
final class ZshCompletion {
    private ZshCompletion() {}

    static String of(CommandLine program) {
        String name = program.getCommandName();
        StringBuilder text = new StringBuilder("#compdef %s\n# Completion of %s for zsh.\n\n".formatted(name, name));
        text.append("_%s() {\n  local context state line\n  local -a commands\n  commands=(\n".formatted(name));
        for (Map.Entry<String, CommandLine> command : program.getSubcommands().entrySet()) {
            String entry = command.getKey() + ":" + FishCompletion.summaryOf(command.getValue());
            text.append("    ").append(quoted(entry)).append('\n');
        }
        text.append("  )\n  _arguments -C \\\n");
        specs(program).forEach(spec -> text.append("    ").append(spec).append(" \\\n"));
        text.append("    '1: :->command' '*:: :->arguments'\n  case $state in\n");
        text.append("    command) _describe command commands ;;\n    arguments)\n      case $words[1] in\n");
        for (Map.Entry<String, CommandLine> command : program.getSubcommands().entrySet()) {
            text.append("        %s)\n          _arguments -s \\\n".formatted(command.getKey()));
            specs(command.getValue())
                    .forEach(spec -> text.append("            ").append(spec).append(" \\\n"));
            text.append("            '*:file:_files' ;;\n");
        }
        return text.append("      esac ;;\n  esac\n}\n\n_%s \"$@\"\n".formatted(name))
                .toString();
    }

    private static List<String> specs(CommandLine command) {
        return OptionFacts.shown(command.getCommandSpec()).stream()
                .map(ZshCompletion::spec)
                .toList();
    }

    /// Such as `'(-o --output)'{-o+,--output=}'[Write to FILE]:FILE:_files'`.
    private static String spec(OptionSpec option) {
        boolean value = OptionFacts.takesValue(option);
        List<String> names = Stream.of(option.names())
                .map(name -> name + (!value ? "" : name.startsWith("--") ? "=" : "+"))
                .toList();
        String repeated = option.isMultiValue() ? "\\*" : quoted("(%s)".formatted(String.join(" ", option.names())));
        String rest = "[%s]".formatted(escaped(OptionFacts.summary(OptionFacts.description(option))));
        if (value) {
            List<String> words = OptionFacts.words(option);
            String action = OptionFacts.takesFile(option)
                    ? "_files"
                    : words.isEmpty() ? " " : "(%s)".formatted(String.join(" ", words));
            rest += ":%s:%s".formatted(escaped(option.paramLabel()), action);
        }
        String named = names.size() == 1 ? names.getFirst() : "{%s}".formatted(String.join(",", names));
        return repeated + named + quoted(rest);
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\")
                .replace("[", "\\[")
                .replace("]", "\\]")
                .replace(":", "\\:");
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
