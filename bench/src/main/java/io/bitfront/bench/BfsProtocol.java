package io.bitfront.bench;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BfsResult;
import io.bitfront.engine.Engine;
import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.BfsSummary;
import io.bitfront.engine.lab.Calibration;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LabResult;
import io.bitfront.engine.lab.RandomSources;
import io.bitfront.engine.nvml.Nvml;
import io.bitfront.engine.verify.LevelVerifier;
import io.bitfront.engine.verify.VerificationException;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Comparator;
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
/// @param searchesByClock whether that clock also times searches, the resetting of state included
/// @param hostVerified edges up to which the host verifies levels; beyond, a GPU checks its own by a kernel that shares
///     nothing with the traversals: the host would take longer for each source than all its runs do
public record BfsProtocol(
        int sources,
        int runs,
        long seed,
        boolean energy,
        LongSupplier clock,
        boolean searchesByClock,
        long hostVerified) {
    /// The energy counter of a GPU moves every 100 ms or so.
    private static final long ENERGY_NANOS = 600_000_000L;

    private static final long HOST_VERIFIED = 1L << 26;

    /// With energy.
    public BfsProtocol(int sources, int runs, long seed) {
        this(sources, runs, seed, true, System::nanoTime, false, HOST_VERIFIED);
    }

    BfsProtocol withoutEnergy() {
        return new BfsProtocol(sources, runs, seed, false, clock, searchesByClock, hostVerified);
    }

    /// Searches timed by a clock of the caller's.
    BfsProtocol timedBy(LongSupplier other) {
        return new BfsProtocol(sources, runs, seed, energy, other, true, hostVerified);
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
        return inTurns(List.of(subject), progress).getFirst();
    }

    /// Measures several engines, one run of each after the other, so that what else the machine does meets all alike.
    ///
    /// @return in their order
    /// @throws VerificationException if a level is wrong
    /// @throws BenchException if a graph has no edge to start from
    List<BfsMeasurement> inTurns(List<Subject> subjects, Progress progress) {
        List<Measuring> all = new ArrayList<>();
        for (Subject subject : subjects) {
            all.add(new Measuring(subject, pick(subject), progress));
        }
        int most = all.stream().mapToInt(one -> one.chosen.length).max().orElseThrow();
        String what = subjects.stream().map(Subject::label).distinct().collect(Collectors.joining("; "));
        try (Progress.Phase phase = progress.start("measure " + what, most, "source")) {
            for (int source = 0; source < most; source++) {
                for (int run = 0; run < runs; run++) {
                    for (Measuring one : all) {
                        one.run(source);
                    }
                }
                phase.advance(1);
            }
        }
        return all.stream().map(Measuring::measurement).toList();
    }

    /// One engine that is measured.
    private final class Measuring {
        private final Subject subject;
        private final long[] chosen;
        private final List<Long> renumber = new ArrayList<>();
        private final ModeShare.Tally ways = new ModeShare.Tally();
        private final Nvml.Reading before;
        /// By source, then run.
        private final List<List<BfsSummary>> found;

        Measuring(Subject subject, long[] chosen, Progress progress) {
            this.subject = subject;
            this.chosen = chosen;
            found = LongStream.of(chosen)
                    .mapToObj(_ -> (List<BfsSummary>) new ArrayList<BfsSummary>())
                    .toList();
            if (subject.request().mode() == BfsMode.AUTO) {
                subject.engine().lab().calibrate();
            }
            try (Progress.Phase phase = progress.start("verify " + subject.label(), chosen.length, "source")) {
                for (long source : chosen) {
                    renumber.add(verify(subject.engine(), subject.request().withSource(source), ways));
                    phase.advance(1);
                }
            }
            before = subject.engine().monitor().read();
        }

        void run(int source) {
            if (source < chosen.length) {
                LabRequest request = subject.request().withSource(chosen[source]);
                long begun = searchesByClock ? clock.getAsLong() : 0;
                BfsSummary one = subject.engine().lab().measure(request);
                found.get(source).add(searchesByClock ? taking(one, clock.getAsLong() - begun) : one);
            }
        }

        BfsMeasurement measurement() {
            Engine engine = subject.engine().engine();
            List<BfsSummary> all = found.stream().flatMap(List::stream).toList();
            List<BfsSummary> medians = found.stream().map(BfsProtocol::medianOf).toList();
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
                    renumber.size(),
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

    private static BfsSummary taking(BfsSummary one, long nanos) {
        return new BfsSummary(
                one.source(),
                one.verticesPerLevel(),
                one.reachedEdges(),
                new BfsResult.Timings(0, nanos, 0, 0, 0),
                one.trace());
    }

    private static BfsSummary medianOf(List<BfsSummary> some) {
        List<BfsSummary> sorted = some.stream()
                .sorted(Comparator.comparingLong(run -> run.timings().kernel()))
                .toList();
        return sorted.get(sorted.size() / 2);
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
        return Distribution.median(some.stream().mapToDouble(value).sorted().toArray());
    }

    private static Distribution distribution(List<BfsSummary> some, ToLongFunction<BfsSummary> nanos) {
        return Distribution.of(some.stream().mapToLong(nanos));
    }
}
