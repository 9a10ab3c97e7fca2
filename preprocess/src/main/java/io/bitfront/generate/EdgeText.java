package io.bitfront.generate;

import io.bitfront.file.AtomicFile;
import io.bitfront.graph.Csc;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// A graph as lines of two numbers. Pieces of the edges are sized first, so that threads can format and write them to
/// their places independently.
///
/// @param header first lines
/// @param base number of the first vertex
/// @param lowerTriangle whether to write only edges whose row is larger than their column, as `row column`; else every
///     edge as `column row`, which is `source target`
record EdgeText(String header, Csc out, int base, boolean lowerTriangle) {
    private static final int PIECE = 1 << 16;
    private static final int[] POWER_OF_TEN = {
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000
    };

    /// Writes everything and returns the number of bytes.
    long write(AtomicFile file, Workers workers, Progress progress) {
        byte[] head = header.getBytes(StandardCharsets.US_ASCII);
        int pieces = Math.toIntExact(Math.ceilDiv(out.edgeCount(), PIECE));
        long[] position = new long[pieces + 1];
        workers.forRange(0, pieces, 1, (worker, begin, end) -> position[(int) begin + 1] = size((int) begin));
        position[0] = head.length;
        for (int piece = 0; piece < pieces; piece++) {
            position[piece + 1] += position[piece];
        }
        long bytes = position[pieces];
        file.reserve(bytes);
        try (Progress.Phase phase = progress.start("write", bytes, "byte")) {
            file.writeAt(0, ByteBuffer.wrap(head));
            phase.advance(head.length);
            workers.forRange(0, pieces, 1, (worker, begin, end) -> {
                int piece = (int) begin;
                byte[] text = new byte[(int) (position[piece + 1] - position[piece])];
                format(piece, text);
                file.writeAt(position[piece], ByteBuffer.wrap(text));
                phase.advance(text.length);
            });
        }
        return bytes;
    }

    private int size(int piece) {
        long begin = (long) piece * PIECE;
        long end = Math.min(out.edgeCount(), begin + PIECE);
        int size = 0;
        for (int column = columnOf(begin); begin < end; column++) {
            long columnEnd = Math.min(end, out.end(column));
            int rest = digits(column + base) + 2;
            for (; begin < columnEnd; begin++) {
                int row = out.row(begin);
                size += !lowerTriangle || row > column ? digits(row + base) + rest : 0;
            }
        }
        return size;
    }

    private void format(int piece, byte[] text) {
        long begin = (long) piece * PIECE;
        long end = Math.min(out.edgeCount(), begin + PIECE);
        int at = 0;
        for (int column = columnOf(begin); begin < end; column++) {
            long columnEnd = Math.min(end, out.end(column));
            for (; begin < columnEnd; begin++) {
                int row = out.row(begin);
                if (!lowerTriangle) {
                    at = line(column, row, text, at);
                } else if (row > column) {
                    at = line(row, column, text, at);
                }
            }
        }
    }

    private int line(int first, int second, byte[] text, int at) {
        int space = put(first + base, text, at);
        text[space] = ' ';
        int end = put(second + base, text, space + 1);
        text[end] = '\n';
        return end + 1;
    }

    /// The column that holds this edge.
    private int columnOf(long edge) {
        int low = 0;
        int high = out.vertexCount() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (out.start(middle) <= edge) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private static int digits(int value) {
        int estimate = ((Integer.SIZE - Integer.numberOfLeadingZeros(value | 1)) * 1233) >>> 12;
        return value < POWER_OF_TEN[estimate] ? Math.max(estimate, 1) : estimate + 1;
    }

    private static int put(int value, byte[] text, int at) {
        int end = at + digits(value);
        int rest = value;
        for (int i = end - 1; i >= at; i--) {
            text[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        return end;
    }
}
