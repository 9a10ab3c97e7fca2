package io.bitfront.cache;

import io.bitfront.order.OrderingKind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/// The first 4,096 bytes of a `.bvss` file; [BvssFile] specifies them.
///
/// @param firstId id of input index 0 where ids are a range
/// @param ordering name of the ordering applied
/// @param crcs CRC-32C of each section, by its ordinal
record BvssHeader(BvssShape shape, CacheKey key, long firstId, OrderingKind ordering, int[] crcs) {
    static final byte[] MAGIC = "BVSSFILE".getBytes(StandardCharsets.US_ASCII);
    static final int BYTES = (int) BvssShape.PAGE;
    private static final int ORDER_MARK = 0x01020304;

    private static final int VERSION_AT = 8;
    private static final int MARK_AT = 12;
    private static final int FILE_BYTES_AT = 16;
    private static final int FLAGS_AT = 24;
    private static final int VERTICES_AT = 28;
    private static final int EDGES_AT = 32;
    private static final int VSS_AT = 40;
    private static final int SECTIONS_AT = 44;
    private static final int FIRST_ID_AT = 48;
    private static final int HASH_AT = 64;
    private static final int HASH_BYTES = 32;
    private static final int ORDERING_AT = 96;
    private static final int ORDERING_BYTES = 32;
    private static final int OPTIONS_AT = 128;
    private static final int OPTIONS_BYTES = 384;
    private static final int TABLE_AT = 512;
    private static final int ENTRY_BYTES = 24;
    private static final int CRC_AT = BYTES - 4;

    private static final int DIRECTED = 1;
    private static final int ID_TABLE = 2;
    private static final int NAMED = 4;

    ByteBuffer encode() {
        ByteBuffer header = ByteBuffer.allocateDirect(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        header.put(0, MAGIC);
        header.putInt(VERSION_AT, shape.named() ? BvssFile.VERSION : BvssFile.UNNAMED_VERSION);
        header.order(ByteOrder.nativeOrder()).putInt(MARK_AT, ORDER_MARK).order(ByteOrder.LITTLE_ENDIAN);
        header.putLong(FILE_BYTES_AT, shape.fileBytes());
        header.putInt(
                FLAGS_AT,
                (shape.directed() ? DIRECTED : 0) | (shape.idTable() ? ID_TABLE : 0) | (shape.named() ? NAMED : 0));
        header.putInt(VERTICES_AT, shape.vertexCount());
        header.putLong(EDGES_AT, shape.edgeCount());
        header.putInt(VSS_AT, shape.vssCount());
        header.putInt(SECTIONS_AT, BvssSection.of(shape.named()).size());
        header.putLong(FIRST_ID_AT, firstId);
        header.put(HASH_AT, HexFormat.of().parseHex(key.inputHash()));
        putText(header, ORDERING_AT, ORDERING_BYTES, ordering.word());
        putText(header, OPTIONS_AT, OPTIONS_BYTES, key.options());
        int entry = TABLE_AT;
        for (BvssSection section : BvssSection.of(shape.named())) {
            header.putLong(entry, shape.offset(section));
            header.putLong(entry + 8, shape.bytes(section));
            header.putInt(entry + 16, crcs[section.ordinal()]);
            entry += ENTRY_BYTES;
        }
        header.putInt(CRC_AT, crcOf(header));
        return header;
    }

    private static void putText(ByteBuffer header, int at, int room, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length >= room) {
            throw new IllegalArgumentException("'%s' is longer than %d bytes".formatted(text, room - 1));
        }
        header.put(at, bytes);
    }

