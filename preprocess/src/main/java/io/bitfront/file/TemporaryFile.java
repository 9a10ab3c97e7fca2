package io.bitfront.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/// A hidden file beside a target, that lives no longer than its process: deleted at the process's end, unless somebody
/// has said that it may [#stay], and locked until then, so that the next writer of the same target can tell what a
/// killed process left behind, and deletes it.
final class TemporaryFile {
    /// Bytes of a target's name that its temporary file's has.
    private static final int LONGEST_NAME = 180;

    private final Path path;
    private final Thread hook = Thread.ofPlatform().unstarted(this::delete);
    private FileChannel channel;
    private boolean over;

    TemporaryFile(Path path) {
        this.path = path;
    }

    /// Makes one, open for reading and writing, and deletes what dead processes left of others of the target.
    static TemporaryFile beside(Path target) throws IOException {
        Path folder = target.toAbsolutePath().getParent();
        String prefix = ".%s.".formatted(beginning(target.getFileName().toString()));
        deleteLeftovers(folder, prefix);
        while (true) {
            TemporaryFile made = new TemporaryFile(folder.resolve("%s%s.%08x.tmp"
                    .formatted(
                            prefix,
                            Long.toString(ProcessHandle.current().pid()),
                            ThreadLocalRandom.current().nextInt())));
            if (made.open()) {
                return made;
            }
        }
    }

    /// As much of a name as a longer one leaves room for, in whole characters.
    private static String beginning(String name) {
        int end = name.length();
        while (name.substring(0, end).getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
            end = name.offsetByCodePoints(end, -1);
        }
        return name.substring(0, end);
    }

    /// Deletes temporary files of the same target that no living process holds. This process's own are not
    /// opened: closing a second channel on a file would drop the lock of the first.
    private static void deleteLeftovers(Path folder, String prefix) {
        String own = prefix + ProcessHandle.current().pid() + ".";
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, path -> {
            String name = path.getFileName().toString();
            return name.startsWith(prefix)
                    && !name.startsWith(own)
                    && Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                    && name.substring(prefix.length()).matches("\\d+\\.[0-9a-f]{8}\\.tmp");
        })) {
            for (Path leftover : found) {
                deleteIfUnlocked(leftover);
            }
        } catch (IOException | DirectoryIteratorException e) {
            // An unreadable folder may still be writable: whether it is, creating the file will tell.
        }
    }

    private static void deleteIfUnlocked(Path leftover) throws IOException {
        try (FileChannel channel = FileChannel.open(leftover, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            if (lockIfPossible(channel)) {
                Files.deleteIfExists(leftover);
            }
        } catch (NoSuchFileException e) {
            // Finished or swept meanwhile.
        }
    }

    /// Makes the file; false where a sweep was faster. What deletes it is there before it is: a process that is ending
    /// makes none that nobody would delete.
    boolean open() throws IOException {
        Runtime.getRuntime().addShutdownHook(hook);
        boolean opened = false;
        try {
            opened = openUnlessOver();
        } finally {
            if (!opened) {
                stay();
            }
        }
        return opened;
    }

    private synchronized boolean openUnlessOver() throws IOException {
        if (over) {
            throw new IllegalStateException("the process is ending: %s is not made".formatted(path));
        }
        channel = openLocked(path, TemporaryFile::lockIfPossible);
        return channel != null;
    }

    /// The lock tells writers in other processes that the file is no leftover. Null where a sweep was faster.
    ///
    /// @param lock takes the lock of a file that is open, where it can
    static FileChannel openLocked(Path temporary, Consumer<FileChannel> lock) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(
                    temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException e) {
            return null;
        }
        lock.accept(channel);
        if (Files.exists(temporary)) {
            return channel;
        }
        channel.close();
        return null;
    }

    /// The lock is held until the channel closes. Where the file system has no locks, leftovers are never
    /// recognised.
    private static boolean lockIfPossible(FileChannel channel) {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (IOException | OverlappingFileLockException e) {
            return false;
        }
    }

    Path path() {
        return path;
    }

    /// Open for reading and writing.
    FileChannel channel() {
        return channel;
    }

    /// Closes and deletes it, now or at the end of the process; none is made from then on.
    synchronized void delete() {
        over = true;
        if (channel == null) {
            return;
        }
        try {
            channel.close();
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // Nothing more can be done here; the next writer of the same target will try again.
        }
    }

    /// The end of the process no longer deletes it.
    void stay() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending: the hook runs already, and finds nothing under the temporary name.
        }
    }
}
