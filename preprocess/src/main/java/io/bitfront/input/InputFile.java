package io.bitfront.input;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;

/// A graph file whose packing and format are known.
record InputFile(Path path, long size, Packing packing, GraphFormat format) {
    private static final int SNIFFED = 1 << 13;
    private static final int TAR_MAGIC = 257;

    /// Finds out how to read a file. Content decides where it is unmistakable (gzip, tar, a MatrixMarket
    /// banner), then the suffix, then what the text looks like; a format that is asked for is taken as it is.
    ///
    /// @throws GraphFormatException where the file cannot be read, is empty or like no format
    static InputFile of(Path path, GraphFormat wanted) {
        long size = sizeOfReadable(path);
        if (size == 0) {
            throw new GraphFormatException(path, 0, "the file is empty, expected a graph");
        }
        byte[] head = packedHead(path);
        boolean gzip = head.length >= 2 && head[0] == 0x1F && head[1] == (byte) 0x8B;
        if (!gzip && FileNames.gzip(path)) {
            throw new GraphFormatException(
                    path, 0, "the file is named like gzip data but is none, expected it to begin with the bytes 1f 8b");
        }
        Packing packing = gzip ? gzipPacking(path) : Packing.NONE;
        GraphFormat format = wanted == GraphFormat.AUTO ? formatOf(path, size, packing, head) : wanted;
        requireReadable(path, packing, format);
        return new InputFile(path, size, packing, format);
    }

    private static void requireReadable(Path path, Packing packing, GraphFormat format) {
        if (packing == Packing.TAR_GZIP && format != GraphFormat.MTX) {
            throw new GraphFormatException(
                    path, 0, "the file is a tar archive, expected format mtx for it, not %s".formatted(format.word()));
        }
        boolean mapped = format == GraphFormat.SG || format == GraphFormat.WEBGRAPH || format == GraphFormat.PARQUET;
        if (packing == Packing.GZIP && mapped) {
            throw new GraphFormatException(
                    path,
                    0,
                    "a file of format %s is mapped and cannot be compressed, expected it after gunzip"
                            .formatted(format.word()));
        }
    }

    private static GraphFormat formatOf(Path path, long size, Packing packing, byte[] head) {
        if (packing == Packing.TAR_GZIP) {
            return GraphFormat.MTX;
        }
        byte[] text = packing == Packing.GZIP ? unpackedHead(path) : head;
        GraphFormat named = FileNames.format(path);
        GraphFormat seen = ContentSniffer.format(text, packing == Packing.NONE ? size : -1);
        if (named == GraphFormat.AUTO || (named == GraphFormat.EDGES && seen == GraphFormat.MTX)) {
            named = seen;
        }
        if (named == GraphFormat.METIS && packing == Packing.NONE) {
            named = metisOrWebGraph(path, head);
        }
        if (named == GraphFormat.AUTO) {
            throw new GraphFormatException(
                    path,
                    0,
                    "neither name nor content tell the format, expected --format with one of %s"
                            .formatted(GraphFormat.explicitWords()));
        }
        return named;
    }

    /// Both bear the suffix `.graph`: one is text, the other lies beside a file that names its class.
    private static GraphFormat metisOrWebGraph(Path path, byte[] head) {
        Path properties = WebGraphProperties.fileOf(path);
        if (Files.exists(properties)) {
            String text = new String(packedHead(properties), StandardCharsets.ISO_8859_1);
            if (text.contains("graphclass")) {
                return GraphFormat.WEBGRAPH;
            }
        }
        for (byte b : head) {
            if (Excerpt.isControl(b) && b != '\n' && b != '\r') {
                throw new GraphFormatException(
                        path,
                        0,
                        "the file is no text, expected METIS, or a WebGraph graph with %s beside it"
                                .formatted(properties.getFileName()));
            }
        }
        return GraphFormat.METIS;
    }

    private static Packing gzipPacking(Path path) {
        if (FileNames.archive(path)) {
            return Packing.TAR_GZIP;
        }
        byte[] head = unpackedHead(path);
        boolean tar = head.length >= TAR_MAGIC + 5 && ContentSniffer.startsWith(head, TAR_MAGIC, "ustar");
        return tar ? Packing.TAR_GZIP : Packing.GZIP;
    }

    private static long sizeOfReadable(Path path) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            if (attributes.isDirectory()) {
                throw new GraphFormatException(path, 0, "this is a directory, expected a graph file");
            }
            if (!attributes.isRegularFile()) {
                throw new GraphFormatException(
                        path, 0, "this is a pipe or device, expected a regular file (the graph is mapped)");
            }
            return attributes.size();
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    private static byte[] packedHead(Path path) {
        try (InputStream stream = Files.newInputStream(path)) {
            return stream.readNBytes(SNIFFED);
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    /// The first bytes of the text, or what there is of them: the reader proper says what is wrong with the
    /// rest.
    private static byte[] unpackedHead(Path path) {
        byte[] head = new byte[SNIFFED];
        int length = 0;
        try (PackedFile packed = PackedFile.open(path, Packing.GZIP)) {
            int read;
            do {
                read = read(packed.text(), head, length);
                length += Math.max(read, 0);
            } while (read > 0);
        }
        return Arrays.copyOf(head, length);
    }

    private static int read(InputStream stream, byte[] into, int offset) {
        try {
            return stream.read(into, offset, into.length - offset);
        } catch (IOException e) {
            return -1;
        }
    }

    /// Words a failure to open or read a file.
    static RuntimeException unreadable(Path path, IOException failure) {
        return switch (failure) {
            case NoSuchFileException _ -> new GraphFormatException(path, 0, "there is no such file");
            case AccessDeniedException _ ->
                new GraphFormatException(path, 0, "the file may not be read, expected read permission");
            default -> new UncheckedIOException("%s: %s".formatted(path, failure.getMessage()), failure);
        };
    }

    /// Opens the text of a file.
    TextFeed openText(int chunkBytes) {
        if (packing != Packing.NONE) {
            return new StreamedText(path, chunkBytes, PackedFile.open(path, packing));
        }
        try {
            return new MappedText(path, chunkBytes);
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }
}
