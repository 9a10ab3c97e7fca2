package io.bitfront.spark;

import io.bitfront.cli.output.ClosenessFile;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.closeness.RangePlan;
import io.bitfront.progress.Elapsed;
import io.bitfront.progress.Progress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/// A closeness job over a cluster, as its driver runs it. Nothing here grows with the graph: what the driver knows are
/// the graph's header, the numbers of the ranges, and the rows that were asked for as highest.
final class ClusterRun {
    /// In the folder of the part files: whose they are.
    private static final String MARK = "_bitfront";
    /// In the folder of the part files once all are there, as Hadoop's jobs leave it.
    private static final String SUCCESS = "_SUCCESS";

    private static final String CHECKPOINT_MARK = "closeness.checkpoint";
    private static final String GROUP = "bitfront-closeness";

    private final JavaSparkContext spark;
    private final JobSpec spec;
    private final Configuration hadoop;
    private final Progress progress;
    private final Duration patience;
    private final Consumer<String> say;
    private final JobMetrics metrics;

    /// @param patience how long the cluster may offer no executor
    /// @param say receives what a user should know, one line each
    ClusterRun(JavaSparkContext spark, JobSpec spec, Progress progress, Duration patience, Consumer<String> say) {
        this.spark = spark;
        this.spec = spec;
        this.hadoop = spark.hadoopConfiguration();
        this.progress = progress;
        this.patience = patience;
        this.say = say;
        this.metrics = new JobMetrics(spark.sc());
    }

    JobMetrics metrics() {
        return metrics;
    }

    /// Runs the job to its end.
    ///
    /// @param shown how many of the highest rows the caller wants, or 0
    /// @return the highest rows; none where part files were written
    HighestResult run(int shown) {
        long begin = System.nanoTime();
        HighestRows highest = shown == 0 ? null : new HighestRows(Math.min(shown, spec.vertexCount()));
        if (highest != null) {
            spark.sc().register(highest);
        }
        boolean parts = spec.output() != null && highest == null;
        Set<String> done = parts ? openOutput() : Set.of();
        openCheckpoint();
        RowSink sink = new RowSink(spec, metrics, highest);
        // Where the job fails, tasks under way may keep the graph in use: that is not why it failed.
        try (HostedJob.Release _ = new HostedJob.Release(spec.id())) {
            traverse(sink, parts, done);
        }
        HighestResult result = HighestResult.of(
                spec.job(), highest == null ? List.of() : highest.value(), metrics.traversals(), Elapsed.nanos(begin));
        if (parts) {
            putEmpty(new SharedFolder(spec.output(), hadoop), SUCCESS);
        } else if (spec.output() != null) {
            writeHighest(result);
        }
        return result;
    }

    /// Prepares the folder of the part files.
    ///
    /// @return names of those that are there already, of this very job
    private Set<String> openOutput() {
        SharedFolder output = new SharedFolder(spec.output(), hadoop);
        Set<String> names = output.names();
        mark(output, MARK, names, "output " + spec.output(), outputPlan());
        List<String> parts =
                names.stream().filter(name -> name.startsWith("part-")).toList();
        if (!parts.isEmpty()) {
            say.accept("%,d part files are in %s already".formatted(parts.size(), spec.output()));
        }
        return Set.copyOf(parts);
    }

    /// What the bytes of the part files follow from.
    private RangePlan outputPlan() {
        ClosenessJob job = spec.job();
        return spec.plan()
                .with(
                        "measures",
                        String.join(
                                ",",
                                job.measures().stream()
                                        .map(measure -> measure.word())
                                        .toList()))
                .with("files", spec.format().suffix());
    }

    private void openCheckpoint() {
        if (spec.checkpoint() == null) {
            return;
        }
        SharedFolder checkpoint = new SharedFolder(spec.checkpoint(), hadoop);
        Set<String> names = checkpoint.names();
        mark(checkpoint, CHECKPOINT_MARK, names, "checkpoint " + spec.checkpoint(), spec.plan());
        long kept = names.stream().filter(name -> name.startsWith("range-")).count();
        if (kept > 0) {
            say.accept("%,d of %,d ranges are in checkpoint %s"
                    .formatted(kept, spec.plan().ranges(), spec.checkpoint()));
        }
    }

