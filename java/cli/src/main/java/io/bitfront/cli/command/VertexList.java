package io.bitfront.cli.command;

import io.bitfront.cache.Graph;
import io.bitfront.file.FileException;
import io.bitfront.file.GraphFormatException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;

/// A text file of vertices, one id or name per line; empty lines and lines starting with `#` or `%` are passed over.
public final class VertexList {
    private VertexList() {}

    /// Reads ids that are all in the graph.
    ///
    /// @throws GraphFormatException naming the line of what is no id or not in the graph
    public static long[] read(Path file, Graph graph) {
        LongStream.Builder ids = LongStream.builder();
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
            long number = 0;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                number++;
                String word = line.strip();
                if (!word.isEmpty() && word.charAt(0) != '#' && word.charAt(0) != '%') {
                    ids.add(id(file, number, word, graph));
                }
            }
        } catch (IOException e) {
            throw FileException.of("read", file, e);
        }
        long[] read = ids.build().toArray();
        if (read.length == 0) {
            throw new GraphFormatException(file, 0, "no vertex id, expected one per line");
        }
        return read;
    }

    private static long id(Path file, long line, String word, Graph graph) {
        try {
            return graph.ids().parse(word);
        } catch (NumberFormatException e) {
            throw new GraphFormatException(file, line, "expected one vertex id, found '%s'".formatted(shortened(word)));
        } catch (IllegalArgumentException e) {
            throw new GraphFormatException(file, line, e.getMessage());
        }
    }

    private static String shortened(String word) {
        String printable = word.replaceAll("\\P{Print}", "?");
        return printable.length() <= 40 ? printable : printable.substring(0, 40) + "...";
    }
}
