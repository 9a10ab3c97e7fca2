package io.bitfront.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TrainedClassesTest {
    @Test
    void theJdkOfTheBuildHasAllOfThem() {
        assertThat(TrainedClasses.initialise()).isEmpty();
    }
}
