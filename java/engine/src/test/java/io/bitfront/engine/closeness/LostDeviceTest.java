package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.closeness.FaultyEngine.Fault;
import io.bitfront.engine.cpu.CpuEngine;
import io.bitfront.engine.spi.Backend;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.LeftOpen;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Jobs whose devices are lost in the middle.
@LeftOpen.OnPurpose("what a device that answers no more holds, and the threads that wait for it")
@Timeout(300)
final class LostDeviceTest {
    private static final ClosenessJob EXACT =
            ClosenessJob.allSources().width(64).measures(ClosenessMeasure.values());
    private static final ClosenessJob SAMPLE = ClosenessJob.sample(900, 3).width(64);

    @TempDir
    private Path folder;

    private final Graph graph = Prepared.graph(GraphKind.DIRECTED_MESSY.draw(4, 1_000));
    private final List<Backend> engines = new ArrayList<>();
    private final List<String> said = new ArrayList<>();

    @AfterEach
    void close() {
        engines.forEach(Backend::close);
        graph.close();
    }

    private ClosenessResult run(ClosenessJob job, Backend... on) {
        engines.addAll(List.of(on));
        synchronized (said) {
            said.clear();
        }
        return new ClosenessRunner(Arrays.stream(on).map(Prepared::engine).toList(), job, Progress.NONE, this::say)
                .run();
    }

    private void say(String line) {
        if (line.endsWith("follow from theirs") || line.startsWith("all rows, exact, take searches from")) {
            return;
        }
        synchronized (said) {
            said.add(line);
        }
    }

    private Backend cpu() {
        return new CpuEngine(graph, 1);
    }

    private FaultyEngine faulty(String name, Fault fault, int good) {
        return new FaultyEngine(cpu(), name, fault, good);
    }

