package io.bitfront.cache;

import io.bitfront.file.FileException;
import io.bitfront.file.Sha256;
import io.bitfront.input.GraphFormat;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/// A hash of an input's bytes: SHA-256 over the SHA-256 of each piece of 8 MB, so that all cores can work on it.
final class InputHash {
    private static final int PIECE = 1 << 23;
    /// Bytes read at a time, so that they are in a core's own cache when they are hashed.
    private static final int BLOCK = 1 << 18;

    private InputHash() {}

    /// Of a file, or of all that a graph is read from, with their names.
    ///
    /// @param format that was asked for
    static String ofFile(Path file, GraphFormat format, Workers workers, Progress progress) {
        List<Path> files = GraphFormat.filesOf(file, format);
        if (files.equals(List.of(file))) {
            return ofOne(file, workers, progress);
        }
        return ofText(files.stream()
                .map(part -> "%s %s".formatted(ofOne(part, workers, progress), part.getFileName()))
                .collect(Collectors.joining("\n")));
    }

    private static String ofOne(Path file, Workers workers, Progress progress) {
        try (FileChannel channel = FileChannel.open(file)) {
            long size = channel.size();
            int pieces = Math.toIntExact(Math.ceilDiv(size, PIECE));
            byte[][] digests = new byte[pieces][];
            byte[][] blocks = new byte[workers.threads()][];
            try (Progress.Phase phase = progress.start("hash", size, "byte")) {
                workers.forRange(0, pieces, 1, (worker, piece, end) -> {
                    if (blocks[worker] == null) {
                        blocks[worker] = new byte[BLOCK];
                    }
                    long begin = piece * PIECE;
                    long stop = Math.min(begin + PIECE, size);
                    digests[(int) piece] = sha256(channel, begin, stop, blocks[worker]);
                    phase.advance(stop - begin);
                });
            }
            ByteBuffer all = ByteBuffer.allocate(pieces * 32);
            for (byte[] digest : digests) {
                all.put(digest);
            }
            return HexFormat.of().formatHex(sha256(all.flip()));
        } catch (IOException e) {
            throw FileException.of("read", file, e);
        }
    }

    static String ofText(String text) {
        return Sha256.hex(text.getBytes(StandardCharsets.UTF_8), 32);
    }

    /// Of part of a file, or of what is there of it where the file was cut short.
    private static byte[] sha256(FileChannel channel, long begin, long end, byte[] block) throws IOException {
        MessageDigest digest = Sha256.begin();
        for (long at = begin; at < end; ) {
            int read = channel.read(ByteBuffer.wrap(block, 0, (int) Math.min(block.length, end - at)), at);
            if (read <= 0) {
                break;
            }
            digest.update(block, 0, read);
            at += read;
        }
        return digest.digest();
    }

    private static byte[] sha256(ByteBuffer bytes) {
        MessageDigest digest = Sha256.begin();
        digest.update(bytes);
        return digest.digest();
    }
}
