package io.bitfront.cache;

import io.bitfront.file.AtomicFile;
import io.bitfront.file.FileException;
import io.bitfront.file.FileState;
import io.bitfront.file.Ownership;
import io.bitfront.input.GraphFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The state of a graph file, kept with its hash in a small hidden file beside the cache: while it is the
/// same, the graph need not be read again to know that it is the same. The cache itself holds no dates.
///
/// @param states of the file, or of all that the graph is read from
/// @param names of these
record InputStamp(List<FileState> states, List<String> names) {
    private static final String HASH = "hash ";

    /// @param format that was asked for
    /// @throws FileException where there is no such file, or something that is none
    static InputStamp of(Path graph, GraphFormat format) {
        try {
            List<FileState> states = new ArrayList<>();
            List<String> names = new ArrayList<>();
            for (Path part : GraphFormat.filesOf(graph, format)) {
                if (Files.exists(part) && !Files.isRegularFile(part)) {
                    throw new FileException(
                            "read %s: it is a pipe or a device, and a graph is read more than once; keep it in a file"
                                            .formatted(part)
                                    + " first, or pipe it to -");
                }
                states.add(FileState.of(part));
                names.add(part.getFileName().toString());
            }
            return new InputStamp(states, names);
        } catch (IOException e) {
            throw FileException.of("read", graph, e);
        }
    }

    long size() {
        return states.stream().mapToLong(FileState::size).sum();
    }

    /// All of it in one line.
    private String line() {
        if (states.size() == 1) {
            return states.getFirst().line();
        }
        String all = IntStream.range(0, states.size())
                .mapToObj(i -> "%s %s".formatted(states.get(i).line(), names.get(i)))
                .collect(Collectors.joining("\n"));
        return "parts=%s state=%s".formatted(Integer.toString(states.size()), InputHash.ofText(all));
    }

    /// The hash kept for exactly this state, or null. A link, or what belongs to somebody else, is not believed.
    String keptHash(Path cache) {
        try {
            Path file = fileOf(cache);
            if (!Files.exists(file) || Ownership.ofThisProcess().whyNotOwnFile(file) != null) {
                return null;
            }
            List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
            boolean same = lines.size() == 2
                    && lines.get(0).equals(line())
                    && lines.get(1).startsWith(HASH);
            return same ? lines.get(1).substring(HASH.length()) : null;
        } catch (IOException e) {
            return null;
        }
    }

    /// Keeps the hash, unless the graph is so young that it may still change unnoticed. In a folder that
    /// cannot be written nothing is kept, and the hash is computed anew each time.
    void keep(Path cache, String hash, Instant now) {
        if (!states.stream().allMatch(state -> state.settled(now))) {
            return;
        }
        String text = "%s%n%s%s%n".formatted(line(), HASH, hash);
        try (AtomicFile file = AtomicFile.replacing(fileOf(cache))) {
            file.writeAt(0, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
            file.commit();
        } catch (FileException e) {
            // A stale stamp holds another state, and so is not believed.
        }
    }

    static Path fileOf(Path cache) {
        return cache.resolveSibling(".%s.stamp".formatted(cache.getFileName()));
    }
}
