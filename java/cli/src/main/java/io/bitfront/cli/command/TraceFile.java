package io.bitfront.cli.command;

import io.bitfront.cli.command.TraversalSet.Traversal;
import io.bitfront.cli.output.JsonFile;
import io.bitfront.cli.report.Units;
import io.bitfront.engine.Engine;
import io.bitfront.engine.lab.Lab;
import io.bitfront.engine.lab.LevelTrace;
import io.bitfront.engine.lab.SwitchTrial;
import io.bitfront.graph.VertexIds;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The file of `--trace`: how each level of each first run ran.
final class TraceFile {
    private TraceFile() {}

    static void write(Path file, Engine engine, Path graph, List<Traversal> traversals) {
        Map<String, Object> trace = new LinkedHashMap<>();
        trace.put("graph", graph.toString());
        trace.put("device", engine.description());
        Lab.of(engine).switchTrial().ifPresent(trial -> trace.put("switchTrial", fields(trial)));
        trace.put("traversals", fields(traversals, engine.graph().ids()));
        JsonFile.write(file, trace);
    }

    /// The levels of each traversal, as JSON shows them.
    static List<Map<String, Object>> fields(List<Traversal> traversals, VertexIds ids) {
        return traversals.stream().map(traversal -> fields(traversal, ids)).toList();
    }

    static Map<String, Object> fields(SwitchTrial trial) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("sources", SwitchTrial.SOURCES);
        fields.put("withSwitchMs", Units.toMs(trial.withSwitchNanos()));
        fields.put("withoutSwitchMs", Units.toMs(trial.withoutSwitchNanos()));
        fields.put("switching", trial.switching());
        return fields;
    }

    private static Map<String, Object> fields(Traversal traversal, VertexIds ids) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("source", ids.value(traversal.source()));
        fields.put("levels", traversal.trace().stream().map(TraceFile::fields).toList());
        return fields;
    }

    private static Map<String, Object> fields(LevelTrace level) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("level", level.level());
        fields.put("mode", level.word());
        fields.put("queueLength", level.queueLength());
        fields.put("frontierVertices", level.frontierVertices());
        fields.put("frontierEdges", level.frontierEdges());
        fields.put("unvisited", level.unvisited());
        fields.put("found", level.found());
        fields.put("timeMs", Units.toMs(level.nanos()));
        return fields;
    }
}
