package io.bitfront.engine.gpu;

import io.bitfront.engine.DeviceException;
import java.util.Deque;

/// Closes what somebody owns, last to first, all of it whatever fails.
final class Closing {
    private Closing() {}

    /// Empties `owned`.
    ///
    /// @param what names them in the message
    /// @throws DeviceException the first failure
    static void all(Deque<? extends AutoCloseable> owned, String what) {
        DeviceException failure = null;
        while (!owned.isEmpty()) {
            try {
                owned.pop().close();
            } catch (Exception e) {
                if (failure == null) {
                    failure = new DeviceException("free %s: %s".formatted(what, e.getMessage()), e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
