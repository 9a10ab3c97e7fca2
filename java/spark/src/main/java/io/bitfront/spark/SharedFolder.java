package io.bitfront.spark;

import io.bitfront.cache.BvssFile.Stretch;
import io.bitfront.parallel.Workers;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;

/// A folder that the driver and every executor see, on any file system that Hadoop knows. A file appears under its name
/// whole or not at all. The same name has the same bytes whoever puts it, so that of two of a name either may stay; one
/// whose bytes change is [replaced][#replace]. An empty file, which is what a machine that lost its power leaves, is as
/// good as none.
final class SharedFolder {
    /// Bytes of a large file that one worker copies at a time.
    private static final long PIECE = 16 << 20;
    private static final int BUFFER = 1 << 20;

    private final FileSystem files;
    private final Path folder;

    /// @param uri of the folder; a plain path is one of the local file system
    SharedFolder(String uri, Configuration hadoop) {
        this.folder = new Path(uri);
        this.files = fileSystem(folder, hadoop);
    }

    /// Without the sidecar files of checksums that Hadoop would keep beside every local one.
    private static FileSystem fileSystem(Path path, Configuration hadoop) {
        return attempt("use", path, () -> {
            FileSystem found =
                    path.toUri().getScheme() == null ? FileSystem.getLocal(hadoop) : path.getFileSystem(hadoop);
            return found instanceof LocalFileSystem local ? local.getRaw() : found;
        });
    }

    /// Whether files of this name lie on a path that every host can map.
    static boolean mappable(String uri) {
        String scheme = new Path(uri).toUri().getScheme();
        return scheme == null || scheme.equals("file");
    }

    /// The path of a [#mappable] name.
    static java.nio.file.Path localPath(String uri) {
        return java.nio.file.Path.of(new Path(uri).toUri().getPath());
    }

    /// Makes the folder unless it is there.
    void make() {
        attempt("make", folder, () -> files.mkdirs(folder));
    }

    /// Names of the files in it, empty where there is no such folder. Hidden and empty ones are left out.
    Set<String> names() {
        return attempt("list", folder, () -> {
            if (!files.exists(folder)) {
                return Set.of();
            }
            return Stream.of(files.listStatus(folder))
                    .filter(status -> status.getLen() > 0)
                    .map(status -> status.getPath().getName())
                    .filter(name -> !name.startsWith("."))
                    .collect(Collectors.toSet());
        });
    }

    /// Whether there is a file of this name that is not empty.
    boolean has(String name) {
        return attempt("find", path(name), () -> isWhole(path(name)));
    }

    private boolean isWhole(Path file) throws IOException {
        try {
            return files.getFileStatus(file).getLen() > 0;
        } catch (FileNotFoundException none) {
            return false;
        }
    }

    /// What messages call a file of the folder.
    String nameOf(String name) {
        return path(name).toString();
    }

    long bytes(String name) {
        return attempt("find", path(name), () -> {
            FileStatus status = files.getFileStatus(path(name));
            return status.getLen();
        });
    }

    InputStream open(String name) {
        return attempt("read", path(name), () -> files.open(path(name)));
    }

    /// Copies a file of this machine into the folder. One of that name is taken for the same, unless it is empty.
    void put(java.nio.file.Path from, String name) {
        put(from, name, false);
    }

    /// Copies a file of this machine into the folder in the place of one of that name, which may have other bytes.
    /// Where the file system replaces none by itself, there is none for a moment. Not for two writers at once.
    void replace(java.nio.file.Path from, String name) {
        put(from, name, true);
    }

    private void put(java.nio.file.Path from, String name, boolean replacing) {
        String hidden = ".%s.%s.tmp".formatted(name, UUID.randomUUID());
        attempt("write", path(name), () -> {
            if (mappable(folder.toString())) {
                putLocal(from, hidden, name);
            } else {
                putAway(from, path(hidden), path(name), replacing);
            }
            return name;
        });
    }

