package io.bitfront.input.source;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/// Decompresses gzip data of any number of members (RFC 1952). Unlike the JDK's stream it rejects what follows the last
/// member, but for zeros up to the end of the data, which tapes and block devices leave, and unlike commons-compress it
/// hands out every byte that precedes a defect, so that the defect's line can be named.
public final class GzipInput extends InputStream {
    private static final int MAGIC_LOW = 0x1F;
    private static final int MAGIC_HIGH = 0x8B;
    private static final int DEFLATE = 8;
    private static final int HEADER_CHECKSUM = 1 << 1;
    private static final int EXTRA = 1 << 2;
    private static final int NAME = 1 << 3;
    private static final int COMMENT = 1 << 4;

    private final InputStream packed;
    private final byte[] input = new byte[1 << 16];
    private final Inflater inflater = new Inflater(true);
    private final CRC32 checksum = new CRC32();
    private int at;
    private int end;
    private boolean withinMember;
    private boolean anyMember;
    private IOException defect;

    public GzipInput(InputStream packed) {
        this.packed = packed;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (withinMember || beginMember()) {
            int count = inflate(into, offset, length);
            if (count > 0) {
                checksum.update(into, offset, count);
                return count;
            }
            if (defect != null) {
                throw defect;
            }
            if (inflater.finished()) {
                endMember();
            } else if (refill()) {
                inflater.setInput(input, 0, end);
            } else {
                throw new EOFException();
            }
        }
        return -1;
    }

    /// Bytes before a defect are handed out first.
    private int inflate(byte[] into, int offset, int length) {
        long before = inflater.getBytesWritten();
        try {
            return inflater.inflate(into, offset, length);
        } catch (DataFormatException e) {
            defect = new ZipException(e.getMessage());
            return (int) (inflater.getBytesWritten() - before);
        }
    }

    /// Reads more packed data; the inflater took all there was.
    private boolean refill() throws IOException {
        at = 0;
        end = Math.max(packed.read(input, 0, input.length), 0);
        return end > 0;
    }

    private int next() throws IOException {
        if (at == end && !refill()) {
            throw new EOFException();
        }
        return input[at++] & 0xFF;
    }

    private long nextInt() throws IOException {
        return next() | next() << 8 | next() << 16 | (long) next() << 24;
    }

    /// Reads a member's header; false at the end of the data.
    private boolean beginMember() throws IOException {
        if (at == end && !refill() && anyMember) {
            return false;
        }
        int first = next();
        if (anyMember && first == 0 && onlyZerosFollow()) {
            return false;
        }
        if (first != MAGIC_LOW || next() != MAGIC_HIGH) {
            throw new ZipException(anyMember ? "something else follows it" : "it does not begin with 1f 8b");
        }
        int method = next();
        if (method != DEFLATE) {
            throw new ZipException("compression method %d is unknown".formatted(method));
        }
        int flags = next();
        skip(6);
        if ((flags & EXTRA) != 0) {
            skip(next() | next() << 8);
        }
        if ((flags & NAME) != 0) {
            skipText();
        }
        if ((flags & COMMENT) != 0) {
            skipText();
        }
        if ((flags & HEADER_CHECKSUM) != 0) {
            skip(2);
        }
        withinMember = true;
        anyMember = true;
        inflater.reset();
        checksum.reset();
        inflater.setInput(input, at, end - at);
        return true;
    }

    /// Reads up to the end of the data, or past the first byte that is none.
    private boolean onlyZerosFollow() throws IOException {
        do {
            while (at < end) {
                if (input[at++] != 0) {
                    return false;
                }
            }
        } while (refill());
        return true;
    }

    private void skip(int bytes) throws IOException {
        for (int i = 0; i < bytes; i++) {
            next();
        }
    }

    private void skipText() throws IOException {
        while (next() != 0) {}
    }

    private void endMember() throws IOException {
        at = end - inflater.getRemaining();
        withinMember = false;
        if (nextInt() != checksum.getValue()) {
            throw new ZipException("its checksum differs");
        }
        if (nextInt() != (inflater.getBytesWritten() & 0xFFFF_FFFFL)) {
            throw new ZipException("its length differs");
        }
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        packed.close();
    }
}
