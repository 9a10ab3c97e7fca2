package io.bitfront.spark;

import java.io.Serializable;
import org.apache.spark.SparkContext;
import org.apache.spark.util.LongAccumulator;

/// What tasks count, shown by Spark's own pages under these names. The driver reads the sums; each task that counts
/// towards the result is in them once, those of a sample's first stage as often as they ran.
final class JobMetrics implements Serializable {
    private static final long serialVersionUID = 1;

    private final LongAccumulator traversals;
    private final LongAccumulator sources;
    private final LongAccumulator rows;
    private final LongAccumulator fileBytes;
    private final LongAccumulator traverseMs;
    private final LongAccumulator writeMs;
    private final LongAccumulator graphsOpened;
    private final LongAccumulator openMs;

    JobMetrics(SparkContext context) {
        this.traversals = context.longAccumulator("traversals");
        this.sources = context.longAccumulator("sources done");
        this.rows = context.longAccumulator("rows");
        this.fileBytes = context.longAccumulator("bytes of part files");
        this.traverseMs = context.longAccumulator("ms traversing");
        this.writeMs = context.longAccumulator("ms writing");
        this.graphsOpened = context.longAccumulator("graphs opened");
        this.openMs = context.longAccumulator("ms opening graphs");
    }

    void graphOpened(long nanos) {
        graphsOpened.add(1);
        openMs.add(nanos / 1_000_000);
    }

    /// @param count of traversals, 0 for a range taken from a checkpoint
    void traversed(long count, long nanos) {
        traversals.add(count);
        traverseMs.add(nanos / 1_000_000);
    }

    /// Called by every thread that runs batches of a task.
    synchronized void sourcesDone(long count) {
        sources.add(count);
    }

    /// What Spark calls the count of sources done.
    long sourcesId() {
        return sources.id();
    }

    void written(long rowCount, long bytes, long nanos) {
        rows.add(rowCount);
        fileBytes.add(bytes);
        writeMs.add(nanos / 1_000_000);
    }

    long traversals() {
        return traversals.value();
    }

    /// Sources of the tasks that are done, those from a checkpoint included.
    long sources() {
        return sources.value();
    }

    long rows() {
        return rows.value();
    }

    long fileBytes() {
        return fileBytes.value();
    }

    long traverseMs() {
        return traverseMs.value();
    }

    long writeMs() {
        return writeMs.value();
    }

    long graphsOpened() {
        return graphsOpened.value();
    }

    long openMs() {
        return openMs.value();
    }
}
