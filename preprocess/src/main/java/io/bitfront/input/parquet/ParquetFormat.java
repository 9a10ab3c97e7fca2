package io.bitfront.input.parquet;

import io.bitfront.file.GraphFormatException;
import io.bitfront.graph.GraphInput;
import io.bitfront.input.choice.ColumnChoice;
import io.bitfront.input.choice.IdChoice;
import io.bitfront.input.choice.ReadChoices;
import io.bitfront.input.edges.EdgeMemory;
import io.bitfront.input.source.ColumnPick;
import io.bitfront.input.source.FileHead;
import io.bitfront.input.source.InputFile;
import io.bitfront.input.source.InputFormat;
import io.bitfront.input.source.Tuning;
import io.bitfront.parallel.Workers;
import io.bitfront.parquet.ParquetTable;
import io.bitfront.progress.Progress;
import java.util.List;

/// A Parquet table of edges.
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
    public long memoryNeeded(InputFile input, ReadChoices choices) {
        requireNumbers(input, choices);
        try (ParquetTable table = ParquetTable.open(input.path(), names -> ends(names, choices.columns()))) {
            return EdgeMemory.ofAnyIds(table.rows(), table.columns().stream().anyMatch(ParquetTable.Column::wide));
        }
    }

    @Override
    public GraphInput read(InputFile input, ReadChoices choices, Workers workers, Progress progress, Tuning tuning) {
        requireNumbers(input, choices);
        return ParquetGraph.read(input, choices, workers, progress, tuning);
    }

    private static void requireNumbers(InputFile input, ReadChoices choices) {
        if (choices.ids() == IdChoice.NAMES) {
            throw new GraphFormatException(
                    input.path(), 0, "names are not read from Parquet tables, expected columns of whole numbers");
        }
    }

    /// The columns that are the ends of edges, among those of whole numbers.
    static int[] ends(List<String> names, ColumnChoice choice) {
        ColumnPick pick = ColumnPick.of(names, choice);
        if (pick == null && names.size() > 2) {
            throw new IllegalArgumentException(
                    ColumnPick.unknown(names).replace("the header names", "the integer columns are"));
        }
        return pick == null ? new int[] {0, 1} : new int[] {pick.from(), pick.to()};
    }
}
