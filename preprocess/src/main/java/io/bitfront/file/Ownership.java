package io.bitfront.file;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;

/// Whose files and folders are, which decides whether something the user did not name is believed. Root
/// counts as the user. Where the system has no such owners, everything is the user's.
///
/// @param user number of the user
public record Ownership(int user) {
    private static final int ROOT = 0;
    private static final int GROUP_WRITES = 0020;
    private static final int OTHERS_WRITE = 0002;
    private static final boolean KNOWN =
            FileSystems.getDefault().supportedFileAttributeViews().contains("unix");

    /// Of the user that this process runs as.
    public static Ownership ofThisProcess() {
        try {
            return new Ownership(KNOWN ? (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid") : ROOT);
        } catch (IOException e) {
            return new Ownership(uidOf(Path.of(System.getProperty("user.home"))));
        }
    }

    private static int uidOf(Path file) {
        try {
            return KNOWN ? (int) Files.getAttribute(file, "unix:uid") : ROOT;
        } catch (IOException e) {
            return ROOT;
        }
    }

    /// Why a file must be left alone: a link, no file, or somebody else's; null for the user's own file and
    /// for none at all.
    public String whyNotOwnFile(Path file) {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        if (Files.isSymbolicLink(file)) {
            return "%s is a symbolic link".formatted(file);
        }
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return "%s is not a regular file".formatted(file);
        }
        return owns(file) ? null : "%s belongs to another user".formatted(file);
    }

    /// Why a folder must be left alone: a link, no folder, somebody else's, or one that others write to; null for the
    /// user's own folder and for none at all.
    public String whyNotOwnFolder(Path folder) {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        if (Files.isSymbolicLink(folder)) {
            return "%s is a symbolic link".formatted(folder);
        }
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return "%s is not a folder".formatted(folder);
        }
        if (!owns(folder)) {
            return "%s belongs to another user".formatted(folder);
        }
        return onlyOwnersWrite(folder) ? null : "others can write to %s".formatted(folder);
    }

    private boolean owns(Path file) {
        try {
            return !KNOWN || mine((int) Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS));
        } catch (IOException e) {
            return false;
        }
    }

    private boolean mine(int owner) {
        return owner == user || owner == ROOT;
    }

    /// Whether nobody else can put a file into a folder. Links to it are followed. A group that bears its
    /// owner's name holds that user alone.
    public boolean onlyOwnersWrite(Path folder) {
        if (!KNOWN) {
            return true;
        }
        try {
            Map<String, Object> found = Files.readAttributes(folder, "unix:mode,uid,owner,group");
            int mode = (int) found.get("mode");
            boolean privateGroup =
                    found.get("owner").toString().equals(found.get("group").toString());
            return mine((int) found.get("uid"))
                    && (mode & OTHERS_WRITE) == 0
                    && ((mode & GROUP_WRITES) == 0 || privateGroup);
        } catch (IOException e) {
            return false;
        }
    }
}
