package io.bitfront.parquet;

import io.airlift.compress.Decompressor;
import io.airlift.compress.MalformedInputException;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import io.bitfront.file.GraphFormatException;
import io.bitfront.input.source.Excerpt;
import io.bitfront.input.source.GzipInput;
import io.bitfront.parquet.CompactThriftReader.Fields;
import io.bitfront.parquet.CompactThriftReader.MalformedException;
import io.bitfront.parquet.ParquetTable.ColumnChunk;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.apache.commons.compress.compressors.snappy.SnappyCompressorInputStream;

/// Reads the values of one column of a row group, page by page. One thread.
public final class ParquetColumn {
    private static final int DATA_PAGE = 0;
    private static final int DICTIONARY_PAGE = 2;
    private static final int DATA_PAGE_V2 = 3;
    private static final int PLAIN = 0;
    private static final int PLAIN_DICTIONARY = 2;
    private static final int RLE = 3;
    private static final int DELTA_BINARY_PACKED = 5;
    private static final int RLE_DICTIONARY = 8;
    private static final int UNCOMPRESSED = 0;
    private static final int SNAPPY = 1;
    private static final int GZIP = 2;
    private static final int ZSTD = 6;
    private static final int LZ4_RAW = 7;
    private static final List<Integer> READABLE = List.of(UNCOMPRESSED, SNAPPY, GZIP, ZSTD, LZ4_RAW);
    private static final long MOST_BYTES_A_VALUE = 16;
    private static final long MOST_COMPRESSION_OF_TEXT = 1 << 10;
    /// Of a dictionary, whose numbers are all different.
    private static final long MOST_COMPRESSION_OF_NUMBERS = 1 << 7;
    private static final long SLACK = 1 << 20;
    private static final String[] CODECS = {"none", "snappy", "gzip", "lzo", "brotli", "lz4", "zstd", "lz4_raw"};

    private final ParquetTable table;
    private final int group;
    private final ColumnChunk chunk;
    private final ByteBuffer bytes;
    private final TextNumbers numbers;
    private IntToLongFunction dictionary;
    private ParquetValues values;
    private int leftInPage;
    /// Values of pages to come.
    private long leftInChunk;

    /// @param numbers of the texts of a column of text; null for one of numbers
    public ParquetColumn(ParquetTable table, int group, ColumnChunk chunk, TextNumbers numbers) {
        this.numbers = numbers;
        this.table = table;
        this.group = group;
        this.chunk = chunk;
        this.bytes = table.bytes(chunk.begin(), chunk.bytes());
        this.leftInChunk = chunk.values();
        if (!READABLE.contains(chunk.codec())) {
            boolean known = chunk.codec() > 0 && chunk.codec() < CODECS.length;
            throw defect("it is compressed by %s, expected none, snappy, gzip, zstd or lz4_raw"
                    .formatted(known ? CODECS[chunk.codec()] : "codec " + chunk.codec()));
        }
    }

    /// Reads the next `count` values.
    public void next(long[] into, int count) {
        try {
            for (int done = 0; done < count; ) {
                while (leftInPage == 0) {
                    nextPage();
                }
                int some = Math.min(leftInPage, count - done);
                values.next(into, done, some);
                leftInPage -= some;
                done += some;
            }
            for (int i = 0;
                    i < count && chunk.column().unsigned() && !chunk.column().wide();
                    i++) {
                into[i] &= 0xFFFF_FFFFL;
            }
        } catch (TextNumbers.RefusedException e) {
            throw defect(e.getMessage());
        } catch (MalformedException e) {
            throw defect("a page header is malformed");
        } catch (BufferUnderflowException
                | IndexOutOfBoundsException
                | IllegalArgumentException
                | ArithmeticException
                | EOFException e) {
            throw defect("a page ends too early or holds numbers out of range");
        } catch (IOException e) {
            throw defect("a page is corrupt (%s)".formatted(e.getMessage()));
        }
    }

