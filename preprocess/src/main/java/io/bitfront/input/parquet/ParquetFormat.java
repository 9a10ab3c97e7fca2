package io.bitfront.input.parquet;

import io.bitfront.graph.GraphInput;
import io.bitfront.input.choice.ReadChoices;
import io.bitfront.input.edges.EdgeMemory;
import io.bitfront.input.edges.NameTable;
import io.bitfront.input.source.FileHead;
import io.bitfront.input.source.InputFile;
import io.bitfront.input.source.InputFormat;
import io.bitfront.input.source.Tuning;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.util.List;

/// A Parquet table of edges, or a folder of its parts.
public final class ParquetFormat implements InputFormat {
    @Override
    public String word() {
        return "parquet";
    }

    @Override
    public List<String> suffixes() {
        return List.of("parquet");
    }

    @Override
    public Likeness likeness(FileHead head) {
        return head.startsWith(0, "PAR1") ? Likeness.CERTAIN : Likeness.NONE;
    }

    @Override
    public boolean hasColumns() {
        return true;
    }

    @Override
    public boolean mapped() {
        return true;
    }

    @Override
    public boolean readsFolders() {
        return true;
    }

    @Override
    public long memoryNeeded(InputFile input, ReadChoices choices) {
        try (ParquetParts parts = ParquetParts.open(input, choices)) {
            if (!parts.named()) {
                return EdgeMemory.ofAnyIds(parts.rows(), parts.wide());
            }
            try (NameTable names = new NameTable()) {
                parts.sample(names);
                return EdgeMemory.ofNames(parts.rows(), names);
            }
        }
    }

    @Override
    public GraphInput read(InputFile input, ReadChoices choices, Workers workers, Progress progress, Tuning tuning) {
        return ParquetGraph.read(input, choices, workers, progress, tuning);
    }
}
