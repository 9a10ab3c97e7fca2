package io.bitfront.input.text;

/// Whole lines of a text in a heap buffer, each ended by a line feed. Belongs to one worker, refilled by a
/// [TextFeed].
final class Chunk {
    /// Bytes that may be read, but mean nothing, behind the last line: what an eight-byte load can reach.
    static final int PADDING = 16;

    byte[] bytes;
    int length;
    /// Rank of this chunk in the text.
    int index;
    /// Bytes of the file consumed for it, for the progress.
    long consumed;
    /// What breaks off the text behind the last line, or null.
    String defect;

    Chunk(int capacity) {
        bytes = new byte[capacity + PADDING];
    }

    /// Makes room for `capacity` bytes, keeping the first `length`.
    void reserve(int capacity) {
        if (capacity + PADDING > bytes.length) {
            // A stream may give a long line by little and little.
            byte[] larger = new byte[Math.max(capacity, 3 * (bytes.length / 2)) + PADDING];
            System.arraycopy(bytes, 0, larger, 0, length);
            bytes = larger;
        }
    }

    /// Ends the last line of a text whose file does not.
    void endLastLine() {
        if (length > 0 && bytes[length - 1] != '\n') {
            reserve(length + 1);
            bytes[length++] = '\n';
        }
    }
}
