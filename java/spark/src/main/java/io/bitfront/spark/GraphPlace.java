package io.bitfront.spark;

import io.bitfront.cache.BuildLock;
import io.bitfront.cache.BvssFile;
import io.bitfront.cache.CacheFacts;
import io.bitfront.cache.CacheFormatException;
import io.bitfront.cache.Graph;
import io.bitfront.file.FileException;
import io.bitfront.file.Ownership;
import io.bitfront.file.UserFolders;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.apache.hadoop.conf.Configuration;

/// Where a prepared graph is: on a path that every host can map, or on a file system from which every host
/// copies it once. A copy is kept for later jobs, under a name that holds its checksum.
final class GraphPlace {
    private final String uri;
    private final Configuration hadoop;

    /// @param uri a plain path is one of the local file system
    GraphPlace(String uri, Configuration hadoop) {
        this.uri = uri;
        this.hadoop = hadoop;
    }

    private boolean mappable() {
        return SharedFolder.mappable(uri);
    }

    private SharedFolder folder() {
        org.apache.hadoop.fs.Path parent = new org.apache.hadoop.fs.Path(uri).getParent();
        return new SharedFolder(parent.toString(), hadoop);
    }

    private String name() {
        return new org.apache.hadoop.fs.Path(uri).getName();
    }

    /// What the header says of the graph; no more is read.
    CacheFacts facts() {
        if (mappable()) {
            return BvssFile.facts(SharedFolder.localPath(uri));
        }
        return BvssFile.facts(Path.of(uri), header(), folder().bytes(name()));
    }

    private ByteBuffer header() {
        try (InputStream in = folder().open(name())) {
            return ByteBuffer.wrap(in.readNBytes(BvssFile.HEADER_BYTES));
        } catch (IOException e) {
            throw new ClusterException("read %s: %s".formatted(uri, SharedFolder.firstLine(e)), e);
        }
    }

    /// Opens the graph on this host.
    ///
    /// @param checksum of the header of the file that the driver saw
    /// @param copies folder of this host for copies; null for [the user's own][#ownCopies]
    /// @param tiles whether for a GPU: a copy for the CPU is without tiles, less than half the bytes
    Graph open(int checksum, Path copies, boolean tiles) {
        Path file = mappable() ? SharedFolder.localPath(uri) : copy(checksum, copies, tiles);
        CacheFacts found = BvssFile.facts(file);
        if (found.checksum() != checksum) {
            throw new ClusterException("%s on %s is another file than the driver's: header checksum %08x, expected %08x"
                    .formatted(file, host(), found.checksum(), checksum));
        }
        return tiles || mappable() ? BvssFile.open(file) : BvssFile.openLists(file);
    }

    /// The folder for copies of a user who names none, in one where anybody may make folders. Made unless it is there.
    ///
    /// @throws ClusterException where there is one that others could put copies into
    static Path ownCopies(Path temporary) {
        Path folder = temporary.resolve("bitfront-graphs-" + System.getProperty("user.name"));
        try {
            Files.createDirectory(folder, UserFolders.forTheUserAlone());
        } catch (FileAlreadyExistsException made) {
            // By an earlier job, or by somebody else.
        } catch (IOException e) {
            throw FileException.of("make a folder in", temporary, e);
        }
        String foreign = Ownership.ofThisProcess().whyNotOwnFolder(folder);
        if (foreign != null) {
            throw new ClusterException(
                    "copies of graphs on %s: %s; name a folder by --copies".formatted(host(), foreign));
        }
        return folder;
    }

    /// The copy of this host, made by whoever comes first.
    private Path copy(int checksum, Path named, boolean tiles) {
        Path copies = named == null ? ownCopies(Path.of(System.getProperty("java.io.tmpdir"))) : named;
        try {
            Files.createDirectories(copies);
            Path copy = copies.resolve("%08x%s-%s".formatted(checksum, tiles ? "" : "-lists", name()));
            try (BuildLock _ = BuildLock.acquire(copy, () -> {})) {
                if (!Files.exists(copy)) {
                    fetch(copy, tiles);
                }
            }
            return copy;
        } catch (IOException e) {
            throw FileException.of("copy the graph to", copies, e);
        }
    }

    private void fetch(Path copy, boolean tiles) throws IOException {
        Path partial = copy.resolveSibling("." + copy.getFileName() + ".partial");
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            SharedFolder folder = folder();
            folder.fetch(
                    name(), partial, BvssFile.stretches(Path.of(uri), header(), folder.bytes(name()), tiles), workers);
            BvssFile.requireIntact(partial, tiles, workers, Progress.NONE);
            // Later jobs take what has this name: after a loss of power, too, it must be all there.
            try (FileChannel written = FileChannel.open(partial, StandardOpenOption.WRITE)) {
                written.force(true);
            }
            Files.move(partial, copy, StandardCopyOption.ATOMIC_MOVE);
        } catch (CacheFormatException damaged) {
            throw new ClusterException("copy %s to %s: %s".formatted(uri, host(), damaged.problem()), damaged);
        } finally {
            Files.deleteIfExists(partial);
        }
    }

    static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (IOException e) {
            return "this host";
        }
    }

    @Override
    public String toString() {
        return uri;
    }
}
