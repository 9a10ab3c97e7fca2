package io.bitfront.input.text;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/// A plain text, mapped. A chunk is the lines that begin within its `chunkBytes` of the text, copied so that
/// parsing works on an array in the cache.
final class MappedText extends TextFeed {
    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

    private final Arena arena;
    private final MemorySegment text;
    private final AtomicInteger nextChunk = new AtomicInteger();
    private volatile long head;
    private volatile long lastLine;

    MappedText(Path file, int chunkBytes) throws IOException {
        super(file, chunkBytes);
        arena = Arena.ofShared();
        try (FileChannel channel = FileChannel.open(file)) {
            text = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
        } catch (Throwable t) {
            arena.close();
            throw t;
        }
        head = startsWithByteOrderMark() ? 3 : 0;
    }

    private boolean startsWithByteOrderMark() {
        return text.byteSize() >= 3 && byteAt(0) == (byte) 0xEF && byteAt(1) == (byte) 0xBB && byteAt(2) == (byte) 0xBF;
    }

    @Override
    String readLine() {
        if (head >= text.byteSize()) {
            return null;
        }
        long end = lineFeedFrom(head, head + MAX_LINE + 1);
        if (end < 0) {
            throw defect(headLines() + 1, LINE_TOO_LONG);
        }
        byte[] line = text.asSlice(head, end - head).toArray(ValueLayout.JAVA_BYTE);
        lastLine = head;
        head = end + 1;
        int length = line.length > 0 && line[line.length - 1] == '\r' ? line.length - 1 : line.length;
        return new String(line, 0, length, StandardCharsets.ISO_8859_1);
    }

    @Override
    void unreadLine() {
        head = lastLine;
    }

    @Override
    boolean next(Chunk chunk) {
        chunk.index = nextChunk.getAndIncrement();
        chunk.length = 0;
        chunk.defect = null;
        long from = head + (long) chunk.index * chunkBytes;
        if (from >= text.byteSize()) {
            return false;
        }
        long to = Math.min(from + chunkBytes, text.byteSize());
        chunk.consumed = to - from + (chunk.index == 0 ? head : 0);
        long begin = chunk.index == 0 ? from : firstLineFrom(from, to);
        if (begin >= to) {
            return true;
        }
        long lastLineEnd = lineFeedFrom(to - 1, lastLineFrom(begin, to) + MAX_LINE + 1);
        if (lastLineEnd >= 0) {
            copy(begin, Math.min(lastLineEnd + 1, text.byteSize()), chunk);
            chunk.endLastLine();
        } else {
            copy(begin, to, chunk);
            dropPartialLine(chunk);
            chunk.defect = LINE_TOO_LONG;
        }
        return true;
    }

    /// Leaves so many chunks out.
    void skipChunks(long count) {
        nextChunk.addAndGet(Math.toIntExact(count));
    }

    private static void dropPartialLine(Chunk chunk) {
        while (chunk.length > 0 && chunk.bytes[chunk.length - 1] != '\n') {
            chunk.length--;
        }
    }

    /// Where the first line begins that begins in `[from, to)`, or `to`.
    private long firstLineFrom(long from, long to) {
        long lineFeed = lineFeedFrom(from - 1, to - 1);
        return lineFeed < 0 ? to : Math.min(lineFeed + 1, to);
    }

    /// Where the last line begins that begins in `[from, to)`, at `from` at least.
    private long lastLineFrom(long from, long to) {
        long begin = to - 1;
        while (begin > from && byteAt(begin - 1) != '\n') {
            begin--;
        }
        return begin;
    }

    private void copy(long begin, long end, Chunk chunk) {
        int length = Math.toIntExact(end - begin);
        chunk.reserve(length + 1);
        MemorySegment.copy(text, ValueLayout.JAVA_BYTE, begin, chunk.bytes, 0, length);
        chunk.length = length;
    }

    /// Position of the first line feed in `[from, limit)`; the end of the text counts as one; -1 where there
    /// is none.
    private long lineFeedFrom(long from, long limit) {
        long end = Math.min(limit, text.byteSize());
        long p = from;
        for (; p + Long.BYTES <= end; p += Long.BYTES) {
            long word = text.get(WORD, p) ^ 0x0A0A_0A0A_0A0A_0A0AL;
            if (((word - 0x0101_0101_0101_0101L) & ~word & 0x8080_8080_8080_8080L) != 0) {
                break;
            }
        }
        for (; p < end; p++) {
            if (byteAt(p) == '\n') {
                return p;
            }
        }
        return limit > text.byteSize() ? text.byteSize() : -1;
    }

    private byte byteAt(long position) {
        return text.get(ValueLayout.JAVA_BYTE, position);
    }

    @Override
    public void close() {
        arena.close();
    }
}
