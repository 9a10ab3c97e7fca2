package io.bitfront.spark;

import io.bitfront.engine.Device;
import io.bitfront.engine.JobStoppedException;
import io.bitfront.engine.closeness.PivotRange;
import io.bitfront.engine.closeness.RangeEngine;
import io.bitfront.progress.Elapsed;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Iterator;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.PairFlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;
import org.apache.spark.util.TaskCompletionListener;
import scala.Tuple2;

/// Runs a range of a sample's pivots on an executor and hands out its sums in [Blocks] of vertices, one at a time.
record PivotTask(Broadcast<SerializableConfiguration> hadoop, RowSink sink)
        implements PairFlatMapFunction<Iterator<Integer>, Integer, byte[]> {
    /// The name of a finished range in the checkpoint.
    static String keptName(int range) {
        return String.format(Locale.ROOT, "range-%05d.sums", range);
    }

    @Override
    public Iterator<Tuple2<Integer, byte[]>> call(Iterator<Integer> ranges) throws InterruptedException {
        if (!ranges.hasNext()) {
            return Collections.emptyIterator();
        }
        HostedJob job = HostedJob.of(sink.spec(), hadoop.value().value(), sink.metrics());
        int range = ranges.next();
        PivotRange sums = job.ranges().pivots(range);
        TaskCompletionListener close = _ -> sums.close();
        TaskContext.get().addTaskCompletionListener(close);
        run(job, range, sums);
        sink.metrics().sourcesDone(sums.pivotCount());
        Blocks blocks = new Blocks(job.graph().vertexCount());
        return IntStream.range(0, blocks.count())
                .mapToObj(block -> new Tuple2<>(block, sums.sums(blocks.first(block), blocks.size(block))))
                .iterator();
    }

    private void run(HostedJob job, int range, PivotRange sums) throws InterruptedException {
        if (job.checkpoint() == null) {
            traverse(job, sums);
            return;
        }
        try (Scratch scratch = new Scratch()) {
            Path kept = scratch.file(keptName(range));
            if (job.checkpoint().has(keptName(range))) {
                job.checkpoint().fetch(keptName(range), kept);
                sums.restore(kept, job.checkpoint().nameOf(keptName(range)));
            } else {
                traverse(job, sums);
                sums.keep(kept);
                job.checkpoint().put(kept, keptName(range));
            }
        }
    }

    private void traverse(HostedJob job, PivotRange sums) throws InterruptedException {
        TaskContext task = TaskContext.get();
        Device device = HostedJob.device(sink.spec(), task);
        RangeEngine engine = job.engines().take(device);
        long begin = System.nanoTime();
        try {
            sums.traverse(engine);
        } catch (JobStoppedException stopped) {
            task.killTaskIfInterrupted();
            throw stopped;
        } finally {
            job.engines().giveBack(device, engine);
        }
        sink.metrics().traversed(sums.pivotCount(), Elapsed.nanos(begin));
    }
}
