package io.bitfront.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.generate.CommunityGenerator;
import io.bitfront.generate.DelaunayGenerator;
import io.bitfront.generate.GeometricGenerator;
import io.bitfront.generate.GraphWriter;
import io.bitfront.generate.WebGenerator;
import io.bitfront.graph.GraphInput;
import io.bitfront.input.GraphFormat;
import io.bitfront.input.GraphReader;
import io.bitfront.input.ReadOptions;
import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.order.OrderingKind;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.GraphKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// What is shown while a graph is prepared.
final class PhasesTest {
    @TempDir
    private Path folder;

    /// How far each phase is from its end, by name, if it tells what all of it is.
    private static final class Left implements Progress {
        final Map<String, AtomicLong> all = new TreeMap<>();

        @Override
        public synchronized Phase start(String name, long total, String unit) {
            AtomicLong left = all.computeIfAbsent(name, none -> new AtomicLong());
            if (total < 0) {
                return amount -> {};
            }
            assertThat(total).as(name).isPositive();
            left.addAndGet(total);
            return amount -> {
                assertThat(amount).as(name).isNotNegative();
                left.addAndGet(-amount);
            };
        }
    }

    /// Graphs of several pieces of work.
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PAPER")
    void areAtTheirEndsWhenTheyAreDone(OrderingKind ordering) {
        for (GraphKind kind : List.of(GraphKind.UNIFORM, GraphKind.DIRECTED_SCALE_FREE)) {
            GraphInput input = TestInputs.withSparseIds(kind.draw(1, 40_000));
            PreprocessOptions options = TestInputs.options(ordering.word(), 2);
            Left left = new Left();
            try (Workers workers = new Workers(2)) {
                new Preprocessor(options, workers, left, new PhaseLog(), line -> {})
                        .intoFile(input, TestInputs.KEY, folder.resolve("graph.bvss"));
            }
            assertThat(left.all).containsKeys("partition edges", "sort columns", "BVSS", "write");
            left.all.forEach((name, amount) -> assertThat(amount.get()).as(name).isZero());
        }
    }

    private static void assertAtTheirEnds(Left left, String... names) {
        assertThat(left.all).containsKeys(names);
        left.all.forEach((name, amount) -> assertThat(amount.get()).as(name).isZero());
    }

    /// Of a graph that is generated, written in each format, read and prepared.
    @ParameterizedTest
    @CsvSource({"a.sg, DIRECTED", "a.sg, AS_FORMAT", "a.el, AS_FORMAT", "a.mtx, AS_FORMAT"})
    void areAtTheirEndsWhenAGraphIsWrittenAndRead(String name, DirectionChoice direction) {
        Path file = folder.resolve(name);
        Left written = new Left();
        Left read = new Left();
        try (Workers workers = new Workers(2)) {
            try (GraphInput made = new GeometricGenerator(15, 1).generate(workers, written)) {
                GraphInput directed = new GraphInput(
                        made.edges(), made.ids(), direction != DirectionChoice.DIRECTED, false, made.format(), "");
                GraphWriter.write(directed, file, workers, written);
            }
            assertAtTheirEnds(written, "write", "partition edges", "sort columns");
            ReadOptions options = new ReadOptions(GraphFormat.AUTO, DirectionChoice.AS_FORMAT);
            GraphReader.read(file, options, workers, read).close();
            assertAtTheirEnds(read, "read");
            GraphCache.Request request =
                    new GraphCache.Request(file, options, TestInputs.options("natural", 2), null, false);
            GraphCache.open(request, read, line -> {}).graph().close();
            assertAtTheirEnds(read, "read", "write");
        }
    }

    @Test
    void areAtTheirEndsWhenTrianglesAreMadeAndEdgesCounted() {
        Left left = new Left();
        try (Workers workers = new Workers(2)) {
            new DelaunayGenerator(9, 1).generate(workers, left).close();
            assertAtTheirEnds(left, "triangulate");
            try (GraphInput counted = new WebGenerator(4_096, 64, .6, 16, 1).generate(workers, left)) {
                assertThat(counted.edges().edgeCount()).isPositive();
            }
            try (GraphInput counted = new CommunityGenerator(4_096, 64, .5, 1, 1).generate(workers, left)) {
                assertThat(counted.edges().edgeCount()).isPositive();
            }
            assertAtTheirEnds(left, "triangulate", "count edges");
        }
    }
}
