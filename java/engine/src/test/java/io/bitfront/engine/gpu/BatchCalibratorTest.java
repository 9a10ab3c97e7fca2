package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.gpu.abi.Layout;
import io.bitfront.engine.gpu.abi.MultiArguments;
import io.bitfront.engine.gpu.abi.MultiTraceRecord;
import io.bitfront.file.FileState;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Costs of batches found again in traces that were made from them, with no GPU.
class BatchCalibratorTest {
    private static final FileState STATE = new FileState(0, Instant.EPOCH, Instant.EPOCH, "");
    private static final int LEVELS = 40;
    private static final int WIDE_PROBES = 5;
    private static final int NEAR_PROBES = 3;

    @TempDir
    private Path folder;

    private CalibrationFile<BatchCosts> file() {
        return CalibrationFile.beside(
                new Graph.Origin(folder.resolve("web.bvss"), 7, STATE),
                "NVIDIA H200",
                new byte[] {1},
                BatchCosts.kind("multi_wide_512_64"));
    }

    /// Costs that differ from the expected ones by factors of 0.4 to 2.5.
    private static BatchCosts truth(SplittableRandom random) {
        return BatchCosts.of(Arrays.stream(BatchCosts.EXPECTED.values())
                .map(value -> value * Math.pow(2.5, random.nextDouble(-1, 1)))
                .toArray());
    }

    /// A level pushed or pulled, of a graph of 8 M vertices and 500 M edges.
    private static double[] level(SplittableRandom random) {
        double[] terms = new double[BatchCosts.kind("").names().size()];
        double vertices = Math.pow(10, random.nextDouble(3, 6.8));
        double probes = random.nextDouble(20e6, 500e6);
        switch (random.nextInt(3)) {
            case 0 -> {
                boolean queued = random.nextBoolean();
                terms[0] = 1;
                terms[1] = 60 * vertices;
                terms[2] = vertices;
                terms[3] = queued ? 0 : 262_144;
                terms[7] = queued ? 0 : 1;
            }
            case 1 -> {
                terms[4] = 8e6;
                terms[5] = probes;
            }
            default -> {
                terms[4] = 8e6;
                terms[5] = probes * vertices / 8e6;
                terms[6] = probes;
            }
        }
        return terms;
    }

    private static double picos(double[] terms, BatchCosts costs) {
        double[] values = costs.values();
        double sum = 0;
        for (int i = 0; i < terms.length; i++) {
            sum += terms[i] * values[i];
        }
        return sum;
    }

    /// @param slower how many times as long its levels take as `truth` says
    private static BatchTrace trace(Arena arena, SplittableRandom random, BatchCosts truth, double slower) {
        return trace(arena, random, truth, slower, LEVELS);
    }

    private static BatchTrace trace(Arena arena, SplittableRandom random, BatchCosts truth, double slower, int levels) {
        MemorySegment records = arena.allocate((long) MultiTraceRecord.BYTES * BatchTrace.CAPACITY, 8);
        for (int level = 0; level < levels; level++) {
            double[] terms = level(random);
            long at = (long) MultiTraceRecord.BYTES * level;
            records.set(
                    ValueLayout.JAVA_LONG,
                    at + MultiTraceRecord.NANOSECONDS,
                    Math.round(slower * picos(terms, truth) / 1e3));
            for (BatchCost cost : BatchCost.values()) {
                records.set(ValueLayout.JAVA_FLOAT, at + cost.term(), (float) terms[cost.ordinal()]);
            }
        }
        return new BatchTrace(records);
    }

    /// Traces all batches that are wanted. Those by expected costs take `slower` times as long in the trial.
    private static void measure(BatchCalibrator calibrator, long seed, BatchCosts truth, double slower) {
        SplittableRandom random = new SplittableRandom(seed);
        try (Arena arena = Arena.ofConfined()) {
            for (int batch = 0; !calibrator.settled(); batch++) {
                assertThat(calibrator.probes()).isTrue();
                boolean trial = batch >= WIDE_PROBES;
                BatchCosts by = calibrator.next();
                boolean expected = by.equals(BatchCosts.EXPECTED);
                calibrator.add(trace(
                        arena,
                        new SplittableRandom(trial ? seed : random.nextLong()),
                        truth,
                        trial && expected ? slower : 1));
            }
        }
    }

    @Test
    void foreseesLevelsItHasNotSeen() {
        for (long seed = 1; seed <= 20; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            BatchCosts truth = truth(random);
            BatchCalibrator calibrator = new BatchCalibrator(null, false);
            measure(calibrator, seed, truth, 1.1);
            assertThat(calibrator.settled()).isTrue();
            BatchCosts found = calibrator.next();
            for (int i = 0; i < 1_000; i++) {
                double[] terms = level(random);
                double expected = picos(terms, truth);
                if (expected > 1e9) {
                    assertThat(picos(terms, found) / expected)
                            .as("seed %d, level %s", seed, Arrays.toString(terms))
                            .isBetween(0.8, 1.25);
                }
            }
        }
    }

