package io.bitfront.cache;

import io.bitfront.file.AtomicFile;
import io.bitfront.file.FileException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Size and modification time of a graph file, kept with its hash in a small hidden file beside the cache:
/// while they are the same, the graph need not be read again to know that it is the same. The cache itself
/// holds no dates.
///
/// @param modified as ISO-8601 text, to the nanosecond
record InputStamp(long size, String modified) {
    /// A file younger than this may change again without a new modification time.
    private static final Duration SETTLED = Duration.ofSeconds(2);

    /// @throws FileException where there is no such file
    static InputStamp of(Path graph) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(graph, BasicFileAttributes.class);
            if (attributes.isDirectory()) {
                throw new FileException("read %s: it is a folder".formatted(graph));
            }
            return new InputStamp(
                    attributes.size(), attributes.lastModifiedTime().toInstant().toString());
        } catch (IOException e) {
            throw FileException.of("read", graph, e);
        }
    }

    /// The hash kept for exactly this size and time, or null.
    String keptHash(Path cache) {
        try {
            List<String> lines = Files.readAllLines(fileOf(cache), StandardCharsets.UTF_8);
            boolean same = lines.size() == 3
                    && lines.get(0).equals("size " + size)
                    && lines.get(1).equals("modified " + modified)
                    && lines.get(2).startsWith("hash ");
            return same ? lines.get(2).substring("hash ".length()) : null;
        } catch (IOException e) {
            return null;
        }
    }

    /// Keeps the hash, unless the graph is so young that it may still change unnoticed. In a folder that
    /// cannot be written nothing is kept, and the hash is computed anew each time.
    void keep(Path cache, String hash) {
        if (Instant.parse(modified).isAfter(Instant.now().minus(SETTLED))) {
            return;
        }
        String text = "size %d%nmodified %s%nhash %s%n".formatted(size, modified, hash);
        try (AtomicFile file = AtomicFile.create(fileOf(cache))) {
            file.writeAt(0, java.nio.ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
            file.commit();
        } catch (FileException e) {
            forget(cache);
        }
    }

    /// Removes what was kept.
    static void forget(Path cache) {
        try {
            Files.deleteIfExists(fileOf(cache));
        } catch (NoSuchFileException e) {
            // Gone already.
        } catch (IOException e) {
            // A stale stamp holds another size or time, and so is not believed.
        }
    }

    private static Path fileOf(Path cache) {
        return cache.resolveSibling(".%s.stamp".formatted(cache.getFileName()));
    }
}
