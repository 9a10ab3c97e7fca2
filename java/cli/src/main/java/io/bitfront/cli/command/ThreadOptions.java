package io.bitfront.cli.command;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/// How many threads to use. The launcher reads the option, too, and lets the JVM have no more processors.
final class ThreadOptions {
    /// More than any machine has cores; a thread costs memory even where it never runs.
    private static final int MOST = 4_096;

    @Option(
            names = "--threads",
            paramLabel = "N",
            converter = Count.class,
            description = "Threads to use. Default: one per core.")
    private int threads = Runtime.getRuntime().availableProcessors();

    int threads() {
        return threads;
    }

    /// Takes numbers that make sense.
    static final class Count implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String word) {
            if (!word.matches("\\d{1,9}") || Integer.parseInt(word) < 1 || Integer.parseInt(word) > MOST) {
                throw new TypeConversionException("expected 1 to %d, found '%s'".formatted(MOST, word));
            }
            return Integer.valueOf(word);
        }
    }
}
