package io.bitfront.cli.command;

import io.bitfront.cache.PrepareOn;
import io.bitfront.engine.Device;
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

    /// One device to prepare graphs on, as its word.
    static PrepareOn preparationDevice(CommandSpec spec, String word) {
        Device device = valid(spec, () -> Device.parse(word));
        if (device instanceof Device.All) {
            throw bad(spec, "--device all: a graph is prepared on one device");
        }
        return device.preparationThere();
    }
}
