package io.bitfront.spark;

import java.util.List;
import org.apache.spark.SparkConf;

/// What the job sets in Spark's configuration, where the user has not, and what it refuses there before anything
/// starts.
final class ClusterSettings {
    /// Spark's word for the resource.
    static final String GPU = "gpu";

    private static final String TASK_GPUS = "spark.task.resource.gpu.amount";
    private static final String EXECUTOR_GPUS = "spark.executor.resource.gpu.amount";
    private static final String JVM_FLAGS = "spark.executor.extraJavaOptions";
    private static final List<String> FLAGS =
            List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");
    /// `spark-submit --files` puts the kernels and the library under JCuda into the executor's working folder.
    private static final List<String> GPU_FLAGS =
            List.of(FLAGS.get(0), FLAGS.get(1), "-Dbitfront.kernels=bitfront.fatbin", "-Djava.library.path=.");

    private final SparkConf conf;

    ClusterSettings(SparkConf conf) {
        this.conf = conf;
    }

    /// Fills in what the job needs.
    SparkConf complete() {
        conf.setIfMissing("spark.app.name", "bitfront closeness");
        // A range goes to another executor after a failure: a broken GPU would fail it again.
        conf.setIfMissing("spark.excludeOnFailure.enabled", "true");
        conf.setIfMissing("spark.scheduler.excludeOnFailure.unschedulableTaskSetTimeout", "30s");
        // The driver's own pages would keep every task: 100,000 of them, more than everything else together.
        conf.setIfMissing("spark.ui.retainedTasks", "1000");
        String flags = conf.get(JVM_FLAGS, "");
        for (String flag : asksForGpus() ? GPU_FLAGS : FLAGS) {
            if (!flags.contains(flag.substring(0, flag.indexOf('=')))) {
                flags = (flags + " " + flag).strip();
            }
        }
        return conf.set(JVM_FLAGS, flags);
    }

    /// Whether tasks ask for GPUs.
    boolean asksForGpus() {
        return conf.contains(TASK_GPUS);
    }

    /// Refuses what would fail late, or wait for ever.
    ///
    /// @param gpuOnly whether the job is to run on GPUs alone
    /// @throws ClusterException in one line
    void check(boolean gpuOnly) {
        String master = conf.get("spark.master", "");
        if (master.isEmpty()) {
            throw new ClusterException("no master: start the job with spark-submit --master, or set spark.master");
        }
        if (gpuOnly && !asksForGpus()) {
            throw new ClusterException("--devices gpu: Spark deals the GPUs; set %s, %s and its discovery script"
                    .formatted(TASK_GPUS, EXECUTOR_GPUS));
        }
        if (!asksForGpus()) {
            return;
        }
        if (master.startsWith("local") && !master.startsWith("local-cluster")) {
            throw new ClusterException(
                    "master %s has no GPUs to give: leave %s out, or name a cluster".formatted(master, TASK_GPUS));
        }
        if (!conf.contains(EXECUTOR_GPUS)) {
            throw new ClusterException(
                    "%s is set but not %s: executors would have no GPU to give".formatted(TASK_GPUS, EXECUTOR_GPUS));
        }
    }

    String master() {
        return conf.get("spark.master");
    }
}