    /// Hadoop would start a process for every local file, to set its permissions.
    private void putLocal(java.nio.file.Path from, String hidden, String name) throws IOException {
        java.nio.file.Path here = localPath(folder.toString());
        try {
            Files.copy(from, here.resolve(hidden));
            try (FileChannel written = FileChannel.open(here.resolve(hidden), StandardOpenOption.WRITE)) {
                written.force(true);
            }
            Files.move(
                    here.resolve(hidden),
                    here.resolve(name),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(here.resolve(hidden));
        }
    }

    private void putAway(java.nio.file.Path from, Path hidden, Path to, boolean replacing) throws IOException {
        try {
            try (FSDataOutputStream stream = files.create(hidden, true)) {
                Files.copy(from, stream);
            }
            if (replacing || !renamed(hidden, to) && !isWhole(to)) {
                files.delete(to, false);
                if (!renamed(hidden, to) && (replacing || !isWhole(to))) {
                    throw new IOException("it could not be renamed from " + hidden.getName());
                }
            }
        } finally {
            files.delete(hidden, false);
        }
    }

    /// Of a name that is taken some file systems say so by an exception, others by their answer; the rest replace it.
    private boolean renamed(Path from, Path to) throws IOException {
        try {
            return files.rename(from, to);
        } catch (FileAlreadyExistsException taken) {
            return false;
        }
    }

    /// Deletes a file, if there is one.
    void delete(String name) {
        attempt("delete", path(name), () -> files.delete(path(name), false));
    }

    /// Copies a file of the folder to this machine, replacing what is there.
    void fetch(String name, java.nio.file.Path to) {
        attempt("read", path(name), () -> {
            try (InputStream from = files.open(path(name))) {
                Files.deleteIfExists(to);
                return Files.copy(from, to);
            }
        });
    }

    /// Copies parts of a large file of the folder to this machine by all workers, each a piece at a time: one stream
    /// alone is slower than most networks. Replaces what is there; holes are left between the parts.
    void fetch(String name, java.nio.file.Path to, List<Stretch> parts, Workers workers) {
        attempt("read", path(name), () -> {
            Files.deleteIfExists(to);
            try (FileChannel out = FileChannel.open(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                for (Stretch part : parts) {
                    workers.forRange(part.begin(), part.end(), PIECE, (_, begin, end) -> copy(name, out, begin, end));
                }
            }
            return to;
        });
    }

    private void copy(String name, FileChannel to, long begin, long end) throws IOException {
        byte[] bytes = new byte[BUFFER];
        try (FSDataInputStream from = files.open(path(name))) {
            from.seek(begin);
            for (long at = begin; at < end; ) {
                int count = from.readNBytes(bytes, 0, (int) Math.min(BUFFER, end - at));
                if (count == 0) {
                    throw new EOFException("it ends after %,d bytes".formatted(at));
                }
                for (ByteBuffer rest = ByteBuffer.wrap(bytes, 0, count); rest.hasRemaining(); ) {
                    at += to.write(rest, at);
                }
            }
        }
    }

    private Path path(String name) {
        return new Path(folder, name);
    }

    private interface Attempt<T> {
        T run() throws IOException;
    }

    private static <T> T attempt(String what, Path path, Attempt<T> attempt) {
        try {
            return attempt.run();
        } catch (IOException | UncheckedIOException | Workers.WorkerException e) {
            Throwable reason = e instanceof IOException ? e : e.getCause();
            throw new ClusterException("%s %s: %s".formatted(what, path, firstLine(reason)), e);
        }
    }

    /// Hadoop's messages may run over several lines.
    static String firstLine(Throwable thrown) {
        String message = thrown.getMessage();
        return message == null
                ? thrown.getClass().getSimpleName()
                : message.lines().findFirst().orElse("");
    }

    @Override
    public String toString() {
        return folder.toString();
    }
}
