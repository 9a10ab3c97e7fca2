package io.bitfront.input.parquet;

import io.bitfront.file.GraphFormatException;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.VertexIds;
import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.input.choice.ReadChoices;
import io.bitfront.input.edges.EdgeBalance;
import io.bitfront.input.edges.EdgeBatch;
import io.bitfront.input.edges.EdgeStore;
import io.bitfront.input.edges.NameTable;
import io.bitfront.input.edges.ParsedChunk;
import io.bitfront.input.edges.StoredEdges;
import io.bitfront.input.edges.VertexNumbering;
import io.bitfront.input.source.Excerpt;
import io.bitfront.input.source.InputFile;
import io.bitfront.input.source.Tuning;
import io.bitfront.parallel.Workers;
import io.bitfront.parquet.ParquetColumn;
import io.bitfront.parquet.ParquetTable;
import io.bitfront.parquet.ParquetTable.Column;
import io.bitfront.progress.Progress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// Reads a Parquet table, or a folder of its parts, as a list of edges: two of its columns are from and to, a row an
/// edge. Row groups are read in parallel.
final class ParquetGraph {
    /// Rows decoded at a time.
    private static final int BATCH = 1 << 15;

    private ParquetGraph() {}

    /// A row group, and which of all of them it is.
    private record Part(ParquetTable table, int group, int index) {
        long rows() {
            return table.groups().get(group).rows();
        }
    }

    static GraphInput read(InputFile input, ReadChoices choices, Workers workers, Progress progress, Tuning tuning) {
        EdgeStore store = new EdgeStore(tuning.slabBytes());
        DirectionChoice direction = choices.direction();
        try (ParquetParts parts = ParquetParts.open(input, choices);
                NameTable names = parts.named() ? new NameTable() : null) {
            if (parts.rows() == 0) {
                throw new GraphFormatException(input.path(), 0, "the table has no rows, expected an edge in each");
            }
            List<ParsedChunk> chunks;
            try (Progress.Phase phase = progress.start("read", parts.rows(), "edge")) {
                chunks = parse(parts, names, store, workers, phase);
            }
            VertexNumbering numbering = new VertexNumbering(input.path(), store, workers, tuning.maxVertices());
            VertexIds ids = names == null ? numbering.number(chunks) : numbering.number(chunks, names);
            StoredEdges edges = new StoredEdges(store, chunks, ids.count());
            boolean bothWays = direction == DirectionChoice.AS_FORMAT
                    && EdgeBalance.of(edges, workers).bothWays();
            return new GraphInput(
                    edges,
                    ids,
                    direction == DirectionChoice.UNDIRECTED,
                    bothWays,
                    input.format().word(),
                    note(parts, direction, bothWays));
        } catch (Throwable t) {
            store.close();
            throw t;
        }
    }

    private static String note(ParquetParts parts, DirectionChoice direction, boolean bothWays) {
        ParquetTable first = parts.tables().getFirst();
        List<String> said = new ArrayList<>();
        if (parts.tables().size() > 1) {
            said.add("%,d parts".formatted(parts.tables().size()));
        }
        if (first.choices() > 2) {
            said.add("edges go from column %s to column %s"
                    .formatted(
                            ParquetParts.names(first).get(0),
                            ParquetParts.names(first).get(1)));
        }
        if (parts.named()) {
            said.add("vertices have names");
        }
        if (direction == DirectionChoice.AS_FORMAT) {
            said.add(
                    bothWays
                            ? EdgeBalance.BOTH_WAYS
                            : "a table is taken as directed; --undirected makes every edge stand for both directions");
        }
        return String.join("; ", said);
    }

    private static List<ParsedChunk> parse(
            ParquetParts tables, NameTable names, EdgeStore store, Workers workers, Progress.Phase phase) {
        List<Part> parts = new ArrayList<>();
        for (ParquetTable table : tables.tables()) {
            for (int group = 0; group < table.groups().size(); group++) {
                parts.add(new Part(table, group, parts.size()));
            }
        }
        List<ParsedChunk> chunks = new ArrayList<>();
        GraphFormatException[] defects = new GraphFormatException[parts.size()];
        AtomicInteger firstMalformed = new AtomicInteger(Integer.MAX_VALUE);
        EdgeStore.Writer[] writers = new EdgeStore.Writer[workers.threads()];
        workers.forRange(0, parts.size(), 1, (worker, at, _) -> {
            if (at > firstMalformed.get()) {
                return;
            }
            if (writers[worker] == null) {
                writers[worker] = store.writer();
            }
            try {
                List<ParsedChunk> parsed = parsePart(parts.get((int) at), names, writers[worker], phase);
                synchronized (chunks) {
                    chunks.addAll(parsed);
                }
            } catch (GraphFormatException e) {
                defects[(int) at] = e;
                firstMalformed.accumulateAndGet((int) at, Math::min);
            }
        });
        for (GraphFormatException defect : defects) {
            if (defect != null) {
                throw defect;
            }
        }
        // Those of one row group stand together, and keep their order.
        chunks.sort(Comparator.comparingInt(parsed -> parsed.index));
        return chunks;
    }

    private static List<ParsedChunk> parsePart(
            Part part, NameTable names, EdgeStore.Writer writer, Progress.Phase phase) {
        if (part.rows() == 0) {
            return List.of();
        }
        ParquetColumn from = ParquetParts.column(part.table, part.group, 0, names);
        ParquetColumn to = ParquetParts.column(part.table, part.group, 1, names);
        List<ParsedChunk> parsed = new ArrayList<>();
        EdgeBatch edges = new EdgeBatch();
        for (long row = 0; row < part.rows(); row += BATCH) {
            int count = (int) Math.min(BATCH, part.rows() - row);
            edges.reset(count);
            from.next(edges.sources, count);
            to.next(edges.targets, count);
            edges.count = count;
            if (names == null) {
                requireIds(part, row, edges);
            } else {
                ParquetParts.nameNumbers(part.table, 0, names, edges.sources, count);
                ParquetParts.nameNumbers(part.table, 1, names, edges.targets, count);
            }
            for (int i = 0; i < count; i++) {
                edges.allIds |= edges.sources[i] | edges.targets[i];
            }
            parsed.add(writer.write(part.index, edges));
            phase.advance(count);
        }
        return parsed;
    }

    private static void requireIds(Part part, long row, EdgeBatch edges) {
        long all = 0;
        for (int i = 0; i < edges.count; i++) {
            all |= edges.sources[i] | edges.targets[i];
        }
        if (all < 0) {
            throw noVertex(part.table, part.group, row, edges);
        }
    }

    private static GraphFormatException noVertex(ParquetTable table, int group, long firstRow, EdgeBatch edges) {
        int i = 0;
        while (edges.sources[i] >= 0 && edges.targets[i] >= 0) {
            i++;
        }
        boolean source = edges.sources[i] < 0;
        Column column = table.columns().get(source ? 0 : 1);
        return new GraphFormatException(
                table.file(),
                0,
                "column %s of row group %d: row %d holds vertex %s, expected a whole number in 0..%d"
                        .formatted(
                                Excerpt.ofName(column.name()),
                                group,
                                firstRow + i,
                                ParquetParts.decimal(column, source ? edges.sources[i] : edges.targets[i]),
                                Long.MAX_VALUE));
    }
}
