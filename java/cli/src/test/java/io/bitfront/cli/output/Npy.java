package io.bitfront.cli.output;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads a NumPy file for tests, by the format's description alone.
public record Npy(String header, ByteBuffer elements) {
    public static Npy read(Path file) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        byte[] magic = new byte[8];
        bytes.get(magic);
        if (!new String(magic, StandardCharsets.ISO_8859_1).equals("\u0093NUMPY\u0001\u0000")) {
            throw new IOException("no NumPy magic");
        }
        byte[] header = new byte[bytes.getShort()];
        bytes.get(header);
        if (bytes.position() % 64 != 0 || header[header.length - 1] != '\n') {
            throw new IOException("header of %d bytes is not aligned".formatted(bytes.position()));
        }
        String text = new String(header, StandardCharsets.US_ASCII).strip();
        return new Npy(text, bytes.slice().order(ByteOrder.LITTLE_ENDIAN));
    }

    public int[] ints() {
        int[] values = new int[elements.remaining() / Integer.BYTES];
        elements.asIntBuffer().get(values);
        return values;
    }

    public long[] longs() {
        long[] values = new long[elements.remaining() / Long.BYTES];
        elements.asLongBuffer().get(values);
        return values;
    }

    public double[] doubles() {
        double[] values = new double[elements.remaining() / Double.BYTES];
        elements.asDoubleBuffer().get(values);
        return values;
    }
}
