package io.bitfront.cli.command;

import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Turns a word of the command line into one of a fixed set of values, or says which words there are.
record Words<T>(T[] values, Function<T, String> word) implements ITypeConverter<T> {
    @Override
    public T convert(String given) {
        for (T value : values) {
            if (word.apply(value).equals(given)) {
                return value;
            }
        }
        throw new TypeConversionException("expected one of %s, found '%s'"
                .formatted(Arrays.stream(values).map(word).collect(Collectors.joining(", ")), given));
    }
}
