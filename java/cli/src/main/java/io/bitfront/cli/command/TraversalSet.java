package io.bitfront.cli.command;

import io.bitfront.bench.Distribution;
import io.bitfront.cli.output.LevelFiles;
import io.bitfront.engine.BfsResult;
import io.bitfront.engine.Engine;
import io.bitfront.engine.lab.BfsSummary;
import io.bitfront.engine.lab.Lab;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LabResult;
import io.bitfront.engine.lab.LevelTrace;
import io.bitfront.engine.verify.LevelVerifier;
import io.bitfront.engine.verify.VerificationException;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/// Runs the traversals of one `bfs` command, source by source, and keeps of each what the report shows. Levels live
/// only until they are checked and written.
///
/// @param template the request, whatever its source
/// @param runs timed traversals per source
/// @param levelsWanted whether levels must be brought out of the engine even if no file takes them
/// @param countsKept whether vertices per level are kept, as many numbers as a search is deep
/// @param shown input ids of vertices whose hops, and with parents the way there, are kept
/// @param files take the levels of each source
record TraversalSet(
        Engine engine,
        LabRequest template,
        int runs,
        boolean verify,
        boolean levelsWanted,
        boolean countsKept,
        long[] shown,
        LevelFiles files) {

    /// What one source's traversals found and took.
    ///
    /// @param reached how many vertices, the source included
    /// @param depth levels below the source
    /// @param verticesPerLevel index 0 is the source alone; empty where they are not kept
    /// @param hops level of each vertex to be shown, -1 where it was not reached
    /// @param ways the vertices from the source to each, empty where it was not reached or without parents
    /// @param timings one per run
    /// @param trace of the first run, empty where not asked for
    record Traversal(
            long source,
            long reached,
            int depth,
            long[] verticesPerLevel,
            long reachedEdges,
            Map<Long, Integer> hops,
            Map<Long, List<Long>> ways,
            List<BfsResult.Timings> timings,
            List<LevelTrace> trace) {

        /// Median over the runs.
        double median(ToLongFunction<BfsResult.Timings> part) {
            return Distribution.median(
                    timings.stream().mapToLong(part).asDoubleStream().sorted().toArray());
        }

        /// Edges out of reached vertices per second of kernel time, 0 where no time passed.
        double teps() {
            double nanos = median(BfsResult.Timings::kernel);
            return nanos == 0 ? 0 : reachedEdges / (nanos / 1e9);
        }
    }

    /// Traverses from every source.
    ///
    /// @throws VerificationException naming source and vertex, where a level or parent is wrong
    List<Traversal> run(long[] sources, Progress progress) {
        List<Traversal> done = new ArrayList<>(sources.length);
        try (Progress.Phase phase = progress.start("bfs", (long) sources.length * runs, "BFS")) {
            for (long source : sources) {
                done.add(traverse(template.withSource(source), phase));
            }
        }
        return done;
    }

    private Traversal traverse(LabRequest request, Progress.Phase phase) {
        Traversal first = levelsNeeded() ? withLevels(request) : of(lab().measure(request));
        phase.advance(1);
        LabRequest again = request.withTrace(false);
        for (int run = 1; run < runs; run++) {
            first.timings().add(timed(again));
            phase.advance(1);
        }
        return first;
    }

    private Lab lab() {
        return Lab.of(engine);
    }

    private boolean levelsNeeded() {
        return levelsWanted || template.parents() || shown.length > 0 || verify || !files.isEmpty();
    }

    private BfsResult.Timings timed(LabRequest request) {
        if (!levelsNeeded()) {
            return lab().measure(request).timings();
        }
        try (Arena arena = Arena.ofShared()) {
            return lab().bfs(request, arena).timings();
        }
    }

    private Traversal withLevels(LabRequest request) {
        try (Arena arena = Arena.ofShared()) {
            LabResult traced = lab().bfs(request, arena);
            BfsResult result = traced.result();
            if (verify) {
                check(request, result);
            }
            files.add(result);
            long[] counts = result.verticesPerLevel();
            return new Traversal(
                    result.source(),
                    LongStream.of(counts).sum(),
                    counts.length - 1,
                    kept(counts),
                    result.reachedEdges(),
                    hops(result),
                    ways(result),
                    listOf(result.timings()),
                    traced.trace());
        }
    }

    private long[] kept(long... counts) {
        return countsKept ? counts : new long[0];
    }

    private Traversal of(BfsSummary summary) {
        long[] counts = summary.verticesPerLevel();
        return new Traversal(
                summary.source(),
                LongStream.of(counts).sum(),
                counts.length - 1,
                kept(counts),
                summary.reachedEdges(),
                Map.of(),
                Map.of(),
                listOf(summary.timings()),
                List.of());
    }

    private static List<BfsResult.Timings> listOf(BfsResult.Timings first) {
        List<BfsResult.Timings> timings = new ArrayList<>();
        timings.add(first);
        return timings;
    }

    private void check(LabRequest request, BfsResult result) {
        String defect = LevelVerifier.verify(engine.graph(), request.wishes(), result);
        if (defect != null) {
            throw new VerificationException(
                    "source %s: %s".formatted(engine.graph().ids().text(request.source()), defect));
        }
    }

    private Map<Long, Integer> hops(BfsResult result) {
        Map<Long, Integer> levels = new LinkedHashMap<>();
        for (long id : shown) {
            levels.put(id, result.levelOf(id));
        }
        return levels;
    }

    private Map<Long, List<Long>> ways(BfsResult result) {
        Map<Long, List<Long>> ways = new LinkedHashMap<>();
        for (long id : result.parent() == null ? new long[0] : shown) {
            ways.put(id, way(result, id));
        }
        return ways;
    }

    private List<Long> way(BfsResult result, long to) {
        List<Long> way = new ArrayList<>();
        for (long at = to; result.levelOf(at) >= 0; at = result.parentOf(at)) {
            way.add(at);
            if (at == result.source()) {
                Collections.reverse(way);
                return way;
            }
        }
        return List.of();
    }
}
