package io.bitfront.engine.cpu;

/// When to look again at what was looked at before: after a pause, each more than twice as long as the one before.
final class Seldom {
    private int pause;
    private int waited;

    /// @param pause how often not to look before the first time
    Seldom(int pause) {
        this.pause = pause;
    }

    /// Whether to look now, and again until it is [put off][#putOff].
    boolean isDue() {
        return waited++ >= pause;
    }

    void putOff() {
        pause = 2 * pause + 1;
        waited = 0;
    }
}
