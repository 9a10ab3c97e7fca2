package io.bitfront.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.input.source.Tuning;
import io.bitfront.testkit.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Writes random edges in random dress and reads them back; the expectation is what was written.
@Tag("drawn")
class RandomTextTest {
    @TempDir
    private Path folder;

    static LongStream seeds() {
        return Seeds.upTo(80);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void readsEdgeListsBack(long seed) {
        Random dice = new Random(seed);
        int edges = 1 + dice.nextInt(dice.nextBoolean() ? 20 : 3_000);
        String separator = List.of(" ", "\t", ",", ";", "  ", ", ").get(dice.nextInt(6));
        StringBuilder text = new StringBuilder(dice.nextBoolean() ? "from" + separator + "to\n" : "");
        List<String> expected = new ArrayList<>();
        TreeSet<Long> ids = new TreeSet<>();
        int kind = dice.nextInt(5);
        for (int i = 0; i < edges; i++) {
            long from = id(dice, kind);
            long to = id(dice, kind);
            noise(text, dice, "#%/".charAt(dice.nextInt(3)));
            text.append(from).append(separator).append(to);
            text.append(dice.nextInt(4) == 0 ? separator + "w" + dice.nextInt() : "");
            text.append(lineEnd(dice, i == edges - 1));
            expected.add(from + ">" + to);
            ids.add(from);
            ids.add(to);
        }
        check(text.toString(), "a.el", dice, expected, ids, seed);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void readsMatricesBack(long seed) {
        Random dice = new Random(seed);
        int vertices = 1 + dice.nextInt(dice.nextBoolean() ? 9 : 200_000_000);
        int edges = dice.nextInt(2_000);
        boolean values = dice.nextBoolean();
        StringBuilder entries = new StringBuilder();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < edges; i++) {
            int row = 1 + dice.nextInt(vertices);
            int column = 1 + dice.nextInt(vertices);
            noise(entries, dice, '%');
            entries.append(" ".repeat(dice.nextInt(3))).append(row).append(dice.nextBoolean() ? " " : " \t");
            entries.append(column).append(values ? " " + value(dice) : "");
            entries.append(lineEnd(dice, i == edges - 1));
            expected.add(row + ">" + column);
        }
        String text = "%%MatrixMarket matrix coordinate " + (values ? "real" : "pattern") + " general\n" + vertices
                + " " + vertices + " " + edges + "\n" + entries;
        check(text, "a.mtx", dice, expected, null, seed);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void readsArcsBack(long seed) {
        Random dice = new Random(seed);
        int vertices = 1 + dice.nextInt(dice.nextBoolean() ? 200 : 200_000_000);
        int edges = dice.nextInt(2_000);
        StringBuilder text = new StringBuilder("c arcs\np sp %d %d\n".formatted(vertices, edges));
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < edges; i++) {
            int from = 1 + dice.nextInt(vertices);
            int to = 1 + dice.nextInt(vertices);
            text.append(dice.nextInt(5) == 0 ? "c a 1 1 1\n" : "").append(" ".repeat(dice.nextInt(10) / 9));
            text.append(List.of("a ", "a ", "a ", "a\t", "a  ").get(dice.nextInt(5)))
                    .append(from);
            text.append(dice.nextBoolean() ? " " : " \t").append(to).append(' ').append(value(dice));
            text.append(lineEnd(dice, i == edges - 1));
            expected.add(from + ">" + to);
        }
        check(text.toString(), "a.gr", dice, expected, null, seed);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void namesTheFirstMalformedLineOfAny(long seed) {
        Random dice = new Random(seed);
        int lines = 1 + dice.nextInt(3_000);
        int first = dice.nextInt(lines);
        StringBuilder text = new StringBuilder("# head\n");
        for (int i = 0; i < lines; i++) {
            boolean malformed = i == first || i > first && dice.nextInt(10) == 0;
            text.append(malformed ? i + " x" + i : i + " " + dice.nextInt(1_000_000));
            text.append(lineEnd(dice, i == lines - 1));
        }
        boolean packed = dice.nextBoolean();
        Path file = write("a.el", text.toString(), packed);
        assertThatThrownBy(() -> ReadGraph.of(file, ReadOptions.AUTO, 1 + dice.nextInt(4), tuning(dice)))
                .as(Seeds.rerun(getClass(), seed))
                .hasMessage(
                        "%s:%d: 'x%d' is not a vertex, expected a whole number in 0..9223372036854775807 (--ids names takes names)"
                                .formatted(file, first + 2, first));
    }

    private void check(String text, String name, Random dice, List<String> expected, TreeSet<Long> ids, long seed) {
        Path file = write(name, text, dice.nextInt(3) == 0);
        for (int threads : new int[] {1, 2 + dice.nextInt(3)}) {
            ReadGraph graph = ids == null
                    ? ReadGraph.withoutIds(file, threads, tuning(dice))
                    : ReadGraph.of(file, ReadOptions.AUTO, threads, tuning(dice));
            assertThat(graph.edges()).as(Seeds.rerun(getClass(), seed)).isEqualTo(expected);
            if (ids != null) {
                assertThat(graph.ids()).as(Seeds.rerun(getClass(), seed)).isEqualTo(List.copyOf(ids));
                assertThat(graph.range()).isEqualTo(ids.getLast() - ids.getFirst() == ids.size() - 1);
            }
        }
    }

    private static Tuning tuning(Random dice) {
        return new Tuning(1 + dice.nextInt(1 << dice.nextInt(15)), 1 + dice.nextInt(5_000), Integer.MAX_VALUE);
    }

    /// Ids of one kind: dense, sparse within 32 bits, around 2³¹, any of 63 bits, one in a hundred of 63 bits.
    private static long id(Random dice, int kind) {
        return switch (kind) {
            case 0 -> dice.nextInt(50);
            case 1 -> dice.nextInt(Integer.MAX_VALUE);
            case 2 -> (1L << 31) - 1_000 + dice.nextInt(2_000);
            case 3 -> dice.nextLong() >>> 1 + dice.nextInt(62);
            default -> dice.nextInt(100) == 0 ? dice.nextLong() >>> 1 : dice.nextInt(1_000);
        };
    }

    private static String value(Random dice) {
        return switch (dice.nextInt(4)) {
            case 0 -> Integer.toString(dice.nextInt());
            case 1 -> Double.toString(dice.nextGaussian() * 1e20);
            case 2 -> Float.toString(dice.nextFloat());
            default -> "0";
        };
    }

    private static void noise(StringBuilder text, Random dice, char comment) {
        switch (dice.nextInt(40)) {
            case 0 -> text.append("\n");
            case 1 -> text.append("  \r\n");
            case 2 -> text.append(comment).append(comment).append(" 1 2 3\n");
            default -> {}
        }
    }

    private static String lineEnd(Random dice, boolean last) {
        if (last && dice.nextBoolean()) {
            return "";
        }
        return dice.nextInt(10) == 0 ? "\r\n" : "\n";
    }

    private Path write(String name, String text, boolean packed) {
        if (!packed) {
            return ReadGraph.write(folder, name, text);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream stream = new GZIPOutputStream(bytes)) {
            stream.write(text.getBytes(StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ReadGraph.write(folder, name + ".gz", bytes.toByteArray());
    }
}
