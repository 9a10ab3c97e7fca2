package io.bitfront.graph;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What building and packing take of memory beside what they make.
final class WorkMemoryTest {
    /// Eight bytes an edge; a page of 1,024 for each bucket of each worker, of 2^18 edges or more each and 2,048 at
    /// most, and 512 at hand; and what a worker sorts, 2^20 edges at most.
    @ParameterizedTest
    @CsvSource({
        "0, 1, 1, 0",
        "10, 1, 1, 10",
        "262143, 3, 1, 262143",
        "262144, 3, 2, 262144",
        "5000000, 4, 20, 1048576",
        "4000000000, 16, 2048, 1048576"
    })
    void ofBuilding(long edges, int threads, long buckets, long sorted) {
        assertThat(CscBuilder.workBytes(edges, threads))
                .isEqualTo(8 * (edges + threads * (buckets + 512) * 1_024) + 8L * threads * sorted);
    }

    /// A count for each slice set, of each worker and two more.
    @ParameterizedTest
    @CsvSource({"800, 3, 2000", "801, 1, 1212", "1, 1, 12", "0, 4, 0"})
    void ofPacking(int vertices, int threads, long bytes) {
        assertThat(BvssPacker.workBytes(vertices, threads)).isEqualTo(bytes);
    }

    /// A VSS for each slice set that an edge leads to, and one more for each 128 edges.
    @ParameterizedTest
    @CsvSource({"800, 50, 50", "800, 1280, 110", "800, 127, 100", "0, 0, 0"})
    void ofPacked(int vertices, long edges, long most) {
        assertThat(BvssPacker.mostVss(vertices, edges)).isEqualTo(most);
    }
}