    private void nextPage() throws MalformedException, IOException {
        if (!bytes.hasRemaining()) {
            throw defect("its pages hold fewer values than the %d rows of the group".formatted(chunk.values()));
        }
        Fields header = CompactThriftReader.read(bytes);
        long packed = header.number(3);
        long unpacked = header.number(2);
        if (packed < 0 || packed > bytes.remaining() || unpacked < 0 || unpacked > Integer.MAX_VALUE) {
            throw new MalformedException();
        }
        ByteBuffer page = bytes.slice(bytes.position(), (int) packed).order(ByteOrder.LITTLE_ENDIAN);
        bytes.position(bytes.position() + (int) packed);
        switch ((int) header.number(1)) {
            case DATA_PAGE -> {
                int count = count(header.struct(5), packed, unpacked);
                if (count > 0) {
                    beginPage(header.struct(5), unpacked(page, (int) unpacked), count);
                }
            }
            case DATA_PAGE_V2 -> {
                int count = count(header.struct(8), packed, unpacked);
                if (count > 0) {
                    beginSecondVersion(header.struct(8), page, (int) unpacked, count);
                }
            }
            case DICTIONARY_PAGE -> {
                requirePlausibleDictionary(header.struct(7).number(1), packed, unpacked);
                readDictionary(header.struct(7), unpacked(page, (int) unpacked));
            }
            default -> {} // an index page
        }
    }

    /// A page of so many numbers takes no more bytes, unpacked: what a few bytes unpack to is bounded by the rows there
    /// are, and these by the size of the file ([ParquetTable#MOST_ROWS_A_BYTE]). Texts are bounded by how well real
    /// ones are compressed.
    private void requirePlausible(long values, long packed, long unpacked) throws MalformedException {
        long most = chunk.column().text() ? MOST_COMPRESSION_OF_TEXT * packed : MOST_BYTES_A_VALUE * values;
        if (values < 0 || values > Integer.MAX_VALUE || unpacked > most + SLACK) {
            throw new MalformedException();
        }
    }

    /// A dictionary has no more numbers than there are rows, but where one was made for several groups: then, as
    /// it says itself how many it has, it is bounded by how well numbers are compressed. A column has one.
    private void requirePlausibleDictionary(long values, long packed, long unpacked) throws MalformedException {
        long rows = Math.max(chunk.values(), MOST_COMPRESSION_OF_NUMBERS * packed / MOST_BYTES_A_VALUE);
        requirePlausible(Math.min(values, rows), packed, unpacked);
        if (dictionary != null) {
            throw defect("it has a second dictionary, expected one");
        }
    }

    private void readDictionary(Fields header, ByteBuffer page) throws MalformedException {
        long count = header.number(1);
        boolean wide = chunk.column().wide();
        if (count < 0 || count > page.remaining() / (wide ? Long.BYTES : Integer.BYTES)) {
            throw new MalformedException();
        }
        if (chunk.column().text()) {
            dictionary = new ParquetValues.Texts(page, numbers).dictionary((int) count);
        } else {
            long[] entries = new long[(int) count];
            new ParquetValues.Plain(page, wide).next(entries, 0, entries.length);
            dictionary = index -> entries[index];
        }
    }

    private ParquetValues plain(ByteBuffer page) {
        return chunk.column().text()
                ? new ParquetValues.Texts(page, numbers)
                : new ParquetValues.Plain(page, chunk.column().wide());
    }

    private void beginPage(Fields header, ByteBuffer page, int count) throws MalformedException {
        if (chunk.column().optional()) {
            if (header.number(3) != RLE) {
                throw defect("its levels have encoding %d, expected RLE".formatted(header.number(3)));
            }
            int length = page.getInt();
            requirePresent(page.slice(page.position(), length).order(ByteOrder.LITTLE_ENDIAN), count);
            page.position(page.position() + length);
        }
        begin((int) header.number(2), page, count);
    }

