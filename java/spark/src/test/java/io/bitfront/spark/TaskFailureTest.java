package io.bitfront.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Messages as Spark 4.2 writes them.
final class TaskFailureTest {
    private static final String LOST =
            "Lost task 0.3 in stage 0.0 (TID 9) (10.0.0.7 executor 12): io.bitfront.engine.DeviceException: gpu:1: launch:"
                    + " CUDA_ERROR_ILLEGAL_ADDRESS\n\tat io.bitfront.engine.gpu.GpuEngine.run(GpuEngine.java:1)\n";

    private static String line(String message) {
        return TaskFailure.line(new IllegalStateException(message));
    }

    @Test
    void saysWhatEndedATaskThatFailedTooOften() {
        assertThat(line("Job aborted due to stage failure: Task 0 in stage 0.0 failed 4 times, most recent failure: "
                        + LOST))
                .isEqualTo("executor 12 on 10.0.0.7: gpu:1: launch: CUDA_ERROR_ILLEGAL_ADDRESS");
    }

    @Test
    void saysWhatEndedATaskThatNoExecutorMayRunAnyMore() {
        assertThat(line("Job aborted due to stage failure: \nAborting TaskSet 0.0 because task 0 (partition 0)\n"
                        + "cannot run anywhere due to node and executor excludeOnFailure.\nMost recent failure:\n"
                        + LOST))
                .isEqualTo("executor 12 on 10.0.0.7: gpu:1: launch: CUDA_ERROR_ILLEGAL_ADDRESS");
    }

    @Test
    void saysHowAnExecutorWasLost() {
        assertThat(line("Task 0 in stage 0.0 failed 4 times, most recent failure: Lost task 0.3 in stage 0.0 (TID 9)"
                        + " (host executor 3): ExecutorLostFailure (executor 3 exited) Reason: Command exited with code"
                        + " 137\nDriver stacktrace:"))
                .isEqualTo(
                        "executor 3 on host: ExecutorLostFailure (executor 3 exited) Reason: Command exited with code 137");
    }

    @Test
    void otherwiseSaysTheFirstLine() {
        assertThat(line("Job 0 cancelled because SparkContext was shut down\nmore"))
                .isEqualTo("Job 0 cancelled because SparkContext was shut down");
    }
}