    private static long[] bits(ClosenessResult result) {
        return Arrays.stream(ClosenessMeasure.values())
                .filter(measure -> !result.job().sampled() || measure.sampled())
                .flatMapToLong(measure -> IntStream.range(0, result.rowCount())
                        .mapToLong(row -> Double.doubleToRawLongBits(result.value(row, measure))))
                .toArray();
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"BEGIN", "FINISH"})
    void givesTheBatchesOfALostDeviceToAnotherAndSaysSo(Fault fault) {
        long[] expected = bits(run(EXACT, cpu()));
        for (int good = 0; good < 5; good++) {
            FaultyEngine lost = faulty("gpu:1", fault, good);
            ClosenessResult found =
                    run(EXACT, lost, faulty("gpu:0", Fault.NEVER, 0).after(lost));
            assertThat(bits(found)).as("%s after %d", fault, good).isEqualTo(expected);
            String line = "gpu:1 failed, its batches go to others: lost";
            assertThat(said).containsExactly(line);
            assertThat(found.events()).containsExactly(line);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"BEGIN", "BRING"})
    void traversesAgainFromThePivotsWhoseSumsWereLost(Fault fault) {
        long[] expected = bits(run(SAMPLE, cpu()));
        for (int good = 0; good < (fault == Fault.BRING ? 1 : 5); good++) {
            FaultyEngine lost = faulty("gpu:1", fault, good);
            ClosenessResult found =
                    run(SAMPLE, lost, faulty("gpu:0", Fault.NEVER, 0).after(lost));
            assertThat(said).containsExactly("gpu:1 failed, its batches go to others: lost");
            assertThat(bits(found)).as("%s after %d", fault, good).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void givesTheBatchesOfADeviceThatNeverAnswersToAnotherAndEndsWithoutIt(boolean sampled) {
        ClosenessJob job = sampled ? SAMPLE : EXACT;
        long[] expected = bits(run(job, cpu()));
        for (int good = 0; good < 3; good++) {
            FaultyEngine silent = faulty("gpu:1", Fault.SILENCE, good);
            ClosenessResult found =
                    run(job, silent, faulty("gpu:0", Fault.NEVER, 0).after(silent));
            assertThat(bits(found)).as("after %d", good).isEqualTo(expected);
            assertThat(silent.abandoned()).isTrue();
            assertThat(said)
                    .singleElement()
                    .asString()
                    .matches("gpu:1 has not answered for [0-9]+ ms, its batches go to others");
            assertThat(found.events()).isEqualTo(said);
        }
    }

    /// The highest are searched for by one queue of batches after another. The other device may take every batch.
    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"BEGIN", "FINISH", "SILENCE"})
    void asksALostDeviceForNothingMore(Fault fault) {
        try (Graph road = Prepared.graph(GraphKind.ROAD.draw(4, 2_000))) {
            Supplier<Backend> cpu = () -> new CpuEngine(road, 1);
            ClosenessJob job = ClosenessJob.allSources().width(64).top(5);
            ClosenessResult expected = run(job, cpu.get());
            int lost = 0;
            for (int good = 0; good < 8 || lost == 0; good++) {
                ClosenessResult found = run(job, new FaultyEngine(cpu.get(), "gpu:1", fault, good % 4), cpu.get());
                assertThat(rows(found)).as("after %d", good).isEqualTo(rows(expected));
                assertThat(found.events()).hasSizeLessThan(2);
                lost += found.events().size();
            }
            engines.forEach(Backend::close);
            engines.clear();
        }
    }

    private static List<String> rows(ClosenessResult result) {
        return IntStream.range(0, result.rowCount())
                .mapToObj(row -> "%d %s".formatted(result.id(row), result.value(row, ClosenessMeasure.CLOSENESS)))
                .toList();
    }

    /// Of so many of the highest no search is spared.
    static List<ClosenessJob> jobs() {
        return List.of(EXACT, SAMPLE, EXACT.top(999));
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void takesNothingOverOfWhatADeviceAnswersTooLate(ClosenessJob job) {
        ClosenessResult expected = run(job, faulty("gpu:0", Fault.NEVER, 0));
        FaultyEngine late = faulty("gpu:1", Fault.LATE, 0);
        ClosenessResult found = run(job, late, faulty("gpu:0", Fault.NEVER, 0).after(late));
        assertThat(bits(found)).isEqualTo(bits(expected));
        assertThat(found.traversals()).isEqualTo(expected.traversals());
        assertThat(late.abandoned()).isTrue();
    }

    @Test
    void countsABatchOfASampleOnceItIsDone() {
        FaultyEngine device = faulty("gpu:0", Fault.NEVER, 0);
        engines.add(device);
        List<Integer> underWay = new ArrayList<>();
        List<Long> advances = new ArrayList<>();
        Progress progress = (name, total, unit) -> amount -> {
            advances.add(amount);
            underWay.add(device.begun() - advances.size());
        };
        new ClosenessRunner(List.of(Prepared.engine(device)), SAMPLE, progress, this::say).run();
        assertThat(advances.stream().mapToLong(Long::longValue).sum()).isEqualTo(900);
        assertThat(advances).hasSize(15);
        assertThat(underWay.subList(0, 13)).containsOnly(2);
        assertThat(underWay.subList(13, 15)).containsExactly(1, 0);
    }

    @Test
    void traversesAgainFromThePivotsWhoseSumsNeverCome() {
        long[] expected = bits(run(SAMPLE, cpu()));
        FaultyEngine silent = faulty("gpu:1", Fault.SILENT_SUMS, 0);
        ClosenessResult found =
                run(SAMPLE, silent, faulty("gpu:0", Fault.NEVER, 0).after(silent));
        assertThat(bits(found)).isEqualTo(expected);
        assertThat(silent.abandoned()).isTrue();
        assertThat(said)
                .singleElement()
                .asString()
                .matches("gpu:1 has not answered for [0-9]+ ms, its batches go to others");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void stopsResumableWhereNoDeviceIsLeft(boolean sampled) {
        ClosenessJob job = (sampled ? SAMPLE : EXACT).checkpoint(folder);
        int total = sampled ? 900 : 1_000;
        long[] expected = bits(run(job.checkpoint(null), cpu()));
        assertThatThrownBy(() -> run(job, faulty("gpu:0", Fault.BEGIN, 3), faulty("gpu:1", Fault.BEGIN, 4)))
                .isInstanceOf(DeviceException.class)
                .hasMessageMatching("no device is left: lost; stopped after [0-9]+ of [0-9,]+ sources; "
                        + "the same job continues from checkpoint " + folder);
        assertThat(said).hasSize(2);
        assertThat(said.getFirst()).matches("gpu:[01] failed, its batches go to others: lost");
        assertThat(said.getLast()).matches("gpu:[01] failed: lost");
        ClosenessResult resumed = run(job.width(128), cpu());
        assertThat(bits(resumed)).isEqualTo(expected);
        assertThat(resumed.traversals()).isBetween(1L, (long) total);
    }

    @Test
    void keepsWhatWasFinishedBeforeTheLastDeviceWasLost() {
        assertThatThrownBy(() -> run(EXACT.checkpoint(folder), faulty("gpu:0", Fault.FINISH, 3)))
                .isInstanceOf(DeviceException.class)
                .hasMessageMatching("no device is left: lost; stopped after [0-9]+ of 1,000 sources; the same job"
                        + " continues from checkpoint " + folder);
        long all = run(EXACT, cpu()).traversals();
        assertThat(run(EXACT.checkpoint(folder), cpu()).traversals()).isBetween(all - 192, all - 1);
    }

    @Test
    void leavesOutADeviceThatCannotBeginWhileAnotherCan() {
        ClosenessResult found = run(EXACT, faulty("gpu:0", Fault.STATE, 0), cpu());
        assertThat(said).containsExactly("gpu:0 takes no part: lost");
        assertThat(bits(found)).isEqualTo(bits(run(EXACT, cpu())));
        assertThatThrownBy(() -> run(EXACT, faulty("gpu:0", Fault.STATE, 0)))
                .isInstanceOf(DeviceException.class)
                .hasMessage("lost");
    }
}
