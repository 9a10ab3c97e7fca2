package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Engine;
import io.bitfront.engine.JobStoppedException;
import io.bitfront.engine.Prepared;
import io.bitfront.file.FileException;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.HeldFiles;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CheckpointTest {
    private static final TestGraph TEST = GraphKind.DIRECTED_MESSY.draw(9, 200);
    private static final ClosenessJob JOB =
            ClosenessJob.allSources().width(64).measures(ClosenessMeasure.WF, ClosenessMeasure.HARMONIC);
    private static final ClosenessJob SAMPLE = ClosenessJob.sample(150, 5).width(64);

    @TempDir
    private Path folder;

    private Graph graph;
    private Engine engine;

    @BeforeEach
    void open() {
        graph = Prepared.graph(TEST);
        engine = Prepared.cpu(graph, 1);
    }

    @AfterEach
    void close() {
        engine.close();
        graph.close();
    }

    @Test
    void answersAFinishedJobWithoutTraversing() {
        long[] first = bits(run(JOB.checkpoint(folder)), JOB);
        ClosenessResult again = run(JOB.checkpoint(folder).measures(ClosenessMeasure.CLOSENESS));
        assertThat(again.traversals()).isZero();
        assertThat(bits(again, JOB)).isEqualTo(first);
    }

    /// As the table of [CheckpointHeader] says; a released version reads what another wrote.
    @Test
    void beginsWithAHeaderOfTheFirstVersion() throws IOException {
        run(JOB.checkpoint(folder));
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(folder.resolve("closeness.checkpoint")))
                .order(ByteOrder.LITTLE_ENDIAN);
        byte[] magic = new byte[8];
        bytes.get(magic);
        assertThat(new String(magic, StandardCharsets.US_ASCII)).isEqualTo("BITFRNTC");
        assertThat(bytes.getInt()).isEqualTo(1);
        byte[] description = new byte[bytes.getInt()];
        int sum = bytes.getInt();
        bytes.get(description);
        CRC32C crc = new CRC32C();
        crc.update(description);
        assertThat(sum).isEqualTo((int) crc.getValue());
        assertThat(bytes.position()).isEqualTo(20 + description.length);
    }

    @Test
    void keepsWhatAStoppedJobHasDoneAndGoesOnFromThere() {
        for (ClosenessJob job : List.of(JOB, SAMPLE)) {
            Path kept = folder.resolve(job.sampled() ? "sample" : "exact");
            List<ClosenessRunner> runner = new ArrayList<>();
            Progress stopping =
                    (name, total, unit) -> amount -> runner.getFirst().cancel();
            runner.add(new ClosenessRunner(List.of(engine), job, stopping));
            assertThatThrownBy(() -> runner.getFirst().runKeeping(kept))
                    .isInstanceOf(JobStoppedException.class)
                    .hasMessageMatching("stopped after [1-9]\\d* of \\d+ sources; the same job continues from " + kept);
            List<Long> shown = new ArrayList<>();
            Progress counting = (name, total, unit) -> shown::add;
            ClosenessResult again = new ClosenessRunner(List.of(engine), job, counting).runKeeping(kept);
            assertThat(bits(again, job)).isEqualTo(bits(run(job), job));
            assertThat(again.traversals()).isPositive().isLessThan(job.sampled() ? 150 : 200);
            assertThat(shown.getFirst()).as("done before").isPositive();
            assertThat(kept).doesNotExist();
        }
    }

    @Test
    void keepsNothingWhereNothingIsDone() {
        for (ClosenessJob job : List.of(JOB, SAMPLE, JOB.top(3))) {
            List<ClosenessRunner> runner = new ArrayList<>();
            Progress stopping = (_, _, _) -> {
                runner.getFirst().cancel();
                return _ -> {};
            };
            runner.add(new ClosenessRunner(List.of(engine), job, stopping));
            Path kept = folder.resolve("kept");
            assertThatThrownBy(() -> runner.getFirst().runKeeping(kept))
                    .isInstanceOf(JobStoppedException.class)
                    .hasMessageMatching("stopped after 0 of \\d+ sources; there is nothing to be kept yet");
            assertThat(kept).doesNotExist();
        }
    }

    /// Rows that a sample gave its place to are kept beside it.
    @Test
    void keepsTheExactRowsOfAnErrorThatWasAskedFor() {
        try (Graph large = Prepared.graph(GraphKind.SCALE_FREE.draw(9, 3_000));
                Engine one = Prepared.cpu(large, 1)) {
            ClosenessJob job = ClosenessJob.allSources()
                    .measures(ClosenessMeasure.CLOSENESS)
                    .withSources(new ClosenessJob.Sources.Error(0.0005, 1))
                    .width(64);
            Path kept = folder.resolve("kept");
            List<ClosenessRunner> runner = new ArrayList<>();
            List<String> said = new ArrayList<>();
            Progress stopping = (_, _, _) -> _ -> {
                if (said.stream().anyMatch(line -> line.contains("these are exact"))) {
                    runner.getFirst().cancel();
                }
            };
            runner.add(new ClosenessRunner(List.of(one), job, stopping, said::add));
            assertThatThrownBy(() -> runner.getFirst().runKeeping(kept))
                    .isInstanceOf(JobStoppedException.class)
                    .hasMessageEndingWith("; the same job continues from " + kept);
            List<Long> shown = new ArrayList<>();
            Progress counting = (_, _, _) -> shown::add;
            ClosenessResult again = new ClosenessRunner(List.of(one), job, counting).runKeeping(kept);
            ClosenessResult whole = new ClosenessRunner(List.of(one), job, Progress.NONE).run();
            assertThat(bits(again, job)).isEqualTo(bits(whole, job));
            assertThat(again.traversals()).isPositive().isLessThan(whole.traversals());
            assertThat(shown.getFirst()).as("done before").isPositive();
            assertThat(kept).doesNotExist();
            keepsTheResult(one, job);
        }
    }

    @Test
    void keepsNothingOfAJobThatEnds() {
        Path kept = folder.resolve("kept");
        new ClosenessRunner(List.of(engine), JOB, Progress.NONE).runKeeping(kept);
        assertThat(kept).doesNotExist();
    }

    @Test
    void keepsAFinishedJobWhoseResultCannotBeWritten() {
        // Few vertices give no error as small: all rows are found, without a sample.
        ClosenessJob exact = JOB.withSources(new ClosenessJob.Sources.Error(1e-6, 3));
        for (ClosenessJob job : List.of(JOB, SAMPLE, exact)) {
            keepsTheResult(engine, job);
        }
    }

    /// Nothing is searched again.
    private void keepsTheResult(Engine one, ClosenessJob job) {
        Path kept = folder.resolve("result");
        ClosenessRunner first = new ClosenessRunner(List.of(one), job, Progress.NONE);
        long[] expected = bits(first.runUntilWritten(kept), job);
        assertThat(kept).doesNotExist();
        assertThat(first.keepResult()).isEqualTo("the same job continues from " + kept);
        ClosenessRunner again = new ClosenessRunner(List.of(one), job, Progress.NONE);
        ClosenessResult result = again.runUntilWritten(kept);
        assertThat(bits(result, job)).isEqualTo(expected);
        assertThat(result.traversals()).as("%s", job).isZero();
        assertThat(again.keepResult()).isEqualTo("the same job continues from " + kept);
        assertThat(kept).isDirectory();
        again.written();
        assertThat(kept).doesNotExist();
    }

    @Test
    void saysWhereAFinishedJobIsThatHasACheckpoint() {
        ClosenessRunner runner = new ClosenessRunner(List.of(engine), JOB.checkpoint(folder), Progress.NONE);
        runner.run();
        assertThat(runner.keepResult()).isEqualTo("the same job continues from checkpoint " + folder);
        ClosenessRunner nowhere = new ClosenessRunner(List.of(engine), JOB, Progress.NONE);
        nowhere.runUntilWritten(null);
        assertThat(nowhere.keepResult()).isNull();
    }

    @Test
    void leavesWhatAnotherJobOnTheGraphHasKept() throws IOException {
        run(SAMPLE.checkpoint(folder));
        byte[] before = Files.readAllBytes(file());
        List<String> said = new ArrayList<>();
        ClosenessResult result = new ClosenessRunner(List.of(engine), JOB, Progress.NONE, said::add).runKeeping(folder);
        assertThat(bits(result, JOB)).isEqualTo(bits(run(JOB), JOB));
        assertThat(said.getFirst())
                .contains("belongs to another job: sources: ")
                .endsWith("; it stays there, and nothing is kept of this one");
        assertThat(file()).hasBinaryContent(before);
    }

    @Test
    void beginsAnewWhereAnotherGraphWasKept() throws IOException {
        try (Graph another = Prepared.graph(GraphKind.DIRECTED_MESSY.draw(10, 201));
                Engine other = Prepared.cpu(another, 1)) {
            other.closeness(JOB.checkpoint(folder));
        }
        List<String> said = new ArrayList<>();
        ClosenessResult result = new ClosenessRunner(List.of(engine), JOB, Progress.NONE, said::add).runKeeping(folder);
        assertThat(bits(result, JOB)).isEqualTo(bits(run(JOB), JOB));
        assertThat(said.getFirst())
                .contains("belongs to another job: vertices: ")
                .endsWith("; beginning anew");
        assertThat(folder.resolve("closeness.checkpoint")).doesNotExist();
    }

    /// A disk that is full, for instance: what was done before stays.
    @Test
    void keepsWhatWasDoneWhereGoingOnFails() {
        Path kept = folder.resolve("kept");
        List<ClosenessRunner> runner = new ArrayList<>();
        Progress stopping = (_, _, _) -> _ -> runner.getFirst().cancel();
        runner.add(new ClosenessRunner(List.of(engine), JOB, stopping));
        assertThatThrownBy(() -> runner.getFirst().runKeeping(kept)).isInstanceOf(JobStoppedException.class);
        Progress failing = (_, _, _) -> {
            throw new FileException("the disk is full");
        };
        List<String> said = new ArrayList<>();
        assertThatThrownBy(() -> new ClosenessRunner(List.of(engine), JOB, failing, said::add).runKeeping(kept))
                .isInstanceOf(FileException.class)
                .hasMessage("the disk is full");
        assertThat(said).noneMatch(line -> line.contains("beginning anew"));
        ClosenessResult again = new ClosenessRunner(List.of(engine), JOB, Progress.NONE).runKeeping(kept);
        assertThat(again.traversals()).isPositive().isLessThan(200);
        assertThat(bits(again, JOB)).isEqualTo(bits(run(JOB), JOB));
    }

    @Test
    void continuesAfterACutAtAnyByteOfTheLastBatches() throws IOException {
        long[] expected = bits(run(JOB), JOB);
        run(JOB.checkpoint(folder));
        byte[] whole = Files.readAllBytes(file());
        int lastBatches = 200 * 28;
        for (int length = whole.length - lastBatches; length < whole.length; length += 37) {
            Files.write(file(), Arrays.copyOf(whole, length));
            ClosenessResult resumed = run(JOB.checkpoint(folder).width(length % 2 == 0 ? 64 : 128));
            assertThat(resumed.traversals()).as("cut at %d", length).isPositive();
            assertThat(bits(resumed, JOB)).as("cut at %d", length).isEqualTo(expected);
        }
    }

    @Test
    void neverTakesADamagedByteForAResult() throws IOException {
        long[] expected = bits(run(JOB), JOB);
        run(JOB.checkpoint(folder));
        byte[] whole = Files.readAllBytes(file());
        for (int at = 0; at < whole.length; at += at < 400 ? 3 : 83) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 0x10;
            Files.write(file(), damaged);
            try {
                assertThat(bits(run(JOB.checkpoint(folder)), JOB))
                        .as("byte %d", at)
                        .isEqualTo(expected);
            } catch (FileException refused) {
                assertThat(refused.getMessage()).as("byte %d", at).contains(folder.toString());
            }
        }
    }

    @Test
    void saysHowManyDamagedBytesItDropped() throws IOException {
        run(JOB.checkpoint(folder));
        byte[] whole = Files.readAllBytes(file());
        Files.write(file(), Arrays.copyOf(whole, whole.length + 5));
        assertThat(run(JOB.checkpoint(folder)).events())
                .contains("checkpoint %s: 5 bytes of batches that are not whole were dropped".formatted(folder));
    }

    /// A disk's wrong byte costs the batch that it is in.
    @Test
    void searchesADamagedBatchAgainAndNoneAfterIt() throws IOException {
        long[] expected = bits(run(JOB), JOB);
        run(JOB.checkpoint(folder));
        byte[] whole = Files.readAllBytes(file());
        int header = 20 + ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).getInt(12);
        byte[] damaged = whole.clone();
        damaged[header + 40] ^= 1;
        Files.write(file(), damaged);
        ClosenessResult again = run(JOB.checkpoint(folder));
        assertThat(bits(again, JOB)).isEqualTo(expected);
        assertThat(again.traversals()).isPositive().isLessThan(150);
        assertThat(again.events()).anyMatch(line -> line.endsWith(" bytes of batches that are not whole were dropped"));
        assertThat(Files.size(file())).isGreaterThan(whole.length);
        assertThat(run(JOB.checkpoint(folder)).traversals()).isZero();
    }

    /// Files hold the notes.
    @Test
    void tellsWhatItTookFromACheckpointBesideTheNotesOfTheResult() {
        for (ClosenessJob job : List.of(JOB, SAMPLE)) {
            Path kept = folder.resolve(job.sampled() ? "sample" : "exact");
            ClosenessResult first = run(job.checkpoint(kept));
            ClosenessResult again = run(job.checkpoint(kept));
            assertThat(first.events()).isEmpty();
            assertThat(again.events()).singleElement().asString().endsWith("were in checkpoint " + kept);
            assertThat(again.notes()).isEqualTo(first.notes()).isNotEmpty();
        }
    }

    @Test
    void refusesACheckpointOfAnotherJobNamingTheDifference() {
        run(JOB.checkpoint(folder));
        assertThatThrownBy(() -> run(JOB.direction(Direction.IN).checkpoint(folder)))
                .isInstanceOf(FileException.class)
                .hasMessage("checkpoint %s belongs to another job: direction: out there, in here", folder);
        assertThatThrownBy(() -> run(SAMPLE.checkpoint(folder)))
                .isInstanceOf(FileException.class)
                .hasMessage(
                        "checkpoint %s belongs to another job: sources: all there, a sample of 150 with seed 5 here",
                        folder);
    }

    @Test
    void refusesACheckpointOfAnotherGraphButNotOfAnotherOrdering() {
        long[] expected = bits(run(JOB.checkpoint(folder)), JOB);
        try (Graph natural = Prepared.graph(TEST, "natural");
                Engine other = Prepared.cpu(natural, 1)) {
            ClosenessResult same = other.closeness(JOB.checkpoint(folder));
            assertThat(same.traversals()).isZero();
            assertThat(bits(same, JOB)).isEqualTo(expected);
        }
        try (Graph another = Prepared.graph(GraphKind.DIRECTED_MESSY.draw(10, 201));
                Engine other = Prepared.cpu(another, 1)) {
            assertThatThrownBy(() -> other.closeness(JOB.checkpoint(folder)))
                    .isInstanceOf(FileException.class)
                    .hasMessage("checkpoint %s belongs to another job: vertices: 200 there, 201 here", folder);
        }
    }

    @Test
    void tellsGraphsOfTheSameSizeApart() {
        ClosenessJob job = JOB.checkpoint(folder);
        try (Graph chain = Prepared.graph(Shapes.chain(9));
                Engine one = Prepared.cpu(chain, 1);
                Graph star = Prepared.graph(Shapes.star(9));
                Engine other = Prepared.cpu(star, 1)) {
            one.closeness(job);
            assertThatThrownBy(() -> other.closeness(job))
                    .isInstanceOf(FileException.class)
                    .hasMessageMatching("checkpoint " + Pattern.quote(folder.toString())
                            + " belongs to another job: graph hash: [0-9a-f]{16} there, [0-9a-f]{16} here");
        }
    }

    @Test
    void refusesAFolderInUseAndLeavesItLocked() throws IOException {
        JobDescription description = JobDescription.of(graph, JOB);
        try (Checkpoint holder = Checkpoint.open(folder, description)) {
            assertThat(holder.file()).doesNotExist();
            assertThatThrownBy(() -> run(JOB.checkpoint(folder)))
                    .isInstanceOf(FileException.class)
                    .hasMessage("checkpoint %s is in use by another job of this process", folder);
            assertThat(HeldFiles.isLocked(folder.resolve("lock"))).isTrue();
        }
    }

    @Test
    void stopsAfterTheBatchUnderWayAndContinues() {
        long[] expected = bits(run(JOB), JOB);
        AtomicReference<ClosenessRunner> runner = new AtomicReference<>();
        AtomicLong traversed = new AtomicLong();
        Progress cancelAtOnce = (name, total, unit) -> amount -> {
            traversed.addAndGet(amount);
            runner.get().cancel();
        };
        runner.set(new ClosenessRunner(List.of(engine), JOB.checkpoint(folder), cancelAtOnce));
        assertThatThrownBy(() -> runner.get().run())
                .isInstanceOf(JobStoppedException.class)
                .hasMessageMatching("stopped after \\d+ of 200 sources; the same job continues from checkpoint "
                        + Pattern.quote(folder.toString()));
        assertThat(traversed).hasValue(64);
        ClosenessResult resumed = run(JOB.checkpoint(folder));
        assertThat(resumed.traversals()).isEqualTo(run(JOB).traversals() - 64);
        assertThat(bits(resumed, JOB)).isEqualTo(expected);
    }

    @Test
    void continuesASampleFromItsSnapshot() {
        long[] expected = bits(run(SAMPLE), SAMPLE);
        AtomicReference<ClosenessRunner> runner = new AtomicReference<>();
        Progress cancelAtOnce = (name, total, unit) -> amount -> runner.get().cancel();
        runner.set(new ClosenessRunner(List.of(engine), SAMPLE.checkpoint(folder), cancelAtOnce));
        assertThatThrownBy(() -> runner.get().run())
                .isInstanceOf(JobStoppedException.class)
                .hasMessageStartingWith("stopped after 64 of 150 sources;");
        ClosenessResult resumed = run(SAMPLE.checkpoint(folder));
        assertThat(resumed.traversals()).isEqualTo(150 - 64);
        assertThat(bits(resumed, SAMPLE)).isEqualTo(expected);
    }

    /// An interrupt closes the channel of a thread that writes to a file.
    @Test
    void anInterruptedJobKeepsWhatIsDone() {
        Progress interrupting = interrupting(Thread.currentThread());
        for (ClosenessJob job : List.of(JOB, SAMPLE)) {
            long[] expected = bits(run(job), job);
            Path there = folder.resolve(job.sampled() ? "sample" : "exact");
            assertThatThrownBy(() -> new ClosenessRunner(List.of(engine), job.checkpoint(there), interrupting).run())
                    .isInstanceOf(JobStoppedException.class)
                    .hasMessageEndingWith("the same job continues from checkpoint " + there);
            assertThat(Thread.interrupted()).isTrue();
            ClosenessResult resumed = run(job.checkpoint(there));
            assertThat(resumed.traversals()).isPositive().isLessThan(run(job).traversals());
            assertThat(bits(resumed, job)).isEqualTo(expected);
        }
    }

    @Test
    void aJobInterruptedBeforeItBeginsCanBeGoneOnWith() {
        Thread caller = Thread.currentThread();
        Progress slow = (name, total, unit) -> amount -> awaitNotice(caller);
        for (ClosenessJob job : List.of(JOB, SAMPLE)) {
            Path there = folder.resolve(job.sampled() ? "sample" : "exact");
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> new ClosenessRunner(List.of(engine), job.checkpoint(there), slow).run())
                    .isInstanceOf(JobStoppedException.class)
                    .hasMessageEndingWith("the same job continues from checkpoint " + there);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(bits(run(job.checkpoint(there)), job)).isEqualTo(bits(run(job), job));
        }
    }

    /// Interrupts a job's caller after every batch and gives it time to notice.
    private static Progress interrupting(Thread caller) {
        return (name, total, unit) -> amount -> {
            caller.interrupt();
            awaitNotice(caller);
        };
    }

    /// Gives a job's caller who was interrupted time to notice.
    private static void awaitNotice(Thread caller) {
        for (int i = 0; i < 500 && caller.isInterrupted(); i++) {
            LockSupport.parkNanos(10_000_000);
        }
        LockSupport.parkNanos(50_000_000);
    }

    @Test
    void aJobInterruptedWithoutACheckpointKeepsWhatIsDone() {
        Progress interrupting = interrupting(Thread.currentThread());
        for (ClosenessJob job : List.of(JOB, SAMPLE)) {
            Path kept = folder.resolve(job.sampled() ? "sample" : "exact");
            assertThatThrownBy(() -> new ClosenessRunner(List.of(engine), job, interrupting).runKeeping(kept))
                    .isInstanceOf(JobStoppedException.class)
                    .hasMessageEndingWith("the same job continues from " + kept);
            assertThat(Thread.interrupted()).isTrue();
            ClosenessResult again = new ClosenessRunner(List.of(engine), job, Progress.NONE).runKeeping(kept);
            assertThat(again.traversals()).isLessThan(run(job).traversals());
        }
    }

    @Test
    void refusesADamagedSnapshot() throws IOException {
        run(SAMPLE.checkpoint(folder));
        byte[] whole = Files.readAllBytes(file());
        for (int at = 0; at < whole.length; at += at < 400 ? 3 : 83) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 0x10;
            Files.write(file(), damaged);
            assertThatThrownBy(() -> run(SAMPLE.checkpoint(folder)))
                    .as("byte %d", at)
                    .isInstanceOf(FileException.class);
        }
        Files.write(file(), Arrays.copyOf(whole, whole.length - 1));
        assertThatThrownBy(() -> run(SAMPLE.checkpoint(folder))).isInstanceOf(FileException.class);
    }

    private Path file() {
        return folder.resolve(Checkpoint.FILE);
    }

    private ClosenessResult run(ClosenessJob job) {
        return engine.closeness(job);
    }

    private static long[] bits(ClosenessResult result, ClosenessJob job) {
        return Arrays.stream(ClosenessMeasure.values())
                .filter(measure -> !job.sampled() || measure.sampled())
                .flatMapToLong(measure -> IntStream.range(0, result.rowCount())
                        .mapToLong(row -> Double.doubleToRawLongBits(result.value(row, measure))))
                .toArray();
    }
}
