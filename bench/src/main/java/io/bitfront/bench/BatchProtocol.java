package io.bitfront.bench;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Engine;
import io.bitfront.engine.closeness.JobBatches;
import io.bitfront.engine.lab.Batches;
import io.bitfront.engine.lab.BfsSummary;
import io.bitfront.engine.lab.Lab;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.RandomSources;
import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.nvml.Nvml;
import io.bitfront.engine.verify.VerificationException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;

/// The measuring protocol of batches: the first batch warms up and is compared, for some of its sources, with searches
/// from each alone; others follow while the device finds out what is fastest; then every batch is timed once.
///
/// @param batches how many, at most
/// @param seed draws sources, or batches
/// @param clock nanoseconds from any moment
record BatchProtocol(int batches, long seed, LongSupplier clock) {
    private static final int VERIFIED = 4;

    /// Tells the seed of batches that are not timed from that of those that are.
    private static final long OTHERS = 0x0BA7C4E5L << 32;

    /// The energy counter of a GPU moves every 100 ms or so.
    private static final double ENERGY_SECONDS = 0.6;

    BatchProtocol(int batches, long seed) {
        this(batches, seed, System::nanoTime);
    }

    /// How the sources of a batch are chosen.
    enum Choice {
        /// Vertices with an out-edge, at random.
        RANDOM,
        /// Batches such as a job over all sources forms.
        NEIGHBOURS;

        private static final Set<String> SHALLOW = Set.of("kron", "urand", "star");

        /// What suits a kind of graph: where every vertex is a few hops from most others, no batch of neighbours is
        /// better than another.
        static Choice of(String kind) {
            return SHALLOW.contains(kind) ? RANDOM : NEIGHBOURS;
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// @throws VerificationException if a sum is wrong
    BatchMeasurement measure(Subject subject, BatchMode mode, Choice choice) {
        return inTurns(List.of(subject), mode, choice).getFirst();
    }

    /// Measures several engines, one batch of each after the other, so that what else the machine does meets all alike.
    ///
    /// @return in their order; without energy where they are several
    /// @throws VerificationException if a sum is wrong
    List<BatchMeasurement> inTurns(List<Subject> subjects, BatchMode mode, Choice choice) {
        List<Batches> states = new ArrayList<>();
        try {
            List<Timed> all = new ArrayList<>();
            for (Subject subject : subjects) {
                Lab lab = subject.engine().lab();
                Graph graph = subject.engine().engine().graph();
                Batches state = lab.batches(0, Direction.OUT, mode);
                states.add(state);
                List<int[]> chosen = choose(graph, state.width(), choice);
                int verified = verify(graph, lab, state, chosen.getFirst());
                settle(graph, state, choice);
                all.add(new Timed(subject, mode.word(), state.width(), choice, chosen, verified, state::perSource));
            }
            return time(all);
        } finally {
            states.forEach(Batches::close);
        }
    }

    /// Measures searches from single sources, one after another, in the place of batches: what batches are to be
    /// compared with.
    ///
    /// @param name what the row is called
    /// @param request what each of them does
    /// @param searches how many
    BatchMeasurement measureAlone(Subject subject, String name, LabRequest request, Choice choice, int searches) {
        Lab lab = subject.engine().lab();
        Graph graph = subject.engine().engine().graph();
        List<int[]> sources = choose(graph, searches, choice).stream()
                .flatMapToInt(Arrays::stream)
                .limit(searches)
                .mapToObj(source -> new int[] {source})
                .toList();
        IntConsumer search = source -> lab.measure(request.withSource(graph.idOf(source)));
        search.accept(sources.getFirst()[0]);
        return time(List.of(new Timed(subject, name, 1, choice, sources, 0, batch -> search.accept(batch[0]))))
                .getFirst();
    }

    /// What is timed.
    ///
    /// @param verified sources whose sums were right
    /// @param run searches from one of the chosen batches
    private record Timed(
            Subject subject,
            String mode,
            int width,
            Choice choice,
            List<int[]> chosen,
            int verified,
            Consumer<int[]> run) {

        BatchMeasurement measurement(List<Long> nanos, Double joules, Nvml.Reading before) {
            Engine engine = subject.engine().engine();
            Graph graph = engine.graph();
            return new BatchMeasurement(
                    subject.name(),
                    subject.kind(),
                    subject.scale(),
                    graph.ordering().word(),
                    graph.vertexCount(),
                    graph.edgeCount(),
                    engine.description(),
                    mode,
                    width,
                    choice.word(),
                    chosen.size(),
                    verified,
                    Distribution.of(nanos.stream().mapToLong(Long::longValue)),
                    nanos.stream().map(time -> time / 1e6).toList(),
                    median(nanos) / 1e3 / chosen.getFirst().length,
                    joules,
                    before,
                    subject.engine().monitor().read());
        }
    }

    private List<BatchMeasurement> time(List<Timed> all) {
        GpuMonitor monitor = all.getFirst().subject().engine().monitor();
        Nvml.Reading before = monitor.read();
        OptionalDouble joules = all.size() == 1 ? monitor.joules() : OptionalDouble.empty();
        List<List<Long>> nanos =
                all.stream().map(_ -> (List<Long>) new ArrayList<Long>()).toList();
        int most = all.stream().mapToInt(one -> one.chosen().size()).max().orElseThrow();
        for (int batch = 0; batch < most; batch++) {
            for (int i = 0; i < all.size(); i++) {
                Timed one = all.get(i);
                if (batch < one.chosen().size()) {
                    long begun = clock.getAsLong();
                    one.run().accept(one.chosen().get(batch));
                    nanos.get(i).add(clock.getAsLong() - begun);
                }
            }
        }
        List<BatchMeasurement> found = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            Timed one = all.get(i);
            found.add(one.measurement(
                    nanos.get(i), joulesPerBfs(one.subject(), joules, nanos.get(i), one.chosen()), before));
        }
        return found;
    }

