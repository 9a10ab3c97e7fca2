package io.bitfront.input.webgraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.input.webgraph.BitReader.BrokenCodeException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Lists encoded by hand, bit by bit, as any writer might choose to: what is copied from where is drawn.
final class WebGraphListsTest {
    private static final String ENDS = "the data ends within a list";

    private static WebGraphProperties properties(int vertices, int window, int references, int interval) {
        return new WebGraphProperties(
                Path.of("g.properties"),
                vertices,
                1_000_000,
                window,
                references,
                interval,
                3,
                Set.of("RESIDUALS_GAMMA"));
    }

    private static WebGraphLists lists(WebGraphProperties properties, String bits, long... offsets) {
        byte[] bytes = new byte[(bits.length() + 7) / 8];
        for (int i = 0; i < bits.length(); i++) {
            bytes[i / 8] |= (byte) (bits.charAt(i) - '0' << 7 - i % 8);
        }
        return new WebGraphLists(properties, MemorySegment.ofArray(bytes), v -> offsets[(int) v]);
    }

    private static String gamma(long value) {
        String digits = Long.toBinaryString(value + 1);
        return "0".repeat(digits.length() - 1) + digits;
    }

    /// 0, -1, 1, -2, ... as 0, 1, 2, 3, ...
    private static long folded(long value) {
        return value < 0 ? -2 * value - 1 : 2 * value;
    }

    /// Writes lists of which some are copied in part.
    private static final class Writer {
        private final WebGraphProperties properties;
        private final Random dice;
        private final List<int[]> lists = new ArrayList<>();
        private final List<Integer> depths = new ArrayList<>();
        private final StringBuilder bits = new StringBuilder();
        private final List<Long> offsets = new ArrayList<>(List.of(0L));

        Writer(WebGraphProperties properties, Random dice) {
            this.properties = properties;
            this.dice = dice;
        }

        void add(int[] list) {
            int vertex = lists.size();
            bits.append(gamma(list.length));
            int reference = 0;
            if (list.length > 0 && properties.window() > 0) {
                reference = dice.nextInt(1 + Math.min(properties.window(), vertex));
                reference =
                        reference > 0 && depths.get(vertex - reference) < properties.mostReferences() ? reference : 0;
                bits.append("0".repeat(reference)).append('1');
            }
            TreeSet<Integer> extra = new TreeSet<>();
            Arrays.stream(list).forEach(extra::add);
            if (reference > 0) {
                copy(lists.get(vertex - reference), extra);
            }
            if (!extra.isEmpty()) {
                addExtra(vertex, new ArrayList<>(extra));
            }
            depths.add(reference > 0 ? depths.get(vertex - reference) + 1 : 0);
            lists.add(list);
            offsets.add((long) bits.length());
        }

        /// Runs that are copied and passed over by turns; the last goes without saying.
        private void copy(int[] other, Set<Integer> extra) {
            List<Integer> runs = new ArrayList<>(List.of(0));
            boolean copying = true;
            for (int each : other) {
                boolean copied = extra.contains(each) && dice.nextInt(5) > 0;
                if (copied) {
                    extra.remove(each);
                }
                if (copied != copying) {
                    runs.add(0);
                    copying = copied;
                }
                runs.set(runs.size() - 1, runs.getLast() + 1);
            }
            bits.append(gamma(runs.size() - 1));
            for (int i = 0; i < runs.size() - 1; i++) {
                bits.append(gamma(runs.get(i) - (i == 0 ? 0 : 1)));
            }
        }

        private void addExtra(int vertex, List<Integer> extra) {
            List<int[]> intervals = new ArrayList<>();
            List<Integer> residuals = new ArrayList<>();
            for (int begin = 0, end; begin < extra.size(); begin = end) {
                end = begin + 1;
                while (end < extra.size() && extra.get(end) == extra.get(end - 1) + 1) {
                    end++;
                }
                if (properties.leastInterval() > 0 && end - begin >= properties.leastInterval()) {
                    intervals.add(new int[] {extra.get(begin), end - begin});
                } else {
                    residuals.addAll(extra.subList(begin, end));
                }
            }
            if (properties.leastInterval() > 0) {
                bits.append(gamma(intervals.size()));
            }
            for (int i = 0; i < intervals.size(); i++) {
                int[] before = i == 0 ? null : intervals.get(i - 1);
                int start = intervals.get(i)[0];
                bits.append(gamma(i == 0 ? folded(start - vertex) : start - before[0] - before[1] - 1));
                bits.append(gamma(intervals.get(i)[1] - properties.leastInterval()));
            }
            for (int i = 0; i < residuals.size(); i++) {
                int residual = residuals.get(i);
                bits.append(gamma(i == 0 ? folded(residual - vertex) : residual - residuals.get(i - 1) - 1));
            }
        }
    }

