package io.bitfront.cli.command;

import io.bitfront.cli.report.Streams;
import io.bitfront.file.FileException;
import io.bitfront.file.Ownership;
import io.bitfront.file.ProcessLocks;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// A graph on standard input: kept in a folder of its own while its command runs, as reading goes through a graph more
/// than once. The folder holds a locked file for so long; folders of processes that were killed are deleted by
/// the next one.
final class StandardInput {
    /// What messages call it.
    static final String NAME = "standard input";

    private static final String PREFIX = "bitfront-stdin-";
    private static final String LOCK = "lock";

    private StandardInput() {}

    /// The name that stands for it on the command line.
    static boolean isNamed(Path file) {
        return file.toString().equals("-");
    }

    /// Reads all of it to a file, which is deleted with its folder when the command ends, or its process.
    ///
    /// @throws FileException where it cannot be kept
    static Path keep(InputStream input, Streams streams) {
        Path folder = null;
        try {
            folder = Files.createTempDirectory(PREFIX);
            Path kept = folder;
            // Never given back: the folder is this process's for as long as it lives.
            ProcessLocks.take(folder.resolve(LOCK));
            FileChannel lock = locked(folder);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(kept, lock)));
            streams.atEnd(() -> delete(kept, lock));
            deleteLeft(folder.getParent());
            Path file = folder.resolve("stdin");
            Files.copy(input, file);
            return file;
        } catch (IOException e) {
            throw FileException.of("keep standard input in", folder == null ? Path.of("") : folder, e);
        }
    }

    /// A file that has its name only once it is locked; never locked where the system has no locks, so that
    /// nobody takes it over.
    private static FileChannel locked(Path folder) throws IOException {
        Path unlocked = folder.resolve(LOCK + ".new");
        FileChannel lock = FileChannel.open(unlocked, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try {
            lock.lock();
            Files.move(unlocked, folder.resolve(LOCK));
        } catch (IOException e) {
            // The folder stays if the process is killed.
        }
        return lock;
    }

    /// Deletes the user's own folders that no process holds.
    static void deleteLeft(Path parent) {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path folder : folders) {
                Path file = folder.resolve(LOCK);
                if (Ownership.ofThisProcess().whyNotOwnFolder(folder) == null
                        && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    deleteUnlessHeld(folder, file);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // What cannot be listed is left to the system.
        }
    }

    private static void deleteUnlessHeld(Path folder, Path file) {
        try {
            Runnable taken = ProcessLocks.take(file);
            if (taken == null) {
                return;
            }
            try (FileChannel lock = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
                if (lock.tryLock() != null) {
                    delete(folder, lock);
                }
            } finally {
                taken.run();
            }
        } catch (IOException e) {
            // Its process is about to end.
        }
    }

    /// @param lock keeps others from the folder until all of it is gone
    private static void delete(Path folder, FileChannel lock) {
        delete(folder);
        try {
            lock.close();
        } catch (IOException e) {
            // It ends with the process.
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> innermostFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : innermostFirst) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            // The system clears its folder of temporary files.
        }
    }
}
