package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.Prepared;
import io.bitfront.generate.Generator;
import io.bitfront.generate.GeometricGenerator;
import io.bitfront.generate.KroneckerGenerator;
import io.bitfront.generate.RoadGenerator;
import io.bitfront.generate.UniformGenerator;
import io.bitfront.graph.Bvss;
import io.bitfront.graph.Csc;
import io.bitfront.graph.EdgeStream;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.Permutation;
import io.bitfront.memory.IntArray;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.testkit.BfsOracle;
import io.bitfront.testkit.TestGraph;
import io.bitfront.testkit.TestGraphs;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TreeSet;

/// Writes the testkit's graphs, prepared as the product prepares them, and what its oracles find on them into a folder
/// of `.bfv` files (layout: `native/test/vector.h`), for the kernels' tests. Orderings take turns over the graphs.
public final class KernelVectors {
    private static final int VERSION = 1;
    private static final int SOURCES = 4;

    /// The broken copies of kernels are told from whole ones by graphs in these.
    private static final List<String> ORDERINGS = List.of("natural", "random", "degree", "rcm", "cells", "jaccard");

    private KernelVectors() {}

    /// @param args the folder
    public static void main(String[] args) throws IOException {
        if (args.length != 1) {
            throw new IllegalArgumentException("usage: KernelVectors FOLDER");
        }
        Path folder = Files.createDirectories(Path.of(args[0]));
        List<TestGraph> graphs = TestGraphs.all();
        for (int i = 0; i < graphs.size(); i++) {
            write(graphs.get(i), ORDERINGS.get(i % ORDERINGS.size()), folder);
        }
        write(layers(), "natural", folder);
        write(lateNeighbours(), "natural", folder);
        writeStream(new KroneckerGenerator(9, 3, 7), folder);
        writeStream(new UniformGenerator(8, 5, 8), folder);
        writeStream(new RoadGenerator(23, 17, RoadGenerator.KEEP, 9), folder);
        writeStream(new GeometricGenerator(8, 10), folder);
    }

    /// Four vertices lead to 18 in the middle, these to all others. The first leads to the first eight
    /// and the last two, the others to those between: a vertex that gathers what its in-neighbours
    /// have, eight at a time, has all after two turns with the third under way. In each bitmap word
    /// are vertices of 18 in-neighbours and some of one, which share gathers.
    private static TestGraph layers() {
        int sources = 4;
        int middle = 18;
        int n = 12 * Integer.SIZE;
        List<int[]> edges = new ArrayList<>();
        for (int m = 0; m < middle; m++) {
            boolean between = m >= 8 && m < 16;
            for (int s = between ? 1 : 0; s < (between ? sources : 1); s++) {
                edges.add(new int[] {s, sources + m});
            }
        }
        for (int v = sources + middle; v < n; v++) {
            for (int m = 0; m < (v % 4 == 0 ? 1 : middle); m++) {
                edges.add(new int[] {sources + m, v});
            }
        }
        return new TestGraph(
                "layers",
                n,
                edges.stream().mapToInt(edge -> edge[0]).toArray(),
                edges.stream().mapToInt(edge -> edge[1]).toArray(),
                true);
    }

    /// Vertices that the first one reaches in two hops, each by the last neighbour of one vertex: those by which
    /// 476 vertices are parted, in whole words of 32, and one with 110 neighbours before, its hub among them, which
    /// are not reached then.
    private static TestGraph lateNeighbours() {
        int n = 476;
        int[] parting = {32, 64, 96, 128, 224};
        List<int[]> edges = new ArrayList<>();
        for (int i = 0; i < parting.length; i++) {
            int between = n - 1 - i;
            edges.add(new int[] {0, between});
            for (int v = 2; v <= parting[i]; v++) {
                if (v == parting[i] || Arrays.binarySearch(parting, v) < 0) {
                    edges.add(new int[] {v, between});
                }
            }
        }
        int last = 470;
        for (int v = 0; v < 31; v++) {
            edges.add(new int[] {v, last});
        }
        int hub = 300;
        for (int v = hub; v < hub + 110; v++) {
            edges.add(new int[] {1, v});
        }
        for (int v = hub + 110; v < last; v++) {
            edges.add(new int[] {hub, v});
        }
        return new TestGraph(
                "late_neighbours",
                n,
                edges.stream().mapToInt(edge -> edge[0]).toArray(),
                edges.stream().mapToInt(edge -> edge[1]).toArray(),
                false);
    }

