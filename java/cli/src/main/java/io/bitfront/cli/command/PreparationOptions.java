package io.bitfront.cli.command;

import io.bitfront.cache.PrepareOn;
import io.bitfront.engine.Device;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Where a graph is prepared.
final class PreparationOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--device",
            paramLabel = "DEVICE",
            defaultValue = "cpu",
            description =
                    "Where to prepare it: cpu, gpu, gpu:N, or auto: a GPU if one can. The cache is the same bytes."
                            + " GPUs make the orders degree, natural and jaccard, and auto where that is not cells or rcm. Default:"
                            + " ${DEFAULT-VALUE}.")
    private String device;

    PrepareOn place() {
        Device one = Usage.valid(spec, () -> Device.parse(device));
        if (one instanceof Device.All) {
            throw Usage.bad(spec, "--device all: a graph is prepared on one device");
        }
        return one.preparationThere();
    }
}
