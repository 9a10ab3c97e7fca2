package io.bitfront.cache;

import io.bitfront.file.AtomicFile;
import io.bitfront.file.FileException;
import io.bitfront.file.FileState;
import io.bitfront.file.UserFolders;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/// Remembers for a user in which state a cache was found sound by [CacheCheck], so that it is read
/// through once only. One small file a cache, in a folder that only the user writes to; where there
/// is none, every opening checks.
///
/// @param folder empty where nothing can be remembered
record CheckedCaches(Optional<Path> folder) {
    /// Raised whenever [CacheCheck] looks at more.
    private static final int CHECK = 2;

    static CheckedCaches ofThisUser() {
        return new CheckedCaches(UserFolders.ofThisProcess().state().map(state -> state.resolve("checked")));
    }

    /// Whether a cache was found sound in this state.
    boolean knows(Path cache, FileState state, boolean tiles) {
        try {
            Optional<Path> file = fileOf(cache);
            return file.isPresent()
                    && Files.exists(file.get())
                    && Files.readString(file.get()).equals(line(cache, state, tiles));
        } catch (IOException e) {
            return false;
        }
    }

    /// Keeps that a cache is sound, unless it is so young that it may still change unnoticed.
    void remember(Path cache, FileState state, boolean tiles) {
        if (!state.settled(Instant.now())) {
            return;
        }
        try {
            Optional<Path> file = fileOf(cache);
            if (file.isPresent()) {
                Files.createDirectories(file.get().getParent());
                try (AtomicFile kept = AtomicFile.replacing(file.get())) {
                    kept.writeAt(0, ByteBuffer.wrap(line(cache, state, tiles).getBytes(StandardCharsets.UTF_8)));
                    kept.commit();
                }
            }
        } catch (IOException | FileException e) {
            // Then the next opening checks again.
        }
    }

    private Optional<Path> fileOf(Path cache) throws IOException {
        if (folder.isEmpty()) {
            return Optional.empty();
        }
        String name = InputHash.ofText(cache.toRealPath().toString()).substring(0, 32);
        return Optional.of(folder.get().resolve(name));
    }

    private static String line(Path cache, FileState state, boolean tiles) throws IOException {
        return "check=%s sections=%s %s %s%n"
                .formatted(Integer.toString(CHECK), tiles ? "all" : "lists", state.line(), cache.toRealPath());
    }
}
