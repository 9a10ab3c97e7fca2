package io.bitfront.engine.closeness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.cache.Graph;
import io.bitfront.cache.GraphCache;
import io.bitfront.cache.PreprocessOptions;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Engine;
import io.bitfront.engine.JobStoppedException;
import io.bitfront.engine.Prepared;
import io.bitfront.file.FileException;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.TestGraph;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Caches that somebody overwrites with zeros while a job has them mapped.
final class ChangedCacheTest {
    private static final TestGraph TEST = GraphKind.DIRECTED_MESSY.draw(9, 200);

    @TempDir
    private Path folder;

    private Path cache;
    private Graph graph;
    private Engine engine;
    private long sizeBefore;
    private final List<String> said = new ArrayList<>();

    @BeforeEach
    void open() {
        cache = folder.resolve("g.bvss");
        GraphCache.build(Prepared.input(TEST), "test", PreprocessOptions.defaults(), cache, Progress.NONE, line -> {})
                .graph()
                .close();
        graph = Graph.open(cache);
        engine = Prepared.cpu(graph, 1);
    }

    @AfterEach
    void close() {
        engine.close();
        try {
            graph.close();
        } catch (FileException expected) {
            assertThat(expected).hasMessage(message());
        }
    }

    @Test
    void endTheJobAndNothingOfThemIsKept() {
        Path folderOfJob = folder.resolve("job");
        ClosenessJob job = ClosenessJob.allSources().width(64).checkpoint(folderOfJob);
        assertThatThrownBy(() -> zeroedAfterABatch(job, null))
                .isInstanceOf(FileException.class)
                .hasMessage(message());
        assertThat(folderOfJob.resolve(Checkpoint.FILE)).hasSize(sizeBefore);
        try (Graph intact = Prepared.graph(TEST);
                Engine other = Prepared.cpu(intact, 1)) {
            ClosenessResult resumed = other.closeness(job);
            assertThat(resumed.events()).singleElement().asString().contains(" of 200 sources were in checkpoint ");
            assertThat(values(resumed)).isEqualTo(values(other.closeness(ClosenessJob.allSources())));
        }
    }

    @Test
    void endTheJobThatGoesOnFromAnEarlierOneInsteadOfBeginningAnew() {
        Path kept = folder.resolve("kept");
        ClosenessJob job = ClosenessJob.allSources().width(64);
        List<ClosenessRunner> runner = new ArrayList<>();
        Progress stopping = (name, total, unit) -> amount -> runner.getFirst().cancel();
        runner.add(new ClosenessRunner(List.of(engine), job, stopping));
        assertThatThrownBy(() -> runner.getFirst().runKeeping(kept)).hasMessageContaining("continues from");
        assertThatThrownBy(() -> zeroedAfterABatch(job, kept))
                .isInstanceOf(FileException.class)
                .hasMessage(message());
        assertThat(said).noneMatch(line -> line.contains("beginning anew"));
    }

    @Test
    void endSamplesBeforeTheirSumsAreKept() {
        Path folderOfJob = folder.resolve("sample");
        ClosenessJob job = ClosenessJob.sample(150, 5).width(64).checkpoint(folderOfJob);
        assertThatThrownBy(() -> zeroedAfterABatch(job, null))
                .isInstanceOf(FileException.class)
                .hasMessage(message());
        assertThat(folderOfJob.resolve(Checkpoint.FILE)).doesNotExist();
    }

    /// As where two vertices share an input index.
    @Test
    void isNotTakenForAnInterruptionWhereRowsAreMissingInTheEnd() {
        RunContext context = new RunContext(
                graph,
                List.of(),
                ClosenessJob.allSources(),
                Progress.NONE,
                null,
                new StopRequest(),
                line -> {},
                System.nanoTime(),
                new Foresight());
        BatchQueue queue = new BatchQueue();
        assertThatThrownBy(() -> context.complete(queue, List::of, () -> 3, 5))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("corrupt graph: 3 of 5 sources have a row when all are searched");
        queue.stop();
        assertThatThrownBy(() -> context.complete(queue, List::of, () -> 3, 5)).isInstanceOf(JobStoppedException.class);
    }

    private ClosenessResult zeroedAfterABatch(ClosenessJob job, Path kept) {
        List<Long> told = new ArrayList<>();
        Progress zeroing = (name, total, unit) -> amount -> {
            told.add(amount);
            if (kept == null || told.size() > 1) { // what was done before comes first
                zero(job.checkpoint());
            }
        };
        ClosenessRunner runner = new ClosenessRunner(List.of(engine), job, zeroing, said::add);
        return kept == null ? runner.run() : runner.runKeeping(kept);
    }

    private void zero(Path folderOfJob) {
        if (folderOfJob != null && sizeBefore == 0) {
            sizeBefore = folderOfJob.resolve(Checkpoint.FILE).toFile().length();
        }
        try (FileChannel channel = FileChannel.open(cache, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate((int) channel.size()), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String message() {
        return "%s was written to while it was in use: results from it cannot be relied on".formatted(cache);
    }

    private static double[] values(ClosenessResult result) {
        return IntStream.range(0, result.rowCount())
                .mapToDouble(row -> result.value(row, ClosenessMeasure.WF))
                .toArray();
    }
}
