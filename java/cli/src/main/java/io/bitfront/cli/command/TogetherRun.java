package io.bitfront.cli.command;

import io.bitfront.cache.Graph;
import io.bitfront.cli.output.LevelMatrixFile;
import io.bitfront.cli.output.RowChoice;
import io.bitfront.cli.report.Report;
import io.bitfront.cli.report.Streams;
import io.bitfront.cli.report.Units;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Engine;
import io.bitfront.engine.spi.LevelMatrix;
import io.bitfront.engine.spi.MultiSource;
import io.bitfront.engine.spi.SourceSums;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// The traversals of `bfs --together`: from many sources at once, batch by batch. Brings out either how many vertices
/// each source reaches and how deep, or all levels.
final class TogetherRun {
    /// What the levels of a batch may take of host memory.
    private static final long BATCH_BYTES = 4L << 30;

    /// Narrowest batch of levels: the padding of a row.
    private static final int LEAST_COLUMNS = 32;

    private final Graph graph;
    private final Engine engine;
    private final long[] ids;
    private final CommonOptions common;
    private final Streams streams;
    private final SourceSums sums;
    private int width;
    private int cellBytes;
    private long nanos;

    /// @param ids of the sources
    TogetherRun(Engine engine, long[] ids, CommonOptions common, Streams streams) {
        this.graph = engine.graph();
        this.engine = engine;
        this.ids = ids;
        this.common = common;
        this.streams = streams;
        this.sums = SourceSums.allocate(ids.length);
    }

    /// Counts what each source reaches.
    void count() {
        try (MultiSource state = engine.multiSource(0, Direction.OUT);
                Progress.Phase phase = common.progress(streams).start("bfs", ids.length, "BFS")) {
            width = state.width();
            for (int first = 0; first < ids.length; first += width) {
                long begun = System.nanoTime();
                SourceSums found = state.perSource(batch(first));
                nanos += System.nanoTime() - begun;
                int count = found.reached().length;
                System.arraycopy(found.reached(), 0, sums.reached(), first, count);
                System.arraycopy(found.eccentricity(), 0, sums.eccentricity(), first, count);
                phase.advanceBatch(count);
            }
        }
    }

    /// Writes all levels, in cells of one byte if they hold the deepest one, else of two or four: which, only the
    /// traversal shows, and where it does in a later batch the earlier ones run again.
    ///
    /// @return the files there are now, the array first
    List<Path> write(Path output, RowChoice rows) {
        try (MultiSource state = engine.multiSource(0, Direction.OUT)) {
            cellBytes = Byte.BYTES;
            List<Path> files = written(output, rows, state);
            while (files.isEmpty()) {
                common.note(
                        streams,
                        "a level deeper than %,d was found: beginning again with cells of %d bytes"
                                .formatted(LevelMatrix.deepest(cellBytes), 2 * cellBytes));
                cellBytes *= 2;
                files = written(output, rows, state);
            }
            return files;
        }
    }

    /// The files there are now, none where the cells were too narrow.
    private List<Path> written(Path output, RowChoice rows, MultiSource state) {
        int n = graph.vertexCount();
        long affordable = BATCH_BYTES / LevelMatrix.bytes(n, 1, cellBytes) * LEAST_COLUMNS;
        width = (int) Math.min(Math.max(affordable, LEAST_COLUMNS), state.levelWidth(cellBytes));
        nanos = 0;
        int columns = Math.min(width, ids.length);
        common.note(
                streams,
                "levels of %s from %s in batches of %,d: a file of %s, %s of memory beyond the graph's"
                        .formatted(
                                Units.count(n, "vertex", "vertices"),
                                Units.count(ids.length, "source", "sources"),
                                columns,
                                Units.bytes(LevelMatrixFile.bytes(
                                        rows.only() == null ? n : rows.only().length, ids.length, cellBytes)),
                                Units.bytes(LevelMatrix.bytes(n, columns, cellBytes))));
        try (LevelMatrixFile file = new LevelMatrixFile(output, graph, ids, rows, cellBytes);
                Progress.Phase phase = common.progress(streams).start("bfs", ids.length, "BFS")) {
            for (int first = 0; first < ids.length; first += width) {
                int[] batch = batch(first);
                if (!added(file, first, batch, state)) {
                    return List.of();
                }
                phase.advanceBatch(batch.length);
            }
            return file.commit();
        }
    }

    private boolean added(LevelMatrixFile file, int first, int[] batch, MultiSource state) {
        try (Arena arena = Arena.ofShared()) {
            LevelMatrix levels = LevelMatrix.allocate(arena, graph.vertexCount(), batch.length, cellBytes);
            long begun = System.nanoTime();
            boolean fits = state.levels(batch, levels);
            nanos += System.nanoTime() - begun;
            if (fits) {
                file.add(first, levels);
            }
            return fits;
        }
    }

    private int[] batch(int first) {
        return Arrays.stream(ids, first, Math.min(first + width, ids.length))
                .mapToInt(graph::vertexOf)
                .toArray();
    }

    /// Adds to a report that already says which graph and device.
    void addTo(Report report) {
        int batches = Math.ceilDiv(ids.length, width);
        double microseconds = nanos / 1e3 / ids.length;
        report.line(
                "sources",
                "%s in %s of up to %,d"
                        .formatted(Units.count(ids.length), Units.count(batches, "batch", "batches"), width));
        report.field("sources", ids.length).field("batches", batches).field("batchWidth", width);
        report.line(
                "time",
                "%s, %s us per BFS".formatted(Units.ms(Units.toMs(nanos)), Units.significant(microseconds)),
                "timeMs",
                Units.toMs(nanos));
        report.field("usPerBfs", microseconds);
        if (cellBytes > 0) {
            report.line("levels", "int" + cellBytes * Byte.SIZE, "cells", "int" + cellBytes * Byte.SIZE);
            return;
        }
        report.line(
                "reached",
                range(
                                Arrays.stream(sums.reached()).min().orElseThrow(),
                                Arrays.stream(sums.reached()).max().orElseThrow())
                        + " of " + Units.count(graph.vertexCount(), "vertex", "vertices"));
        report.line(
                "levels",
                range(
                        Arrays.stream(sums.eccentricity()).min().orElseThrow(),
                        Arrays.stream(sums.eccentricity()).max().orElseThrow()));
        report.field(
                "traversals",
                IntStream.range(0, ids.length)
                        .mapToObj(i -> new Row(ids[i], sums.reached()[i], sums.eccentricity()[i]))
                        .toList());
    }

    /// A source in the JSON report.
    private record Row(long source, long reached, int depth) {}

    private static String range(long least, long most) {
        return least == most ? Units.count(least) : Units.count(least) + " to " + Units.count(most);
    }
}
