package io.bitfront.cli.command;

import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/// Bad usage that only shows once several options are looked at together.
final class Usage {
    private Usage() {}

    static ParameterException bad(CommandSpec spec, String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /// Takes the options' word that they are sound: what they refuse is bad usage, not a failure.
    static <T> T valid(CommandSpec spec, Supplier<T> options) {
        try {
            return options.get();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
