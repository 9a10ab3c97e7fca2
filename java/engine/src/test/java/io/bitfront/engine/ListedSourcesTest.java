package io.bitfront.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ListedSourcesTest {
    @Test
    void holdEachIdOnceAscending() {
        ClosenessJob.Sources.Listed listed = ClosenessJob.Sources.Listed.of(7, 3, 7, -2, 3);
        assertThat(listed.ids()).containsExactly(-2L, 3L, 7L);
        assertThat(new ClosenessJob.Sources.Listed(List.of(3L, 7L, 3L, -2L))).isEqualTo(listed);
    }

    @Test
    void leaveTheCallersArrayAsItIs() {
        long[] given = {2, 1};
        assertThat(ClosenessJob.Sources.Listed.of(given).ids()).containsExactly(1L, 2L);
        assertThat(given).containsExactly(2, 1);
    }
}
