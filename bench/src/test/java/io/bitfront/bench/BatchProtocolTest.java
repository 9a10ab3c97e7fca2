package io.bitfront.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.bench.BatchProtocol.Choice;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.Direction;
import io.bitfront.engine.lab.Batches;
import io.bitfront.engine.lab.Lab;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.verify.VerificationException;
import io.bitfront.generate.GeneratorOptions;
import io.bitfront.generate.Generators;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.PrimitiveIterator;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The arithmetic of batches, by a clock that a batch moves on by what it is given.
class BatchProtocolTest {
    private static final int WIDTH = 64;

    private final List<int[]> ran = new ArrayList<>();
    private final List<Long> searched = new ArrayList<>();
    private SmallEngine engine;
    private Lab lab;
    private long now = 12_345;
    private int unsettled;
    private int open;
    private long expected;
    private GpuMonitor monitor = GpuMonitor.none();

    @BeforeEach
    void prepare() {
        engine = SmallEngine.of(Generators.create("urand", GeneratorOptions.ofScale(10)));
        lab = engine.lab();
    }

    @AfterEach
    void close() {
        engine.close();
        assertThat(open).as("batches that nobody closed").isZero();
    }

    /// An engine whose k-th batch, and whose k-th search, takes `nanos[k]`.
    private Subject subject(UnaryOperator<SourceSums> found, long... nanos) {
        Lab scripted = Scripted.like(Lab.class, lab, (method, arguments) -> switch (method.getName()) {
            case "batches" -> batches(found, nanos);
            case "measure" -> {
                now += searched.size() < nanos.length ? nanos[searched.size()] : 0;
                searched.add(((LabRequest) arguments[0]).source());
                yield Scripted.REALLY;
            }
            default -> Scripted.REALLY;
        });
        return new Subject("u", "urand", 10, new BenchEngine(engine.real(), scripted, monitor), LabRequest.from(0), "");
    }

    private Batches batches(UnaryOperator<SourceSums> found, long... nanos) {
        Batches state = lab.batches(WIDTH, Direction.OUT, BatchMode.AUTO);
        open++;
        return Scripted.like(Batches.class, state, (method, arguments) -> switch (method.getName()) {
            case "perSource" -> {
                now += nanos[ran.size()];
                ran.add((int[]) arguments[0]);
                yield found.apply(state.perSource((int[]) arguments[0]));
            }
            case "expect" -> {
                expected = (long) arguments[0];
                yield null;
            }
            case "settled" -> unsettled-- <= 0;
            case "close" -> {
                open--;
                yield Scripted.REALLY;
            }
            default -> Scripted.REALLY;
        });
    }

    private BatchProtocol protocol(int batches) {
        return new BatchProtocol(batches, 1, () -> now);
    }

    /// The first batch warms up and the next two let the engine find out what is fastest: none of the three is timed.
    @Test
    void timesEachBatchOnceAfterTheDeviceIsWarmAndSettled() {
        unsettled = 3;
        Subject subject = subject(sums -> sums, 2_000, 1_900, 1_800, 640, 192, 128, 320);
        BatchMeasurement found = protocol(4).measure(subject, BatchMode.AUTO, Choice.RANDOM);
        assertThat(found.batch()).isEqualTo(new Distribution(128 / 1e6, 256 / 1e6, 320 / 1e6, 640 / 1e6, 640 / 1e6));
        assertThat(found.usPerBfs()).isEqualTo((192 + 320) / 2.0 / 1e3 / WIDTH);
        assertThat(found.width()).isEqualTo(WIDTH);
        assertThat(found.batches()).isEqualTo(4);
        assertThat(found.joulesPerBfs()).isNull();
        assertThat(expected).isEqualTo(Long.MAX_VALUE);
        assertThat(ran).hasSize(7);
        assertThat(ran.get(3)).isEqualTo(ran.get(0));
        assertThat(ran.subList(3, 7)).doesNotHaveDuplicates().doesNotContain(ran.get(1), ran.get(2));
    }

    /// The counter moves every 0.1 s or so: of 0.6 s and more it tells enough.
    @ParameterizedTest
    @CsvSource({"300_000_000, 0.25", "299_999_999, "})
    void energyIsThatOfAllTimedBatchesWhereTheyTakeLongEnough(String nanos, Double joulesPerBfs) {
        PrimitiveIterator.OfDouble joules = DoubleStream.of(500, 532).iterator();
        monitor = GpuMonitor.counting(() -> OptionalDouble.of(joules.nextDouble()));
        long each = Long.parseLong(nanos.replace("_", ""));
        Subject subject = subject(sums -> sums, 1_000_000_000, each, each);
        assertThat(protocol(2).measure(subject, BatchMode.AUTO, Choice.RANDOM).joulesPerBfs())
                .isEqualTo(joulesPerBfs);
        assertThat(joules.hasNext()).isFalse();
    }

    @Test
    void anOddNumberOfBatchesHasOneInTheMiddle() {
        BatchMeasurement found =
                protocol(3).measure(subject(sums -> sums, 2_000, 640, 128, 320), BatchMode.AUTO, Choice.NEIGHBOURS);
        assertThat(found.usPerBfs()).isEqualTo(320 / 1e3 / WIDTH);
    }

    @Test
    void comparesFourSourcesOfTheFirstBatchWithSearchesAlone() {
        BatchMeasurement found = protocol(2).measure(subject(sums -> sums, 1, 1, 1), BatchMode.AUTO, Choice.RANDOM);
        assertThat(found.verified()).isEqualTo(4);
        int[] first = ran.getFirst();
        assertThat(searched)
                .containsExactly(
                        engine.graph().idOf(first[0]),
                        engine.graph().idOf(first[16]),
                        engine.graph().idOf(first[32]),
                        engine.graph().idOf(first[48]));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aWrongSumEndsTheMeasurement(int which) {
        Subject wrong = subject(
                sums -> {
                    sums.reached()[48] += which == 0 ? 1 : 0;
                    sums.distanceSum()[48] += which == 1 ? 1 : 0;
                    sums.eccentricity()[48] += which == 2 ? 1 : 0;
                    return sums;
                },
                1,
                1,
                1);
        assertThatThrownBy(() -> protocol(2).measure(wrong, BatchMode.AUTO, Choice.RANDOM))
                .isInstanceOf(VerificationException.class)
                .hasMessageContaining("a batch reached ");
        assertThat(ran).hasSize(1);
    }

    /// The first search warms up.
    @Test
    void searchesAloneAreTimedOneByOne() {
        BatchMeasurement found = protocol(2)
                .measureAlone(
                        subject(sums -> sums, 2_000, 100, 300, 200), "naive", LabRequest.from(0), Choice.RANDOM, 3);
        assertThat(found.batch()).isEqualTo(new Distribution(100 / 1e6, 200 / 1e6, 200 / 1e6, 300 / 1e6, 300 / 1e6));
        assertThat(found.usPerBfs()).isEqualTo(0.2);
        assertThat(found.verified()).isZero();
        assertThat(searched).hasSize(4);
        assertThat(searched.get(1)).isEqualTo(searched.getFirst());
    }
}
