package io.bitfront.cli.command;

import io.bitfront.cli.report.Units;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.Engine;
import io.bitfront.engine.closeness.JobEstimate;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/// How long jobs will take, as people and JSON are told.
final class Estimates {
    /// What finding an estimate may take.
    private static final Duration BUDGET = Duration.ofSeconds(2);

    /// Edges that a job's searches meet from which on it is worth to be estimated: seconds on a CPU.
    private static final double LONG_JOB = 2e10;

    private Estimates() {}

    /// An estimate of a job's time where it is long, in one line; null for a short one, and where bounds decide how few
    /// searches a ranking's top takes: to run some of all would take longer than these.
    ///
    /// @param sources how many the job has
    /// @param searches finds how many searches so many sources need
    static String of(List<Engine> engines, ClosenessJob job, long sources, LongUnaryOperator searches) {
        Engine first = engines.getFirst();
        double edges = first.graph().edgeCount();
        if (sources * edges < LONG_JOB || JobEstimate.dependsOnBounds(job)) {
            return null;
        }
        long needed = searches.applyAsLong(sources);
        JobEstimate one = needed * edges < LONG_JOB ? null : JobEstimate.of(first, job, needed, BUDGET);
        if (one == null) {
            return null;
        }
        return words(shared(one, engines.size()));
    }

    /// What one engine would take, shared out among several like it.
    static JobEstimate shared(JobEstimate one, int engines) {
        return new JobEstimate(one.seconds() / engines, one.factor(), one.measured(), one.atMost());
    }

    /// What a job would take that nobody is about to run; null on a graph without edges.
    static JobEstimate ofJob(Engine engine, ClosenessJob job, long sources) {
        return JobEstimate.ofJob(engine, job, sources, BUDGET);
    }

    /// `about 12 min 30 s (6 to 25 min; from 5 batches)`.
    static String words(JobEstimate estimate) {
        return "%sabout %s (%s to %s, from %s)"
                .formatted(
                        estimate.atMost() ? "at most " : "",
                        Units.time(estimate.seconds()),
                        Units.time(estimate.seconds() / estimate.factor()),
                        Units.time(estimate.seconds() * estimate.factor()),
                        estimate.measured());
    }

    static Map<String, Object> fields(JobEstimate estimate) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("estimateMs", 1e3 * estimate.seconds());
        fields.put("leastMs", 1e3 * estimate.seconds() / estimate.factor());
        fields.put("mostMs", 1e3 * estimate.seconds() * estimate.factor());
        fields.put("from", estimate.measured());
        fields.put("atMost", estimate.atMost());
        return fields;
    }
}
