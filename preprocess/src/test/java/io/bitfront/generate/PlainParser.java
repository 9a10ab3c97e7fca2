package io.bitfront.generate;

import io.bitfront.testkit.TestGraph;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Reads what [GraphWriter] wrote in the simplest way there is; edges as they stand in the file.
final class PlainParser {
    private PlainParser() {}

    static TestGraph mtx(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        boolean symmetric = lines.get(0).equals("%%MatrixMarket matrix coordinate pattern symmetric");
        if (!symmetric && !lines.get(0).equals("%%MatrixMarket matrix coordinate pattern general")) {
            throw new IOException("header " + lines.get(0));
        }
        String[] size = lines.get(1).split(" ", -1);
        if (!size[0].equals(size[1]) || Integer.parseInt(size[2]) != lines.size() - 2) {
            throw new IOException("sizes %s, %d lines".formatted(lines.get(1), lines.size()));
        }
        return pairs(lines.subList(2, lines.size()), 1, Integer.parseInt(size[0]), !symmetric);
    }

    static TestGraph el(Path file, int vertexCount) throws IOException {
        List<String> lines = Files.readAllLines(file);
        return pairs(lines.stream().filter(line -> !line.startsWith("#")).toList(), 0, vertexCount, true);
    }

    static TestGraph sg(Path file) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        boolean directed = bytes.get() != 0;
        int edges = (int) bytes.getLong();
        int n = (int) bytes.getLong();
        TestGraph out = side(bytes, n, edges);
        if (directed) {
            TestGraph in = side(bytes, n, edges);
            if (!java.util.Arrays.deepEquals(in.inNeighbours(), out.outNeighbours())) {
                throw new IOException("in-neighbours do not mirror out-neighbours");
            }
        }
        if (bytes.hasRemaining()) {
            throw new IOException(bytes.remaining() + " bytes too many");
        }
        return new TestGraph("sg", n, out.from(), out.to(), directed);
    }

    /// A list per vertex, as edges from it.
    private static TestGraph side(ByteBuffer bytes, int n, int edges) {
        long[] offset = new long[n + 1];
        for (int v = 0; v <= n; v++) {
            offset[v] = bytes.getLong();
        }
        int[] from = new int[edges];
        int[] to = new int[edges];
        for (int v = 0; v < n; v++) {
            for (int e = (int) offset[v]; e < offset[v + 1]; e++) {
                from[e] = v;
                to[e] = bytes.getInt();
            }
        }
        return new TestGraph("side", n, from, to, true);
    }

    private static TestGraph pairs(List<String> lines, int base, int n, boolean directed) {
        int[] from = new int[lines.size()];
        int[] to = new int[lines.size()];
        for (int i = 0; i < from.length; i++) {
            String[] ends = lines.get(i).split(" ", -1);
            from[i] = Integer.parseInt(ends[0]) - base;
            to[i] = Integer.parseInt(ends[1]) - base;
        }
        return new TestGraph("parsed", n, from, to, directed);
    }
}
