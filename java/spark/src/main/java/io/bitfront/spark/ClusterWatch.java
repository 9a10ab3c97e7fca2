package io.bitfront.spark;

import io.bitfront.progress.Progress;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.AccumulableInfo;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorMetricsUpdate;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import scala.Tuple4;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/// Watches a job from the driver: shows how far it is, and gives it up where the cluster offers no executor for too
/// long. Owns the thread that looks. Tasks under way tell what they have done with their executor's heartbeats.
final class ClusterWatch extends SparkListener implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofMillis(250);

    private final SparkContext spark;
    private final JobMetrics metrics;
    private final Progress.Phase phase;
    private final long total;
    private final Duration patience;
    private final boolean ownExecutor;
    /// Sources done by tasks under way.
    private final ConcurrentMap<Long, Long> underWay = new ConcurrentHashMap<>();
    private final Thread thread;
    private long shown;
    private volatile String givenUp;

    /// @param group of the job, cancelled where there is no executor for `patience`
    /// @param total sources of the job
    ClusterWatch(
            SparkContext spark, String group, JobMetrics metrics, Progress.Phase phase, long total, Duration patience) {
        this.spark = spark;
        this.metrics = metrics;
        this.phase = phase;
        this.total = total;
        this.patience = patience;
        this.ownExecutor = spark.isLocal();
        spark.addSparkListener(this);
        this.thread =
                Thread.ofPlatform().daemon().name("bitfront-cluster-watch").start(() -> watch(group));
    }

    @Override
    public void onExecutorMetricsUpdate(SparkListenerExecutorMetricsUpdate heartbeat) {
        for (Tuple4<Object, Object, Object, Seq<AccumulableInfo>> task :
                CollectionConverters.asJava(heartbeat.accumUpdates())) {
            for (AccumulableInfo counted : CollectionConverters.asJava(task._4())) {
                if (counted.id() == metrics.sourcesId() && counted.update().isDefined()) {
                    underWay.put((Long) task._1(), (Long) counted.update().get());
                }
            }
        }
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
        underWay.remove(end.taskInfo().taskId());
    }

    private void watch(String group) {
        long lastSeen = System.nanoTime();
        try {
            while (true) {
                Thread.sleep(INTERVAL);
                show();
                long now = System.nanoTime();
                if (hasExecutor()) {
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

    private boolean hasExecutor() {
        return ownExecutor || holdsExecutor(spark.statusTracker().getExecutorInfos().length);
    }

    /// Whether some of so many processes is an executor: the driver is among them.
    static boolean holdsExecutor(int processes) {
        return processes > 1;
    }

    /// What one of two duplicates has done may be shown too soon, never more than all.
    private synchronized void show() {
        long ahead = underWay.values().stream().mapToLong(done -> done).sum();
        long done = Math.min(metrics.sources() + ahead, total);
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
        spark.removeSparkListener(this);
        show();
    }
}
