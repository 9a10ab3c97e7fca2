package io.bitfront.engine.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Device;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Engine;
import io.bitfront.engine.Prepared;
import io.bitfront.engine.lab.Lab;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LabResult;
import io.bitfront.engine.spi.EngineProvider;
import io.bitfront.engine.spi.MultiSource;
import io.bitfront.engine.verify.LevelVerifier;
import io.bitfront.graph.Csc;
import io.bitfront.graph.Permutation;
import io.bitfront.graph.VertexIds;
import io.bitfront.memory.IntArray;
import io.bitfront.memory.LongArray;
import io.bitfront.order.OrderingKind;
import io.bitfront.testkit.GraphKind;
import io.bitfront.testkit.Shapes;
import io.bitfront.testkit.TestGraph;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jgrapht.alg.shortestpath.BFSShortestPath;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.SimpleDirectedGraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What an engine makes of graphs that are damaged, closed, sparsely numbered; and how it is found.
class CpuEngineGraphTest {
    @ParameterizedTest
    @EnumSource(
            value = Step.class,
            names = {"PUSH_ALONE", "PUSH_TOGETHER", "PUSH_DENSE"})
    void anEdgeToNoVertexIsAnErrorInOneLineAndTheEngineGoesOn(Step step) {
        for (int stray : new int[] {4_000, -1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            // 0 - 1 and 2 - 3, but vertex 2's neighbour is none
            try (Graph damaged = graph(new long[] {0, 1, 2, 3, 4}, new int[] {1, 0, stray, 2}, new int[] {1, 0, 3, 2});
                    CpuEngine engine = new CpuEngine(damaged, 2, (state, few, mode) -> step)) {
                assertThatThrownBy(() -> engine.bfs(2))
                        .as("to %d", stray)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("corrupt graph: an edge leads outside its 4 vertices");
                assertThat(engine.bfs(0).level().toArray()).containsExactly(0, 1, -1, -1);
            }
        }
    }

    @Test
    void aStrayHubOrInNeighbourIsAnErrorToo() {
        try (Graph stray = graph(new long[] {0, 1, 2}, new int[] {1, 0}, new int[] {900, 0});
                CpuEngine engine = new CpuEngine(stray, 1, (state, few, mode) -> Step.PULL_ALL)) {
            assertThatThrownBy(() -> engine.bfs(1)).hasMessage("corrupt graph: an edge leads outside its 2 vertices");
        }
        try (Graph stray = graph(new long[] {0, 1, 2}, new int[] {900, 0}, new int[] {1, 0});
                CpuEngine engine = new CpuEngine(stray, 1, (state, few, mode) -> Step.PULL_FEW)) {
            assertThatThrownBy(() -> engine.bfs(1)).hasMessage("corrupt graph: an edge leads outside its 2 vertices");
        }
    }

    /// Of 100 neighbours of the source, which have 20 each, that of one is broken once others have found theirs.
    @ParameterizedTest
    @EnumSource(
            value = Step.class,
            names = {"PUSH_ALONE", "PUSH_TOGETHER", "PUSH_DENSE"})
    void aColumnThatBreaksMeanwhileIsAnErrorAndLeavesNothingBehind(Step step) {
        int[] from = IntStream.range(0, 2_100)
                .map(e -> e < 100 ? 0 : 1 + (e - 100) / 20)
                .toArray();
        int[] to = IntStream.rangeClosed(1, 2_100).toArray();
        try (Graph graph = Prepared.graph(new TestGraph("a tree", 2_101, from, to, false), "natural");
                CpuEngine engine = new CpuEngine(graph, 1, (state, few, mode) -> step)) {
            int[] expected = engine.bfs(0).level().toArray();
            LongArray starts = graph.out().columnStart();
            long whole = starts.get(90);
            for (int round = 0; round < 2; round++) {
                starts.set(90, -1);
                assertThatThrownBy(() -> engine.bfs(0))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("was its file changed?");
                starts.set(90, whole);
                assertThat(engine.bfs(0).level().toArray()).isEqualTo(expected);
            }
        }
    }

    @Test
    void columnsThatLeaveTheRowsAreRefusedWhenTheEngineOpens() {
        int[] rows = {1, 0};
        int[] hubs = {1, 0};
        refuses(new long[] {0, 3, 2}, rows, hubs, "corrupt graph: column 1 starts at 3 and ends at 2");
        refuses(new long[] {0, -5, 2}, rows, hubs, "corrupt graph: column 0 starts at 0 and ends at -5");
        refuses(new long[] {1, 1, 2}, rows, hubs, "corrupt graph: columns from 1 to 2, expected from 0 to 2");
        refuses(new long[] {0, 1, 9}, rows, hubs, "corrupt graph: columns from 0 to 9, expected from 0 to 2");
        refuses(new long[] {0, 1, 2}, rows, new int[] {1}, "corrupt graph: 1 hubs for 2 vertices");
    }

    private static void refuses(long[] starts, int[] rows, int[] hubs, String message) {
        try (Graph damaged = graph(starts, rows, hubs)) {
            assertThatThrownBy(() -> new CpuEngine(damaged, 2).close())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(message);
        }
    }

    @Test
    void aGraphOnTheHeapIsRefused() {
        Csc csc = new Csc(
                LongArray.of(MemorySegment.ofArray(new long[] {0, 1, 2})),
                IntArray.of(MemorySegment.ofArray(new int[] {1, 0})));
        try (Graph graph = graph(csc, new int[] {1, 0}, Arena.ofShared())) {
            assertThatThrownBy(() -> new CpuEngine(graph, 1).close()).hasMessage("a graph's arrays must be off-heap");
        }
    }

    @Test
    void aGraphClosedBeforeItsEngineIsAnError() {
        Graph graph = Prepared.graph(Shapes.chain(9), "natural");
        try (CpuEngine engine = new CpuEngine(graph, 2)) {
            assertThat(engine.bfs(0).depth()).isEqualTo(8);
            MultiSource many = engine.multiSource(64, Direction.OUT);
            graph.close();
            for (ThrowingCallable use : List.<ThrowingCallable>of(
                    () -> engine.measure(LabRequest.from(0)),
                    () -> engine.bfs(0),
                    () -> many.perSource(new int[] {0}),
                    () -> new CpuEngine(graph, 1).close())) {
                assertThatThrownBy(use)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("the graph is closed");
            }
        }
    }

    @Test
    void aGraphStaysOpenWhileItIsTraversed() {
        List<Throwable> refusals = new ArrayList<>();
        Graph graph = Prepared.graph(Shapes.chain(9), "natural");
        StepChoice closing = (state, few, mode) -> {
            refusals.add(catchThrowable(graph::close));
            return Step.PUSH_ALONE;
        };
        try (CpuEngine engine = new CpuEngine(graph, 2, closing)) {
            assertThat(engine.bfs(0).depth()).isEqualTo(8);
        }
        assertThat(refusals)
                .isNotEmpty()
                .allSatisfy(refusal -> assertThat(refusal)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("the graph is in use by 1 traversal; close it when they have ended"));
        graph.close();
        assertThatThrownBy(graph::use).hasMessage("the graph is closed");
    }

    /** Traversals follow each other until one was seen to keep the graph open, or for a minute. */
    @Test
    void aGraphStaysOpenWhileItIsTraversedFromManySources() throws InterruptedException {
        Graph graph = Prepared.graph(Shapes.chain(60_000), "natural");
        boolean refused = false;
        AtomicBoolean ended = new AtomicBoolean();
        try (CpuEngine engine = new CpuEngine(graph, 1);
                MultiSource many = engine.multiSource(64, Direction.OUT);
                Graph.Use _ = graph.use()) {
            Thread traversals = new Thread(() -> {
                while (!ended.get()) {
                    many.perSource(new int[] {0});
                }
            });
            traversals.start();
            long limit = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
            while (!refused && System.nanoTime() < limit) {
                refused = String.valueOf(catchThrowable(graph::close).getMessage())
                        .contains("in use by 2 traversals");
            }
            ended.set(true);
            traversals.join();
        }
        assertThat(refused).isTrue();
        graph.close();
    }

    @Test
    void sparseIdsLeadInAndOut() {
        long[] ids = {5, 1L << 40, Long.MAX_VALUE};
        Arena arena = Arena.ofShared();
        // vertices 2 - 0 - 1; input indices 2, 0, 1 are vertices 0, 1, 2
        Csc csc = csc(arena, new long[] {0, 2, 3, 4}, 1, 2, 0, 0);
        Permutation permutation = new Permutation(IntArray.copyOf(arena, 1, 2, 0), IntArray.copyOf(arena, 2, 0, 1));
        IntArray hubs = IntArray.copyOf(arena, 1, 0, 0);
        VertexIds table = new VertexIds.Table(LongArray.copyOf(arena, ids));
        try (Graph graph = new Graph(arena, csc, csc, permutation, table, null, hubs, OrderingKind.RANDOM, null);
                CpuEngine engine = new CpuEngine(graph, 2)) {
            LabResult result = engine.bfs(LabRequest.from(5).withParents(true).withTargets(Long.MAX_VALUE, 1L << 40));
            assertThat(result.level().toArray()).containsExactly(0, 2, 1);
            assertThat(result.parent().toArray()).containsExactly(5, Long.MAX_VALUE, 5);
            assertThatThrownBy(() -> engine.bfs(6))
                    .hasMessage("vertex 6 is not in the graph (3 ids from 5 to 9223372036854775807)");
        }
    }

    @Test
    void resultsAreTheSameBitsUnderEveryOrdering() {
        for (GraphKind kind : GraphKind.values()) {
            TestGraph test = kind.draw(9, 700);
            int[] level = null;
            long[] parent = null;
            for (String ordering : Prepared.ORDERINGS) {
                try (Graph graph = Prepared.graph(test, ordering);
                        CpuEngine engine = new CpuEngine(graph, 2)) {
                    LabResult result = engine.bfs(LabRequest.from(1).withParents(true));
                    level = level == null ? result.level().toArray() : level;
                    parent = parent == null ? result.parent().toArray() : parent;
                    assertThat(result.level().toArray()).as(ordering).isEqualTo(level);
                    assertThat(result.parent().toArray()).as(ordering).isEqualTo(parent);
                    assertThat(LevelVerifier.verify(graph, 1, result.level())).isNull();
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = GraphKind.class,
            names = {"SCALE_FREE", "ROAD", "DIRECTED_MESSY", "DAG"})
    void agreesWithJGraphT(GraphKind kind) {
        TestGraph test = kind.draw(6, 300);
        SimpleDirectedGraph<Integer, DefaultEdge> theirs = new SimpleDirectedGraph<>(DefaultEdge.class);
        IntStream.range(0, test.vertexCount()).forEach(theirs::addVertex);
        int[][] out = test.outNeighbours();
        for (int v = 0; v < out.length; v++) {
            for (int w : out[v]) {
                theirs.addEdge(v, w);
            }
        }
        BFSShortestPath<Integer, DefaultEdge> search = new BFSShortestPath<>(theirs);
        try (Graph graph = Prepared.graph(test, "degree");
                CpuEngine engine = new CpuEngine(graph, 2)) {
            for (int source : new int[] {0, 100, 250}) {
                var paths = search.getPaths(source);
                int[] expected = IntStream.range(0, test.vertexCount())
                        .map(v -> Double.isInfinite(paths.getWeight(v)) ? -1 : (int) paths.getWeight(v))
                        .toArray();
                assertThat(engine.bfs(source).level().toArray()).isEqualTo(expected);
            }
        }
    }

    @Test
    void isFoundByItsDeviceAndSaysWhatItRunsOn() {
        EngineProvider provider = new CpuEngineProvider();
        try (Graph graph = Prepared.graph(Shapes.star(33), "natural");
                Engine engine = Engine.open(graph, new Device.Cpu(3));
                Engine alone = Engine.open(graph, new Device.Cpu(1))) {
            assertThat(engine.description()).isEqualTo("cpu (3 threads)");
            assertThat(alone.description()).isEqualTo("cpu (1 thread)");
            assertThat(engine.graph()).isSameAs(graph);
            assertThat(Lab.of(engine).singleSourceBytes()).isBetween(33 * 8L, 33 * 9L + 64 * 16);
            assertThat(provider.whyNot(graph, Device.cpu())).isNull();
        }
        assertThat(provider.devices()).singleElement().satisfies(cpu -> {
            assertThat(cpu.name()).isEqualTo("cpu");
            assertThat(cpu.problem()).isNull();
            assertThat(cpu.freeBytes()).isBetween(1L, cpu.memoryBytes());
        });
    }

    @Test
    void saysBeforehandWhatTheHeapCannotHold() {
        assertThat(CpuEngineProvider.heapProblem(1_000, 9_000, 9_000)).isNull();
        assertThat(CpuEngineProvider.heapProblem(1_000_000_000, 9L << 30, 6L << 30))
                .isEqualTo("cpu: traversing 1,000,000,000 vertices takes 9,216 MB of Java heap, which may grow to"
                        + " 6,144 MB (set -Xmx)");
        assertThat(CpuEngineProvider.heapProblem(Integer.MAX_VALUE, 1, 2))
                .isEqualTo("cpu: 2,147,483,647 vertices, the most it can traverse is 2,147,483,639");
    }

    private static Graph graph(long[] starts, int[] rows, int[] hubs) {
        Arena arena = Arena.ofShared();
        return graph(csc(arena, starts, rows), hubs, arena);
    }

    private static Csc csc(Arena arena, long[] starts, int... rows) {
        return new Csc(LongArray.copyOf(arena, starts), IntArray.copyOf(arena, rows));
    }

    /// Undirected, in natural order.
    private static Graph graph(Csc csc, int[] hubs, Arena arena) {
        int n = csc.vertexCount();
        IntArray same = IntArray.copyOf(arena, IntStream.range(0, n).toArray());
        IntArray hubArray = IntArray.copyOf(arena, hubs);
        Permutation permutation = new Permutation(same, same);
        return new Graph(
                arena, csc, csc, permutation, new VertexIds.Range(0, n), null, hubArray, OrderingKind.NATURAL, null);
    }
}
