package io.bitfront.engine.closeness;

/// Asks a run to end: what is under way is finished, nothing new begins. Safe for many threads.
final class StopRequest {
    private BatchQueue queue;
    private volatile boolean asked;

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
        return asked;
    }
}
