package io.bitfront.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cli.Program.Finished;
import io.bitfront.cli.Program.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Ctrl-C and SIGTERM in the middle of work.
class SignalsTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143"})
    @Timeout(120)
    void leavesNoFileOfAnInterruptedPreprocessing(String signal, int exitCode) throws Exception {
        Program program = new Program(folder);
        assertThat(program.run("generate", "kron", "--scale", "17", "-o", "g.sg", "--quiet")
                        .exitCode())
                .isZero();
        Running running = program.start("preprocess", "g.sg", "-o", "g.bvss", "--order", "degree");
        while (!running.errors().contains("preprocessing it into")) {
            assertThat(running.process().isAlive()).as(running.errors()).isTrue();
            Thread.sleep(2);
        }
        running.signal(signal);
        Finished run = running.finish();
        assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
        assertThat(run.err()).endsWith("bitfront: interrupted\n").doesNotContain("\tat ");
        assertThat(files()).containsExactly("g.sg");
    }

    @Test
    @Timeout(180)
    void resumesAnInterruptedClosenessJob() throws Exception {
        Program program = new Program(folder);
        String[] make = {"generate", "road", "--width", "150", "--height", "150", "--keep", "0.9", "-o", "g.bvss"};
        assertThat(program.run(make).exitCode()).isZero();
        String[] job = {"closeness", "g.bvss", "--checkpoint", "job", "--output", "c.csv", "--batch", "256"};
        Running running = program.start(job);
        while (entries(folder.resolve("job")) == 0) {
            assertThat(running.process().isAlive()).as(running.errors()).isTrue();
            Thread.sleep(2);
        }
        running.signal("INT");
        Finished interrupted = running.finish();
        assertThat(interrupted.exitCode()).as(interrupted.err()).isEqualTo(130);
        assertThat(interrupted.err()).endsWith("interrupted; run the same command again to continue from job\n");
        assertThat(files()).doesNotContain("c.csv");
        assertThat(program.run(job).exitCode()).isZero();
        assertThat(program.run("closeness", "g.bvss", "--output", "whole.csv").exitCode())
                .isZero();
        assertThat(folder.resolve("c.csv")).hasSameBinaryContentAs(folder.resolve("whole.csv"));
    }

    private static long entries(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return 0;
        }
        try (Stream<Path> all = Files.list(directory)) {
            return all.count();
        }
    }

    private List<String> files() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(file -> file.getFileName().toString()).toList();
        }
    }
}
