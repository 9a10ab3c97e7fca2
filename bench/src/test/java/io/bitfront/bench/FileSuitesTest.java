package io.bitfront.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bitfront.bench.Suite.SuiteResult;
import io.bitfront.cache.PreprocessOptions;
import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.order.OrderingKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The suites over graph files, on the CPU.
final class FileSuitesTest extends SuiteRuns {
    /// Twice and beside a star, in each order; an edge of an undirected graph stands there both ways, of a directed one
    /// it does not, and links and stars are as it is.
    @Test
    void aFilesGraphIsItsOwnIdeal() throws IOException {
        Path file = path("one.el");
        Path cache = folder.resolve("two.bvss");
        cache(file, PreprocessOptions.defaults().withOrdering(OrderingKind.DEGREE), cache);
        List<OrderingKind> orders = List.of(OrderingKind.NATURAL, OrderingKind.RCM);
        SuiteResult result = Suites.named("unlike").run(files(DirectionChoice.AS_FORMAT, orders, file, cache));
        assertThat(result.notes()).isEmpty();
        assertThat(bounds(result))
                .startsWith(
                        "two one.el, times one.el, natural: 3.0 x, better at most 2.1, medians of one run",
                        "one.el beside a star, times one.el, natural: 3.0 x, better at most 1.8, medians of one run",
                        "two one.el, times one.el, rcm: 3.0 x, better at most 2.1, medians of one run")
                .hasSize(8);
        assertThat(result.bfs().stream().map(row -> row.key() + " " + row.vertices() + " " + row.edges()))
                .startsWith(
                        "two one.el natural auto auto 12 10",
                        "one.el natural auto auto 6 5",
                        "one.el beside a star natural auto auto 13 11",
                        "two one.el rcm auto auto 12 10")
                .contains("two two.bvss natural auto auto 12 10", "two.bvss rcm auto auto 6 5")
                .hasSize(12);
        SuiteResult both = Suites.named("unlike").run(files(DirectionChoice.UNDIRECTED, List.of(), file));
        assertThat(both.bfs()).extracting(BfsMeasurement::edges).containsExactly(20L, 10L, 22L);
        assertThat(file).hasContent(PATH);
        assertThat(cache).exists();
        assertThat(folder).isDirectoryNotContaining("glob:**.sg");
    }

    @Test
    void filesArePartsOfCompositions() throws IOException {
        SuiteResult result = Suites.named("composed")
                .run(files(DirectionChoice.UNDIRECTED, List.of(), path("one.el"), path("other.el")));
        assertThat(result.notes()).isEmpty();
        assertThat(result.bfs()).hasSize(24);
        assertThat(result.targets()).hasSize(36);
        assertThat(result.bfs().stream().map(BfsMeasurement::graph))
                .allMatch(name ->
                        name.matches("((one\\.el|other\\.el|clique\\d+)(~\\d+)?\\|?(x\\d+)?\\+?)+( permuted)? #\\d+"))
                .anyMatch(name -> name.contains("one.el"))
                .anyMatch(name -> name.contains("other.el"));
        assertThat(folder).isDirectoryNotContaining("glob:**.sg");
    }

    /// There is no search to compare on them.
    @Test
    void filesWithoutEdgesAreNoParts() throws IOException {
        Path empty = Files.writeString(
                folder.resolve("empty.mtx"), "%%MatrixMarket matrix coordinate pattern general\n0 0 0\n");
        Path isolated = Files.writeString(
                folder.resolve("isolated.mtx"), "%%MatrixMarket matrix coordinate pattern general\n5 5 0\n");
        SuiteResult result = Suites.named("composed")
                .run(files(DirectionChoice.AS_FORMAT, List.of(), empty, path("one.el"), isolated));
        assertThat(result.notes())
                .containsExactlyInAnyOrder(
                        "empty.mtx, left out: it has no edge", "isolated.mtx, left out: it has no edge");
        assertThat(result.bfs()).hasSize(24).noneMatch(row -> row.graph().matches(".*(empty|isolated).*"));
    }

    @Test
    void everyOrderOfAFileIsMeasuredToo() throws IOException {
        for (DirectionChoice direction : List.of(DirectionChoice.AS_FORMAT, DirectionChoice.UNDIRECTED)) {
            SuiteResult result = Suites.named("orders").run(files(direction, List.of(), path("one.el")));
            assertThat(result.bfs().stream().map(BfsMeasurement::key))
                    .hasSize(10)
                    .startsWith("one.el natural auto auto", "one.el degree auto auto")
                    .contains("one.el permuted rcm auto auto");
            assertThat(result.bfs()).allMatch(row -> row.edges() == (direction == DirectionChoice.UNDIRECTED ? 10 : 5));
        }
    }

    @Test
    void filesTakeThePlaceOfGeneratedGraphsInEachOrderOnce() throws IOException {
        SuiteResult result =
                Suites.named("table2").run(files(DirectionChoice.AS_FORMAT, List.of(), path("one.el"), path("two.el")));
        assertThat(result.bfs().stream().map(BfsMeasurement::key).toList())
                .containsExactly(
                        "one.el natural auto auto",
                        "one.el degree auto auto",
                        "one.el jaccard auto auto",
                        "two.el natural auto auto",
                        "two.el degree auto auto",
                        "two.el jaccard auto auto");
        assertThat(result.bfs()).allSatisfy(row -> {
            assertThat(row.kind()).isEqualTo("file");
            assertThat(row.vertices()).isEqualTo(6);
            assertThat(row.edges()).isEqualTo(5);
        });
        SuiteResult both = Suites.named("table2")
                .run(files(DirectionChoice.UNDIRECTED, List.of(OrderingKind.NATURAL), path("one.el")));
        assertThat(both.bfs()).singleElement().returns(10L, BfsMeasurement::edges);
    }

    @Test
    void aCacheHasItsOneOrder() throws IOException {
        Path file = path("one.el");
        Path cache = folder.resolve("one.bvss");
        cache(file, PreprocessOptions.defaults().withOrdering(OrderingKind.DEGREE), cache);
        assertThat(Suites.named("table2")
                        .run(files(DirectionChoice.AS_FORMAT, List.of(), cache))
                        .bfs())
                .singleElement()
                .returns("one.bvss degree auto auto", BfsMeasurement::key);
        assertThatThrownBy(() ->
                        Suites.named("table2").run(files(DirectionChoice.AS_FORMAT, List.of(OrderingKind.RCM), cache)))
                .isInstanceOf(BenchException.class)
                .hasMessage(cache + " is prepared already: --orders cannot change it");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bfs",
                "closeness",
                "multi",
                "projection",
                "switch",
                "growth",
                "answers",
                "table2",
                "unlike",
                "orders"
            })
    void suitesMeasureFiles(String name) throws IOException {
        SuiteResult result = Suites.named(name).run(files(DirectionChoice.AS_FORMAT, List.of(), path("one.el")));
        Set<String> graphs = new TreeSet<>();
        result.bfs().forEach(row -> graphs.add(row.graph()));
        result.batches().forEach(row -> graphs.add(row.graph()));
        result.jobs().forEach(row -> graphs.add(row.graph()));
        result.answers().forEach(row -> graphs.add(row.graph()));
        assertThat(graphs).allMatch(graph -> graph.contains("one.el"));
        assertThat(folder.resolve("one.el")).hasContent(PATH);
        assertThat(result.answers()).allSatisfy(row -> assertThat(row.edges()).isEqualTo(10));
    }
}
