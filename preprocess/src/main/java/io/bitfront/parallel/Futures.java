package io.bitfront.parallel;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/// Waiting for what another thread finds.
public final class Futures {
    private Futures() {}

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