    private static int[] found(WebGraphLists lists, int vertex) {
        WebGraphLists.Kept kept = lists.of(vertex);
        return Arrays.copyOf(kept.list(), kept.length());
    }

    /// One behind the other, where nobody knows where the next begins, and in any order, where that is known.
    @ParameterizedTest
    @CsvSource({"0, 3, 4", "1, 1, 0", "3, 2, 2", "3, 0, 3", "7, 3, 4", "7, 100, 1", "7, -1, 4", "7, 1000, 2"})
    void areDecodedAsTheyWereWritten(int window, int references, int interval) {
        for (int seed = 0; seed < 12; seed++) {
            Random dice = new Random(seed);
            int n = 1 + dice.nextInt(120);
            WebGraphProperties properties = properties(n, window, references, interval);
            Writer writer =
                    new Writer(references < 0 ? properties(n, window, Integer.MAX_VALUE, interval) : properties, dice);
            int[] last = {};
            for (int v = 0; v < n; v++) {
                int shown = 1 + dice.nextInt(6);
                TreeSet<Integer> list = new TreeSet<>();
                Arrays.stream(last).filter(each -> dice.nextInt(6) > 0).forEach(list::add);
                for (int run = dice.nextInt(4); run > 0; run--) {
                    int begin = dice.nextInt(n);
                    for (int w = begin; w < Math.min(n, begin + shown); w++) {
                        list.add(w);
                    }
                }
                last = dice.nextInt(8) == 0
                        ? new int[0]
                        : list.stream().mapToInt(Integer::intValue).toArray();
                writer.add(last);
            }
            String bits = writer.bits.toString();
            long[] known = new long[n + 1];
            WebGraphLists behindEachOther = lists(properties, bits, known);
            for (int v = 0; v < n; v++) {
                assertThat(found(behindEachOther, v)).isEqualTo(writer.lists.get(v));
                known[v + 1] = behindEachOther.position();
                assertThat(known[v + 1]).isEqualTo(writer.offsets.get(v + 1));
            }
            if (!properties.sequentialOnly()) {
                WebGraphLists inAnyOrder = lists(
                        properties,
                        bits,
                        writer.offsets.stream().mapToLong(Long::longValue).toArray());
                for (int i = 0; i < 2 * n; i++) {
                    int v = dice.nextInt(n);
                    assertThat(found(inAnyOrder, v)).isEqualTo(writer.lists.get(v));
                }
            }
        }
    }

    /// 0, 1 and 2 have the successor 0, of which 1 and 2 copy theirs from the one before; a 3 would, too.
    private static final String COPIES = gamma(1) + "1" + gamma(0) + (gamma(1) + "01" + gamma(0)).repeat(3);

    private static long[] offsetsOfCopies() {
        long first = (gamma(1) + "1" + gamma(0)).length();
        long each = (gamma(1) + "01" + gamma(0)).length();
        return new long[] {0, first, first + each, first + 2 * each, first + 3 * each};
    }

    @Test
    void copiesOfCopiesGoAsDeepAsTheyMay() {
        assertThat(found(lists(properties(4, 1, 3, 0), COPIES, offsetsOfCopies()), 3))
                .containsExactly(0);
        assertThat(found(lists(properties(4, 1, 2, 0), COPIES, offsetsOfCopies()), 2))
                .containsExactly(0);
        assertThatThrownBy(() ->
                        lists(properties(4, 1, 2, 0), COPIES, offsetsOfCopies()).of(3))
                .isInstanceOf(BrokenCodeException.class)
                .hasMessage("copies of copies go deeper than the 2 allowed");
    }

