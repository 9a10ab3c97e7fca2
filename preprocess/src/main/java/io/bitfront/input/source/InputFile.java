package io.bitfront.input.source;

import io.bitfront.file.GraphFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.List;

/// A graph file whose packing and format are known.
public record InputFile(Path path, long size, Packing packing, InputFormat format) {
    private static final int SNIFFED = 1 << 13;
    private static final int TAR_MAGIC = 257;

    /// Finds out how to read a file. Content decides where it is unmistakable (gzip, tar, a MatrixMarket
    /// banner), then the suffix, then what the text looks like; a format that is asked for is taken as it is.
    ///
    /// @param wanted null to find the format among `formats`
    /// @throws GraphFormatException where the file cannot be read, is empty or like no format
    public static InputFile of(Path path, InputFormat wanted, List<? extends InputFormat> formats) {
        long size = sizeOfReadable(path);
        if (size == 0) {
            throw new GraphFormatException(path, 0, "the file is empty, expected a graph");
        }
        byte[] head = headOf(path);
        boolean gzip = head.length >= 2 && head[0] == 0x1F && head[1] == (byte) 0x8B;
        if (!gzip && FileNames.gzip(path)) {
            throw new GraphFormatException(
                    path, 0, "the file is named like gzip data but is none, expected it to begin with the bytes 1f 8b");
        }
        Packing packing = gzip ? gzipPacking(path) : Packing.NONE;
        InputFormat format = wanted == null ? formatOf(path, size, packing, head, formats) : wanted;
        requireReadable(path, packing, format);
        return new InputFile(path, size, packing, format);
    }

    private static void requireReadable(Path path, Packing packing, InputFormat format) {
        if (packing == Packing.TAR_GZIP && !format.archived()) {
            throw new GraphFormatException(
                    path, 0, "the file is a tar archive, expected format mtx for it, not %s".formatted(format.word()));
        }
        if (packing == Packing.GZIP && format.mapped()) {
            throw new GraphFormatException(
                    path,
                    0,
                    "a file of format %s is mapped and cannot be compressed, expected it after gunzip"
                            .formatted(format.word()));
        }
    }

    private static InputFormat formatOf(
            Path path, long size, Packing packing, byte[] head, List<? extends InputFormat> formats) {
        return switch (packing) {
            case NONE -> new FormatChoice(formats).of(new FileHead(path, head, size));
            case GZIP -> new FormatChoice(formats).of(new FileHead(path, unpackedHead(path), -1));
            case TAR_GZIP ->
                formats.stream().filter(InputFormat::archived).findFirst().orElseThrow();
        };
    }

    private static Packing gzipPacking(Path path) {
        if (FileNames.archive(path)) {
            return Packing.TAR_GZIP;
        }
        byte[] head = unpackedHead(path);
        boolean tar = head.length >= TAR_MAGIC + 5 && FileHead.startsWith(head, TAR_MAGIC, "ustar");
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
            throw GraphFormatException.unreadable(path, e);
        }
    }

    /// The first bytes of a file as they are.
    public static byte[] headOf(Path path) {
        try (InputStream stream = Files.newInputStream(path)) {
            return stream.readNBytes(SNIFFED);
        } catch (IOException e) {
            throw GraphFormatException.unreadable(path, e);
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
}
