package io.bitfront.engine.closeness;

/// Asks a run to end: what is under way is finished, nothing new begins. So does an interrupt of the thread that runs
/// it, which stays set. Safe for many threads.
final class StopRequest {
    private BatchQueue queue;
    private volatile boolean asked;

    /// Null before the run.
    private volatile Thread runner;

    /// Told by the thread that runs the job.
    void runHere() {
        runner = Thread.currentThread();
    }

    /// @param batches handed out from now on; none, once a stop was asked for
    synchronized void begin(BatchQueue batches) {
        queue = batches;
        if (asked) {
            queue.stop();
        }
    }

    synchronized void ask() {
        asked = true;
        if (queue != null) {
            queue.stop();
        }
    }

    boolean asked() {
        Thread by = runner;
        return asked || by != null && by.isInterrupted();
    }
}
