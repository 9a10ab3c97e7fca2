package io.bitfront.bench;

import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.LabRequest;

/// What is measured.
///
/// @param name of the graph, for the report
/// @param kind generator of the graph
/// @param scale binary logarithm of its size, 0 where it has none
/// @param request every traversal's, whatever its source
/// @param variant what sets it apart besides mode and switching, or empty
record Subject(String name, String kind, int scale, BenchEngine engine, LabRequest request, String variant) {
    Subject with(LabRequest newRequest, String newVariant) {
        return new Subject(name, kind, scale, engine, newRequest, newVariant);
    }

    /// What runs, for progress and notes.
    String label() {
        String mode = request.mode().word();
        String rule = switchingWord().equals("-") ? "" : ", switch " + switchingWord();
        return "%s, %s%s%s".formatted(name, mode, rule, variant.isEmpty() ? "" : ", " + variant);
    }

    String switchingWord() {
        return request.mode() == BfsMode.AUTO ? request.switching().toString() : "-";
    }
}
