package io.bitfront.parallel;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

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

    /// What a task finds that uses channels, by a thread of its own: an interrupt of a thread closes the channel that
    /// it uses. One of the caller stays set.
    public static <T> T apart(Supplier<T> task) {
        return found(CompletableFuture.supplyAsync(
                task, running -> Thread.ofPlatform().name("bitfront-apart").start(running)));
    }

    /// Runs a task as [#apart] does.
    public static void apart(Runnable task) {
        apart(() -> {
            task.run();
            return null;
        });
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
