package io.bitfront.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.bitfront.graph.Bvss;
import io.bitfront.graph.Csc;
import io.bitfront.graph.GraphStatistics;
import io.bitfront.graph.Permutation;
import io.bitfront.graph.VertexIds;
import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import io.bitfront.order.OrderingKind;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.TestGraph;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BvssVerifierTest {
    private static final TestGraph DIRECTED = GraphKind.DIRECTED_UNIFORM.draw(1, 300);
    private static final TestGraph UNDIRECTED = GraphKind.SCALE_FREE.draw(1, 300);

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void findsAFlippedBitInASection(BvssSection section) throws IOException {
        Path file = folder.resolve("flipped.bvss");
        TestInputs.keep(TestInputs.having(section, DIRECTED), TestInputs.options("degree", 2), file);
        BvssShape shape = BvssFile.header(file).shape();
        byte[] bytes = Files.readAllBytes(file);
        int last = (int) (shape.offset(section) + shape.bytes(section) - 2);
        bytes[last] ^= (byte) (section == BvssSection.STATISTICS ? 4 : 1);
        Files.write(file, bytes);
        assertThat(failed(file)).contains("checksum of " + section.word());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "12 | 255 | name 1 is no UTF-8",
                "0  | 122 | name 1 does not come after the one before it",
                "18 | 48  | name 1 does not come after the one before it",
                "20 | 48  | name 1 is no UTF-8"
            })
    void findsNamesThatCannotBe(int at, int value, String problem) throws IOException {
        Path file = folder.resolve("named.bvss");
        TestInputs.keep(TestInputs.withNames(DIRECTED), TestInputs.options("degree", 2), file);
        CraftedCache cache = CraftedCache.of(file);
        cache.setByte(cache.at(BvssSection.NAMES, at), (byte) value).write();
        assertThat(verify(file, 2))
                .filteredOn(check -> !check.passed())
                .containsExactly(new BvssFile.Check("ids", problem));
    }

    @Test
    void findsAGapThatIsNotZero() throws IOException {
        Path file = folder.resolve("gap.bvss");
        TestInputs.keep(TestInputs.withSparseIds(DIRECTED), TestInputs.options("degree", 2), file);
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1] = 1;
        Files.write(file, bytes);
        assertThat(verify(file, 2))
                .filteredOn(check -> !check.passed())
                .containsExactly(new BvssFile.Check(
                        "gaps are zero", "byte %,d, after statistics, is not zero".formatted(bytes.length - 1)));
    }

    /// What is left of each phase when it ends is nothing.
    @Test
    void tellsEachCheckAsAPhaseThatIsDoneAtItsEnd() throws IOException {
        Path file = folder.resolve("sound.bvss");
        TestInputs.keep(TestInputs.withSparseIds(DIRECTED), TestInputs.options("degree", 2), file);
        Map<String, Long> left = new ConcurrentHashMap<>();
        Progress progress = (name, total, unit) -> {
            left.put(name, total);
            return amount -> left.merge(name, -amount, Long::sum);
        };
        List<BvssFile.Check> checks;
        try (Workers workers = new Workers(2)) {
            checks = BvssFile.verify(file, workers, progress);
        }
        assertThat(left).hasSizeGreaterThan(1).containsKey("verify checksums");
        assertThat(left.values()).containsOnly(0L);
        left.keySet().remove("verify checksums");
        assertThat(checks.stream().map(check -> "verify " + check.name())).containsAll(left.keySet());
    }

    @Test
    void findsAPermutationThatIsNone() {
        assertThat(assertDamage("permutation", parts -> parts.newIdOf.set(5, parts.newIdOf.get(6))))
                .matches("newIdOf\\[oldIdOf\\[\\d+]] is \\d+");
        assertThat(assertDamage("permutation", parts -> parts.oldIdOf.set(5, -1)))
                .isEqualTo("oldIdOf[5] is -1, outside 0..299");
        assertThat(assertDamage("permutation", parts -> parts.oldIdOf.set(0, 300)))
                .isEqualTo("oldIdOf[0] is 300, outside 0..299");
        assertThat(assertDamage("permutation", parts -> parts.oldIdOf.set(299, 300)))
                .isEqualTo("oldIdOf[299] is 300, outside 0..299");
    }

    @Test
    void findsIdsOutOfOrder() {
        assertThat(assertDamage("ids", parts -> parts.ids.set(7, 28))).isEqualTo("ids[7] is 28, after 28");
        assertThat(assertDamage("ids", parts -> parts.ids.set(0, 13))).isEqualTo("ids[1] is 13, after 13");
        assertThat(assertDamage("ids", parts -> parts.ids.set(299, 0))).isEqualTo("ids[299] is 0, after 904");
        assertThat(assertDamage("ids", parts -> parts.ids.set(0, -3))).isEqualTo("ids[0] is -3");
    }

    @Test
    void findsWrongColumnStarts() {
        long edges = DIRECTED.cleanEdges();
        assertThat(assertDamage(
                        "out-neighbours", parts -> parts.out.columnStart().set(0, 1)))
                .isEqualTo("columns run from 1 to %d, expected 0 to %d".formatted(edges, edges));
        assertThat(assertDamage(
                        "out-neighbours", parts -> parts.out.columnStart().set(1, edges + 1)))
                .startsWith("column 1 runs from %d to ".formatted(edges + 1));
        assertThat(assertDamage(
                        "out-neighbours", parts -> parts.out.columnStart().set(300, 3)))
                .startsWith("columns run from 0 to 3, expected 0 to ");
        assertThat(assertDamage("in-neighbours", parts -> parts.in.columnStart().set(1, -5)))
                .isEqualTo("column 0 runs from 0 to -5");
    }

    @Test
    void findsWrongRows() {
        assertThat(assertDamage("out-neighbours", parts -> parts.out.rowIndex().set(0, 300)))
                .isEqualTo("column 0 lists 300 after -1");
        assertThat(assertDamage("out-neighbours", parts -> parts.out.rowIndex().set(0, -1)))
                .isEqualTo("column 0 lists -1 after -1");
        assertThat(assertDamage("out-neighbours", parts -> parts.out.rowIndex().set(1, parts.out.row(0))))
                .matches("column 0 lists (\\d+) after \\1");
        assertThat(assertDamage("in-neighbours", parts -> parts.in.rowIndex().set(1, parts.in.row(0))))
                .matches("column 0 lists (\\d+) after \\1");
    }

    @Test
    void findsASelfLoop() {
        assertThat(assertDamage("out-neighbours", parts -> loop(parts.out)))
                .matches("column (\\d+) lists \\1 after -?\\d+");
        assertThat(assertDamage("in-neighbours", parts -> loop(parts.in)))
                .matches("column (\\d+) lists \\1 after -?\\d+");
    }

    /// Puts a vertex into its own list, where that stays ascending.
    private static void loop(Csc csc) {
        for (int v = 0; v < csc.vertexCount(); v++) {
            for (long e = csc.start(v); e < csc.end(v); e++) {
                boolean above = e == csc.start(v) || csc.row(e - 1) < v;
                boolean below = e + 1 == csc.end(v) || csc.row(e + 1) > v;
                if (above && below) {
                    csc.rowIndex().set(e, v);
                    return;
                }
            }
        }
        throw new AssertionError("no list has room for a loop");
    }

    @Test
    void findsAnEdgeThatHasNoMirror() {
        String problem = assertDamage("in-neighbours mirror out-neighbours", parts -> {
            int v = moveable(parts.in);
            parts.in.rowIndex().set(parts.in.end(v) - 1, largerRow(parts.in, v));
        });
        assertThat(problem).matches("edge \\d+ -> \\d+ has no mirror");
    }

    @Test
    void findsAnUndirectedEdgeThatRunsOneWay() {
        try (Graph graph = TestInputs.prepared(UNDIRECTED, "natural")) {
            int v = moveable(graph.out());
            graph.out().rowIndex().set(graph.out().end(v) - 1, largerRow(graph.out(), v));
            Path file = folder.resolve("oneway.bvss");
            TestInputs.write(graph, file);
            assertThat(failed(file)).contains("edges run both ways").doesNotContain("out-neighbours");
        }
    }

    @Test
    void findsWrongPointersToVirtualSliceSets() {
        String check = "virtual slice sets";
        assertThat(assertDamage(check, parts -> parts.bvss.realPtrs().set(1, 1_000_000)))
                .startsWith("slice set 1 runs from VSS 1000000 to ");
        assertThat(assertDamage(check, parts -> parts.bvss.realPtrs().set(0, 1)))
                .matches("realPtrs run from 1 to (\\d+), expected 0 to \\1");
        assertThat(assertDamage(check, parts -> parts.bvss.virtualToReal().set(1, 0)))
                .isEqualTo("VSS 1 names slice set 0, expected 1");
    }

    @Test
    void findsWrongSlices() {
        String check = "slices unpack to the edges";
        assertThat(assertDamage(check, parts -> parts.bvss.rowIds().set(0, parts.bvss.row(0, 0) + 1)))
                .matches("slice 0 of VSS 0 has row \\d+ and mask [0-9a-f]{2}");
        assertDamage(
                check,
                parts -> parts.bvss.tileMasks().set(0, parts.bvss.tileMasks().get(0) ^ 1));
        assertThat(assertDamage(check, parts -> parts.bvss.tileMasks().set(0, 0)))
                .matches("slice 0 of VSS 0 has row \\d+ and mask 00");
        assertDamage(check, parts -> parts.bvss.tileMasks().set(Bvss.LANES - 1, 0x01000000));
        assertDamage(check, parts -> parts.bvss.rowIds().set(Bvss.TAU - 1, 0));
    }

    @Test
    void findsWrongHubs() {
        assertThat(assertDamage("hubs", parts -> parts.hubs.set(3, 299))).matches("hub of 3 is 299, expected -?\\d+");
    }

    @Test
    void findsWrongStatistics() {
        assertDamage("statistics", parts -> parts.statistics = with(parts.statistics, 1, 0, 0));
        assertDamage("statistics", parts -> parts.statistics = with(parts.statistics, 0, 1e-9, 0));
        assertDamage("statistics", parts -> parts.statistics = with(parts.statistics, 0, 0, 1));
    }

    /// A cache whose checksums are right, but one of whose arrays was wrong when they were computed.
    ///
    /// @return the problem, which is the same however many threads look for it
    private String assertDamage(String check, Consumer<Parts> damage) {
        Path file = folder.resolve("damaged.bvss");
        try (Graph graph = Preprocessor.prepare(TestInputs.withSparseIds(DIRECTED), TestInputs.options("natural", 2))) {
            Parts parts = new Parts(graph);
            damage.accept(parts);
            TestInputs.write(parts.graph(), file);
        }
        assertThat(failed(file)).contains(check).noneMatch(name -> name.startsWith("checksum"));
        Set<String> problems = new TreeSet<>();
        for (int threads : new int[] {1, 3}) {
            assertThat(verify(file, threads))
                    .filteredOn(found -> found.name().equals(check))
                    .singleElement()
                    .satisfies(found -> assertThat(found.problem()).isNotBlank().doesNotContain("\n", "not checked"))
                    .satisfies(found -> problems.add(found.problem()));
        }
        assertThat(problems).hasSize(1);
        return problems.iterator().next();
    }

    static GraphStatistics with(GraphStatistics was, int moreIsolated, double moreDivergence, int moreComponents) {
        return new GraphStatistics(
                was.inputEdges(),
                was.selfLoops(),
                was.duplicates(),
                was.isolatedVertices() + moreIsolated,
                was.maxOutDegree(),
                was.maxInDegree(),
                was.meanDegree(),
                was.sliceCount(),
                was.vssCount(),
                was.compressionRatio(),
                was.updateDivergence() + moreDivergence,
                was.scaleFree(),
                was.components() + moreComponents,
                was.orderReason());
    }

    /// A column whose last row can grow by one and stay a proper column.
    private static int moveable(Csc csc) {
        for (int v = 0; v < csc.vertexCount(); v++) {
            if (csc.degree(v) > 0 && csc.row(csc.end(v) - 1) + 1 < csc.vertexCount() && largerRow(csc, v) != v) {
                return v;
            }
        }
        throw new AssertionError("no column can be changed");
    }

    private static int largerRow(Csc csc, int v) {
        return csc.row(csc.end(v) - 1) + 1;
    }

    private static List<String> failed(Path file) {
        return verify(file, 2).stream()
                .filter(check -> !check.passed())
                .map(BvssFile.Check::name)
                .toList();
    }

    private static List<BvssFile.Check> verify(Path file, int threads) {
        try (Workers workers = new Workers(threads)) {
            return BvssFile.verify(file, workers, Progress.NONE);
        }
    }

    /// A graph's parts, open to damage.
    private static final class Parts {
        private final Csc out;
        private final Csc in;
        private final IntArray newIdOf;
        private final IntArray oldIdOf;
        private final LongArray ids;
        private final Bvss bvss;
        private final IntArray hubs;
        private GraphStatistics statistics;

        Parts(Graph graph) {
            out = graph.out();
            in = graph.in();
            newIdOf = graph.permutation().newIdOf();
            oldIdOf = graph.permutation().oldIdOf();
            ids = ((VertexIds.Table) graph.ids()).ascending();
            bvss = graph.bvss();
            hubs = graph.hubs();
            statistics = graph.statistics();
        }

        Graph graph() {
            Permutation permutation = new Permutation(newIdOf, oldIdOf);
            VertexIds.Table table = new VertexIds.Table(ids);
            return new Graph(Arena.ofAuto(), out, in, permutation, table, bvss, hubs, OrderingKind.NATURAL, statistics);
        }
    }
}
