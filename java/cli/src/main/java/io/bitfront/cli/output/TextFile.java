package io.bitfront.cli.output;

import io.bitfront.file.AtomicFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// A text file. Rows are formatted by all cores, and written by all as soon as the lengths of those before them are
/// known. Under its name only once committed.
final class TextFile implements Companion {
    private static final int BUFFER = 1 << 18;
    private static final int ROWS_A_PIECE = 1 << 14;

    /// Puts one row together; called by several threads at once, each with a text of its own.
    @FunctionalInterface
    interface Row {
        void put(Text text, int row);
    }

    private final AtomicFile file;
    private long position;
    private final Text text = new Text(BUFFER);

    TextFile(Path path) {
        this(AtomicFile.create(path));
    }

    /// @param file committed and closed with this one
    TextFile(AtomicFile file) {
        this.file = file;
    }

    TextFile put(char ascii) {
        text.put(ascii);
        return flushedIfFull();
    }

    TextFile put(String words) {
        text.put(words);
        return flushedIfFull();
    }

    TextFile put(long value) {
        text.put(value);
        return flushedIfFull();
    }

    /// Puts the rows 0..count-1, in this order.
    TextFile putRows(int count, Row row) {
        int threads = Math.min(Runtime.getRuntime().availableProcessors(), Math.ceilDiv(count, ROWS_A_PIECE));
        if (threads < 2) {
            for (int i = 0; i < count; i++) {
                row.put(text, i);
                flushedIfFull();
            }
            return this;
        }
        flush();
        // The pool's end waits for the pieces under way, so no row is put after this call.
        try (ExecutorService pool = Executors.newFixedThreadPool(
                threads, Thread.ofPlatform().daemon().name("bitfront-text-", 0).factory())) {
            putPieces(count, row, pool, 2 * threads);
        }
        return this;
    }

    private void putPieces(int count, Row row, ExecutorService pool, int underWay) {
        Queue<Future<Text>> pieces = new ArrayDeque<>();
        Queue<Future<Text>> written = new ArrayDeque<>();
        Queue<Text> free = new ArrayDeque<>();
        long begin = 0;
        while (begin < count || !pieces.isEmpty()) {
            while (begin < count && pieces.size() < underWay) {
                int from = (int) begin;
                int to = (int) Math.min(count, begin + ROWS_A_PIECE);
                Text into = free.isEmpty() ? new Text(BUFFER) : free.remove();
                pieces.add(pool.submit(() -> piece(into, row, from, to)));
                begin = to;
            }
            Text done = finished(pieces.remove());
            long at = position;
            position += done.length();
            written.add(pool.submit(() -> writtenAt(at, done)));
            while (written.size() > underWay
                    || !written.isEmpty() && written.peek().isDone()) {
                free.add(finished(written.remove()));
            }
        }
        while (!written.isEmpty()) {
            finished(written.remove());
        }
    }

    private Text writtenAt(long at, Text some) {
        file.writeAt(at, ByteBuffer.wrap(some.bytes(), 0, some.length()));
        some.clear();
        return some;
    }

    private static Text piece(Text into, Row row, int from, int to) {
        for (int i = from; i < to; i++) {
            row.put(into, i);
        }
        return into;
    }

    private static Text finished(Future<Text> piece) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return piece.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw e.getCause() instanceof RuntimeException unchecked
                            ? unchecked
                            : new IllegalStateException("format rows: " + e.getCause(), e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private TextFile flushedIfFull() {
        if (text.length() >= BUFFER) {
            flush();
        }
        return this;
    }

    private void flush() {
        long at = position;
        position += text.length();
        writtenAt(at, text);
    }

    @Override
    public Path target() {
        return file.target();
    }

    @Override
    public AtomicFile ended() {
        flush();
        return file;
    }

    /// Ends the file and gives it its name.
    public void commit() {
        ended().commit();
    }

    /// Deletes the file unless committed.
    @Override
    public void close() {
        file.close();
    }
}
