package io.bitfront.engine.gpu;

import io.bitfront.engine.lab.LevelMode;
import io.bitfront.engine.lab.SwitchRule;
import java.util.Arrays;
import java.util.function.Predicate;

/// The numbers by which kernels know modes of levels and rules: those of the enumerators of the same names.
final class KernelNumbers {
    private KernelNumbers() {}

    static int of(LevelMode mode) {
        return io.bitfront.engine.gpu.abi.LevelMode.valueOf(mode.name()).number();
    }

    static int of(SwitchRule rule) {
        return Arrays.stream(io.bitfront.engine.gpu.abi.SwitchRule.values())
                .filter(number -> number.name().replace("_", "").equals(rule.name()))
                .findFirst()
                .orElseThrow()
                .number();
    }

    /// @throws IllegalArgumentException where no mode has this number
    static LevelMode levelMode(int number) {
        return Arrays.stream(LevelMode.values())
                .filter(mode -> of(mode) == number)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(number + " is no mode of a level"));
    }

    /// Modes as bits of what kernels may choose.
    static int bits(Predicate<LevelMode> modes) {
        return Arrays.stream(LevelMode.values())
                .filter(modes)
                .mapToInt(mode -> 1 << of(mode))
                .sum();
    }
}
