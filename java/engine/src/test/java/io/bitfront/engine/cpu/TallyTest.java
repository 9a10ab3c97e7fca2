package io.bitfront.engine.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TallyTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void isTheSumOfWhatWorkersAddedSinceItWasTaken(int workers) {
        Tally tally = new Tally(workers);
        assertThat(tally.take()).isZero();
        for (int round = 1; round < 3; round++) {
            long sum = 0;
            for (int i = 0; i < 3 * workers; i++) {
                long amount = round * (1L << i);
                tally.add(i % workers, amount);
                sum += amount;
            }
            assertThat(tally.take()).isEqualTo(sum);
            assertThat(tally.take()).isZero();
        }
    }
}
