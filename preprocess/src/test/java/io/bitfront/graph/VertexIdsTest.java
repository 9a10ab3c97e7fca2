package io.bitfront.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class VertexIdsTest {
    @Test
    void aRangeMapsBothWays() {
        VertexIds ids = new VertexIds.Range(1, 5);
        assertThat(ids.idOf(0)).isEqualTo(1);
        assertThat(ids.indexOf(5)).isEqualTo(4);
        assertThat(ids.indexOf(0)).isEqualTo(-1);
        assertThat(ids.indexOf(6)).isEqualTo(-1);
        assertThat(ids.indexOf(Long.MAX_VALUE)).isEqualTo(-1);
        assertThat(ids.identity()).isFalse();
        assertThat(new VertexIds.Range(0, 5).identity()).isTrue();
    }

    @Test
    void aTableFindsEveryIdAndNoOther() {
        try (Arena arena = Arena.ofConfined()) {
            VertexIds ids = new VertexIds.Table(LongArray.copyOf(arena, 0, 3, 7, 1L << 40, Long.MAX_VALUE));
            for (int index = 0; index < ids.count(); index++) {
                assertThat(ids.indexOf(ids.idOf(index))).isEqualTo(index);
            }
            assertThat(ids.indexOf(1)).isEqualTo(-1);
            assertThat(ids.indexOf(8)).isEqualTo(-1);
            assertThat(ids.indexOf(-1)).isEqualTo(-1);
            assertThat(ids.identity()).isFalse();
        }
    }

    /// Of tables of any length, every id and what lies beside it.
    @Test
    void tablesAndNamesAreSearchedToBothEnds() {
        for (int n = 0; n < 40; n++) {
            long[] all = LongStream.range(0, n).map(i -> 5 + 3 * i).toArray();
            VertexIds table = new VertexIds.Table(LongArray.copyOf(Arena.ofAuto(), all));
            VertexIds names = VertexIds.Names.of(
                    LongStream.of(all).mapToObj("%03d"::formatted).toList());
            for (int id = 0; id < 3 * n + 8; id++) {
                int expected = id >= 5 && id < 5 + 3 * n && (id - 5) % 3 == 0 ? (id - 5) / 3 : -1;
                assertThat(table.indexOf(id)).isEqualTo(expected);
                String name = "%03d".formatted(id);
                if (expected >= 0) {
                    assertThat(names.parse(name)).isEqualTo(expected);
                } else {
                    assertThatThrownBy(() -> names.parse(name)).isInstanceOf(IllegalArgumentException.class);
                }
            }
            assertThat(names.indexOf(-1)).isEqualTo(-1);
            assertThat(names.indexOf(n)).isEqualTo(-1);
            assertThat(names.indexOf(n - 1)).isEqualTo(n - 1);
        }
    }

    @Test
    void nothingHasNoNames() {
        assertThatThrownBy(() -> VertexIds.Names.of(List.of()).parse("a"))
                .hasMessage("vertex 'a' is not in the graph (it has no vertices)");
    }

    /// As JSON has them.
    @Test
    void valuesAreNumbersOrNames() {
        assertThat(new VertexIds.Range(1, 5).value(3)).isEqualTo(3L);
        assertThat(VertexIds.Names.of(List.of("a", "b")).value(1)).isEqualTo("b");
        VertexIds numbers = VertexIds.numbers();
        assertThat(numbers.identity()).isTrue();
        assertThat(numbers.text(1L << 40)).isEqualTo("1099511627776");
        assertThat(numbers.indexOf(Integer.MAX_VALUE - 1L)).isEqualTo(Integer.MAX_VALUE - 1);
    }

    @Test
    void anEmptyTableHasNothing() {
        try (Arena arena = Arena.ofConfined()) {
            assertThat(new VertexIds.Table(LongArray.copyOf(arena)).indexOf(0)).isEqualTo(-1);
        }
    }

    @Test
    void keepsAListOfNames() {
        VertexIds ids = VertexIds.Names.of(List.of("", "Zoë", "é"));
        assertThat(ids.count()).isEqualTo(3);
        assertThat(LongStream.range(0, 3).mapToObj(ids::text)).containsExactly("", "Zoë", "é");
        assertThat(VertexIds.Names.of(List.of()).count()).isZero();
    }

    @Test
    void keepsSomeOfAllIdsInTheOrderAskedFor() {
        try (Arena arena = Arena.ofConfined()) {
            IntArray some = IntArray.allocate(arena, 4, "some");
            some.set(0, 5);
            some.set(2, 3);
            some.set(3, 2);
            VertexIds names = VertexIds.Names.of(List.of("", "Zoë", "a", "alice", "b", "éa"));
            VertexIds few = names.subset(arena, some);
            assertThat(LongStream.range(0, few.count()).mapToObj(few::text)).containsExactly("éa", "", "alice", "a");
            VertexIds numbers = new VertexIds.Range(7, 6).subset(arena, some);
            assertThat(IntStream.range(0, numbers.count()).mapToObj(numbers::idOf))
                    .containsExactly(12L, 7L, 10L, 9L);
        }
    }

    @Test
    void ranksNamesByTheirBytes() {
        String[] names = {"", "Zoë", "a", "alice", "b", "éa", "日本"};
        try (Arena arena = Arena.ofConfined()) {
            long[] starts = new long[names.length + 1];
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < names.length; i++) {
                text.append(names[i]);
                starts[i + 1] = text.toString().getBytes(StandardCharsets.UTF_8).length;
            }
            MemorySegment bytes = MemorySegment.ofArray(text.toString().getBytes(StandardCharsets.UTF_8));
            VertexIds ids = new VertexIds.Names(LongArray.copyOf(arena, starts), bytes);
            assertThat(ids.count()).isEqualTo(7);
            assertThat(ids.named() && ids.identity()).isTrue();
            for (int i = 0; i < names.length; i++) {
                assertThat(ids.text(i)).isEqualTo(names[i]);
                assertThat(ids.parse(names[i])).isEqualTo(i);
                assertThat(ids.indexOf(i)).isEqualTo(i);
            }
            assertThat(ids.indexOf(7)).isEqualTo(-1);
            assertThatThrownBy(() -> ids.parse("al"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("vertex 'al' is not in the graph (7 names from '' to '日本')");
        }
    }

    @Test
    void takesNumbersAsTheyAreWritten() {
        VertexIds ids = new VertexIds.Range(1, 5);
        assertThat(ids.named()).isFalse();
        assertThat(ids.text(3)).isEqualTo("3");
        assertThat(ids.parse("5")).isEqualTo(5);
        assertThatThrownBy(() -> ids.parse("bob")).isInstanceOf(NumberFormatException.class);
        assertThatThrownBy(() -> ids.parse("6")).hasMessage("vertex 6 is not in the graph (5 ids from 1 to 5)");
        assertThatThrownBy(() -> new VertexIds.Range(0, 0).parse("6"))
                .hasMessage("vertex 6 is not in the graph (it has no vertices)");
    }
}
