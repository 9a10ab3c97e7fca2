package io.bitfront.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cli.Program.Finished;
import io.bitfront.cli.Program.Running;
import io.bitfront.testkit.Seeds;
import io.bitfront.testkit.Share;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Ctrl-C and SIGTERM in the middle of work.
@Tag("drawn")
class SignalsTest {
    private static final List<String> FORMATS = List.of("csv", "tsv", "npy", "json", "parquet");
    private static final String CHECKPOINT = "job/closeness.checkpoint";

    @TempDir
    private Path folder;

    static List<Arguments> endings() {
        return Share.of(SignalsTest.class, List.of(Arguments.of("INT", 130), Arguments.of("TERM", 143)));
    }

    static List<Arguments> signals() {
        return Share.of(
                SignalsTest.class,
                List.of(Arguments.of("INT", 130), Arguments.of("TERM", 143), Arguments.of("HUP", 129)));
    }

    @ParameterizedTest
    @MethodSource("endings")
    @Timeout(600)
    void leavesNoFileOfAnInterruptedPreprocessing(String signal, int exitCode) throws Exception {
        Program program = new Program(folder);
        assertThat(program.run("generate", "kron", "--scale", "17", "-o", "g.sg", "--quiet")
                        .exitCode())
                .isZero();
        Running running = program.start("preprocess", "g.sg", "-o", "g.bvss", "--order", "degree");
        await(running, () -> running.errors().contains("preprocessing it into"));
        running.signal(signal);
        Finished run = running.finish();
        assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
        assertThat(run.err()).endsWith("bitfront: interrupted\n").doesNotContain("\tat ");
        assertThat(files()).containsExactly("g.sg");
    }

    @ParameterizedTest
    @MethodSource("signals")
    @Timeout(600)
    void finishesTheBatchesOfAnInterruptedClosenessJobAndResumesIt(String signal, int exitCode) throws Exception {
        Program program = meshed(100);
        String[] job = {"closeness", "g.bvss", "--checkpoint", "job", "--output", "c.csv", "--batch", "256"};
        Running running = program.start(job);
        awaitBytes(running, 1_000);
        running.signal(signal);
        Finished interrupted = running.finish();
        assertThat(interrupted.exitCode()).as(interrupted.err()).isEqualTo(exitCode);
        assertThat(interrupted.err())
                .containsPattern("\nbitfront: interrupted: finishing the batches under way; .*\n"
                        + "bitfront: interrupted: stopped after [1-9][0-9,]* of 10,000 sources;"
                        + " the same job continues from checkpoint job\n$");
        assertThat(files()).doesNotContain("c.csv");
        assertThat(program.run(job).exitCode()).isZero();
        expectTheBytesOfAnUninterruptedJob(program, List.of("csv"));
    }

    @Test
    @Tag("once")
    @Timeout(600)
    void keepsWhatAnInterruptedJobWithoutACheckpointHasDone() throws Exception {
        Program program = meshed(100);
        String[] job = {"closeness", "g.bvss", "--batch", "256", "--output", "c.csv"};
        Finished interrupted = inTheMiddle(300, pause -> {
            Files.deleteIfExists(folder.resolve("c.csv"));
            Running running = program.start(job);
            await(running, () -> running.errors().contains(" traversals of "));
            return signalled(running, "INT", pause);
        });
        assertThat(interrupted.exitCode()).as(interrupted.err()).isEqualTo(130);
        assertThat(interrupted.err())
                .containsPattern("stopped after [1-9][0-9,]* of 10,000 sources; the same job continues from "
                        + ".*/g.bvss.closeness-[0-9a-f]{32}.unfinished\n$");
        assertThat(files()).doesNotContain("c.csv").anyMatch(name -> name.endsWith(".unfinished"));
        Finished again = program.run(job);
        assertThat(again.err()).containsPattern("[1-9][0-9,]* of 10,000 sources were in checkpoint ");
        assertThat(files()).noneMatch(name -> name.endsWith(".unfinished"));
        expectTheBytesOfAnUninterruptedJob(program, List.of("csv"));
    }

    private interface Attempt {
        Finished after(long millis) throws IOException, InterruptedException;
    }

    /// Tries until a signal came neither before anything was done nor after all was.
    private static Finished inTheMiddle(long millis, Attempt attempt) throws IOException, InterruptedException {
        long least = 0;
        long most = Long.MAX_VALUE;
        long pause = millis;
        while (true) {
            Finished run = attempt.after(pause);
            if (run.exitCode() == 0) {
                most = pause;
            } else if (run.err().contains("stopped after 0 of")) {
                least = pause;
            } else {
                return run;
            }
            pause = most == Long.MAX_VALUE ? 2 * pause : (least + most) / 2;
        }
    }

    /// Sends a signal after a while, if the process is still there.
    private static Finished signalled(Running running, String signal, long afterMillis)
            throws IOException, InterruptedException {
        if (!running.process().waitFor(afterMillis, TimeUnit.MILLISECONDS)) {
            running.signal(signal);
        }
        return running.finish();
    }