    private static void write(TestGraph graph, String ordering, Path folder) throws IOException {
        String name = graph.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_") + "_" + ordering;
        Path file = folder.resolve(name + ".bfv");
        try (Graph prepared = Prepared.graph(graph, ordering);
                OutputStream to = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW)) {
            List<Integer> sources = sources(graph);
            Bvss bvss = prepared.bvss();
            Permutation permutation = prepared.permutation();
            writeHeader(to, graph, prepared.out(), bvss, sources.size());
            writeCsc(to, prepared.out());
            if (graph.directed()) {
                writeCsc(to, prepared.in());
            }
            for (IntArray array : List.of(
                    permutation.oldIdOf(), bvss.realPtrs(), bvss.virtualToReal(), bvss.rowIds(), bvss.tileMasks())) {
                write(to, array.segment());
            }
            for (int source : sources) {
                to.write(ints(permutation.newIdOf().get(source)));
                to.write(ints(BfsOracle.levels(graph, source)));
                to.write(ints(BfsOracle.parents(graph, source)));
            }
        }
    }

    /// A `.bfe` file (layout: `native/test/prepare_test.cpp`): a generator's constants and the edges it makes.
    private static void writeStream(Generator generator, Path folder) throws IOException {
        EdgeStream stream = generator.stream().orElseThrow();
        try (Workers workers = new Workers(1);
                GraphInput input = generator.generate(workers, Progress.NONE);
                OutputStream to =
                        Files.newOutputStream(folder.resolve(stream.kind() + ".bfe"), StandardOpenOption.CREATE_NEW)) {
            ByteBuffer head = ByteBuffer.allocate(48).order(ByteOrder.LITTLE_ENDIAN);
            head.putInt(1 + List.of("kron", "urand", "road", "rgg").indexOf(stream.kind()));
            head.putInt(stream.vertexCount()).putLong(stream.indices()).putLong(stream.key());
            head.putLong(stream.threshold()).putInt(stream.width()).putInt(stream.height());
            to.write(head.putInt(stream.idCount()).putInt(stream.idShift()).array());
            to.write(ints(Arrays.copyOf(stream.factors(), 4)));
            to.write(ints(Arrays.copyOf(stream.summands(), 4)));
            to.write(ints(Arrays.copyOf(stream.limits(), 256)));
            to.write(ints(Arrays.copyOf(stream.swaps(), 256)));
            long edges = input.edges().edgeCount();
            to.write(ByteBuffer.allocate(8)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(edges)
                    .array());
            for (int partition = 0; partition < input.edges().partitions(); partition++) {
                input.edges().stream(partition, (sources, targets, count) -> writePairs(to, sources, targets, count));
            }
        }
    }

    private static void writePairs(OutputStream to, int[] sources, int[] targets, int count) {
        try {
            for (int i = 0; i < count; i++) {
                to.write(ints(sources[i], targets[i]));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The first vertex, the last, the one of most out-neighbours and a random one.
    private static List<Integer> sources(TestGraph graph) {
        int n = graph.vertexCount();
        if (n == 0) {
            return List.of();
        }
        int[][] neighbours = graph.outNeighbours();
        int largest = 0;
        for (int v = 1; v < n; v++) {
            largest = neighbours[v].length > neighbours[largest].length ? v : largest;
        }
        TreeSet<Integer> sources = new TreeSet<>(List.of(0));
        sources.add(n - 1);
        sources.add(largest);
        Random dice = new Random(n);
        for (int tries = 0; sources.size() < SOURCES && tries < 20; tries++) {
            sources.add(dice.nextInt(n));
        }
        return List.copyOf(sources);
    }

    private static void writeHeader(OutputStream to, TestGraph graph, Csc out, Bvss bvss, int traversals)
            throws IOException {
        ByteBuffer header = ByteBuffer.allocate(40).order(ByteOrder.LITTLE_ENDIAN);
        header.put("BFVECTOR".getBytes(StandardCharsets.US_ASCII))
                .putInt(VERSION)
                .putInt(graph.vertexCount())
                .putLong(out.edgeCount())
                .putInt(graph.directed() ? 1 : 0)
                .putInt(bvss.sliceSetCount())
                .putInt(bvss.vssCount())
                .putInt(traversals);
        to.write(header.array());
    }

    private static void writeCsc(OutputStream to, Csc csc) throws IOException {
        write(to, csc.columnStart().segment());
        write(to, csc.rowIndex().segment());
    }

    /// The product's arrays are little-endian as they are.
    private static void write(OutputStream to, MemorySegment segment) throws IOException {
        to.write(segment.toArray(ValueLayout.JAVA_BYTE));
    }

    private static byte[] ints(int... values) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(values);
        return bytes.array();
    }
}