    /// The levels of a page of version 2 stand before what is compressed.
    private void beginSecondVersion(Fields header, ByteBuffer page, int unpacked, int count)
            throws MalformedException, IOException {
        int levels = (int) header.number(5);
        int repetitions = (int) header.number(6);
        if (levels < 0 || repetitions < 0 || (long) levels + repetitions > unpacked) {
            throw new MalformedException();
        }
        if (chunk.column().optional()) {
            requirePresent(page.slice(repetitions, levels).order(ByteOrder.LITTLE_ENDIAN), count);
        }
        int before = levels + repetitions;
        ByteBuffer rest = page.slice(before, page.remaining() - before).order(ByteOrder.LITTLE_ENDIAN);
        boolean compressed = header.flag(7, true);
        begin((int) header.number(4), compressed ? unpacked(rest, unpacked - before) : rest, count);
    }

    /// Values of a data page: no more than the rows that are left.
    private int count(Fields header, long packed, long unpacked) throws MalformedException {
        long count = header.number(1);
        requirePlausible(count, packed, unpacked);
        if (count > leftInChunk) {
            throw defect("its pages hold more values than the %d rows of the group".formatted(chunk.values()));
        }
        leftInChunk -= count;
        return (int) count;
    }

    /// Every row needs both its vertices.
    private void requirePresent(ByteBuffer levels, int count) {
        if (!new ParquetValues.Hybrid(levels, 1).allOnes(count)) {
            throw defect("a value is null, expected a vertex in every row");
        }
    }

    private void begin(int encoding, ByteBuffer page, int count) throws MalformedException {
        leftInPage = count;
        values = switch (encoding) {
            case PLAIN -> plain(page);
            case PLAIN_DICTIONARY, RLE_DICTIONARY -> {
                if (dictionary == null) {
                    throw new MalformedException();
                }
                yield new ParquetValues.Indexed(page, dictionary);
            }
            case DELTA_BINARY_PACKED -> {
                if (chunk.column().text()) {
                    throw unreadable(encoding);
                }
                yield new ParquetValues.Deltas(page, chunk.column().wide());
            }
            default -> throw unreadable(encoding);
        };
    }

    private GraphFormatException unreadable(int encoding) {
        return defect("it has encoding %d, expected plain%s"
                .formatted(encoding, chunk.column().text() ? " or dictionary" : ", dictionary or delta_binary_packed"));
    }

    private ByteBuffer unpacked(ByteBuffer page, int size) throws IOException {
        if (chunk.codec() == UNCOMPRESSED) {
            return page;
        }
        byte[] packed = new byte[page.remaining()];
        page.get(packed);
        if (chunk.codec() == ZSTD || chunk.codec() == LZ4_RAW) {
            return blocks(packed, size);
        }
        InputStream stream = new ByteArrayInputStream(packed);
        byte[] found;
        try (InputStream unpacking =
                chunk.codec() == SNAPPY ? new SnappyCompressorInputStream(stream) : new GzipInput(stream)) {
            found = unpacking.readNBytes(size);
        }
        if (found.length < size) {
            throw new EOFException();
        }
        return ByteBuffer.wrap(found).order(ByteOrder.LITTLE_ENDIAN);
    }

    private ByteBuffer blocks(byte[] packed, int size) throws IOException {
        byte[] found = new byte[size];
        int length;
        try {
            Decompressor decompressor = chunk.codec() == ZSTD ? new ZstdDecompressor() : new Lz4Decompressor();
            length = decompressor.decompress(packed, 0, packed.length, found, 0, size);
        } catch (MalformedInputException e) {
            throw new IOException(e.getMessage(), e);
        }
        if (length < size) {
            throw new EOFException();
        }
        return ByteBuffer.wrap(found).order(ByteOrder.LITTLE_ENDIAN);
    }

    private GraphFormatException defect(String what) {
        return new GraphFormatException(
                table.file(),
                0,
                "column %s of row group %d: %s"
                        .formatted(Excerpt.ofName(chunk.column().name()), group, what));
    }
}