    /// A sample keeps snapshots half a minute apart: only one written on being stopped is there so soon.
    @Test
    @Tag("once")
    @Timeout(600)
    void keepsWhatAnInterruptedSampleHasDone() throws Exception {
        Program program = meshed(100);
        String[] job = {"closeness", "g.bvss", "--sources", "sample:9900", "--checkpoint", "job", "--batch", "256"};
        Finished interrupted = inTheMiddle(200, pause -> {
            Files.deleteIfExists(folder.resolve("job/lock"));
            Files.deleteIfExists(folder.resolve(CHECKPOINT));
            Running running = program.start(job);
            await(running, () -> Files.exists(folder.resolve("job/lock")));
            return signalled(running, "TERM", pause);
        });
        assertThat(interrupted.exitCode()).as(interrupted.err()).isEqualTo(143);
        assertThat(interrupted.err()).containsPattern("stopped after [1-9][0-9,]* of 9,900 sources; .*\n$");
        assertThat(program.run(job).out()).containsPattern("[1-9][0-9,]* of 9,900 pivots were in checkpoint job\n");
    }

    @Test
    @Tag("once")
    @Timeout(600)
    void endsAtOnceAtASecondSignal() throws Exception {
        Program program = meshed(200);
        String[] job = {"closeness", "g.bvss", "--checkpoint", "job", "--batch", "1024", "--mode", "wide", "--no-bounds"
        };
        Finished interrupted = signalledTwice(program.start(job), 200);
        for (long pause = 400; interrupted.err().contains("stopped after"); pause *= 2) {
            Files.deleteIfExists(folder.resolve("job/lock"));
            interrupted = signalledTwice(program.start(job), pause);
        }
        assertThat(interrupted.exitCode()).as(interrupted.err()).isEqualTo(130);
        assertThat(interrupted.err())
                .endsWith("bitfront: interrupted; run the same command again to continue from job\n");
    }

    /// The second signal may come too late for the batch that the first one found under way.
    private Finished signalledTwice(Running running, long afterMillis) throws Exception {
        await(running, () -> Files.exists(folder.resolve("job/lock")));
        Thread.sleep(afterMillis);
        running.signal("INT");
        await(running, () -> running.errors().contains("finishing the batches under way"));
        running.signal("INT");
        return running.finish();
    }

    static LongStream seeds() {
        return Seeds.upTo(1);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    @Tag("rest")
    @Timeout(600)
    void givesTheSameBytesAfterFiveKills(long seed) throws Exception {
        Random random = new Random(seed);
        Program program = meshed(120);
        List<String> job = new ArrayList<>(List.of("closeness", "g.bvss", "--checkpoint", "job", "--batch", "256"));
        FORMATS.forEach(format -> job.addAll(List.of("--output", "c." + format)));
        job.add("--quiet");
        long kept = 0;
        for (int kill = 0; kill < 5; kill++) {
            Running running = program.start(job.toArray(String[]::new));
            awaitBytes(running, kept + 7_500L * (1 + random.nextInt(8)));
            Thread.sleep(random.nextInt(60));
            running.signal("KILL");
            assertThat(running.finish().exitCode()).isEqualTo(137);
            assertThat(files()).as(Seeds.rerun(SignalsTest.class, seed)).doesNotContain("c.csv");
            kept = Files.size(folder.resolve(CHECKPOINT));
        }
        job.add("--json");
        Finished last = program.run(job.toArray(String[]::new));
        assertThat(last.json().get("traversals").asInt()).isPositive().isLessThan(14_400);
        expectTheBytesOfAnUninterruptedJob(program, FORMATS);
    }

    private Program meshed(int side) {
        Program program = new Program(folder);
        String length = Integer.toString(side);
        Finished made =
                program.run("generate", "road", "--width", length, "--height", length, "--keep", "0.9", "-o", "g.bvss");
        assertThat(made.exitCode()).as(made.err()).isZero();
        return program;
    }

    private void expectTheBytesOfAnUninterruptedJob(Program program, List<String> formats) {
        List<String> job = new ArrayList<>(List.of("closeness", "g.bvss"));
        formats.forEach(format -> job.addAll(List.of("--output", "whole." + format)));
        assertThat(program.run(job.toArray(String[]::new)).exitCode()).isZero();
        for (String format : formats) {
            assertThat(folder.resolve("c." + format)).hasSameBinaryContentAs(folder.resolve("whole." + format));
        }
    }

    /// Waits for what a process under way does.
    private static void await(Running running, BooleanSupplier done) throws InterruptedException {
        boolean alive = true;
        while (!done.getAsBoolean()) {
            // What it did before it ended counts.
            assertThat(alive).as(running.errors()).isTrue();
            alive = running.process().isAlive();
            Thread.sleep(1);
        }
    }

    private void awaitBytes(Running running, long bytes) throws InterruptedException {
        await(running, () -> folder.resolve(CHECKPOINT).toFile().length() >= bytes);
    }

    private List<String> files() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(file -> file.getFileName().toString()).toList();
        }
    }
}
