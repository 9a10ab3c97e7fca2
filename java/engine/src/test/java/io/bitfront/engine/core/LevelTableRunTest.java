package io.bitfront.engine.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Engine;
import io.bitfront.engine.JobStoppedException;
import io.bitfront.engine.LevelTable;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.RecordedBackend;
import io.bitfront.engine.cpu.CpuEngine;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LevelTableRunTest {
    private static final int WIDTH = 512;

    private final List<String> shown = new ArrayList<>();
    private final Progress telling = (name, total, unit) -> {
        shown.add("%s %d %s".formatted(name, total, unit));
        return amount -> shown.add("batch of " + amount);
    };

    /// More columns than are turned at once, by one, by several blocks and by none.
    @ParameterizedTest
    @ValueSource(ints = {1_023, 1_024, 1_025, 3_000})
    void placesEveryLevelOfTablesOfSeveralBlocks(int n) {
        TestGraph test = Shapes.chain(n);
        long[] sources = {5, n - 1, 0};
        try (Graph graph = Prepared.graph(test);
                Engine engine = Prepared.cpu(graph, 2);
                Arena shared = Arena.ofShared();
                Arena confined = Arena.ofConfined()) {
            for (Arena arena : List.of(shared, confined)) {
                LevelTable table = engine.levels(sources, arena);
                for (int row = 0; row < sources.length; row++) {
                    int[] expected = BfsOracle.levels(test, (int) sources[row]);
                    for (int column = 0; column < n; column++) {
                        assertThat(table.level(row, column)).isEqualTo(expected[column]);
                    }
                }
            }
        }
    }

    /// A level that does not fit one byte shows in the first batch.
    @ParameterizedTest
    @CsvSource({"1, 100, 1", "512, 100, 1", "513, 100, 1", "1024, 100, 1", "1024, 128, 2", "3, 128, 2"})
    void searchesInBatchesAsFullAsCanBeAndAgainWhereCellsAreTooNarrow(int count, int n, int cellBytes) {
        try (Graph graph = Prepared.graph(Shapes.chain(n));
                Arena arena = Arena.ofShared()) {
            RecordedBackend recorded = new RecordedBackend(new CpuEngine(graph, 1));
            List<String> rooms = new ArrayList<>();
            try (Engine engine = Prepared.engine(recorded.backend())) {
                long[] sources = LongStream.range(0, count).map(i -> i % n).toArray();
                long begun = System.nanoTime();
                LevelTable table = engine.levels(
                        LevelTable.Request.from(sources),
                        (bytes, width) -> {
                            rooms.add("%d bytes, batches of %d".formatted(bytes, width));
                            return arena.allocate((long) count * n * bytes);
                        },
                        telling);
                assertThat(table.cellBytes()).isEqualTo(cellBytes);
                assertThat(table.width()).isEqualTo(WIDTH);
                assertThat(table.nanos()).isBetween(1L, System.nanoTime() - begun);
            }
            List<String> searched = new ArrayList<>();
            List<String> said = new ArrayList<>();
            List<String> roomsWanted = new ArrayList<>();
            for (int bytes = 1; bytes <= cellBytes; bytes++) {
                roomsWanted.add("%d bytes, batches of %d".formatted(bytes, WIDTH));
                said.add("bfs %d BFS".formatted(count));
                for (int left = count; left > 0; left -= WIDTH) {
                    searched.add("levels(%d)".formatted(Math.min(left, WIDTH)));
                    if (bytes < cellBytes) {
                        break;
                    }
                    said.add("batch of " + Math.min(left, WIDTH));
                }
            }
            assertThat(recorded.calls("levels")).isEqualTo(searched);
            assertThat(shown).isEqualTo(said);
            assertThat(rooms).isEqualTo(roomsWanted);
        }
    }

    @Test
    void searchesNothingWithoutSources() {
        try (Graph graph = Prepared.graph(Shapes.chain(9))) {
            RecordedBackend recorded = new RecordedBackend(new CpuEngine(graph, 1));
            try (Engine engine = Prepared.engine(recorded.backend())) {
                LevelTable table = engine.levels(
                        LevelTable.Request.from(),
                        (bytes, width) -> {
                            shown.add("%d bytes, batches of %d".formatted(bytes, width));
                            return MemorySegment.NULL;
                        },
                        telling);
                assertThat(table.cellBytes()).isEqualTo(1);
                assertThat(table.width()).isZero();
                assertThat(table.nanos()).isZero();
            }
            assertThat(shown).containsExactly("1 bytes, batches of 0");
            assertThat(recorded.calls()).containsExactly("close(Backend)");
        }
    }

    @Test
    void takesRoomThatJustHoldsTheLevelsAndRefusesLess() {
        try (Graph graph = Prepared.graph(Shapes.chain(9));
                Engine engine = Prepared.cpu(graph, 1);
                Arena arena = Arena.ofShared()) {
            LevelTable table =
                    engine.levels(LevelTable.Request.from(1, 8), (_, _) -> arena.allocate(18), Progress.NONE);
            assertThat(table.level(1, 0)).isEqualTo(8);
            assertThatThrownBy(() ->
                            engine.levels(LevelTable.Request.from(1, 8), (_, _) -> arena.allocate(17), Progress.NONE))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("a table of 17 bytes was given, its levels take 18");
        }
    }

    /// Whoever closes the engine, or interrupts the thread, waits for a batch, not for the table.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void endsBetweenBatches(boolean interrupted) throws InterruptedException {
        try (Graph graph = Prepared.graph(Shapes.chain(9));
                Engine engine = Prepared.engine(new RecordedBackend(new CpuEngine(graph, 1))
                        .withLevelWidth(2)
                        .backend());
                Arena arena = Arena.ofShared()) {
            List<Thread> closing = new ArrayList<>();
            Progress stopping = (_, _, _) -> _ -> {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                } else {
                    closing.add(Thread.ofPlatform().start(engine::close));
                    while (closing.getFirst().getState() != Thread.State.WAITING) {
                        Thread.onSpinWait();
                    }
                }
            };
            assertThatThrownBy(() -> engine.levels(
                            LevelTable.Request.from(0, 1, 2, 3, 4), (_, _) -> arena.allocate(45), stopping))
                    .isInstanceOf(JobStoppedException.class)
                    .hasMessage("stopped after 2 of 5 sources");
            assertThat(Thread.interrupted()).isEqualTo(interrupted);
            for (Thread thread : closing) {
                thread.join();
            }
        }
    }

    /// Four gigabytes hold the levels of a batch, in rows of 32 cells or a multiple; the device has the last word.
    @ParameterizedTest
    @CsvSource({"9, 2000000000, 477218560", "4, 2000000000, 1073741824", "4, 77, 77", "4, 33, 33"})
    void saysHowManySourcesABatchHas(int n, int levelWidth, int width) {
        try (Graph graph = Prepared.graph(Shapes.chain(n));
                Engine engine = Prepared.engine(new RecordedBackend(new CpuEngine(graph, 1))
                        .withLevelWidth(levelWidth)
                        .backend());
                Arena arena = Arena.ofShared()) {
            LevelTable table = engine.levels(
                    LevelTable.Request.from(0),
                    (bytes, batch) -> {
                        shown.add("%d bytes, batches of %d".formatted(bytes, batch));
                        return arena.allocate(n);
                    },
                    Progress.NONE);
            assertThat(shown).containsExactly("1 bytes, batches of " + width);
            assertThat(table.width()).isEqualTo(width);
            assertThat(table.level(0, n - 1)).isEqualTo(n - 1);
        }
    }
}
