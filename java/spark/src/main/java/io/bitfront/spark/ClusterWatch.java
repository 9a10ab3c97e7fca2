package io.bitfront.spark;

import io.bitfront.progress.Progress;
import java.time.Duration;
import org.apache.spark.SparkContext;

/// Watches a job from the driver: shows how far it is, and gives it up where the cluster offers no executor for too
/// long. Owns the thread that looks.
final class ClusterWatch implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofMillis(250);

    private final SparkContext spark;
    private final JobMetrics metrics;
    private final Progress.Phase phase;
    private final Duration patience;
    private final boolean ownExecutor;
    private final Thread thread;
    private long shown;
    private volatile String givenUp;

    /// @param group of the job, cancelled where there is no executor for `patience`
    ClusterWatch(SparkContext spark, String group, JobMetrics metrics, Progress.Phase phase, Duration patience) {
        this.spark = spark;
        this.metrics = metrics;
        this.phase = phase;
        this.patience = patience;
        this.ownExecutor = spark.isLocal();
        this.thread =
                Thread.ofPlatform().daemon().name("bitfront-cluster-watch").start(() -> watch(group));
    }

    private void watch(String group) {
        long lastSeen = System.nanoTime();
        try {
            while (true) {
                Thread.sleep(INTERVAL);
                show();
                long now = System.nanoTime();
                if (executors() > 0) {
                    lastSeen = now;
                } else if (now - lastSeen > patience.toNanos()) {
                    givenUp = "master %s offered no executor for %,d s".formatted(spark.master(), patience.toSeconds());
                    spark.cancelJobGroup(group, givenUp);
                    return;
                }
            }
        } catch (InterruptedException e) {
            // The job is over.
        }
    }

    private int executors() {
        // The driver is in the list too.
        return ownExecutor ? 1 : spark.statusTracker().getExecutorInfos().length - 1;
    }

    private synchronized void show() {
        long done = metrics.sources();
        if (done > shown) {
            phase.advanceBatch(done - shown);
            shown = done;
        }
    }

    /// Why the job was given up, or null.
    String givenUp() {
        return givenUp;
    }

    @Override
    public void close() {
        thread.interrupt();
        show();
    }
}
