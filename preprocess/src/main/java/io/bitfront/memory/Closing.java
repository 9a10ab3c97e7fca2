package io.bitfront.memory;

import java.util.function.Consumer;

/// Closes all of several things, whatever fails: the first failure is thrown, those after it are suppressed in it.
public final class Closing {
    private Throwable failure;

    private Closing() {}

    /// Runs what closes each thing, in this order.
    public static void all(Runnable... closers) {
        Closing closing = new Closing();
        for (Runnable closer : closers) {
            closing.attempt(closer);
        }
        closing.end();
    }

    /// Closes each of some things, in their order.
    public static <T> void all(Iterable<? extends T> things, Consumer<? super T> closer) {
        Closing closing = new Closing();
        for (T thing : things) {
            closing.attempt(() -> closer.accept(thing));
        }
        closing.end();
    }

    /// Closes what a failure leaves behind.
    ///
    /// @param cause thrown by the caller; what closing fails by is suppressed in it
    public static void after(Throwable cause, Runnable... closers) {
        Closing closing = new Closing();
        closing.failure = cause;
        for (Runnable closer : closers) {
            closing.attempt(closer);
        }
    }

    private void attempt(Runnable closer) {
        try {
            closer.run();
        } catch (Throwable t) {
            if (failure == null) {
                failure = t;
            } else if (t != failure) {
                failure.addSuppressed(t);
            }
        }
    }

    private void end() {
        switch (failure) {
            case null -> {}
            case Error error -> throw error;
            default -> throw (RuntimeException) failure;
        }
    }
}