    /// Runs batches of other sources, again and again where there are few, until costs are measured.
    private void settle(Graph graph, Batches state, Choice choice) {
        state.expect(Long.MAX_VALUE);
        if (state.settled()) {
            return;
        }
        List<int[]> others = new BatchProtocol(batches, seed ^ OTHERS, clock).choose(graph, state.width(), choice);
        for (int i = 0; !state.settled(); i++) {
            state.perSource(others.get(i % others.size()));
        }
    }

    private static double median(List<Long> nanos) {
        return Distribution.median(
                nanos.stream().mapToDouble(Long::doubleValue).sorted().toArray());
    }

    private List<int[]> choose(Graph graph, int width, Choice choice) {
        if (choice == Choice.NEIGHBOURS) {
            return JobBatches.draw(graph, Direction.OUT, width, batches, seed);
        }
        List<int[]> chosen = new ArrayList<>();
        for (int batch = 0; batch < batches; batch++) {
            chosen.add(Arrays.stream(RandomSources.pick(graph, width, seed + batch))
                    .mapToInt(graph::vertexOf)
                    .toArray());
        }
        return chosen;
    }

    private static int verify(Graph graph, Lab lab, Batches state, int... batch) {
        SourceSums sums = state.perSource(batch);
        int count = Math.min(VERIFIED, batch.length);
        for (int i = 0; i < count; i++) {
            int at = (int) ((long) i * batch.length / count);
            long id = graph.idOf(batch[at]);
            BfsSummary alone = lab.measure(LabRequest.from(id));
            long[] levels = alone.verticesPerLevel();
            long reached = 0;
            long distance = 0;
            for (int level = 0; level < levels.length; level++) {
                reached += levels[level];
                distance += level * levels[level];
            }
            if (sums.reached()[at] != reached
                    || sums.distanceSum()[at] != distance
                    || sums.eccentricity()[at] != levels.length - 1) {
                throw new VerificationException(
                        "source %d: a batch reached %,d vertices at %,d hops, %d deep; a search alone %,d, %,d, %d"
                                .formatted(
                                        id,
                                        sums.reached()[at],
                                        sums.distanceSum()[at],
                                        sums.eccentricity()[at],
                                        reached,
                                        distance,
                                        levels.length - 1));
            }
        }
        return count;
    }

    private static Double joulesPerBfs(Subject subject, OptionalDouble before, List<Long> nanos, List<int[]> chosen) {
        OptionalDouble after = subject.engine().monitor().joules();
        double seconds = nanos.stream().mapToLong(Long::longValue).sum() / 1e9;
        if (before.isEmpty() || after.isEmpty() || seconds < ENERGY_SECONDS) {
            return null;
        }
        long searches = chosen.stream().mapToLong(batch -> batch.length).sum();
        return (after.getAsDouble() - before.getAsDouble()) / searches;
    }
}
