package io.bitfront.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.VoidFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

final class ClusterWatchTest {
    @TempDir
    private Path folder;

    /// A task that does ten sources, waits until it may, and does twenty more.
    private record Halting(JobMetrics metrics, String mayGoOn)
            implements VoidFunction<Iterator<Integer>>, Serializable {
        @Override
        public void call(Iterator<Integer> range) throws InterruptedException {
            metrics.sourcesDone(10);
            while (!Files.exists(Path.of(mayGoOn))) {
                Thread.sleep(10);
            }
            metrics.sourcesDone(20);
        }
    }

    @Test
    void aClusterThatHasOnlyItsDriverOffersNoExecutor() {
        assertThat(ClusterWatch.holdsExecutor(1)).isFalse();
        assertThat(ClusterWatch.holdsExecutor(2)).isTrue();
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void showsWhatATaskHasDoneBeforeItEnds() throws Exception {
        SparkConf conf = new SparkConf()
                .setMaster("local[1]")
                .setAppName("watched")
                .set("spark.ui.enabled", "false")
                .set("spark.driver.host", "127.0.0.1")
                .set("spark.executor.heartbeatInterval", "100ms");
        LongAdder shown = new LongAdder();
        try (JavaSparkContext spark = new JavaSparkContext(conf)) {
            JobMetrics metrics = new JobMetrics(spark.sc());
            try (ClusterWatch watch =
                    new ClusterWatch(spark.sc(), "job", metrics, shown::add, 30, Duration.ofMinutes(1))) {
                CompletableFuture<Void> job = start(spark, metrics);
                while (shown.sum() == 0) {
                    Thread.sleep(10);
                }
                assertThat(shown.sum()).isEqualTo(10);
                Files.createFile(folder.resolve("go-on"));
                job.get(30, TimeUnit.SECONDS);
                assertThat(watch.givenUp()).isNull();
            }
        }
        assertThat(shown.sum()).isEqualTo(30);
    }

    private CompletableFuture<Void> start(JavaSparkContext spark, JobMetrics metrics) {
        Halting task = new Halting(metrics, folder.resolve("go-on").toString());
        return CompletableFuture.runAsync(
                () -> spark.parallelize(List.of(1), 1).foreachPartition(task),
                command -> Thread.ofPlatform().daemon().start(command));
    }
}
