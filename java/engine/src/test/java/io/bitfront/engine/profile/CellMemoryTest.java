package io.bitfront.engine.profile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// What cells take of memory beside the graph, in bytes a vertex and an edge.
final class CellMemoryTest {
    @Test
    void ofAComponentOfItsOwnIsTwoNumbersAVertexAndOneAnEdge() {
        assertThat(LocalGraph.bytes(10, 50)).isEqualTo(10 * 8 + 50 * 4);
        assertThat(LocalGraph.bytes(1_000_000_000, 1L << 33)).isEqualTo(8_000_000_000L + (1L << 35));
    }

    @Test
    void ofProfilesIsThreeNumbersAVertex() {
        assertThat(Profiles.bytes(1_000_000_000, false)).isEqualTo(12_000_000_000L);
    }

    @Test
    void onDevicesIsThatOfTheComponentTwice() {
        assertThat(DeviceProfileSearch.bytes(10, 50)).isEqualTo(2 * (10 * 8 + 50 * 4));
    }
}
