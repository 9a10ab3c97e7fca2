package io.bitfront.cli.output;

import io.bitfront.file.AtomicFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// A text file written number by number through one buffer, without an object per number. Under its name only once
/// committed. One thread.
final class TextFile implements AutoCloseable {
    private static final int BUFFER = 1 << 18;
    private static final int LONGEST_NUMBER = 24;

    private final AtomicFile file;
    private final OutputStream stream;
    private final byte[] buffer = new byte[BUFFER];
    private int end;

    TextFile(Path path) {
        this(AtomicFile.create(path));
    }

    /// @param file committed and closed with this one
    TextFile(AtomicFile file) {
        this.file = file;
        this.stream = file.stream();
    }

    TextFile put(char ascii) {
        if (end == BUFFER) {
            flush();
        }
        buffer[end++] = (byte) ascii;
        return this;
    }

    TextFile put(String text) {
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            put((char) b);
        }
        return this;
    }

    TextFile put(long value) {
        if (end > BUFFER - LONGEST_NUMBER) {
            flush();
        }
        if (value < 0) {
            if (value == Long.MIN_VALUE) {
                return put(Long.toString(value));
            }
            buffer[end++] = '-';
        }
        long rest = Math.abs(value);
        int length = digits(rest);
        for (int at = end + length - 1; at > end; at--) {
            buffer[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        buffer[end] = (byte) ('0' + rest);
        end += length;
        return this;
    }

    private static int digits(long value) {
        int digits = 1;
        for (long bound = 10; digits < 19 && value >= bound; bound *= 10) {
            digits++;
        }
        return digits;
    }

    private void flush() {
        try {
            stream.write(buffer, 0, end);
        } catch (IOException e) {
            throw new AssertionError("an AtomicFile reports its own failures", e);
        }
        end = 0;
    }

    /// Ends the file and gives it its name.
    void commit() {
        flush();
        file.commit();
    }

    /// Deletes the file unless committed.
    @Override
    public void close() {
        file.close();
    }
}
