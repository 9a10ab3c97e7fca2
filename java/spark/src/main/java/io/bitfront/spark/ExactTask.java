package io.bitfront.spark;

import io.bitfront.engine.Device;
import io.bitfront.engine.JobStoppedException;
import io.bitfront.engine.closeness.ExactRange;
import io.bitfront.engine.closeness.RangeEngine;
import io.bitfront.progress.Elapsed;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Locale;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.VoidFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;

/// Runs ranges of an exact job on an executor: from the checkpoint where they are kept there, else by traversals.
record ExactTask(Broadcast<SerializableConfiguration> hadoop, RowSink sink) implements VoidFunction<Iterator<Integer>> {
    /// The name of a finished range in the checkpoint.
    static String keptName(int range) {
        return String.format(Locale.ROOT, "range-%05d.rows", range);
    }

    @Override
    public void call(Iterator<Integer> ranges) throws InterruptedException {
        HostedJob job = HostedJob.of(sink.spec(), hadoop.value().value(), sink.metrics());
        while (ranges.hasNext()) {
            run(job, ranges.next());
        }
    }

    private void run(HostedJob job, int range) throws InterruptedException {
        ExactRange exact = job.ranges().exact(range);
        try (Scratch scratch = new Scratch()) {
            Path kept = scratch.file(keptName(range));
            if (job.checkpoint() == null) {
                traverse(job, exact, null);
            } else if (job.checkpoint().has(keptName(range))) {
                job.checkpoint().fetch(keptName(range), kept);
                exact.restore(kept, job.checkpoint().nameOf(keptName(range)));
                sink.metrics().sourcesDone(exact.result().rowCount());
            } else {
                traverse(job, exact, kept);
                job.checkpoint().put(kept, keptName(range));
            }
            sink.accept(job, range, exact.result(), scratch);
            // A list may name a source twice.
            sink.metrics()
                    .sourcesDone(sink.spec().plan().size(range) - exact.result().rowCount());
        }
    }

    private void traverse(HostedJob job, ExactRange exact, Path keep) throws InterruptedException {
        TaskContext task = TaskContext.get();
        Device device = HostedJob.device(sink.spec(), task);
        RangeEngine engine = job.engines().take(device);
        long begin = System.nanoTime();
        try {
            exact.traverse(engine, keep, sink.metrics()::sourcesDone);
        } catch (JobStoppedException stopped) {
            task.killTaskIfInterrupted();
            throw stopped;
        } finally {
            job.engines().giveBack(device, engine);
        }
        sink.metrics().traversed(exact.result().traversals(), Elapsed.nanos(begin));
    }
}
