package io.bitfront.cli.command;

import io.bitfront.file.Ownership;
import io.bitfront.file.Sha256;
import io.bitfront.file.UserFolders;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Where a job without a checkpoint keeps what is done when it is interrupted. The user names no such folder, so it is
/// the user's own or there is none: in the folder of caches that the user named, else beside the graph, and where
/// others write there or the user may not, in the user's own folder of caches.
///
/// @param folder null where nothing can be kept
/// @param why the reason for that, in one line, or null
record UnfinishedPlace(Path folder, String why) {
    /// So many that no two jobs share a place.
    private static final int DIGEST_BYTES = 16;

    /// @param graph the file a job is of
    /// @param beside the folder of what it keeps
    /// @param named whether the user named that folder
    /// @param job what tells the job from others on the same graph
    static UnfinishedPlace of(
            Path graph, Path beside, boolean named, String job, Ownership ownership, UserFolders folders) {
        String words = "%s %s".formatted(graph.toAbsolutePath(), job);
        String name = "%s.closeness-%s.unfinished"
                .formatted(
                        graph.getFileName().toString().replace(':', '-'),
                        Sha256.hex(words.getBytes(StandardCharsets.UTF_8), DIGEST_BYTES));
        if (named || ownership.onlyOwnersWrite(beside) && Files.isWritable(beside)) {
            return checked(beside.resolve(name), ownership);
        }
        Optional<Path> own = folders.cache();
        return own.isEmpty()
                ? new UnfinishedPlace(
                        null,
                        "others can write to %s, or you cannot, and there is no folder of caches of your own"
                                .formatted(beside))
                : checked(own.get().resolve(name), ownership);
    }

    private static UnfinishedPlace checked(Path folder, Ownership ownership) {
        String why = ownership.whyNotOwnFolder(folder);
        return new UnfinishedPlace(why == null ? folder : null, why);
    }
}
