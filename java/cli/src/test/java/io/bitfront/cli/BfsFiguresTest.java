package io.bitfront.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bitfront.cli.Program.Finished;
import io.bitfront.engine.lab.BfsSummary;
import io.bitfront.engine.lab.LabResult;
import io.bitfront.engine.spi.MultiSource;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// What `bfs` checks and what figures it prints, on an engine whose results and times are given. The graph is a chain
/// of 600 vertices, ids 1 to 600, and one alone: 1,198 directed edges.
class BfsFiguresTest {
    private static final int CHAIN = 600;

    @TempDir
    private Path folder;

    private Session session;

    @BeforeEach
    void writeAChain() throws IOException {
        String edges = IntStream.range(1, CHAIN)
                .mapToObj(v -> (v + 1) + " " + v + "\n")
                .collect(Collectors.joining());
        Files.writeString(
                folder.resolve("chain.mtx"),
                "%%%%MatrixMarket matrix coordinate pattern symmetric\n%d %d %d\n%s"
                        .formatted(CHAIN + 1, CHAIN + 1, CHAIN - 1, edges));
        Files.writeString(
                folder.resolve("all.txt"),
                IntStream.rangeClosed(1, CHAIN).mapToObj(v -> v + "\n").collect(Collectors.joining()));
        session = new Session(folder);
    }

    @AfterEach
    void removeTheScript() {
        ScriptedEngines.remove();
    }

    /// Changes the result of one traversal that brings its levels out.
    private static void corrupt(long source, Consumer<LabResult> how) {
        ScriptedEngines.install(result -> {
            if (result instanceof LabResult found && found.source() == source) {
                how.accept(found);
            }
            return result;
        });
    }

    private void expectRefused(String... more) {
        String[] job = {"bfs", "chain.mtx", "--source", "5,9", "--verify", "--device", "cpu", "--output", "l.csv"};
        Finished run = session.run(IntStream.range(0, job.length + more.length)
                .mapToObj(i -> i < job.length ? job[i] : more[i - job.length])
                .toArray(String[]::new));
        assertThat(run.exitCode()).as(run.err()).isEqualTo(3);
        assertThat(run.err()).contains("bitfront: source 9: ");
        assertThat(run.out()).doesNotContain("verified");
        assertThat(folder.resolve("l.csv")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 9, 11, 400})
    void exitsWith3WhereALevelIsWrong(int level) {
        corrupt(9, result -> result.level().set(18, level));
        expectRefused();
    }