    /// Marks a new folder as the job's, or checks that one with files in it is.
    private static void mark(SharedFolder folder, String mark, Set<String> names, String what, RangePlan plan) {
        try (Scratch scratch = new Scratch()) {
            java.nio.file.Path file = scratch.file(mark);
            if (names.contains(mark)) {
                folder.fetch(mark, file);
                plan.requireMark(file, folder.nameOf(mark), what);
            } else if (names.isEmpty()) {
                folder.make();
                plan.mark(file);
                folder.put(file, mark);
            } else {
                throw new ClusterException(
                        "%s: there are other files in it, name a new or empty folder".formatted(what));
            }
        }
    }

    /// @param parts whether rows are written, so that the output is not whole until all are
    private void traverse(RowSink sink, boolean parts, Set<String> done) {
        List<Integer> ranges = ranges(done);
        if (ranges.isEmpty()) {
            return;
        }
        if (parts) {
            new SharedFolder(spec.output(), hadoop).delete(SUCCESS);
        }
        long sources = ranges.stream().mapToLong(spec.plan()::size).sum();
        spark.setJobGroup(GROUP, "closeness of " + spec.graph());
        // Not destroyed: executors would be told while the context that follows the job's end takes their answers away.
        Broadcast<SerializableConfiguration> settings = spark.broadcast(new SerializableConfiguration(hadoop));
        try (Progress.Phase phase = progress.start("closeness", sources, "BFS");
                ClusterWatch watch = new ClusterWatch(spark.sc(), GROUP, metrics, phase, sources, patience)) {
            try {
                run(spark.parallelize(ranges, ranges.size()), settings, sink);
            } catch (Exception e) {
                throw failure(e, watch.givenUp());
            }
        }
    }

    /// Those whose rows are not there. Every row of a sample is of all ranges.
    private List<Integer> ranges(Set<String> done) {
        IntStream all = IntStream.range(0, spec.plan().ranges());
        if (spec.sample() == 0) {
            return all.filter(range -> !hasPart(done, range)).boxed().toList();
        }
        int blocks = new Blocks(spec.vertexCount()).count();
        return !done.isEmpty() && IntStream.range(0, blocks).allMatch(block -> hasPart(done, block))
                ? List.of()
                : all.boxed().toList();
    }

    private boolean hasPart(Set<String> done, int part) {
        return done.contains(RowSink.partName(spec, part));
    }

    private void run(JavaRDD<Integer> ranges, Broadcast<SerializableConfiguration> settings, RowSink sink) {
        if (spec.sample() > 0) {
            ranges.mapPartitionsToPair(new PivotTask(settings, sink))
                    .partitionBy(new Blocks(spec.vertexCount()))
                    .foreachPartition(new EstimateTask(settings, sink));
        } else {
            ranges.foreachPartition(new ExactTask(settings, sink));
        }
    }

    private static RuntimeException failure(Exception thrown, String givenUp) {
        if (givenUp != null) {
            return new ClusterException(givenUp, thrown);
        }
        return thrown instanceof SparkException
                ? new ClusterException(TaskFailure.line(thrown), thrown)
                : rethrow(thrown);
    }

    private static RuntimeException rethrow(Exception thrown) {
        return thrown instanceof RuntimeException unchecked
                ? unchecked
                : new ClusterException(SharedFolder.firstLine(thrown), thrown);
    }

    private void writeHighest(HighestResult result) {
        SharedFolder output = new SharedFolder(spec.output(), hadoop);
        output.make();
        try (Scratch scratch = new Scratch()) {
            String name = "highest" + spec.format().suffix();
            ClosenessFile.write(scratch.file(name), result);
            output.replace(scratch.file(name), name);
        }
    }

    private static void putEmpty(SharedFolder folder, String name) {
        try (Scratch scratch = new Scratch()) {
            folder.put(scratch.empty(name), name);
        }
    }
}
