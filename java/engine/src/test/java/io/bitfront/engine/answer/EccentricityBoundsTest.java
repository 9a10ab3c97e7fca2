package io.bitfront.engine.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.memory.IntArray;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;

final class EccentricityBoundsTest {
    private static void assertBounds(EccentricityBounds bounds, int index, int least, int most, long total) {
        assertThat(bounds.least(index)).isEqualTo(least);
        assertThat(bounds.most(index)).isEqualTo(most);
        assertThat(bounds.total(index)).isEqualTo(total);
        assertThat(bounds.known(index)).isEqualTo(least == most);
    }

    /// Of components of one, two and five vertices.
    @Test
    void beginWithTheSizeOfTheComponent() {
        EccentricityBounds bounds = new EccentricityBounds(1, 2, 5);
        assertBounds(bounds, 0, 0, 0, 0);
        assertBounds(bounds, 1, 1, 1, 0);
        assertBounds(bounds, 2, 1, 4, 0);
    }

    /// A path of five, searched from its second vertex and then from its first.
    @Test
    void areNarrowedBySearches() {
        EccentricityBounds bounds = new EccentricityBounds(5, 5, 5, 5, 5, 1);
        try (Arena arena = Arena.ofShared()) {
            bounds.search(IntArray.copyOf(arena, 1, 0, 1, 2, 3, -1), 3, false);
            assertBounds(bounds, 0, 2, 4, 1);
            assertBounds(bounds, 1, 3, 3, 0);
            assertBounds(bounds, 2, 2, 4, 1);
            assertBounds(bounds, 4, 3, 4, 3);
            assertBounds(bounds, 5, 0, 0, 0);
            bounds.search(IntArray.copyOf(arena, 0, 1, 2, 3, 4, -1), 4, false);
            assertBounds(bounds, 0, 4, 4, 1);
            assertBounds(bounds, 3, 3, 4, 5);
            assertBounds(bounds, 4, 4, 4, 7);
        }
    }

    /// A path of five, searched from its second vertex, which the first hangs on.
    @Test
    void reachBeyondAPendant() {
        EccentricityBounds bounds = new EccentricityBounds(5, 5, 5, 5, 5, 1);
        try (Arena arena = Arena.ofShared()) {
            bounds.search(IntArray.copyOf(arena, 1, 0, 1, 2, 3, -1), 3, true);
            assertBounds(bounds, 0, 2, 4, 1);
            assertBounds(bounds, 1, 3, 3, 0);
            assertBounds(bounds, 2, 2, 4, 1);
            assertBounds(bounds, 3, 3, 4, 2);
            assertBounds(bounds, 4, 4, 4, 3);
            assertBounds(bounds, 5, 0, 0, 0);
        }
    }

    /// Of a path of 2,000,000,001 vertices one in the midst and two farther on: no sum of hops is an int.
    @Test
    void passNoInt() {
        EccentricityBounds bounds = new EccentricityBounds(2_000_000_001);
        try (Arena arena = Arena.ofShared()) {
            bounds.search(IntArray.copyOf(arena, 900_000_000), 1_300_000_000, false);
        }
        assertBounds(bounds, 0, 900_000_000, 2_000_000_000, 900_000_000);
    }

    @Test
    void areTakenFromOthers() {
        EccentricityBounds bounds = new EccentricityBounds(9, 9);
        bounds.take(0, 3, 5, 11);
        bounds.set(1, 4);
        assertBounds(bounds, 0, 3, 5, 11);
        assertBounds(bounds, 1, 4, 4, 0);
    }
}
