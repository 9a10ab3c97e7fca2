package io.bitfront.input.text;

import io.bitfront.input.source.PackedFile;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/// A compressed text. Whichever worker asks for a chunk decompresses it into its own buffer while the others
/// parse. What breaks off the decompression is a defect of the chunk it happens in, behind the lines that were
/// still whole.
final class StreamedText extends TextFeed {
    private final PackedFile packed;
    private final InputStream stream;
    /// Bytes decompressed but not handed out: `[from, to)`.
    private byte[] pending;
    private int from;
    private int to;
    private int lastLine;
    private boolean ended;
    private String broken;
    private int chunks;
    private long consumed;

    StreamedText(Path file, int chunkBytes, PackedFile packed) {
        super(file, chunkBytes);
        this.packed = packed;
        this.stream = packed.text();
        this.pending = new byte[Math.max(chunkBytes, 64)];
        skipByteOrderMark();
    }

    private synchronized void skipByteOrderMark() {
        while (to < 3 && fill()) {}
        if (to >= 3 && pending[0] == (byte) 0xEF && pending[1] == (byte) 0xBB && pending[2] == (byte) 0xBF) {
            from = 3;
        }
    }

    @Override
    synchronized String readLine() {
        int length = 0;
        while (true) {
            for (; from + length < to && length <= MAX_LINE; length++) {
                if (pending[from + length] == '\n') {
                    return takeLine(from + length, from + length + 1);
                }
            }
            if (length > MAX_LINE) {
                throw defect(headLines() + 1, LINE_TOO_LONG);
            }
            if (!fill()) {
                break;
            }
        }
        if (broken != null) {
            throw defect(headLines() + 1, broken);
        }
        return from < to ? takeLine(to, to) : null;
    }

    private String takeLine(int end, int next) {
        lastLine = from;
        int length = end - from;
        if (length > 0 && pending[end - 1] == '\r') {
            length--;
        }
        from = next;
        return new String(pending, lastLine, length, StandardCharsets.ISO_8859_1);
    }

    @Override
    synchronized void unreadLine() {
        from = lastLine;
    }

    /// Decompresses some more behind `to`, keeping everything pending and the line before it; false at the end.
    private boolean fill() {
        if (to == pending.length && lastLine > pending.length / 2) {
            System.arraycopy(pending, lastLine, pending, 0, to - lastLine);
            from -= lastLine;
            to -= lastLine;
            lastLine = 0;
        } else if (to == pending.length) {
            pending = Arrays.copyOf(pending, 2 * pending.length);
        }
        int read = read(pending, to, pending.length - to);
        to += Math.max(read, 0);
        return read >= 0;
    }

    @Override
    synchronized boolean next(Chunk chunk) {
        chunk.index = chunks++;
        chunk.length = 0;
        chunk.defect = null;
        takePending(chunk);
        boolean more = true;
        boolean whole = holdsLineFeed(chunk, 0);
        while (more && (chunk.length < chunkBytes || !whole && chunk.length <= MAX_LINE)) {
            int before = chunk.length;
            more = append(chunk);
            whole = whole || holdsLineFeed(chunk, before);
        }
        if (more) {
            keepPartialLine(chunk);
            chunk.defect = chunk.length == 0 ? LINE_TOO_LONG : null;
        } else if (broken != null) {
            keepPartialLine(chunk);
            to = from;
            chunk.defect = broken;
            broken = null;
        } else {
            chunk.endLastLine();
        }
        chunk.consumed = packed.consumedBytes() - consumed;
        consumed += chunk.consumed;
        return chunk.length > 0 || chunk.defect != null;
    }

    /// Moves at most a chunk of what is pending; the head may have read far ahead.
    private void takePending(Chunk chunk) {
        int length = Math.min(to - from, Math.max(chunkBytes, 1));
        chunk.reserve(length);
        System.arraycopy(pending, from, chunk.bytes, 0, length);
        chunk.length = length;
        from += length;
    }

    /// Adds decompressed bytes to the chunk, as many as its size or, within a long line, as its length again, up to
    /// where the longest line ends.
    private boolean append(Chunk chunk) {
        int wanted = chunk.length < chunkBytes
                ? chunkBytes - chunk.length
                : Math.min(chunk.length, MAX_LINE + 1 - chunk.length);
        chunk.reserve(chunk.length + wanted);
        if (from < to) {
            int length = Math.min(to - from, wanted);
            System.arraycopy(pending, from, chunk.bytes, chunk.length, length);
            from += length;
            chunk.length += length;
            return true;
        }
        int read = read(chunk.bytes, chunk.length, wanted);
        chunk.length += Math.max(read, 0);
        return read >= 0;
    }

    private static boolean holdsLineFeed(Chunk chunk, int from) {
        for (int p = chunk.length - 1; p >= from; p--) {
            if (chunk.bytes[p] == '\n') {
                return true;
            }
        }
        return false;
    }

    /// Puts what follows the last line feed back in front of what is pending.
    private void keepPartialLine(Chunk chunk) {
        int end = chunk.length;
        while (end > 0 && chunk.bytes[end - 1] != '\n') {
            end--;
        }
        int partial = chunk.length - end;
        int rest = to - from;
        byte[] target = partial + rest > pending.length ? new byte[partial + rest] : pending;
        System.arraycopy(pending, from, target, partial, rest);
        System.arraycopy(chunk.bytes, end, target, 0, partial);
        pending = target;
        from = 0;
        to = partial + rest;
        chunk.length = end;
    }

    /// Reads from the stream; what breaks it off ends it, and is said later, behind the lines before it.
    private int read(byte[] into, int offset, int length) {
        if (ended) {
            return -1;
        }
        try {
            int read = stream.read(into, offset, length);
            ended = read < 0;
            return read;
        } catch (EOFException e) {
            broken = "the compressed data ends too early, expected a whole file (was it truncated?)";
        } catch (IOException e) {
            broken = PackedFile.problem(e);
        }
        ended = true;
        return -1;
    }

    @Override
    String where() {
        return packed.where();
    }

    @Override
    public void close() {
        packed.close();
    }
}
