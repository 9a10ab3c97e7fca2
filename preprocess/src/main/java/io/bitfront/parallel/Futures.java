package io.bitfront.parallel;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/// Waiting for another thread, or for what it finds.
public final class Futures {
    private Futures() {}

    /// Waits until a thread has ended; an interrupt stays set.
    public static void ended(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// Runs a task that uses channels on a thread of its own, until it has ended or failed: an interrupt of a thread
    /// closes the channel it uses. One of the caller stays set.
    public static void apart(Runnable task) {
        found(CompletableFuture.runAsync(
                task, running -> Thread.ofPlatform().name("bitfront-apart").start(running)));
    }

    /// What was sought; fails as the one who seeks it failed.
    public static <T> T found(CompletableFuture<T> sought) {
        try {
            return sought.join();
        } catch (CompletionException e) {
            switch (e.getCause()) {
                case RuntimeException known -> throw known;
                case Error error -> throw error;
                default -> throw e;
            }
        }
    }
}
