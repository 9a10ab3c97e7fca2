package io.bitfront.bench;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Diameter;
import io.bitfront.engine.Engine;
import io.bitfront.engine.closeness.DiameterRunner;
import io.bitfront.engine.verify.VerificationException;
import io.bitfront.order.OrderingKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/// Questions that bounds answer, against searching from every vertex: the highest 10 and 100, the diameter. Where
/// searches from all would take hours, only the answers are timed. Graph files are read without directions.
final class AnswersSuite implements Suite {
    private static final int RUNS = 3;
    /// Where runs are short, as many as it takes for all loops to be compiled.
    private static final int MOST_RUNS = 15;

    private static final double SHORT_MS = 2_000;
    /// A full run that takes longer is run once.
    private static final double LONG_MS = 5_000;

    private static final List<ClosenessMeasure> MEASURES = List.of(ClosenessMeasure.WF, ClosenessMeasure.HARMONIC);
    private static final int[] TOPS = {10, 100};

    /// Vertices times edges up to which the full ranking is found too: kron 22 on a GPU, cnr-2000 on a CPU.
    private static final double FULL_ON_GPU = 1e15;

    private static final double FULL_ON_CPU = 2e12;

    /// Milliseconds of a whole job on an H200 that the project holds itself to, and would like.
    private record Bound(double must, double aim) {}

    private static final Map<String, Bound> BOUNDS = Map.of(
            "kron 22, top 10 by wf", new Bound(400, 100),
            "kron 22, top 100 by wf", new Bound(600, 150),
            "kron 24, top 100 by wf", new Bound(2_000, 500),
            "kron 26 degree 27, top 100 by wf", new Bound(60_000, 10_000),
            "road 4800x5000, top 10 by wf", new Bound(180_000, 30_000),
            "rgg 24, top 10 by wf", new Bound(120_000, 20_000),
            "road 4800x5000, diameter", new Bound(10_000, 2_000),
            "kron 27, diameter", new Bound(1_000, 200));

    @Override
    public String name() {
        return "answers";
    }

    @Override
    public String description() {
        return "top 10 and 100, and the diameter, by bounds and by the full ranking";
    }

    @Override
    public SuiteResult run(BenchOptions options) {
        SuiteResult result = SuiteResult.empty();
        new GraphTour(options.undirected(), List.of("kron", "road", "urand"), kind -> List.of(OrderingKind.AUTO))
                .withScales(kind -> List.of(16))
                .visitGraphs(result.notes(), (made, graph) -> measure(options, made.name(), graph, result));
        return result;
    }

    private static void measure(BenchOptions options, String name, Graph graph, SuiteResult result) {
        try (Engine engine = Engine.open(graph, options.device())) {
            engine.closeness(ClosenessJob.allSources().top(1));
            boolean fits = (double) graph.vertexCount() * graph.edgeCount()
                    <= (engine.description().startsWith("gpu") ? FULL_ON_GPU : FULL_ON_CPU);
            rankings(options, name, engine, fits, result);
            add(result, diameter(options, name, engine, fits));
        }
    }

    /// @param fits whether the full rankings are found too
    static void rankings(BenchOptions options, String name, Engine engine, boolean fits, SuiteResult result) {
        for (ClosenessMeasure measure : MEASURES) {
            ClosenessJob job = ClosenessJob.allSources().measures(measure);
            List<ClosenessResult> full = List.of();
            if (fits) {
                options.say().accept("%s, all by %s".formatted(name, measure.word()));
                full = runs(() -> engine.closeness(job.top(TOPS[1]).bounds(false)), ClosenessResult::nanos);
            }
            for (int top : TOPS) {
                options.say().accept("%s, top %d by %s".formatted(name, top, measure.word()));
                List<ClosenessResult> few = runs(() -> engine.closeness(job.top(top)), ClosenessResult::nanos);
                if (fits) {
                    requireSame(full.getFirst(), few.getFirst());
                }
                add(
                        result,
                        row(
                                name,
                                engine,
                                "top %d by %s".formatted(top, measure.word()),
                                times(few.stream().map(ClosenessResult::nanos).toList()),
                                times(full.stream().map(ClosenessResult::nanos).toList()),
                                few.getLast().effort().orElseThrow()));
            }
        }
    }