    @Test
    void exitsWith3WhereAnUnreachedVertexHasALevel() {
        corrupt(9, result -> result.level().set(CHAIN, 3));
        expectRefused();
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 20, 21, 9})
    void exitsWith3WhereAParentIsWrong(long parent) {
        corrupt(9, result -> result.parent().set(18, parent));
        expectRefused("--parents");
    }

    @Test
    void whatIsRightIsVerified() {
        corrupt(9, _ -> {});
        Finished run = session.run("bfs", "chain.mtx", "--source", "5,9", "--verify", "--parents", "--device", "cpu");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("verified");
    }

    @Test
    void waysFromManySourcesAreShown() {
        Finished run =
                session.run("bfs", "chain.mtx", "--source", "5,9", "--to", "7,9", "--parents", "--device", "cpu");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).containsPattern("source +vertex +hops +by").contains("5 -> 6 -> 7", "9 -> 8 -> 7");
    }

    /// Parents that nobody writes, shows or checks take their time, which is measured on demand.
    @Test
    void parentsAreMeasuredWhereRunsAreAskedFor() {
        JsonNode report =
                json("bfs", "chain.mtx", "--source", "5", "--parents", "--runs", "1", "--device", "cpu", "--json");
        assertThat(report.get("traversals").get(0).get("parentsMs").asDouble()).isPositive();
    }

    /// Searches take these times, one after another.
    private static void timed(long... kernelNanos) {
        AtomicInteger next = new AtomicInteger();
        ScriptedEngines.install(result -> result instanceof BfsSummary found
                ? new BfsSummary(
                        found.source(),
                        found.verticesPerLevel(),
                        found.reachedEdges(),
                        ScriptedEngines.kernel(kernelNanos[next.getAndIncrement()]),
                        found.trace())
                : result);
    }

    private JsonNode json(String... job) {
        Finished run = session.run(job);
        assertThat(run.exitCode()).as(run.err()).isZero();
        return run.json();
    }

    @Test
    void theTimeOfASourceIsTheMedianOfItsRuns() {
        timed(500, 100, 900, 300, 200);
        JsonNode report = json("bfs", "chain.mtx", "--source", "1", "--runs", "5", "--device", "cpu", "--json");
        JsonNode traversal = report.get("traversals").get(0);
        assertThat(traversal.get("edges").asLong()).isEqualTo(1_198);
        assertThat(traversal.get("kernelMs").asDouble()).isEqualTo(300 / 1e6);
        assertThat(traversal.get("totalMs").asDouble()).isEqualTo(300 / 1e6);
        assertThat(traversal.get("teps").asDouble()).isCloseTo(1_198 / 300e-9, within(1e-3));
        assertThat(report.get("kernel").get("minMs").asDouble()).isEqualTo(100 / 1e6);
        assertThat(report.get("kernel").get("medianMs").asDouble()).isEqualTo(300 / 1e6);
        assertThat(report.get("kernel").get("meanMs").asDouble()).isEqualTo(400 / 1e6);
        assertThat(report.get("kernel").get("maxMs").asDouble()).isEqualTo(900 / 1e6);
    }

    @Test
    void ofAnEvenNumberOfRunsTheMeanOfTheTwoInTheMiddleCounts() {
        timed(501, 100, 900, 300);
        JsonNode report = json("bfs", "chain.mtx", "--source", "1", "--runs", "4", "--device", "cpu", "--json");
        JsonNode traversal = report.get("traversals").get(0);
        assertThat(traversal.get("kernelMs").asDouble()).isEqualTo(400.5 / 1e6);
        assertThat(traversal.get("teps").asDouble()).isCloseTo(1_198 / 400.5e-9, within(1e-3));
        assertThat(report.get("kernel").get("medianMs").asDouble()).isEqualTo(400.5 / 1e6);
    }

    @Test
    void tepsOfSeveralSourcesAreTheirMedian() {
        timed(1_198, 11_980, 599);
        Finished run = session.run("bfs", "chain.mtx", "--source", "1,2,3", "--device", "cpu");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).containsPattern("TEPS +median 1[.0]* GTEPS");
        timed(1_198, 599);
        assertThat(session.run("bfs", "chain.mtx", "--source", "1,2", "--device", "cpu")
                        .out())
                .containsPattern("TEPS +median 1\\.50* GTEPS");
    }

    /// The first of two batches takes 300 ms at least.
    @Test
    void timeOfSourcesTogetherIsThatOfAllBatches() {
        AtomicInteger batches = new AtomicInteger();
        ScriptedEngines.install(result -> result instanceof MultiSource state ? slowAtFirst(state, batches) : result);
        JsonNode report = json("bfs", "chain.mtx", "--sources", "all.txt", "--together", "--device", "cpu", "--json");
        assertThat(batches).hasValue(2);
        assertThat(report.get("timeMs").asDouble()).isGreaterThanOrEqualTo(300);
    }

    private static MultiSource slowAtFirst(MultiSource state, AtomicInteger batches) {
        return (MultiSource) Proxy.newProxyInstance(
                MultiSource.class.getClassLoader(), new Class<?>[] {MultiSource.class}, (_, method, arguments) -> {
                    if (method.getName().equals("perSource") && batches.incrementAndGet() == 1) {
                        Thread.sleep(300);
                    }
                    return method.invoke(state, arguments);
                });
    }

    @Test
    void theOneSourceOfManyTogetherIsNamed() {
        JsonNode report = json("bfs", "chain.mtx", "--source", "7", "--together", "--device", "cpu", "--json");
        assertThat(report.get("sources").asInt()).isEqualTo(1);
        assertThat(report.get("source").asInt()).isEqualTo(7);
    }

    /// 600 sources are two batches: each row is of its own source.
    @Test
    void countsOfLaterBatchesStandByTheirSources() {
        JsonNode report = json("bfs", "chain.mtx", "--sources", "all.txt", "--together", "--device", "cpu", "--json");
        assertThat(report.get("batches").asInt()).isEqualTo(2);
        JsonNode rows = report.get("traversals");
        assertThat(rows).hasSize(CHAIN);
        for (int i = 0; i < CHAIN; i++) {
            JsonNode row = rows.get(i);
            assertThat(row.get("source").asInt()).isEqualTo(i + 1);
            assertThat(row.get("reached").asInt()).isEqualTo(CHAIN);
            assertThat(row.get("depth").asInt()).isEqualTo(Math.max(i, CHAIN - 1 - i));
        }
        assertThat(report.get("usPerBfs").asDouble())
                .isCloseTo(report.get("timeMs").asDouble() * 1e3 / CHAIN, within(1e-9));
    }
}
