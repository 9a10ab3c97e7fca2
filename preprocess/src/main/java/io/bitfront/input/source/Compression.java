package io.bitfront.input.source;

import io.airlift.compress.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.zip.ZipInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.lz4.FramedLZ4CompressorInputStream;

/// How a text may be compressed: what its file ends in and begins with, and how it is read. All that follow each other
/// in one file are one text.
public enum Compression {
    NONE("none", "", "", stream -> stream),
    GZIP("gzip", "gz", "1f8b", GzipInput::new),
    BZIP2("bzip2", "bz2", "425a68", stream -> new BZip2CompressorInputStream(stream, true)),
    XZ("xz", "xz", "fd377a585a00", stream -> XzInput.of(stream)),
    ZSTD("zstd", "zst", "28b52ffd", ZstdInputStream::new),
    LZ4("lz4", "lz4", "04224d18", stream -> new FramedLZ4CompressorInputStream(stream, true)),
    /// An archive of one file.
    ZIP("zip", "zip", "504b0304", ZipInputStream::new);

    /// Beginnings of what cannot be read, and what they are called.
    private static final List<List<String>> UNREADABLE = List.of(
            List.of("1f9d", "compress (.Z)"),
            List.of("1fa0", "compress (.Z)"),
            List.of("377abcaf271c", "7z"),
            List.of("526172211a07", "rar"),
            List.of("4c5a4950", "lzip"),
            List.of("894c5a4f", "lzo"),
            List.of("ff060000734e61507059", "snappy"),
            List.of("504b0506", "zip (without any file)"),
            List.of("5d000080", "lzma"));
    /// Suffixes of what cannot be read.
    private static final List<String> UNREADABLE_SUFFIXES =
            List.of("z", "7z", "rar", "lz", "lzo", "sz", "snappy", "lzma", "br", "tbz", "tlz");

    private final String word;
    private final String suffix;
    private final byte[] magic;
    private final transient Opener opener;

    /// Opens compressed data.
    @FunctionalInterface
    private interface Opener {
        InputStream open(InputStream packed) throws IOException;
    }

    Compression(String word, String suffix, String magic, Opener opener) {
        this.word = word;
        this.suffix = suffix;
        this.magic = HexFormat.of().parseHex(magic);
        this.opener = opener;
    }

    /// What it is called.
    String word() {
        return word;
    }

    /// What a file's beginning says.
    static Compression of(byte[] head) {
        return Arrays.stream(values())
                .filter(compression -> compression != NONE && begins(head, compression.magic))
                .findFirst()
                .orElse(NONE);
    }

    /// What a file's suffix says, lower case, without a dot.
    static Compression named(String suffix) {
        return Arrays.stream(values())
                .filter(compression -> compression != NONE && compression.suffix.equals(suffix))
                .findFirst()
                .orElse(NONE);
    }

    /// The name of a compression that cannot be read; empty where there is none such.
    static Optional<String> unreadable(byte[] head, String suffix) {
        return UNREADABLE.stream()
                .filter(known -> begins(head, HexFormat.of().parseHex(known.get(0))))
                .map(known -> known.get(1))
                .findFirst()
                .or(() -> Optional.of(suffix)
                        .filter(UNREADABLE_SUFFIXES::contains)
                        .map(end -> "." + end));
    }

    private static boolean begins(byte[] head, byte[] magic) {
        return head.length >= magic.length && Arrays.equals(head, 0, magic.length, magic, 0, magic.length);
    }

    /// The bytes that a file begins with, in words.
    String magicWords() {
        return HexFormat.ofDelimiter(" ").formatHex(magic);
    }

    /// The words of all that can be read.
    static String words() {
        return Arrays.stream(values())
                .filter(compression -> compression != NONE)
                .map(Compression::word)
                .collect(Collectors.joining(", "));
    }

    /// The data without its compression.
    ///
    /// @param packed closed with what is returned
    InputStream open(InputStream packed) throws IOException {
        return this == NONE || this == GZIP ? opener.open(packed) : new SoundInput(opener.open(packed));
    }
}
