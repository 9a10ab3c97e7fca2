package io.bitfront.bench;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Engine;
import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.BfsSummary;
import io.bitfront.engine.lab.Calibration;
import io.bitfront.engine.lab.Lab;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LabResult;
import io.bitfront.engine.lab.RandomSources;
import io.bitfront.engine.nvml.Nvml;
import io.bitfront.engine.verify.LevelVerifier;
import io.bitfront.engine.verify.VerificationException;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/// The measuring protocol of single-source BFS: seeded sources of degree > 0; all levels of every source verified
/// first (which also warms the code up); then for each source the median kernel time of several runs.
///
/// @param sources how many, 64 where results are compared
/// @param runs of each source
/// @param energy whether to measure energy too, which takes more than half a second
/// @param clock nanoseconds from any moment, by which whole calls are timed
/// @param hostVerified edges up to which the host verifies levels; beyond, a GPU checks its own by a kernel that shares
///     nothing with the traversals: the host would take longer for each source than all its runs do
public record BfsProtocol(int sources, int runs, long seed, boolean energy, LongSupplier clock, long hostVerified) {
    /// The energy counter of a GPU moves every 100 ms or so.
    private static final long ENERGY_NANOS = 600_000_000L;

    private static final long HOST_VERIFIED = 1L << 26;

    /// With energy.
    public BfsProtocol(int sources, int runs, long seed) {
        this(sources, runs, seed, true, System::nanoTime, HOST_VERIFIED);
    }

    BfsProtocol withoutEnergy() {
        return new BfsProtocol(sources, runs, seed, false, clock, hostVerified);
    }

    /// 64 sources, 5 runs of each.
    public static BfsProtocol standard() {
        return new BfsProtocol(64, 5, 1);
    }

    /// Measures one engine.
    ///
    /// @throws VerificationException if a level is wrong
    /// @throws BenchException if the graph has no edge to start from
    BfsMeasurement measure(Subject subject, Progress progress) {
        Engine engine = subject.engine().engine();
        long[] chosen = pick(subject);
        if (subject.request().mode() == BfsMode.AUTO) {
            subject.engine().lab().calibrate();
        }
        List<Long> renumber = new ArrayList<>();
        ModeShare.Tally ways = new ModeShare.Tally();
        int verified = 0;
        try (Progress.Phase phase = progress.start("verify " + subject.label(), chosen.length, "source")) {
            for (long source : chosen) {
                renumber.add(verify(subject.engine(), subject.request().withSource(source), ways));
                verified++;
                phase.advance(1);
            }
        }
        Nvml.Reading before = subject.engine().monitor().read();
        List<BfsSummary> all = new ArrayList<>();
        List<BfsSummary> medians = new ArrayList<>();
        try (Progress.Phase phase = progress.start("measure " + subject.label(), chosen.length, "source")) {
            for (long source : chosen) {
                medians.add(medianRun(subject.engine().lab(), subject.request().withSource(source), all));
                phase.advance(1);
            }
        }
        Nvml.Reading after = subject.engine().monitor().read();
        Distribution whole = wholeCalls(subject, chosen);
        Distribution kernel = distribution(medians, run -> run.timings().kernel());
        Graph graph = engine.graph();
        return new BfsMeasurement(
                subject.name(),
                subject.kind(),
                subject.scale(),
                graph.ordering().word(),
                graph.vertexCount(),
                graph.edgeCount(),
                graph.statistics().updateDivergence(),
                engine.description(),
                subject.request().mode().word(),
                subject.switchingWord(),
                subject.variant(),
                chosen.length,
                runs,
                verified,
                kernel,
                distribution(all, run -> run.timings().initialise()),
                Distribution.of(renumber.stream().mapToLong(Long::longValue)),
                whole,
                kernel.maxMs() / kernel.medianMs(),
                median(
                        medians,
                        run -> run.reachedEdges() / (double) run.timings().kernel()),
                median(medians, run -> run.timings().kernel() / 1e3 / Math.max(1, depth(run))),
                ways.shares(),
                energy ? joulesPerBfs(subject, chosen) : null,
                calibrationMs(subject),
                before,
                after,
                medians.stream().map(BfsProtocol::sourceTime).toList());
    }

