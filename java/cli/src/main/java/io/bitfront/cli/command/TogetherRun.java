package io.bitfront.cli.command;

import io.bitfront.cache.Graph;
import io.bitfront.cli.output.LevelMatrixFile;
import io.bitfront.cli.output.RowChoice;
import io.bitfront.cli.report.Report;
import io.bitfront.cli.report.Streams;
import io.bitfront.cli.report.Units;
import io.bitfront.engine.Engine;
import io.bitfront.engine.LevelTable;
import io.bitfront.engine.lab.BatchedSums;
import io.bitfront.engine.lab.Lab;
import io.bitfront.engine.lab.LevelCells;
import io.bitfront.engine.lab.SourceSums;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// The traversals of `bfs --together`: from many sources at once. Brings out either how many vertices
/// each source reaches and how deep, or all levels.
final class TogetherRun {
    private final Graph graph;
    private final Engine engine;
    private final long[] ids;
    private final CommonOptions common;
    private final Streams streams;
    private SourceSums sums;
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
    }

    /// Counts what each source reaches.
    void count() {
        BatchedSums found = Lab.of(engine).sums(ids, common.progress(streams));
        sums = found.sums();
        width = found.width();
        nanos = found.nanos();
    }

    /// Writes all levels.
    ///
    /// @return the files there are now, the array first
    List<Path> write(Path output, RowChoice rows) {
        try (LevelMatrixFile file = new LevelMatrixFile(output, graph, ids, rows)) {
            LevelTable table = engine.levels(
                    new LevelTable.Request(ids, rows.ids(graph.ids())),
                    (bytes, atOnce) -> room(file, bytes, atOnce),
                    common.progress(streams));
            width = table.width();
            cellBytes = table.cellBytes();
            nanos = table.nanos();
            graph.requireUnchanged();
            return file.commit();
        }
    }

    private MemorySegment room(LevelMatrixFile file, int bytes, int atOnce) {
        if (bytes > Byte.BYTES) {
            common.note(
                    streams,
                    "a level deeper than %,d was found: beginning again with cells of %d bytes"
                            .formatted(LevelCells.deepest(bytes / 2), bytes));
        }
        int n = graph.vertexCount();
        int columns = Math.min(atOnce, ids.length);
        common.note(
                streams,
                "levels of %s from %s in batches of %,d: a file of %s, %s of memory beyond the graph's"
                        .formatted(
                                Units.count(n, "vertex", "vertices"),
                                Units.count(ids.length, "source", "sources"),
                                columns,
                                Units.bytes(file.bytes(bytes)),
                                Units.bytes(LevelCells.bytes(n, columns, bytes))));
        return file.room(bytes);
    }

    /// Adds to a report that already says which graph and device.
    void addTo(Report report) {
        int batches = Math.ceilDiv(ids.length, width);
        double microseconds = nanos / 1e3 / ids.length;
        if (ids.length == 1) {
            report.line(
                    "source", graph.ids().text(ids[0]), "source", graph.ids().value(ids[0]));
        }
        report.line(
                "sources",
                "%s in %s of up to %,d"
                        .formatted(Units.count(ids.length), Units.count(batches, "batch", "batches"), width));
        report.field("sources", ids.length).field("batches", batches).field("batchWidth", width);
        report.line(
                "time",
                "%s, %s per BFS".formatted(Units.time(nanos / 1e9), Units.time(microseconds / 1e6)),
                "timeMs",
                Units.toMs(nanos));
        report.field("usPerBfs", microseconds);
        if (cellBytes > 0) {
            String cells = "int" + cellBytes * Byte.SIZE;
            report.line("levels", cells, "cells", cells);
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
                        .mapToObj(i -> new Row(graph.ids().value(ids[i]), sums.reached()[i], sums.eccentricity()[i]))
                        .toList());
    }

    /// A source in the JSON report.
    private record Row(Object source, long reached, int depth) {}

    private static String range(long least, long most) {
        return least == most ? Units.count(least) : Units.count(least) + " to " + Units.count(most);
    }
}