    private static String text(ByteBuffer header, int at, int room) {
        int length = 0;
        while (length < room && header.get(at + length) != 0) {
            length++;
        }
        byte[] bytes = new byte[length];
        header.get(at, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /// Reads and checks a header, all but the sections' own sums: after this no section reaches beyond the
    /// file.
    ///
    /// @param start the first 4,096 bytes of the file, or all of it where it is shorter
    /// @param fileBytes size of the file
    /// @throws CacheFormatException too old, too new, corrupt, truncated or of the wrong byte order
    static BvssHeader decode(Path file, ByteBuffer start, long fileBytes) {
        ByteBuffer header = start.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        checkBeginning(file, header);
        if (fileBytes < BYTES) {
            throw truncated(file, fileBytes, "a header of %,d".formatted(BYTES));
        }
        int crc = crcOf(header);
        if (crc != header.getInt(CRC_AT)) {
            throw corrupt(file, "the header's checksum is %08x, expected %08x".formatted(crc, header.getInt(CRC_AT)));
        }
        long expected = header.getLong(FILE_BYTES_AT);
        if (fileBytes < expected) {
            throw truncated(file, fileBytes, "%,d".formatted(expected));
        }
        if (fileBytes > expected) {
            throw corrupt(file, "%,d bytes, expected %,d".formatted(fileBytes, expected));
        }
        BvssHeader read = fields(file, header);
        if (!read.fits(header, fileBytes)) {
            throw corrupt(file, "counts and section table do not agree");
        }
        return read;
    }

    /// What even a header of another version starts with.
    private static void checkBeginning(Path file, ByteBuffer header) {
        for (int i = 0; i < Math.min(MAGIC.length, header.limit()); i++) {
            if (header.get(i) != MAGIC[i]) {
                throw new CacheFormatException(file, "no cache: it does not start with BVSSFILE");
            }
        }
        if (header.limit() < FILE_BYTES_AT) {
            throw truncated(file, header.limit(), "a header of %,d".formatted(BYTES));
        }
        int mark = header.duplicate().order(ByteOrder.nativeOrder()).getInt(MARK_AT);
        if (mark == Integer.reverseBytes(ORDER_MARK)) {
            throw new CacheFormatException(file, "wrong byte order: written on a machine of the other one");
        }
        if (mark != ORDER_MARK) {
            throw corrupt(file, "the byte-order mark is %08x, expected %08x".formatted(mark, ORDER_MARK));
        }
        int version = header.getInt(VERSION_AT);
        if (Integer.compareUnsigned(version, BvssFile.UNNAMED_VERSION) < 0) {
            throw new CacheFormatException(
                    file, "too old: format version %d, this bitfront reads %d".formatted(version, BvssFile.VERSION));
        }
        if (Integer.compareUnsigned(version, BvssFile.VERSION) > 0) {
            throw new CacheFormatException(
                    file,
                    "too new: format version %s, this bitfront reads %d"
                            .formatted(Integer.toUnsignedString(version), BvssFile.VERSION),
                    "use a newer bitfront or preprocess the graph again");
        }
    }

    private static BvssHeader fields(Path file, ByteBuffer header) {
        int flags = header.getInt(FLAGS_AT);
        List<BvssSection> sections = BvssSection.of((flags & NAMED) != 0);
        BvssShape shape = new BvssShape(
                header.getInt(VERTICES_AT),
                header.getLong(EDGES_AT),
                header.getInt(VSS_AT),
                (flags & DIRECTED) != 0,
                (flags & ID_TABLE) != 0,
                (flags & NAMED) != 0 ? bytes(header, sections, BvssSection.NAMES) : 0,
                bytes(header, sections, BvssSection.STATISTICS));
        int[] crcs = new int[BvssSection.values().length];
        for (BvssSection section : sections) {
            crcs[section.ordinal()] = header.getInt(TABLE_AT + sections.indexOf(section) * ENTRY_BYTES + 16);
        }
        byte[] hash = new byte[HASH_BYTES];
        header.get(HASH_AT, hash);
        CacheKey key = new CacheKey(HexFormat.of().formatHex(hash), text(header, OPTIONS_AT, OPTIONS_BYTES));
        return new BvssHeader(shape, key, header.getLong(FIRST_ID_AT), ordering(file, header), crcs);
    }

    private static OrderingKind ordering(Path file, ByteBuffer header) {
        String word = text(header, ORDERING_AT, ORDERING_BYTES);
        return Stream.of(OrderingKind.values())
                .filter(kind -> !kind.isRule() && kind.word().equals(word))
                .findFirst()
                .orElseThrow(() -> corrupt(file, "it names no ordering that there is"));
    }

    private static long bytes(ByteBuffer header, List<BvssSection> sections, BvssSection section) {
        return header.getLong(TABLE_AT + sections.indexOf(section) * ENTRY_BYTES + 8);
    }

    /// Whether the counts are possible and all else is what follows from them: encoding them again gives the
    /// same bytes.
    private boolean fits(ByteBuffer header, long fileBytes) {
        if (shape.vertexCount() < 0
                || shape.edgeCount() < 0
                || shape.vssCount() < 0
                || shape.nameBytes() < 0
                || shape.statisticsBytes() < 0
                || shape.statisticsBytes() > BvssShape.MOST_STATISTICS) {
            return false;
        }
        try {
            return shape.fileBytes() == fileBytes && encode().equals(header.slice(0, BYTES));
        } catch (ArithmeticException | IllegalArgumentException e) {
            return false;
        }
    }

    private static int crcOf(ByteBuffer header) {
        return Crc32c.of(header.duplicate().position(0).limit(CRC_AT));
    }

    CacheFacts facts() {
        ByteBuffer encoded = encode();
        return new CacheFacts(
                shape.vertexCount(),
                shape.edgeCount(),
                shape.directed(),
                shape.fileBytes(),
                encoded.getInt(CRC_AT),
                shape.named());
    }

    static CacheFormatException corrupt(Path file, String what) {
        return new CacheFormatException(file, "corrupt: " + what);
    }

    private static CacheFormatException truncated(Path file, long bytes, String expected) {
        return new CacheFormatException(file, "truncated: %,d bytes, expected %s".formatted(bytes, expected));
    }
}
