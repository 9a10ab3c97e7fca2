package io.bitfront.input.parquet;

import io.bitfront.file.GraphFormatException;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.VertexIds;
import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.input.choice.ReadChoices;
import io.bitfront.input.edges.EdgeBatch;
import io.bitfront.input.edges.EdgeStore;
import io.bitfront.input.edges.ParsedChunk;
import io.bitfront.input.edges.StoredEdges;
import io.bitfront.input.edges.VertexNumbering;
import io.bitfront.input.source.Excerpt;
import io.bitfront.input.source.InputFile;
import io.bitfront.input.source.Tuning;
import io.bitfront.parallel.Workers;
import io.bitfront.parquet.ParquetColumn;
import io.bitfront.parquet.ParquetTable;
import io.bitfront.parquet.ParquetTable.Group;
import io.bitfront.progress.Progress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Reads a Parquet table as a list of edges: two of its integer columns are from and to, a row an edge. Row
/// groups
/// are read in parallel.
final class ParquetGraph {
    /// Rows decoded at a time.
    private static final int BATCH = 1 << 15;

    private ParquetGraph() {}

    static GraphInput read(InputFile input, ReadChoices choices, Workers workers, Progress progress, Tuning tuning) {
        EdgeStore store = new EdgeStore(tuning.slabBytes());
        DirectionChoice direction = choices.direction();
        try (ParquetTable table =
                ParquetTable.open(input.path(), names -> ParquetFormat.ends(names, choices.columns()))) {
            if (table.rows() == 0) {
                throw new GraphFormatException(input.path(), 0, "the table has no rows, expected an edge in each");
            }
            List<ParsedChunk> chunks;
            try (Progress.Phase phase = progress.start("read", table.rows(), "edge")) {
                chunks = parse(table, store, workers, phase);
            }
            VertexIds ids = new VertexNumbering(input.path(), store, workers, tuning.maxVertices()).number(chunks);
            return new GraphInput(
                    new StoredEdges(store, chunks, ids.count()),
                    ids,
                    direction == DirectionChoice.UNDIRECTED,
                    false,
                    input.format().word(),
                    note(table, direction));
        } catch (Throwable t) {
            store.close();
            throw t;
        }
    }

    private static String note(ParquetTable table, DirectionChoice direction) {
        String columns = table.otherIntegers()
                ? "edges go from column %s to column %s; "
                        .formatted(
                                Excerpt.ofName(table.columns().get(0).name()),
                                Excerpt.ofName(table.columns().get(1).name()))
                : "";
        return direction == DirectionChoice.AS_FORMAT
                ? columns + "a table is taken as directed; --undirected makes every edge stand for both directions"
                : columns.isEmpty() ? "" : columns.substring(0, columns.length() - 2);
    }

    private static List<ParsedChunk> parse(ParquetTable table, EdgeStore store, Workers workers, Progress.Phase phase) {
        int groups = table.groups().size();
        int[] firstChunk = new int[groups + 1];
        for (int g = 0; g < groups; g++) {
            firstChunk[g + 1] = Math.addExact(
                    firstChunk[g],
                    Math.toIntExact(Math.ceilDiv(table.groups().get(g).rows(), BATCH)));
        }
        List<ParsedChunk> chunks = new ArrayList<>();
        GraphFormatException[] defects = new GraphFormatException[groups];
        EdgeStore.Writer[] writers = new EdgeStore.Writer[workers.threads()];
        workers.forRange(0, groups, 1, (worker, g, _) -> {
            if (writers[worker] == null) {
                writers[worker] = store.writer();
            }
            try {
                List<ParsedChunk> parsed = parseGroup(table, (int) g, firstChunk[(int) g], writers[worker], phase);
                synchronized (chunks) {
                    chunks.addAll(parsed);
                }
            } catch (GraphFormatException e) {
                defects[(int) g] = e;
            }
        });
        for (GraphFormatException defect : defects) {
            if (defect != null) {
                throw defect;
            }
        }
        chunks.sort(Comparator.comparingInt(chunk -> chunk.index));
        return chunks;
    }

    private static List<ParsedChunk> parseGroup(
            ParquetTable table, int index, int firstChunk, EdgeStore.Writer writer, Progress.Phase phase) {
        Group group = table.groups().get(index);
        if (group.rows() == 0) {
            return List.of();
        }
        ParquetColumn from = new ParquetColumn(table, index, group.chunks().get(0));
        ParquetColumn to = new ParquetColumn(table, index, group.chunks().get(1));
        List<ParsedChunk> parsed = new ArrayList<>();
        EdgeBatch edges = new EdgeBatch();
        for (long row = 0; row < group.rows(); row += BATCH) {
            int count = (int) Math.min(BATCH, group.rows() - row);
            edges.reset(count);
            from.next(edges.sources, count);
            to.next(edges.targets, count);
            edges.count = count;
            for (int i = 0; i < count; i++) {
                edges.allIds |= edges.sources[i] | edges.targets[i];
            }
            if (edges.allIds < 0) {
                throw negative(table, index, row, edges);
            }
            parsed.add(writer.write(firstChunk + parsed.size(), edges));
            phase.advance(count);
        }
        return parsed;
    }

    private static GraphFormatException negative(ParquetTable table, int group, long firstRow, EdgeBatch edges) {
        int i = 0;
        while (edges.sources[i] >= 0 && edges.targets[i] >= 0) {
            i++;
        }
        boolean source = edges.sources[i] < 0;
        return new GraphFormatException(
                table.file(),
                0,
                "column %s of row group %d: row %d holds vertex %d, expected a whole number in 0..%d"
                        .formatted(
                                Excerpt.ofName(
                                        table.columns().get(source ? 0 : 1).name()),
                                group,
                                firstRow + i,
                                source ? edges.sources[i] : edges.targets[i],
                                Long.MAX_VALUE));
    }
}
