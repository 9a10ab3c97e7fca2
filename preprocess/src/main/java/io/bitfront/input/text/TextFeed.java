package io.bitfront.input.text;

import io.bitfront.file.GraphFormatException;
import java.nio.file.Path;

/// A text as lines first (its head), then as chunks of whole lines that any thread may fetch. How it is cut
/// depends on the chunk size alone, so reading it again gives the same chunks.
abstract sealed class TextFeed implements AutoCloseable permits MappedText, StreamedText {
    /// No line of a graph has more bytes before its line feed; without a limit, a binary file would be one line of
    /// gigabytes.
    static final int MAX_LINE = 1 << 24;

    static final String LINE_TOO_LONG = "the line is longer than 16,777,216 bytes, the most that is read of one";

    final Path file;
    final int chunkBytes;
    private long headLines;

    TextFeed(Path file, int chunkBytes) {
        this.file = file;
        this.chunkBytes = chunkBytes;
    }

    /// The next line of the head without its end, one `char` per byte; null behind the last line.
    /// Only before the first [#next], on one thread.
    final String headLine() {
        String line = readLine();
        if (line != null) {
            headLines++;
        }
        return line;
    }

    /// Gives the line just returned by [#headLine] back to the chunks.
    final void unreadHeadLine() {
        headLines--;
        unreadLine();
    }

    /// Lines consumed by [#headLine].
    final long headLines() {
        return headLines;
    }

    /// A malformed line of the head: the one read last.
    final GraphFormatException headDefect(String what) {
        return defect(headLines, what);
    }

    /// A defect of this text.
    final GraphFormatException defect(long line, String what) {
        return new GraphFormatException(file, line, what + where());
    }

    /// Fills the chunk with the next lines, or with none where a long line leaves none; false behind the last.
    abstract boolean next(Chunk chunk);

    abstract String readLine();

    abstract void unreadLine();

    /// What to add to a message so that its line can be found, or empty.
    String where() {
        return "";
    }

    @Override
    public abstract void close();
}
