package io.bitfront.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.util.AccumulatorContext;
import org.apache.spark.util.AccumulatorMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scala.Option;

/// The highest rows, in whatever parts they come, against all of them sorted.
class HighestRowsTest {
    private static final ClosenessJob JOB =
            ClosenessJob.allSources().measures(ClosenessMeasure.WF, ClosenessMeasure.HARMONIC);

    private static List<HighestRows.Row> drawn(int count, Random dice) {
        List<HighestRows.Row> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            // Few values, so that ties are many.
            double[] values = {dice.nextInt(12), dice.nextInt(12)};
            rows.add(new HighestRows.Row(i * 7 % 1_009, null, values));
        }
        return rows;
    }

    private static List<HighestRows.Row> highest(List<HighestRows.Row> all, int most) {
        return all.stream()
                .sorted(Comparator.<HighestRows.Row>comparingDouble(row -> -row.values()[0])
                        .thenComparingLong(HighestRows.Row::id))
                .limit(most)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 10, 99, 100, 101, 1_000})
    void areThoseOfAllRowsWhateverPartsTheyComeIn(int most) {
        Random dice = new Random(most);
        List<HighestRows.Row> all = drawn(100, dice);
        HighestRows merged = new HighestRows(most);
        assertThat(merged.isZero()).isTrue();
        assertThat(merged.value()).isEmpty();
        for (int begin = 0; begin < all.size(); ) {
            int end = Math.min(all.size(), begin + 1 + dice.nextInt(30));
            HighestRows part = new HighestRows(most);
            all.subList(begin, end).forEach(part::add);
            assertThat(part.isZero()).isFalse();
            assertThat(part.value()).isEqualTo(highest(all.subList(begin, end), most));
            merged.merge(part);
            begin = end;
        }
        assertThat(merged.value()).isEqualTo(highest(all, most));
        HighestRows copy = merged.copy();
        merged.reset();
        assertThat(merged.isZero()).isTrue();
        assertThat(copy.value()).isEqualTo(highest(all, most));
        copy.add(new HighestRows.Row(5_000, null, new double[] {99, 0}));
        assertThat(copy.value().getFirst().id()).isEqualTo(5_000);
        assertThat(merged.value()).isEmpty();
    }

    /// Tasks add, and whoever tells the driver reads, writes and copies meanwhile.
    @Test
    @Timeout(60)
    void areReadWhileTasksAdd() throws Exception {
        HighestRows rows = onAnExecutor(new HighestRows(300));
        List<HighestRows.Row> all = drawn(1_009, new Random(7));
        AtomicInteger adding = new AtomicInteger(3);
        try (ExecutorService tasks = Executors.newFixedThreadPool(3)) {
            List<Future<?>> parts = new ArrayList<>();
            for (int task = 0; task < 3; task++) {
                int first = task;
                parts.add(tasks.submit(() -> {
                    try {
                        for (int i = 0; i < 60 * all.size(); i++) {
                            if (i % 3 == first) {
                                // All but the last time around the rows are too low to stay.
                                HighestRows.Row row = all.get(i % all.size());
                                rows.add(i < 59 * all.size() ? low(row) : row);
                            }
                        }
                    } finally {
                        adding.decrementAndGet();
                    }
                }));
            }
            while (adding.get() > 0) {
                assertThat(rows.value()).doesNotContainNull().hasSizeLessThanOrEqualTo(300);
                assertThat(rows.copy().value()).hasSizeLessThanOrEqualTo(300);
                new ObjectOutputStream(OutputStream.nullOutputStream()).writeObject(rows);
            }
            for (Future<?> part : parts) {
                part.get();
            }
        }
        assertThat(rows.value()).isEqualTo(highest(all, 300));
    }

    /// What a task has of one that the driver sends.
    private static HighestRows onAnExecutor(HighestRows driver) throws IOException, ClassNotFoundException {
        driver.metadata_$eq(new AccumulatorMetadata(AccumulatorContext.newId(), Option.empty(), false));
        AccumulatorContext.register(driver);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(driver);
        } finally {
            AccumulatorContext.remove(driver.id());
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (HighestRows) in.readObject();
        }
    }

    private static HighestRows.Row low(HighestRows.Row row) {
        return new HighestRows.Row(row.id(), null, new double[] {-1 - row.values()[0], 0});
    }

    @Test
    void areReadAsAResult() {
        List<HighestRows.Row> rows = highest(drawn(9, new Random(3)), 5);
        HighestResult result = HighestResult.of(JOB, rows, 70, 800);
        assertThat(result.rowCount()).isEqualTo(5);
        assertThat(result.traversals()).isEqualTo(70);
        assertThat(result.nanos()).isEqualTo(800);
        for (int row = 0; row < 5; row++) {
            assertThat(result.id(row)).isEqualTo(rows.get(row).id());
            assertThat(result.value(row, ClosenessMeasure.WF))
                    .isEqualTo(rows.get(row).values()[0]);
            assertThat(result.value(row, ClosenessMeasure.HARMONIC))
                    .isEqualTo(rows.get(row).values()[1]);
        }
        assertThat(result.highest(3, ClosenessMeasure.WF)).containsExactly(0, 1, 2);
        assertThat(result.highest(9, ClosenessMeasure.WF)).containsExactly(0, 1, 2, 3, 4);
        assertThatThrownBy(() -> result.highest(3, ClosenessMeasure.HARMONIC))
                .hasMessage("the highest by harmonic are not known: rows were gathered by wf");
        assertThatThrownBy(() -> result.standardError(0, ClosenessMeasure.WF))
                .hasMessage("an exact job has no standard error");
        assertThat(HighestResult.of(JOB, List.of(), 0, 0).rowCount()).isZero();
    }

    @Test
    void ofASampleHaveTheirErrorsBehindTheirValues() {
        HighestRows.Row row = new HighestRows.Row(4, null, new double[] {1, 2, 3, 4});
        HighestResult result = HighestResult.of(
                ClosenessJob.sample(5, 1).measures(ClosenessMeasure.WF, ClosenessMeasure.HARMONIC), List.of(row), 5, 6);
        assertThat(result.value(0, ClosenessMeasure.HARMONIC)).isEqualTo(2);
        assertThat(result.standardError(0, ClosenessMeasure.WF)).isEqualTo(3);
        assertThat(result.standardError(0, ClosenessMeasure.HARMONIC)).isEqualTo(4);
    }

    /// Ids of names are their ranks among those of the rows.
    @Test
    void keepTheirNames() {
        List<HighestRows.Row> rows = List.of(
                new HighestRows.Row(900, "tom", new double[] {9, 0}),
                new HighestRows.Row(20, "ann", new double[] {8, 0}),
                new HighestRows.Row(500, "eve", new double[] {7, 0}));
        HighestResult result = HighestResult.of(JOB, rows, 1, 1);
        assertThat(List.of(result.id(0), result.id(1), result.id(2))).containsExactly(2L, 0L, 1L);
        for (int row = 0; row < 3; row++) {
            assertThat(result.ids().text(result.id(row)))
                    .isEqualTo(rows.get(row).name());
        }
    }
}
