package io.bitfront.bench;

import io.bitfront.engine.Device;
import java.util.List;

/// The GPUs of this machine.
final class Gpus {
    private Gpus() {}

    /// The GPUs that can be used.
    static List<Device> usable() {
        return Device.reports().stream()
                .filter(report -> report.name().startsWith("gpu") && report.problem() == null)
                .map(report -> Device.parse(report.name()))
                .toList();
    }

    /// Why none can be used, in one line; null where one can.
    static String problem() {
        List<String> problems = Device.reports().stream()
                .filter(report -> report.name().startsWith("gpu"))
                .map(report -> report.problem() == null ? "" : report.problem())
                .toList();
        return problems.contains("") ? null : problems.isEmpty() ? "there is none" : problems.getFirst();
    }
}
