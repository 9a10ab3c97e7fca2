package io.bitfront.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.engine.BfsResult;
import io.bitfront.engine.lab.BfsSummary;
import io.bitfront.engine.lab.Lab;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LabResult;
import io.bitfront.engine.verify.VerificationException;
import io.bitfront.generate.ChainGenerator;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.PrimitiveIterator;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The arithmetic of the protocol, on an engine whose times are given: nanoseconds so few that no figure is rounded.
/// The graph is a chain of 41 vertices, 80 directed edges.
class BfsProtocolTest {
    private static final int VERTICES = 41;

    /// Of each source in turn, the kernel times of its runs: medians 300, 500, 100.
    private static final long[][] KERNEL = {{900, 300, 200}, {500, 700, 400}, {100, 60, 800}};

    private final List<String> calls = new ArrayList<>();
    private final Map<Long, Integer> turns = new HashMap<>();
    private SmallEngine engine;
    private Lab lab;

    @BeforeEach
    void prepareAChain() {
        engine = SmallEngine.of(new ChainGenerator(VERTICES));
        lab = engine.lab();
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private Subject subject(Lab lab) {
        return subject(lab, GpuMonitor.none());
    }

    private Subject subject(Lab lab, GpuMonitor monitor) {
        return new Subject(
                "chain", "chain", 0, new BenchEngine(engine.real(), lab, monitor), LabRequest.from(0), "as scripted");
    }

    /// Runs take what [#KERNEL] says, and a hundredth of that to initialise; a verified traversal 7, 8, 9 to renumber.
    private Object timed(Method method, Object... arguments) {
        switch (method.getName()) {
            case "measure" -> {
                long source = ((LabRequest) arguments[0]).source();
                calls.add("measure " + source);
                int turn = turns.computeIfAbsent(source, _ -> turns.size());
                long run = calls.stream().filter(("measure " + source)::equals).count() - 1;
                BfsSummary found = lab.measure((LabRequest) arguments[0]);
                long kernel = KERNEL[turn][(int) run];
                return new BfsSummary(
                        source,
                        found.verticesPerLevel(),
                        found.reachedEdges(),
                        new BfsResult.Timings(kernel / 10, kernel, 0, 1, 0),
                        List.of());
            }
            case "bfs" -> {
                LabResult found = lab.bfs((LabRequest) arguments[0], (Arena) arguments[1]);
                calls.add("levels " + found.source());
                return new LabResult(
                        new BfsResult(
                                found.source(),
                                found.result().ids(),
                                found.level(),
                                found.parent(),
                                found.verticesPerLevel(),
                                found.reachedEdges(),
                                new BfsResult.Timings(0, 1_000, 0, 6 + calls.size(), 0)),
                        found.trace());
            }
            default -> {
                return Scripted.REALLY;
            }
        }
    }

    @Test
    void summarisesTheMediansOfEachSource() {
        Lab timed = Scripted.like(Lab.class, lab, this::timed);
        BfsMeasurement found = new BfsProtocol(3, 3, 1).measure(subject(timed), Progress.NONE);
        assertThat(found.kernel()).isEqualTo(new Distribution(100 / 1e6, 300 / 1e6, 300 / 1e6, 500 / 1e6, 500 / 1e6));
        // Of all runs: 6, 10, 20, 30, 40, 50, 70, 80, 90.
        assertThat(found.initialise()).isEqualTo(new Distribution(6 / 1e6, 40 / 1e6, 44 / 1e6, 90 / 1e6, 90 / 1e6));
        assertThat(found.renumber()).isEqualTo(new Distribution(7 / 1e6, 8 / 1e6, 8 / 1e6, 9 / 1e6, 9 / 1e6));
        assertThat(found.slowestOverMedian()).isEqualTo(5.0 / 3);
        assertThat(found.gteps()).isEqualTo(80 / 300.0);
        assertThat(found.sources()).isEqualTo(3);
        assertThat(found.runs()).isEqualTo(3);
        assertThat(found.verified()).isEqualTo(3);
        assertThat(found.perSource().stream()
                        .map(BfsMeasurement.SourceTime::kernelMs)
                        .toList())
                .containsExactly(300 / 1e6, 500 / 1e6, 100 / 1e6);
        double[] perLevel = found.perSource().stream()
                .mapToDouble(each -> each.kernelMs() * 1e3 / each.depth())
                .sorted()
                .toArray();
        assertThat(found.usPerLevel()).isCloseTo(perLevel[1], org.assertj.core.api.Assertions.within(1e-15));
        for (BfsMeasurement.SourceTime each : found.perSource()) {
            assertThat(each.reached()).isEqualTo(VERTICES);
            assertThat(each.depth()).isEqualTo((int) Math.max(each.source(), VERTICES - 1 - each.source()));
        }
    }

    @Test
    void wholeCallsBringLevelsOutAndAreTimedByTheHost() {
        Lab timed = Scripted.like(Lab.class, lab, this::timed);
        PrimitiveIterator.OfLong clock =
                LongStream.of(5, 15, 100, 130, 200, 220).iterator();
        BfsMeasurement found =
                new BfsProtocol(3, 1, 1, true, clock::nextLong, false, 1_000).measure(subject(timed), Progress.NONE);
        assertThat(found.whole()).isEqualTo(new Distribution(10 / 1e6, 20 / 1e6, 20 / 1e6, 30 / 1e6, 30 / 1e6));
        assertThat(clock.hasNext()).isFalse();
    }

    @Test
    void verifiesEverySourceBeforeItTimesTheFirst() {
        Lab timed = Scripted.like(Lab.class, lab, this::timed);
        BfsMeasurement found = new BfsProtocol(3, 3, 1).measure(subject(timed), Progress.NONE);
        List<String> expected = new ArrayList<>();
        found.perSource().forEach(each -> expected.add("levels " + each.source()));
        found.perSource()
                .forEach(each -> LongStream.range(0, 3).forEach(_ -> expected.add("measure " + each.source())));
        found.perSource().forEach(each -> expected.add("levels " + each.source()));
        assertThat(calls).isEqualTo(expected);
    }

    @Test
    void enginesInTurnsRunOneAfterTheOtherFromEachSource() {
        List<String> turns = new ArrayList<>();
        Lab first = Scripted.like(Lab.class, lab, (method, arguments) -> note(turns, "first", method.getName()));
        Lab second = Scripted.like(Lab.class, lab, (method, arguments) -> note(turns, "second", method.getName()));
        long[] now = {0};
        List<BfsMeasurement> found = new BfsProtocol(2, 2, 1)
                .withoutEnergy()
                .timedBy(() -> now[0] += 7)
                .inTurns(List.of(subject(first), subject(second)), Progress.NONE);
        assertThat(turns).containsExactly("first", "second", "first", "second", "first", "second", "first", "second");
        assertThat(found)
                .hasSize(2)
                .allSatisfy(each -> assertThat(each.kernel().medianMs()).isEqualTo(7 / 1e6));
    }

    private static Object note(List<String> turns, String who, String method) {
        if (method.equals("measure")) {
            turns.add(who);
        }
        return Scripted.REALLY;
    }

    /// A round over the sources ends just before 600 ms, another after them.
    @Test
    void energyIsThatOfWholeRoundsForAsLongAsTheCounterNeeds() {
        PrimitiveIterator.OfLong clock =
                LongStream.of(1, 2, 3, 4, 5, 6, 0, 0, 599_999_999, 600_000_000).iterator();
        PrimitiveIterator.OfDouble joules = DoubleStream.of(1_000, 1_012).iterator();
        Lab counted = Scripted.like(Lab.class, lab, (method, arguments) -> {
            if (method.getName().equals("measure")) {
                calls.add("measure");
            }
            return Scripted.REALLY;
        });
        GpuMonitor monitor = GpuMonitor.counting(() -> OptionalDouble.of(joules.nextDouble()));
        BfsProtocol protocol = new BfsProtocol(3, 1, 1, true, clock::nextLong, false, 1_000);
        BfsMeasurement found = protocol.measure(subject(counted, monitor), Progress.NONE);
        assertThat(found.joulesPerBfs()).isEqualTo(12.0 / 6);
        assertThat(calls).as("timed, and for energy").hasSize(3 + 6);
        assertThat(clock.hasNext()).isFalse();
    }

    @Test
    void energyIsLeftOutWhereItIsNotWanted() {
        GpuMonitor monitor = GpuMonitor.counting(() -> OptionalDouble.of(1));
        BfsProtocol protocol = new BfsProtocol(3, 1, 1).withoutEnergy();
        assertThat(protocol.measure(subject(lab, monitor), Progress.NONE).joulesPerBfs())
                .isNull();
    }

    /// The graph has 80 edges.
    @ParameterizedTest
    @CsvSource({"80, true, false", "79, true, true", "79, false, false"})
    void largeGraphsAreVerifiedByTheDeviceWhereItCan(long hostVerified, boolean can, boolean byDevice) {
        Lab checking = Scripted.like(Lab.class, lab, (method, arguments) -> switch (method.getName()) {
            case "checksLevels" -> can;
            case "defect" -> {
                calls.add("check " + ((LabRequest) arguments[0]).source());
                yield calls.size() == 3 ? "one is too low" : null;
            }
            default -> Scripted.REALLY;
        });
        BfsProtocol protocol = new BfsProtocol(3, 1, 1, false, () -> 0, false, hostVerified);
        if (byDevice) {
            long third = protocol.pick(subject(lab))[2];
            assertThatThrownBy(() -> protocol.measure(subject(checking), Progress.NONE))
                    .isInstanceOf(VerificationException.class)
                    .hasMessage("levels from source %d are wrong: one is too low".formatted(third));
            assertThat(calls.getLast()).isEqualTo("check " + third);
        } else {
            assertThat(protocol.measure(subject(checking), Progress.NONE).verified())
                    .isEqualTo(3);
            assertThat(calls).isEmpty();
        }
    }

    @Test
    void aLevelTooHighEndsTheMeasurement() {
        Lab wrong = Scripted.like(Lab.class, lab, (method, arguments) -> {
            if (method.getName().equals("bfs")) {
                LabResult found = lab.bfs((LabRequest) arguments[0], (Arena) arguments[1]);
                found.level().set(VERTICES - 1, found.level().get(VERTICES - 1) + 1);
                return found;
            }
            return Scripted.REALLY;
        });
        assertThatThrownBy(() -> new BfsProtocol(3, 3, 1).measure(subject(wrong), Progress.NONE))
                .isInstanceOf(VerificationException.class)
                .hasMessageMatching("levels from source [0-9]+ are wrong: .*");
    }

    @Test
    void leavesOutTheSourcesThatTheEngineHasProbed() {
        BfsProtocol protocol = new BfsProtocol(8, 1, 1);
        long[] usual = protocol.pick(subject(lab));
        long[] probed = {usual[0], usual[5]};
        Lab probing = Scripted.like(
                Lab.class, lab, (method, _) -> method.getName().equals("probeSources") ? probed : Scripted.REALLY);
        long[] others = protocol.pick(subject(probing));
        assertThat(others).hasSize(8).doesNotContain(probed);
        assertThat(others).startsWith(usual[1], usual[2], usual[3], usual[4], usual[6], usual[7]);
    }
}
