package io.bitfront.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ClusterDefaultsTest {
    @Test
    void fillInWhatAJobNeeds() {
        SparkConf conf = new ClusterSettings(new SparkConf(false)).complete();
        assertThat(conf.get("spark.app.name")).isEqualTo("bitfront closeness");
        assertThat(conf.get("spark.excludeOnFailure.enabled")).isEqualTo("true");
        assertThat(conf.get("spark.scheduler.excludeOnFailure.unschedulableTaskSetTimeout"))
                .isEqualTo("30s");
        assertThat(conf.get("spark.ui.retainedTasks")).isEqualTo("1000");
    }

    @Test
    void keepWhatAUserHasSet() {
        SparkConf conf = new SparkConf(false)
                .set("spark.app.name", "mine")
                .set("spark.excludeOnFailure.enabled", "false")
                .set("spark.scheduler.excludeOnFailure.unschedulableTaskSetTimeout", "5s")
                .set("spark.ui.retainedTasks", "7");
        String before = conf.toDebugString();
        assertThat(new ClusterSettings(conf).complete().toDebugString().lines())
                .containsAll(before.lines().toList());
    }

    /// Flags are added to those a user has set, but for those that are there.
    @Test
    void addTheFlagsOfExecutors() {
        String flags = "spark.executor.extraJavaOptions";
        String own = "--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow";
        assertThat(new ClusterSettings(new SparkConf(false)).complete().get(flags))
                .isEqualTo(own);
        SparkConf some = new SparkConf(false).set(flags, "-Xmx3g --enable-native-access=mine");
        assertThat(new ClusterSettings(some).complete().get(flags))
                .isEqualTo("-Xmx3g --enable-native-access=mine --sun-misc-unsafe-memory-access=allow");
        SparkConf gpus = new SparkConf(false).set("spark.task.resource.gpu.amount", "1");
        assertThat(new ClusterSettings(gpus).complete().get(flags))
                .isEqualTo(own + " -Dbitfront.kernels=bitfront.fatbin -Djava.library.path=.");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, false, false, false, no master",
                "local[2], false, false, false, -",
                "local[2], true, false, false, --devices gpu",
                "local[2], false, true, true, master local[2] has no GPUs",
                "local, false, true, true, master local has no GPUs",
                "'local-cluster[1,1,1024]', true, true, true, -",
                "'local-cluster[1,1,1024]', false, true, false, spark.task.resource.gpu.amount is set",
                "spark://a:1, true, true, true, -",
                "spark://a:1, false, true, false, spark.task.resource.gpu.amount is set",
                "spark://a:1, false, false, true, -"
            })
    void refuseWhatWouldFailLate(String master, boolean gpuOnly, boolean tasks, boolean executors, String refused) {
        SparkConf conf = new SparkConf(false);
        if (master != null) {
            conf.set("spark.master", master);
        }
        if (tasks) {
            conf.set("spark.task.resource.gpu.amount", "1");
        }
        if (executors) {
            conf.set("spark.executor.resource.gpu.amount", "1");
        }
        ClusterSettings settings = new ClusterSettings(conf);
        assertThat(settings.asksForGpus()).isEqualTo(tasks);
        if (refused == null) {
            settings.check(gpuOnly);
            assertThat(settings.master()).isEqualTo(master);
        } else {
            assertThatThrownBy(() -> settings.check(gpuOnly))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageStartingWith(refused);
        }
    }
}