    /// Null where no costs were measured.
    private static Double calibrationMs(Subject subject) {
        return subject.engine()
                .lab()
                .calibration()
                .filter(Calibration::measured)
                .map(found -> found.nanos() / 1e6)
                .orElse(null);
    }

    /// The protocol's sources; none that the engine has traversed to find its costs.
    ///
    /// @throws BenchException if the graph has no edge to start from
    long[] pick(Subject subject) {
        Engine engine = subject.engine().engine();
        Set<Long> probed =
                LongStream.of(subject.engine().lab().probeSources()).boxed().collect(Collectors.toSet());
        long[] chosen = LongStream.of(RandomSources.pick(engine.graph(), sources + probed.size(), seed))
                .filter(source -> !probed.contains(source))
                .limit(sources)
                .toArray();
        if (chosen.length == 0) {
            throw new BenchException("%s has no vertex with an out-edge to start from".formatted(subject.name()));
        }
        return chosen;
    }

    private long verify(BenchEngine engine, LabRequest request, ModeShare.Tally ways) {
        try (Arena arena = Arena.ofShared()) {
            LabResult result = engine.lab().bfs(request.withTrace(true), arena);
            Graph graph = engine.engine().graph();
            String defect = engine.lab().checksLevels() && graph.edgeCount() > hostVerified
                    ? engine.lab().defect(request)
                    : LevelVerifier.verify(graph, request.source(), result.level());
            if (defect != null) {
                throw new VerificationException(
                        "levels from source %d are wrong: %s".formatted(request.source(), defect));
            }
            result.trace().forEach(ways::add);
            return result.timings().renumber();
        }
    }

    private BfsSummary medianRun(Lab lab, LabRequest request, List<BfsSummary> all) {
        BfsSummary[] some = new BfsSummary[runs];
        for (int run = 0; run < runs; run++) {
            some[run] = lab.measure(request);
            all.add(some[run]);
        }
        Arrays.sort(
                some, (a, b) -> Long.compare(a.timings().kernel(), b.timings().kernel()));
        return some[runs / 2];
    }

    /// One call a source, as a user's: its levels arrive in memory taken for them.
    private Distribution wholeCalls(Subject subject, long... chosen) {
        LongStream.Builder nanos = LongStream.builder();
        for (long source : chosen) {
            try (Arena arena = Arena.ofShared()) {
                long begun = clock.getAsLong();
                subject.engine().lab().bfs(subject.request().withSource(source), arena);
                nanos.add(clock.getAsLong() - begun);
            }
        }
        return Distribution.of(nanos.build());
    }

    /// Whole rounds over the sources, for as long as the counter needs. Null where the GPU does not count.
    private Double joulesPerBfs(Subject subject, long[] sources) {
        OptionalDouble before = subject.engine().monitor().joules();
        if (before.isEmpty()) {
            return null;
        }
        long start = clock.getAsLong();
        long traversals = 0;
        while (clock.getAsLong() - start < ENERGY_NANOS) {
            for (long source : sources) {
                subject.engine().lab().measure(subject.request().withSource(source));
            }
            traversals += sources.length;
        }
        OptionalDouble after = subject.engine().monitor().joules();
        return after.isEmpty() ? null : (after.getAsDouble() - before.getAsDouble()) / traversals;
    }

    private static BfsMeasurement.SourceTime sourceTime(BfsSummary run) {
        return new BfsMeasurement.SourceTime(
                run.source(),
                depth(run),
                LongStream.of(run.verticesPerLevel()).sum(),
                run.timings().kernel() / 1e6);
    }

    private static int depth(BfsSummary run) {
        return run.verticesPerLevel().length - 1;
    }

    private static double median(List<BfsSummary> some, ToDoubleFunction<BfsSummary> value) {
        double[] sorted = some.stream().mapToDouble(value).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    private static Distribution distribution(List<BfsSummary> some, ToLongFunction<BfsSummary> nanos) {
        return Distribution.of(some.stream().mapToLong(nanos));
    }
}