    static void add(SuiteResult result, AnswerMeasurement row) {
        result.answers().add(row);
        String what = "%s, %s".formatted(row.graph(), row.question());
        Bound bound = BOUNDS.get(what);
        if (bound != null && row.device().contains("H200")) {
            result.targets()
                    .add(Target.atMost(
                            what,
                            row.few().medianMs(),
                            "ms",
                            bound.must,
                            bound.aim,
                            "whole job, graph on the card, %,d searches".formatted(row.begun())));
        }
    }

    private static AnswerMeasurement diameter(BenchOptions options, String name, Engine engine, boolean fits) {
        options.say().accept("%s, diameter".formatted(name));
        ClosenessJob job = ClosenessJob.allSources().measures(ClosenessMeasure.ECCENTRICITY);
        List<Diameter> few = new ArrayList<>();
        for (int run = 0; run < RUNS; run++) {
            few.add(new DiameterRunner(List.of(engine), options.progress(), options.say()).run());
        }
        Diameter found = few.getLast();
        List<Long> full = fits ? List.of(byAll(engine, job, name, found)) : List.of();
        return row(
                name,
                engine,
                "diameter",
                times(few.stream().map(Diameter::nanos).toList()),
                times(full),
                ClosenessResult.Effort.of(found.vertices(), found.searches(), found.searches(), 0, Map.of()));
    }

    /// Time of the full run, which must find the same.
    static long byAll(Engine engine, ClosenessJob job, String name, Diameter found) {
        ClosenessResult full = engine.closeness(job.bounds(false));
        int row = IntStream.range(0, full.rowCount())
                .filter(at -> full.id(at) == found.from())
                .findFirst()
                .orElseThrow();
        if (full.value(row, ClosenessMeasure.ECCENTRICITY) != found.diameter()) {
            throw new VerificationException("%s: the diameter is another by the full run".formatted(name));
        }
        return full.nanos();
    }

    static <T> List<T> runs(Supplier<T> job, ToLongFunction<T> nanos) {
        List<T> results = new ArrayList<>();
        double total = 0;
        do {
            results.add(job.get());
            total += nanos.applyAsLong(results.getLast()) / 1e6;
        } while (results.size() < RUNS && nanos.applyAsLong(results.getFirst()) / 1e6 < LONG_MS
                || results.size() < MOST_RUNS && total < SHORT_MS);
        return results;
    }

    /// Null where there are none.
    private static Distribution times(List<Long> nanos) {
        return nanos.isEmpty() ? null : Distribution.of(nanos.stream().mapToLong(Long::longValue));
    }

    private static AnswerMeasurement row(
            String name,
            Engine engine,
            String question,
            Distribution few,
            Distribution full,
            ClosenessResult.Effort effort) {
        Graph graph = engine.graph();
        return new AnswerMeasurement(
                name,
                graph.ordering().word(),
                graph.vertexCount(),
                graph.edgeCount(),
                engine.description(),
                question,
                few,
                full,
                full == null ? null : full.medianMs() / few.medianMs(),
                effort.begun(),
                effort.finished(),
                effort.spared());
    }

    static void requireSame(ClosenessResult full, ClosenessResult few) {
        ClosenessMeasure measure = full.job().measures().getFirst();
        double[] expected = IntStream.range(0, few.rowCount())
                .mapToDouble(row -> full.value(row, measure))
                .toArray();
        double[] found = IntStream.range(0, few.rowCount())
                .mapToDouble(row -> few.value(row, measure))
                .toArray();
        boolean sameIds = IntStream.range(0, few.rowCount()).allMatch(row -> full.id(row) == few.id(row));
        if (!sameIds || !Arrays.equals(expected, found)) {
            throw new VerificationException("bounds give other rows than the full ranking");
        }
    }
}
