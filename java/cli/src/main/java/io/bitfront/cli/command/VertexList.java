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
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;

/// A text file of vertices, one id or name per line; a name may be quoted as in tables. Empty lines and lines starting
/// with `#` or `%` are passed over, unless a vertex is called so.
public final class VertexList {
    /// Names of vertices may be long, but not as long as this.
    private static final int LONGEST_LINE = 1 << 16;

    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private VertexList() {}

    /// What becomes of an id that is listed again.
    public enum Reading {
        /// It stays where it is. Takes 16 bytes of memory an id.
        AS_LISTED,
        /// It is passed over. Takes 16 bytes of memory a different id, and a bit a vertex.
        EACH_ONCE
    }

    /// Reads ids that are all in the graph.
    ///
    /// @param name what messages call the file
    /// @param say is told where the file is a pipe, which may keep its reader waiting
    /// @throws GraphFormatException naming the line of what is no id or not in the graph
    public static long[] read(Path file, String name, Graph graph, Reading reading, Consumer<String> say) {
        if (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
            say.accept("reading vertices from %s, which is no regular file, until it ends".formatted(name));
        }
        Ids ids = new Ids();
        BitSet seen = new BitSet();
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
            StringBuilder line = new StringBuilder();
            for (long number = 1; readLine(reader, line, name, number); number++) {
                String word = line.toString().strip();
                if (number == 1 && word.startsWith(BYTE_ORDER_MARK)) {
                    word = word.substring(1).strip();
                }
                if (!word.isEmpty() && (!isComment(word) || VertexWords.isName(word, graph))) {
                    long id = id(name, number, word, graph);
                    if (reading == Reading.AS_LISTED || isNew(graph.ids().indexOf(id), seen)) {
                        ids.add(id);
                    }
                }
            }
        } catch (IOException e) {
            throw FileException.of("read", file, e);
        }
        if (ids.count == 0) {
            throw new GraphFormatException(name, 0, "no vertex id, expected one per line");
        }
        return ids.toArray();
    }

    private static boolean isComment(String word) {
        return word.charAt(0) == '#' || word.charAt(0) == '%';
    }

    private static boolean isNew(int index, BitSet seen) {
        boolean found = seen.get(index);
        seen.set(index);
        return !found;
    }

    /// Reads up to the next line feed; a device such as `/dev/zero` has none.
    ///
    /// @return whether there was a line
    private static boolean readLine(BufferedReader reader, StringBuilder line, String name, long number)
            throws IOException {
        line.setLength(0);
        int c = reader.read();
        boolean found = c >= 0;
        for (; c >= 0 && c != '\n'; c = reader.read()) {
            if (line.length() == LONGEST_LINE) {
                throw new GraphFormatException(
                        name, number, "over %,d characters, expected one vertex id a line".formatted(LONGEST_LINE));
            }
            line.append((char) c);
        }
        return found;
    }

    /// Ids in pieces, so that growing copies none.
    private static final class Ids {
        private static final int PIECE = 1 << 16;

        private final List<long[]> pieces = new ArrayList<>();
        private int count;

        void add(long id) {
            if (count % PIECE == 0) {
                pieces.add(new long[PIECE]);
            }
            pieces.getLast()[count % PIECE] = id;
            count = Math.incrementExact(count);
        }

        long[] toArray() {
            long[] all = new long[count];
            for (int i = 0; i < pieces.size(); i++) {
                System.arraycopy(pieces.get(i), 0, all, i * PIECE, Math.min(PIECE, count - i * PIECE));
            }
            return all;
        }
    }

    private static long id(String name, long line, String word, Graph graph) {
        try {
            return VertexWords.parse(word, graph);
        } catch (NumberFormatException e) {
            throw new GraphFormatException(name, line, "expected one vertex id, found '%s'".formatted(shortened(word)));
        } catch (IllegalArgumentException e) {
            throw new GraphFormatException(name, line, e.getMessage());
        }
    }

    private static String shortened(String word) {
        String printable = word.replaceAll("\\P{Print}", "?");
        return printable.length() <= 40 ? printable : printable.substring(0, 40) + "...";
    }
}
