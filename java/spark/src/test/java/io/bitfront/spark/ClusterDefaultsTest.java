package io.bitfront.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Test;

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
}
