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
import java.util.stream.IntStream;

/// Questions that bounds answer, against searching from every vertex: the highest 10 and 100, the diameter. Graph files
/// are read without directions.
final class AnswersSuite implements Suite {
    private static final int RUNS = 3;
    /// A full run that takes longer is run once.
    private static final double LONG_MS = 5_000;

    private static final List<ClosenessMeasure> MEASURES = List.of(ClosenessMeasure.WF, ClosenessMeasure.HARMONIC);
    private static final int[] TOPS = {10, 100};

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
            for (ClosenessMeasure measure : MEASURES) {
                ClosenessJob job = ClosenessJob.allSources().measures(measure);
                options.say().accept("%s, all by %s".formatted(name, measure.word()));
                List<ClosenessResult> full =
                        runs(() -> engine.closeness(job.top(TOPS[1]).bounds(false)));
                for (int top : TOPS) {
                    options.say().accept("%s, top %d by %s".formatted(name, top, measure.word()));
                    List<ClosenessResult> few = runs(() -> engine.closeness(job.top(top)));
                    requireSame(full.getFirst(), few.getFirst());
                    result.answers()
                            .add(row(
                                    name,
                                    engine,
                                    "top %d by %s".formatted(top, measure.word()),
                                    times(few.stream()
                                            .map(ClosenessResult::nanos)
                                            .toList()),
                                    times(full.stream()
                                            .map(ClosenessResult::nanos)
                                            .toList()),
                                    few.getLast().effort().orElseThrow()));
                }
            }
            result.answers().add(diameter(options, name, engine));
        }
    }

    private static AnswerMeasurement diameter(BenchOptions options, String name, Engine engine) {
        options.say().accept("%s, diameter".formatted(name));
        ClosenessJob job = ClosenessJob.allSources().measures(ClosenessMeasure.ECCENTRICITY);
        ClosenessResult full = engine.closeness(job.bounds(false));
        List<Diameter> few = new ArrayList<>();
        for (int run = 0; run < RUNS; run++) {
            few.add(new DiameterRunner(List.of(engine), options.progress(), options.say()).run());
        }
        Diameter found = few.getLast();
        int row = IntStream.range(0, full.rowCount())
                .filter(at -> full.id(at) == found.from())
                .findFirst()
                .orElseThrow();
        if (full.value(row, ClosenessMeasure.ECCENTRICITY) != found.diameter()) {
            throw new VerificationException("%s: the diameter is another by the full run".formatted(name));
        }
        return row(
                name,
                engine,
                "diameter",
                times(few.stream().map(Diameter::nanos).toList()),
                times(List.of(full.nanos())),
                ClosenessResult.Effort.of(found.vertices(), found.searches(), found.searches(), 0, Map.of()));
    }

    private static List<ClosenessResult> runs(Supplier<ClosenessResult> job) {
        List<ClosenessResult> results = new ArrayList<>();
        do {
            results.add(job.get());
        } while (results.size() < RUNS && results.getFirst().nanos() / 1e6 < LONG_MS);
        return results;
    }

    private static Distribution times(List<Long> nanos) {
        return Distribution.of(nanos.stream().mapToLong(Long::longValue));
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
                full.medianMs() / few.medianMs(),
                effort.begun(),
                effort.finished(),
                effort.spared());
    }

    private static void requireSame(ClosenessResult full, ClosenessResult few) {
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
