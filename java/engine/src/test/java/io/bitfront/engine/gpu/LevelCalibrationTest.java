package io.bitfront.engine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.lab.Calibration;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LevelTrace;
import io.bitfront.file.FileState;
import io.bitfront.testkit.Shapes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// When levels are measured, of a device whose first traversal takes longer than it is given.
class LevelCalibrationTest {
    private static final LevelCosts EXPECTED = CalibratorTest.EXPECTED;
    private static final long LONG = Long.MAX_VALUE;
    private static final long GIVEN = 200_000_000;
    private static final long TAKEN = 250;

    @TempDir
    private Path folder;

    private final Graph graph = Prepared.graph(Shapes.chain(100));
    private final CalibratorTest.Device device = new CalibratorTest.Device(EXPECTED, 9) {
        @Override
        public List<LevelTrace> run(LabRequest request) {
            if (asked.isEmpty()) {
                try {
                    Thread.sleep(TAKEN);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            return super.run(request);
        }
    };
    private final List<LevelCosts> chosen = new ArrayList<>();
    private int calibrators;

    @AfterEach
    void close() {
        graph.close();
    }

    private CalibrationFile<LevelCosts> file() {
        return CalibrationFile.beside(
                new Graph.Origin(folder.resolve("web.bvss"), 7, new FileState(0, Instant.EPOCH, Instant.EPOCH, "")),
                "NVIDIA H200",
                new byte[] {1},
                LevelCosts.KIND);
    }

    private LevelCalibration calibration(long first, double share, boolean kept) {
        return new LevelCalibration(
                new GpuSetup.CalibrationTime(first, share),
                () -> kept ? file() : null,
                () -> {
                    calibrators++;
                    return new Calibrator(
                            graph,
                            device,
                            new SwitchCosts(EXPECTED, CalibratorTest.SHAPE, 0, 0, 30, true, 0, 0, false),
                            true);
                },
                chosen::add);
    }

    private int after(LevelCalibration calibration) {
        calibration.beforeTraversal();
        return device.asked.size();
    }

    @Test
    void measuresForAWhileBeforeTheFirstTraversalAndNeverWithoutTime() {
        LevelCalibration none = calibration(0, 0, false);
        assertThat(none.summary()).isEmpty();
        assertThat(after(none)).isZero();
        none.traversed(LONG / 4);
        assertThat(after(none)).isZero();
        Calibration summary = none.summary().orElseThrow();
        assertThat(summary.measured()).isTrue();
        assertThat(summary.traversals()).isZero();
        assertThat(summary.note()).isEmpty();
        assertThat(after(calibration(GIVEN, 0, false))).isPositive();
        assertThat(calibrators).isEqualTo(2);
    }

    /// What is left of a share is less than none once a traversal took longer.
    @Test
    void measuresNoLongerThanItsShareOfTheTraversals() {
        LevelCalibration calibration = calibration(0, 1, false);
        assertThat(after(calibration)).isZero();
        assertThat(after(calibration)).isZero();
        calibration.traversed(GIVEN);
        int once = after(calibration);
        assertThat(once).isPositive();
        assertThat(after(calibration)).isEqualTo(once);
        assertThat(calibration.summary().orElseThrow().traversals()).isEqualTo(once);
        calibration.traversed(calibration.summary().orElseThrow().nanos());
        assertThat(after(calibration)).isGreaterThan(once);
    }

    /// The share counts from the first answer on.
    @Test
    void whatWasMeasuredBeforeTheFirstAnswerIsNotOfTheShare() {
        LevelCalibration calibration = calibration(GIVEN, 1, false);
        int first = after(calibration);
        assertThat(first).isPositive();
        assertThat(after(calibration)).isEqualTo(first);
        calibration.traversed(GIVEN);
        assertThat(after(calibration)).isGreaterThan(first);
    }

    @Test
    void handsOverWhatIsKnownEachTimeAndMeasuresNothingOnceAllIsKnown() {
        LevelCalibration calibration = calibration(0, 0, false);
        calibration.beforeTraversal();
        calibration.complete();
        int all = device.asked.size();
        assertThat(all).isGreaterThan(Calibrator.SOURCES);
        assertThat(chosen).hasSize(2);
        assertThat(calibration.summary().orElseThrow().traversals()).isEqualTo(all);
        calibration.complete();
        calibration.traversed(LONG / 4);
        assertThat(after(calibration)).isEqualTo(all);
        assertThat(chosen).hasSize(2);
    }

    @Test
    void keepsCostsOnceAllAreMeasuredAndTakesThemFromThere() throws IOException {
        LevelCalibration some = calibration(GIVEN, 0, true);
        some.beforeTraversal();
        assertThat(folder).isEmptyDirectory();
        some.complete();
        LevelCosts found = chosen.getLast();
        assertThat(file().read().costs()).isEqualTo(found);
        int asked = device.asked.size();
        LevelCalibration later = calibration(LONG, 1, true);
        later.beforeTraversal();
        later.traversed(LONG / 4);
        later.beforeTraversal();
        later.complete();
        assertThat(device.asked).hasSize(asked);
        assertThat(calibrators).isEqualTo(1);
        assertThat(chosen.getLast()).isEqualTo(found);
        Calibration summary = later.summary().orElseThrow();
        assertThat(summary.measured()).isFalse();
        assertThat(summary.traversals()).isZero();
        Files.writeString(file().file(), "nothing");
        LevelCalibration damaged = calibration(LONG, 1, true);
        damaged.beforeTraversal();
        assertThat(damaged.summary().orElseThrow().measured()).isTrue();
        assertThat(damaged.summary().orElseThrow().note()).isEqualTo(file().file() + ": it is damaged");
    }
}
