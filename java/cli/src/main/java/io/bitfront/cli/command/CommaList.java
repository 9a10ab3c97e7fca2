package io.bitfront.cli.command;

import java.util.List;
import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// The value of an option that is split at its commas. An empty entry is refused, as nobody knows
/// what is missing there; picocli itself would pass over those at the end.
final class CommaList implements IParameterPreprocessor {
    @Override
    @SuppressWarnings("JdkObsolete") // picocli's
    public boolean preprocess(Stack<String> words, CommandSpec spec, ArgSpec option, Map<String, Object> info) {
        if (!words.isEmpty()) {
            String list = words.peek();
            requireEntries(spec, ((OptionSpec) option).longestName(), list, List.of(list.split(",", -1)));
        }
        return false;
    }

    /// @param option what the list was given by, for messages
    /// @param entries what stands between its commas
    /// @throws picocli.CommandLine.ParameterException where one of several is empty
    static void requireEntries(CommandSpec spec, String option, String list, List<String> entries) {
        if (entries.size() > 1 && entries.contains("")) {
            String place = entries.indexOf("") == entries.size() - 1 ? "ends with" : "has";
            throw Usage.bad(spec, "%s %s: the list %s an empty entry".formatted(option, list, place));
        }
    }
}
