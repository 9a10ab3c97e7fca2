package io.bitfront.bench.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultsTest {
    @TempDir
    private Path folder;

    /// Whatever it is called.
    @ParameterizedTest
    @CsvSource({
        "two-gpus, 580.159.04, a-b-c, true",
        "two-gpus, 580.159.04, a-b-d, false",
        "two-gpus, 580.159.04, '', false",
        "h200-two, '', a-b-d, false",
        "cpu-2-cores, none: the GPU was not used, a-b-d, true",
        "cpu-2-cores, '', '', true",
    })
    void aFileOfADriverIsOfItsKernels(String name, String driver, String kernels, boolean todays) throws IOException {
        Files.writeString(
                folder.resolve(name + ".json"),
                "{\"driver\": \"%s\", \"machine\": {\"kernels\": \"%s\"}}".formatted(driver, kernels));
        Results results = new Results(folder, "a-b-c");
        assertThat(results.ofTodaysKernels(name)).isEqualTo(todays);
    }

    @Test
    void kernelsOfAnotherPartDoNotMakeAFileOld() throws IOException {
        Files.writeString(folder.resolve("some.json"), "{\"driver\": \"580\", \"kernels\": \"a-x-y\", \"bfs\": [{}]}");
        assertThat(new Results(folder, "a-b-c").ofTodaysKernels("some")).isTrue();
    }
}
