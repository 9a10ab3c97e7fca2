package io.bitfront.cli.shell;

import io.bitfront.engine.BatchMode;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.SwitchRule;
import io.bitfront.input.GraphFormat;
import io.bitfront.order.OrderingKind;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// The words that options take, by the name of the option. Options of graphs, numbers and files have none.
final class OptionWords {
    private static final Map<String, List<String>> WORDS = Map.of(
            "--format", words(GraphFormat.values(), GraphFormat::word),
            "--component", List.of("largest", "largest-strong"),
            "--output-format", List.of("csv", "tsv", "npy", "json", "parquet"),
            "--order", OrderingKind.words(),
            "--device", List.of("auto", "all", "cpu", "gpu"),
            "--direction", List.of("out", "in"),
            "--measures", words(ClosenessMeasure.values(), ClosenessMeasure::word),
            "--switch", words(SwitchRule.values(), SwitchRule::word));

    private OptionWords() {}

    private static <T> List<String> words(T[] values, Function<T, String> word) {
        return Stream.of(values).map(word).toList();
    }

    /// Puts the words into the model of a command and of those below it, as their completion candidates.
    static void putInto(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        for (OptionSpec option : List.copyOf(spec.options())) {
            List<String> words = of(option);
            if (!words.isEmpty() && option.group() == null) {
                spec.remove(option);
                spec.addOption(
                        OptionSpec.builder(option).completionCandidates(words).build());
            }
        }
        command.getSubcommands().values().forEach(OptionWords::putInto);
    }

    private static List<String> of(OptionSpec option) {
        if (option.type() == BfsMode.class) {
            return words(BfsMode.values(), BfsMode::word);
        }
        if (option.type() == BatchMode.class) {
            return words(BatchMode.wishes(), BatchMode::word);
        }
        return Stream.of(option.names())
                .filter(WORDS::containsKey)
                .findFirst()
                .map(WORDS::get)
                .orElse(List.of());
    }
}