    @Test
    void runsTheFirstBatchesByCostsThatAreWrongOnPurpose() {
        for (boolean near : new boolean[] {false, true}) {
            BatchCalibrator calibrator = new BatchCalibrator(null, near);
            assertThat(calibrator.next()).isEqualTo(BatchCosts.EXPECTED);
            int probes = 1;
            for (; calibrator.probes(); probes++) {
                BatchCosts wrong = calibrator.next();
                assertThat(wrong).isNotEqualTo(BatchCosts.EXPECTED);
            }
            assertThat(probes).isEqualTo(near ? NEAR_PROBES : WIDE_PROBES);
            assertThat(calibrator.settled()).isFalse();
        }
    }

    /// A batch begins while the one before runs.
    @Test
    void goesByExpectedCostsWhileTheLastProbeIsUnderWay() {
        BatchCalibrator calibrator = new BatchCalibrator(null, true);
        SplittableRandom random = new SplittableRandom(1);
        try (Arena arena = Arena.ofConfined()) {
            for (int i = 0; i < NEAR_PROBES; i++) {
                calibrator.next();
            }
            assertThat(calibrator.probes()).isFalse();
            assertThat(calibrator.next()).isEqualTo(BatchCosts.EXPECTED);
            for (int i = 0; i < NEAR_PROBES; i++) {
                calibrator.add(trace(arena, random, BatchCosts.EXPECTED.scaled("pull", 2), 1));
            }
            assertThat(calibrator.probes()).isTrue();
            assertThat(calibrator.settled()).isFalse();
        }
    }

    /// Every level counts, also the only one.
    @Test
    void choosesByBatchesOfOneLevel() {
        BatchCalibrator calibrator = new BatchCalibrator(null, false);
        BatchCosts truth = truth(new SplittableRandom(7));
        try (Arena arena = Arena.ofConfined()) {
            while (!calibrator.settled()) {
                boolean expected = calibrator.next().equals(BatchCosts.EXPECTED);
                calibrator.add(trace(arena, new SplittableRandom(8), truth, expected ? 1.1 : 1, 1));
            }
        }
        assertThat(calibrator.next()).isNotEqualTo(BatchCosts.EXPECTED);
    }

    @Test
    void keepsToExpectedCostsThatAreNoSlower() {
        BatchCalibrator calibrator = new BatchCalibrator(file(), false);
        measure(calibrator, 6, truth(new SplittableRandom(6)), 1);
        assertThat(calibrator.next()).isEqualTo(BatchCosts.EXPECTED);
        assertThat(file().read().costs()).isEqualTo(BatchCosts.EXPECTED);
    }

    @Test
    void keepsWhatItFindsForLaterRuns() {
        BatchCalibrator first = new BatchCalibrator(file(), false);
        measure(first, 3, truth(new SplittableRandom(3)), 1.1);
        assertThat(first.note()).isEmpty();
        BatchCalibrator second = new BatchCalibrator(file(), false);
        assertThat(second.settled()).isTrue();
        assertThat(second.probes()).isFalse();
        assertThat(second.next()).isEqualTo(first.next());
    }

    @Test
    void measuresAgainWhereTheFileIsDamagedAndSaysSo() throws IOException {
        file().write(BatchCosts.EXPECTED);
        Path kept = file().file();
        Files.writeString(kept, Files.readString(kept).replace("350.0", "35.0"));
        BatchCalibrator calibrator = new BatchCalibrator(file(), false);
        assertThat(calibrator.note()).isEqualTo(kept + ": it is damaged");
        assertThat(calibrator.settled()).isFalse();
        measure(calibrator, 4, truth(new SplittableRandom(4)), 1.1);
        assertThat(new BatchCalibrator(file(), false).next()).isEqualTo(calibrator.next());
    }

    @Test
    void goesOnWhereCostsCannotBeKept() throws IOException {
        Files.createDirectory(file().file());
        BatchCalibrator calibrator = new BatchCalibrator(file(), false);
        measure(calibrator, 5, truth(new SplittableRandom(5)), 1.1);
        assertThat(calibrator.settled()).isTrue();
        assertThat(calibrator.note()).contains("it is there already and is not a regular file");
    }

    /// `MultiCosts` in the order of `multi_abi.cuh`.
    @Test
    @SuppressWarnings("restricted")
    void fillsInARequestInWholePicoseconds() {
        try (Arena arena = Arena.ofConfined()) {
            MultiArguments arguments = new MultiArguments(arena);
            BatchCosts.EXPECTED
                    .scaled("barrier", 1e6)
                    .describe(arguments.request().costs());
            MemorySegment struct = arguments.parameters().get(ValueLayout.ADDRESS, 0);
            Layout layout = Layout.committed();
            long costs = layout.offset("MultiArguments", "request") + layout.offset("MultiRequest", "costs");
            long end = layout.offset("MultiArguments", "request") + layout.offset("MultiRequest", "levels");
            assertThat(struct.reinterpret(end).asSlice(costs).toArray(ValueLayout.JAVA_INT))
                    .containsExactly(
                            0b11110, 12_000_000, 350, 150, 60, 90, 30, 8, Integer.MAX_VALUE, 20_000_000, 200, 20);
        }
    }
}
