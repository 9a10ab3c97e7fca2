package io.bitfront.cli.command;

import io.bitfront.cli.report.Report;
import io.bitfront.cli.report.Streams;
import io.bitfront.cli.report.Units;
import picocli.CommandLine.Option;

/// Which part of the graph a job is about.
final class PartOptions {
    /// The parts there are.
    enum Part {
        LARGEST("largest"),
        LARGEST_STRONG("largest-strong");

        private final String word;

        Part(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }
    }

    @Option(
            names = "--component",
            paramLabel = "WHICH",
            description = "Only the graph's largest component: largest (edges count both ways), or largest-strong (each"
                    + " vertex reaches every other). Other vertices are taken as not there.")
    private Part part;

    /// Vertices of the whole graph, once [#apply] left some out.
    private int before;

    /// The option as it was given, in words.
    String identity() {
        return part == null ? "whole" : part.word();
    }

    /// Leaves of the graph what was asked for, and says how much that is.
    void apply(OpenGraph open, CommonOptions common, Streams streams) {
        if (part == null) {
            return;
        }
        before = open.graph().vertexCount();
        open.keepLargest(part == Part.LARGEST_STRONG);
        common.note(
                streams,
                "--component %s: %s of %s"
                        .formatted(part.word(), Units.count(open.graph().vertexCount()), whole()));
    }

    /// Says in a report what it is about, if that is no whole graph.
    void addTo(Report report) {
        if (part != null) {
            report.line("component", "%s, of %s".formatted(part.word(), whole()), "component", part.word());
        }
    }

    private String whole() {
        return Units.count(before, "vertex", "vertices");
    }
}
