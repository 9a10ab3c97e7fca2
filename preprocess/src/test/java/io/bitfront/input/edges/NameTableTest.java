package io.bitfront.input.edges;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NameTableTest {
    private static final int NAMES = 3_000;

    private static byte[] name(int ordinal) {
        return ("name " + ordinal).getBytes(StandardCharsets.UTF_8);
    }

    /// Its table of hashes grows several times; names of one hash stand one behind the other, round its end.
    @ParameterizedTest
    @ValueSource(ints = {1, 100, NAMES})
    void aShardFindsEveryNameAfterItHasGrown(int hashes) {
        try (Arena arena = Arena.ofConfined()) {
            NameShard.Hash hash =
                    (text, from, to) -> Math.floorMod(Arrays.hashCode(Arrays.copyOfRange(text, from, to)), hashes) - 1;
            NameShard shard = new NameShard(arena, hash);
            for (int time = 0; time < 2; time++) {
                for (int i = 0; i < NAMES; i++) {
                    byte[] name = name(i);
                    assertThat(shard.add(name, 0, name.length, (int) hash.of(name, 0, name.length)))
                            .isEqualTo(i);
                }
            }
            assertThat(shard.count()).isEqualTo(NAMES);
            assertThat(shard.name(NAMES / 2)).isEqualTo(name(NAMES / 2));
            shard.freeze();
            shard.close();
        }
    }

    /// Names of all lengths that fill pieces of 2^18 bytes to the last one, and others that just do not fit.
    @ParameterizedTest
    @ValueSource(ints = {65_533, 65_534, 65_535})
    void aShardKeepsLongNamesWhole(int fourth) {
        int[] lengths = {65_535, 65_535, 65_535, fourth - 1, 0, 1, 65_535, 3};
        try (Arena arena = Arena.ofConfined()) {
            NameShard shard = new NameShard(arena, (_, _, _) -> 5);
            for (int i = 0; i < lengths.length; i++) {
                byte[] name = new byte[lengths[i]];
                Arrays.fill(name, (byte) ('a' + i));
                assertThat(shard.add(name, 0, name.length, 5)).isEqualTo(i);
            }
            for (int i = 0; i < lengths.length; i++) {
                byte[] name = new byte[lengths[i]];
                Arrays.fill(name, (byte) ('a' + i));
                assertThat(shard.name(i)).isEqualTo(name);
                assertThat(shard.add(name, 0, name.length, 5)).isEqualTo(i);
            }
            assertThat(shard.textBytes()).isEqualTo(Arrays.stream(lengths).sum());
            shard.freeze();
            shard.close();
        }
    }

    /// A tab, another control character, a byte that is no UTF-8; none where all is text.
    @ParameterizedTest
    @CsvSource({
        "'abc', 0, 3, -1",
        "'a\tc', 0, 3, 1",
        "'\tbc', 0, 3, 0",
        "'ab\t', 0, 3, 2",
        "'ab\t', 0, 2, -1",
        "'\tb\u0001', 1, 3, 2",
        "'é', 0, 2, -1",
        "'é', 1, 2, 1",
        "'é', 0, 1, 0"
    })
    void namesThePlaceOfWhatIsNoText(String text, int from, int to, int place) {
        assertThat(NameTable.foreignByte(text.getBytes(StandardCharsets.UTF_8), from, to))
                .isEqualTo(place);
    }

    /// It keeps its text, and nothing to find a name in.
    @Test
    void takesNoNameOnceItIsFrozen() {
        try (NameTable table = new NameTable()) {
            byte[] first = name(1);
            int number = table.add(first, 0, first.length);
            table.freeze();
            assertThat(table.name(number)).isEqualTo(first);
            assertThatThrownBy(() -> table.add(first, 0, first.length)).isInstanceOf(NullPointerException.class);
        }
    }
}
