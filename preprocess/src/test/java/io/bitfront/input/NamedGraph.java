package io.bitfront.input;

import io.bitfront.graph.GraphInput;
import io.bitfront.input.choice.ColumnChoice;
import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.input.choice.IdChoice;
import io.bitfront.input.choice.ReadChoices;
import io.bitfront.input.source.Tuning;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A graph as read: what its vertices are called, ascending by input index, and edges `FROM>TO` in the order streamed.
record NamedGraph(List<String> names, List<String> edges, String note, boolean named) {
    static NamedGraph of(Path file, ReadOptions options, int threads, Tuning tuning) {
        try (Workers workers = new Workers(threads);
                GraphInput input = GraphReader.read(file, options, workers, Progress.NONE, tuning)) {
            List<String> names = new ArrayList<>();
            for (int i = 0; i < input.ids().count(); i++) {
                names.add(input.ids().text(input.ids().idOf(i)));
            }
            List<String> edges = new ArrayList<>();
            for (int partition = 0; partition < input.edges().partitions(); partition++) {
                input.edges().stream(partition, (sources, targets, count) -> {
                    for (int i = 0; i < count; i++) {
                        edges.add(names.get(sources[i]) + ">" + names.get(targets[i]));
                    }
                });
            }
            return new NamedGraph(names, edges, input.note(), input.ids().named());
        }
    }

    static ReadOptions options(String columns, IdChoice ids) {
        ColumnChoice choice = columns.isEmpty() ? ColumnChoice.AUTO : ColumnChoice.parse(columns);
        return new ReadOptions(GraphFormat.AUTO, new ReadChoices(DirectionChoice.DIRECTED, choice, ids));
    }

    static NamedGraph of(Path file, String columns, IdChoice ids) {
        return of(file, options(columns, ids), 2, Tuning.DEFAULT);
    }
}
