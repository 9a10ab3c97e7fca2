package io.bitfront.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Vertices of a sample's estimates, by blocks of 2^16.
class BlocksTest {
    @ParameterizedTest
    @CsvSource({
        "1, 1, 1",
        "65535, 1, 65535",
        "65536, 1, 65536",
        "65537, 2, 1",
        "131072, 2, 65536",
        "2147483647, 32768, 65535"
    })
    void holdAllVerticesOnce(int vertices, int count, int last) {
        Blocks blocks = new Blocks(vertices);
        assertThat(blocks.count()).isEqualTo(count);
        assertThat(blocks.numPartitions()).isEqualTo(count);
        assertThat(blocks.size(count - 1)).isEqualTo(last);
        assertThat(blocks.first(count - 1)).isEqualTo((count - 1) << 16);
        assertThat(blocks.first(0)).isZero();
        assertThat(blocks.size(0)).isEqualTo(Math.min(vertices, 1 << 16));
        assertThat(blocks.getPartition(count - 1)).isEqualTo(count - 1);
    }

    /// Spark compares them to find out whether rows are where they belong.
    @Test
    void areTheSameForAsManyVertices() {
        assertThat(new Blocks(5))
                .isEqualTo(new Blocks(5))
                .isNotEqualTo(new Blocks(6))
                .isNotEqualTo("5");
    }
}