    /// Up to where the next begins, not a bit further.
    @Test
    void listsEndWhereTheNextBegins() {
        String bits = gamma(2) + gamma(folded(1)) + gamma(3) + "11111";
        int length = bits.length() - 5;
        WebGraphProperties plain = properties(9, 0, 3, 0);
        assertThat(found(lists(plain, bits, 0, length), 0)).containsExactly(1, 5);
        assertThat(found(lists(plain, bits, 0, length + 1), 0)).containsExactly(1, 5);
        assertThatThrownBy(() -> lists(plain, bits, 0, length - 1).of(0)).hasMessage(ENDS);
        assertThatThrownBy(() -> lists(plain, bits, 0, 1).of(0)).hasMessage(ENDS);
    }

    /// Every number takes a bit: more than are left are not read.
    @Test
    void moreNumbersThanBitsAreNotThere() {
        WebGraphProperties many = properties(100, 0, 3, 1);
        assertThatThrownBy(() -> lists(many, gamma(90) + gamma(80), 0, 0).of(0)).hasMessage(ENDS);
        assertThatThrownBy(() -> lists(many, gamma(90) + gamma(0), 0, 0).of(0)).hasMessage(ENDS);
        WebGraphProperties copying = properties(100, 1, 3, 0);
        assertThatThrownBy(() -> lists(copying, gamma(0) + gamma(1) + "01" + gamma(70), 0, 1, 0)
                        .of(1))
                .hasMessage(ENDS);
        // As many residuals as bits, each of one: 0, 1, 2, 3.
        assertThat(found(lists(properties(9, 0, 3, 0), gamma(4) + "111" + "1".repeat(8), 0, 0), 0))
                .containsExactly(0, 1, 2, 3);
    }

    @ParameterizedTest
    @CsvSource({
        "3, successor -1 is outside 0..8, -1",
        "3, successor 9 is outside 0..8, 9",
    })
    void successorsAreVertices(int vertex, String message, int successor) {
        String bits = gamma(0).repeat(vertex) + gamma(1) + gamma(folded(successor - vertex));
        long[] offsets = new long[vertex + 2];
        Arrays.setAll(offsets, v -> v <= vertex ? v : 0);
        assertThatThrownBy(() -> lists(properties(9, 0, 3, 0), bits, offsets).of(vertex))
                .hasMessage(message);
    }

    /// The first and the last vertex of an interval.
    @Test
    void intervalsLieAmongTheVertices() {
        WebGraphProperties intervals = properties(9, 0, 3, 2);
        String whole = gamma(4) + gamma(1) + gamma(folded(5)) + gamma(2);
        assertThat(found(lists(intervals, whole, 0, 0), 0)).containsExactly(5, 6, 7, 8);
        assertThatThrownBy(() -> lists(intervals, gamma(4) + gamma(1) + gamma(folded(6)) + gamma(2), 0, 0)
                        .of(0))
                .hasMessage("successor 9 is outside 0..8");
        assertThatThrownBy(() -> lists(intervals, gamma(4) + gamma(1) + gamma(folded(-1)) + gamma(2), 0, 0)
                        .of(0))
                .hasMessage("successor -1 is outside 0..8");
        assertThatThrownBy(() -> lists(intervals, gamma(3) + gamma(1) + gamma(folded(1)) + gamma(2), 0, 0)
                        .of(0))
                .hasMessage("4 is outside 0..3");
        assertThatThrownBy(() ->
                        lists(intervals, gamma(3) + gamma(4) + gamma(0), 0, 0).of(0))
                .hasMessage("4 is outside 0..3");
    }

    @Test
    void referencesReachBackNoFurtherThanTheWindowAndTheFirstList() {
        String empty = gamma(0).repeat(5);
        long[] offsets = {0, 1, 2, 3, 4, 5, 0};
        String two = empty + gamma(1) + "001" + gamma(0) + gamma(0);
        assertThat(found(lists(properties(9, 2, 3, 0), two, offsets), 5)).containsExactly(5);
        assertThatThrownBy(() -> lists(properties(9, 1, 3, 0), two, offsets).of(5))
                .hasMessage("2 is outside 0..1");
        assertThatThrownBy(() -> lists(properties(9, 7, 3, 0), gamma(0) + gamma(1) + "001", 0, 1, 0)
                        .of(1))
                .hasMessage("2 is outside 0..1");
    }
}
