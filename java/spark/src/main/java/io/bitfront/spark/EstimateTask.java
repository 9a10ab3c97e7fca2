package io.bitfront.spark;

import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.closeness.PivotRange;
import io.bitfront.engine.spi.TargetSums;
import java.lang.foreign.Arena;
import java.util.Iterator;
import java.util.concurrent.CancellationException;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.VoidFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;
import scala.Tuple2;

/// Adds up the sums of one of the [Blocks] of vertices and turns them into the rows of its estimates.
record EstimateTask(Broadcast<SerializableConfiguration> hadoop, RowSink sink)
        implements VoidFunction<Iterator<Tuple2<Integer, byte[]>>> {

    @Override
    public void call(Iterator<Tuple2<Integer, byte[]>> partial) {
        HostedJob job = HostedJob.of(sink.spec(), hadoop.value().value(), sink.metrics());
        Blocks blocks = new Blocks(job.graph().vertexCount());
        int block = TaskContext.getPartitionId();
        try (Scratch scratch = new Scratch();
                Arena arena = Arena.ofShared()) {
            TargetSums sums = TargetSums.allocate(arena, blocks.size(block));
            partial.forEachRemaining(part -> PivotRange.add(part._2(), sums));
            sink.accept(job, block, estimates(job, blocks.first(block), sums), scratch);
        }
    }

    private static ClosenessResult estimates(HostedJob job, int first, TargetSums sums) {
        try {
            return job.ranges().estimates(first, sums);
        } catch (CancellationException givenUp) {
            TaskContext.get().killTaskIfInterrupted();
            throw givenUp;
        }
    }
}
