package io.bitfront.testkit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/// Writes a [TestGraph] as an input file, edges as given (loops and duplicates included) unless said otherwise.
public final class EdgeFiles {
    private EdgeFiles() {}

    /// MatrixMarket coordinate pattern: `general` for a directed graph, `symmetric` (lower triangle) otherwise.
    public static String mtx(TestGraph graph) {
        StringBuilder text = new StringBuilder("%%MatrixMarket matrix coordinate pattern ")
                .append(graph.directed() ? "general\n" : "symmetric\n")
                .append("% ")
                .append(graph.name())
                .append('\n')
                .append("%d %d %d".formatted(graph.vertexCount(), graph.vertexCount(), graph.givenEdges()))
                .append('\n');
        for (int i = 0; i < graph.givenEdges(); i++) {
            int row = graph.from()[i] + 1;
            int column = graph.to()[i] + 1;
            boolean swap = !graph.directed() && row < column;
            text.append(swap ? column : row)
                    .append(' ')
                    .append(swap ? row : column)
                    .append('\n');
        }
        return text.toString();
    }

    /// An edge list with 0-based ids; an undirected edge stands there once. Isolated vertices are not in it.
    public static String el(TestGraph graph) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < graph.givenEdges(); i++) {
            text.append(graph.from()[i]).append(' ').append(graph.to()[i]).append('\n');
        }
        return text.toString();
    }

    /// DIMACS `.gr` with weight 1; an undirected edge becomes two arcs.
    public static String gr(TestGraph graph) {
        int arcs = graph.givenEdges() * (graph.directed() ? 1 : 2);
        StringBuilder text = new StringBuilder("c ")
                .append(graph.name())
                .append('\n')
                .append("p sp %d %d".formatted(graph.vertexCount(), arcs))
                .append('\n');
        for (int i = 0; i < graph.givenEdges(); i++) {
            int source = graph.from()[i] + 1;
            int target = graph.to()[i] + 1;
            text.append("a %d %d 1".formatted(source, target)).append('\n');
            if (!graph.directed()) {
                text.append("a %d %d 1".formatted(target, source)).append('\n');
            }
        }
        return text.toString();
    }

    /// GAP's serialized graph, cleaned: a byte `directed`, edges and vertices as int64, offsets as int64,
    /// out-neighbours as int32, and for a directed graph offsets and in-neighbours too. Little-endian.
    public static byte[] sg(TestGraph graph) {
        int edges = Math.toIntExact(graph.cleanEdges());
        int side = (graph.vertexCount() + 1) * Long.BYTES + edges * Integer.BYTES;
        ByteBuffer bytes = ByteBuffer.allocate(17 + side * (graph.directed() ? 2 : 1))
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) (graph.directed() ? 1 : 0))
                .putLong(edges)
                .putLong(graph.vertexCount());
        putLists(bytes, graph.outNeighbours());
        if (graph.directed()) {
            putLists(bytes, graph.inNeighbours());
        }
        return bytes.array();
    }

    /// Writes the graph in the format of the file's suffix: `.mtx`, `.el`, `.gr` or `.sg`.
    public static Path write(TestGraph graph, Path file) throws IOException {
        String name = file.toString();
        String suffix = name.substring(name.lastIndexOf('.') + 1);
        return switch (suffix) {
            case "mtx" -> Files.writeString(file, mtx(graph));
            case "el" -> Files.writeString(file, el(graph));
            case "gr" -> Files.writeString(file, gr(graph));
            case "sg" -> Files.write(file, sg(graph));
            default -> throw new IllegalArgumentException("%s: expected .mtx, .el, .gr or .sg".formatted(file));
        };
    }

    private static void putLists(ByteBuffer bytes, int[][] lists) {
        long offset = 0;
        bytes.putLong(offset);
        for (int[] list : lists) {
            offset += list.length;
            bytes.putLong(offset);
        }
        for (int[] list : lists) {
            for (int vertex : list) {
                bytes.putInt(vertex);
            }
        }
    }
}
