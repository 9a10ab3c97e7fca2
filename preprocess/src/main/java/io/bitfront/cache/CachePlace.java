package io.bitfront.cache;

import io.bitfront.file.Ownership;
import io.bitfront.file.UserFolders;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Where the cache of a graph is kept that the user did not name: `web.mtx.bvss` beside it, with the options
/// in the name where they are not the default ones. Where others can write to the graph's folder, and so
/// could leave a cache of theirs there, it goes to the user's own folder of caches; so it does where the user cannot
/// write beside the graph and no cache is there. In a folder of caches the name has a mark of the graph's own folder,
/// too, since graphs share names.
///
/// @param cache null where none can be kept
/// @param why what the user should know of it, in one line, or null
record CachePlace(Path cache, String why) {
    static CachePlace of(GraphCache.Request request, Ownership ownership, UserFolders folders) {
        return of(request, ownership, folders, Files::isWritable);
    }

    static CachePlace of(
            GraphCache.Request request, Ownership ownership, UserFolders folders, Predicate<Path> writable) {
        Path graph = request.file().toAbsolutePath().normalize();
        if (request.directory() != null) {
            return checked(in(request.directory(), graph, request), null, ownership);
        }
        // A folder of parts may be called by `.`, beside which nothing is.
        Path named = graph.getFileName().equals(request.file().getFileName()) ? request.file() : graph;
        Path folder = named.toAbsolutePath().getParent();
        String tag = CacheKey.tag(request.read(), request.options());
        Path beside = named.resolveSibling(graph.getFileName() + tag + ".bvss");
        boolean safe = ownership.onlyOwnersWrite(folder);
        if (safe && (writable.test(folder) || Files.exists(beside))) {
            return checked(beside, null, ownership);
        }
        String reason = (safe ? "you cannot write to %s" : "others can write to %s").formatted(folder);
        Optional<Path> caches = folders.cache();
        return caches.isEmpty()
                ? new CachePlace(null, reason + ", and there is no folder of caches of your own")
                : checked(in(caches.get(), graph, request), reason + ": its cache goes to your own folder", ownership);
    }

    private static Path in(Path folder, Path graph, GraphCache.Request request) {
        int mark = Crc32c.of(StandardCharsets.UTF_8.encode(String.valueOf(graph.getParent())));
        String tag = CacheKey.tag(request.read(), request.options());
        return folder.resolve("%s-%08x%s.bvss".formatted(graph.getFileName(), mark, tag));
    }

    /// What is in the way of a file that belongs to the cache keeps it from being kept.
    private static CachePlace checked(Path cache, String why, Ownership ownership) {
        return Stream.of(cache, InputStamp.fileOf(cache), BuildLock.fileOf(cache))
                .map(ownership::whyNotOwnFile)
                .filter(problem -> problem != null)
                .findFirst()
                .map(problem -> new CachePlace(null, problem))
                .orElse(new CachePlace(cache, why));
    }
}
