package io.bitfront.file;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/// What tells one state of a file from every other, as far as the system keeps track: two equal states have
/// the same bytes. Links are followed.
///
/// @param size in bytes
/// @param modified time of the last change of its bytes, which anyone may set
/// @param changed time of the last change of anything, which only the system sets; equal to `modified` where
///     it does not tell
/// @param identity which file of which device; empty where the system does not tell
public record FileState(long size, Instant modified, Instant changed, String identity) {
    /// A file changed later than this may change again without a new time.
    private static final Duration SETTLED = Duration.ofSeconds(2);

    /// @throws IOException where there is no such file
    public static FileState of(Path file) throws IOException {
        if (!FileSystems.getDefault().supportedFileAttributeViews().contains("unix")) {
            BasicFileAttributes basic = Files.readAttributes(file, BasicFileAttributes.class);
            Instant modified = basic.lastModifiedTime().toInstant();
            return new FileState(basic.size(), modified, modified, String.valueOf(basic.fileKey()));
        }
        Map<String, Object> found = Files.readAttributes(file, "unix:size,lastModifiedTime,ctime,dev,ino");
        return new FileState(
                (long) found.get("size"),
                ((FileTime) found.get("lastModifiedTime")).toInstant(),
                ((FileTime) found.get("ctime")).toInstant(),
                "%s:%s".formatted(found.get("dev"), found.get("ino")));
    }

    /// Whether any further change will show, as the last one is not of this moment.
    ///
    /// @param now the time
    public boolean settled(Instant now) {
        return changed.isBefore(now.minus(SETTLED));
    }

    /// Whether the bytes of this very file were written since, as a rename or a new permission would not do.
    public boolean rewritten(FileState later) {
        return identity.equals(later.identity) && (size != later.size || !modified.equals(later.modified));
    }

    /// Whether this very file may have been written since, by somebody who put its size and times back.
    public boolean touched(FileState later) {
        return identity.equals(later.identity) && !equals(later);
    }

    /// All of it in one line.
    public String line() {
        return "size=%s modified=%s changed=%s file=%s".formatted(Long.toString(size), modified, changed, identity);
    }
}
