package io.bitfront.spark;

import io.bitfront.cache.BuildLock;
import io.bitfront.cache.BvssFile;
import io.bitfront.cache.CacheFacts;
import io.bitfront.cache.CacheFormatException;
import io.bitfront.file.FileException;
import io.bitfront.graph.Graph;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.apache.hadoop.conf.Configuration;

/// Where a prepared graph is: on a path that every host can map, or on a file system from which every host copies it
/// once. A copy is kept for later jobs, under a name that holds its checksum.
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
        SharedFolder folder = folder();
        long bytes = folder.bytes(name());
        try (InputStream in = folder.open(name())) {
            return BvssFile.facts(Path.of(uri), ByteBuffer.wrap(in.readNBytes(BvssFile.HEADER_BYTES)), bytes);
        } catch (IOException e) {
            throw new ClusterException("read %s: %s".formatted(uri, SharedFolder.firstLine(e)), e);
        }
    }

    /// Opens the graph on this host.
    ///
    /// @param checksum of the header of the file that the driver saw
    /// @param copies folder of this host for copies
    Graph open(int checksum, Path copies) {
        Path file = mappable() ? SharedFolder.localPath(uri) : copy(checksum, copies);
        CacheFacts found = BvssFile.facts(file);
        if (found.checksum() != checksum) {
            throw new ClusterException("%s on %s is another file than the driver's: header checksum %08x, expected %08x"
                    .formatted(file, host(), found.checksum(), checksum));
        }
        return Graph.open(file);
    }

    /// The copy of this host, made by whoever comes first.
    private Path copy(int checksum, Path copies) {
        try {
            Files.createDirectories(copies);
            Path copy = copies.resolve("%08x-%s".formatted(checksum, name()));
            try (BuildLock _ = BuildLock.acquire(copy, () -> {})) {
                if (!Files.exists(copy)) {
                    fetch(copy);
                }
            }
            return copy;
        } catch (IOException e) {
            throw FileException.of("copy the graph to", copies, e);
        }
    }

    private void fetch(Path copy) throws IOException {
        Path partial = copy.resolveSibling("." + copy.getFileName() + ".partial");
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            folder().fetch(name(), partial, workers);
            BvssFile.requireIntact(partial, workers, Progress.NONE);
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
