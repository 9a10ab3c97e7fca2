package io.bitfront.input.source;

import io.bitfront.file.FolderParts;
import io.bitfront.file.GraphFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.List;

/// A graph file whose packing and format are known.
///
/// @param parts the file itself, or those of a folder
/// @param size bytes of all parts
public record InputFile(Path path, List<Path> parts, long size, Packing packing, InputFormat format) {
    private static final int SNIFFED = 1 << 13;
    private static final int TAR_MAGIC = 257;

    /// Finds out how to read a file. Content decides where it is unmistakable (gzip, tar, the banner
    /// of MatrixMarket, the problem line of DIMACS), then the suffix, then what the text looks like;
    /// a format that is asked for is taken as it is.
    ///
    /// @param wanted null to find the format among `formats`
    /// @throws GraphFormatException where the file cannot be read, is empty or like no format
    public static InputFile of(Path path, InputFormat wanted, List<? extends InputFormat> formats) {
        if (Files.isDirectory(path)) {
            return folder(path, wanted, formats);
        }
        long size = sizeOfReadable(path);
        if (size == 0) {
            throw new GraphFormatException(path, 0, "the file is empty, expected a graph");
        }
        byte[] head = headOf(path);
        Packing packing = packing(path, head);
        InputFormat format = wanted == null ? formatOf(path, size, packing, head, formats) : wanted;
        requireReadable(path, packing, format);
        return new InputFile(path, List.of(path), size, packing, format);
    }

    private static InputFile folder(Path path, InputFormat wanted, List<? extends InputFormat> formats) {
        InputFormat format = wanted != null
                ? wanted
                : formats.stream().filter(InputFormat::readsFolders).findFirst().orElseThrow();
        if (!format.readsFolders()) {
            throw new GraphFormatException(path, 0, "this is a directory, expected a graph file");
        }
        List<Path> parts = FolderParts.of(path);
        for (Path part : parts) {
            if (format.suffixes().stream().noneMatch(end -> part.toString().endsWith("." + end))) {
                throw new GraphFormatException(
                        path,
                        0,
                        "this is a directory that holds %s, expected .%s files alone"
                                .formatted(
                                        Excerpt.ofName(part.getFileName().toString()),
                                        format.suffixes().getFirst()));
            }
        }
        if (parts.isEmpty()) {
            throw new GraphFormatException(
                    path,
                    0,
                    "this is a directory without a .%s file, expected a graph file or a folder of such parts"
                            .formatted(format.suffixes().getFirst()));
        }
        long size = parts.stream().mapToLong(InputFile::sizeOfReadable).sum();
        return new InputFile(path, parts, size, Packing.NONE, format);
    }

    private static void requireReadable(Path path, Packing packing, InputFormat format) {
        if (packing.tar() && !format.archived()) {
            throw new GraphFormatException(
                    path, 0, "the file is a tar archive, expected format mtx for it, not %s".formatted(format.word()));
        }
        if (packing.any() && format.mapped()) {
            throw new GraphFormatException(
                    path,
                    0,
                    "a file of format %s is mapped and cannot be compressed, expected it unpacked"
                            .formatted(format.word()));
        }
    }

    private static InputFormat formatOf(
            Path path, long size, Packing packing, byte[] head, List<? extends InputFormat> formats) {
        if (packing.tar()) {
            return formats.stream().filter(InputFormat::archived).findFirst().orElseThrow();
        }
        FormatChoice choice = new FormatChoice(formats);
        String suffix = FileNames.suffix(path);
        if (!packing.any()) {
            return choice.of(new FileHead(path, suffix, head, size));
        }
        Unpacked unpacked = Unpacked.of(path, packing.compression());
        boolean told = formats.stream().anyMatch(format -> format.suffixes().contains(suffix));
        return choice.of(new FileHead(path, told ? suffix : unpacked.suffix(suffix), unpacked.head(), -1));
    }

    /// Content decides; a name that says otherwise, or what cannot be read, is refused.
    private static Packing packing(Path path, byte[] head) {
        Compression compression = Compression.of(head);
        Compression named = FileNames.compression(path);
        if (compression == Compression.NONE) {
            Compression.unreadable(head, FileNames.end(path)).ifPresent(name -> {
                throw new GraphFormatException(
                        path,
                        0,
                        "the file is compressed by %s, expected one of %s".formatted(name, Compression.words()));
            });
        }
        if (compression == Compression.NONE && named != Compression.NONE) {
            throw new GraphFormatException(
                    path,
                    0,
                    "the file is named like %s data but is none, expected it to begin with the bytes %s"
                            .formatted(named.word(), named.magicWords()));
        }
        if (compression == Compression.NONE) {
            if (isArchive(head)) {
                throw new GraphFormatException(
                        path,
                        0,
                        "this is a tar archive, expected one that is compressed, by one of %s"
                                .formatted(Compression.words()));
            }
            return Packing.NONE;
        }
        if (FileNames.archive(path)) {
            return new Packing(compression, true);
        }
        return new Packing(compression, isArchive(Unpacked.of(path, compression).head()));
    }

    private static boolean isArchive(byte[] head) {
        return head.length >= TAR_MAGIC + 5 && FileHead.startsWith(head, TAR_MAGIC, "ustar");
    }

    /// All bytes of a file, mapped.
    ///
    /// @throws GraphFormatException where it cannot be read
    public static MemorySegment mapped(Path file, Arena arena) {
        try (FileChannel channel = FileChannel.open(file)) {
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
        } catch (IOException e) {
            throw GraphFormatException.unreadable(file, e);
        }
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

    /// What a file holds.
    ///
    /// @param head the first bytes of the text, or what there is of them: the reader proper says what is wrong with
    ///     the rest
    /// @param member as it is called in a zip; empty where it is in none
    @SuppressWarnings("ArrayRecordComponent") // read once, by whoever recognises
    private record Unpacked(byte[] head, String member) {
        static Unpacked of(Path path, Compression compression) {
            byte[] head = new byte[SNIFFED];
            int length = 0;
            try (PackedFile packed = PackedFile.open(path, new Packing(compression, false))) {
                int read;
                do {
                    read = read(packed.text(), head, length);
                    length += Math.max(read, 0);
                } while (read > 0);
                return new Unpacked(Arrays.copyOf(head, length), packed.member());
            }
        }

        private static int read(InputStream stream, byte[] into, int offset) {
            try {
                return stream.read(into, offset, into.length - offset);
            } catch (IOException e) {
                return -1;
            }
        }

        /// Of its name in a zip, else that of the file.
        String suffix(String ofFile) {
            return member.isEmpty() ? ofFile : FileNames.end(member.substring(member.lastIndexOf('/') + 1));
        }
    }
}
