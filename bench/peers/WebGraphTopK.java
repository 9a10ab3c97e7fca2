import it.unimi.dsi.webgraph.ArrayListMutableGraph;
import it.unimi.dsi.webgraph.ImmutableGraph;
import it.unimi.dsi.webgraph.Transform;
import it.unimi.dsi.webgraph.algo.TopKGeometricCentrality;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Times WebGraph's search for the top by harmonic centrality, to be set beside `bitfront bench answers`: a WebGraph,
/// or a file of two ids a line, read without directions and self-loops. Prints a line for each run; ends after so many
/// seconds, done or not. `docs/benchmarks.md` has the command.
class WebGraphTopK {
    static void main(String[] args) throws IOException {
        if (args.length != 5) {
            System.err.println("usage: WebGraphTopK GRAPH K THREADS RUNS SECONDS");
            System.exit(2);
        }
        ImmutableGraph graph = args[0].endsWith(".graph") ? webGraph(args[0]) : edges(Path.of(args[0]));
        int top = Integer.parseInt(args[1]);
        int threads = Integer.parseInt(args[2]);
        endAfter(Long.parseLong(args[4]));
        for (int run = 0; run < Integer.parseInt(args[3]); run++) {
            long begin = System.nanoTime();
            TopKGeometricCentrality found = TopKGeometricCentrality.newHarmonicCentrality(graph, top, threads);
            found.compute();
            double ms = (System.nanoTime() - begin) / 1e6;
            System.out.printf(Locale.ROOT, "%.1f ms, highest %s%n", ms, found.centrality[found.topK[0]]);
        }
    }

    private static void endAfter(long seconds) {
        Thread.ofPlatform().daemon().start(() -> {
            try {
                Thread.sleep(1_000 * seconds);
            } catch (InterruptedException e) {
                return;
            }
            System.out.println("not done after " + seconds + " s");
            Runtime.getRuntime().halt(3);
        });
    }

    private static ImmutableGraph webGraph(String file) throws IOException {
        String basename = file.substring(0, file.length() - ".graph".length());
        return new ArrayListMutableGraph(Transform.symmetrize(ImmutableGraph.load(basename))).immutableView();
    }

    private static ImmutableGraph edges(Path file) throws IOException {
        Map<String, Integer> ids = new HashMap<>();
        try (Stream<String> lines = Files.lines(file)) {
            List<int[]> arcs = lines.filter(line -> !line.isEmpty() && Character.isDigit(line.charAt(0)))
                    .map(line -> line.strip().split("[,\\s]+"))
                    .map(pair -> new int[] {
                        ids.computeIfAbsent(pair[0], _ -> ids.size()), ids.computeIfAbsent(pair[1], _ -> ids.size())
                    })
                    .filter(arc -> arc[0] != arc[1])
                    .flatMap(arc -> Stream.of(arc, new int[] {arc[1], arc[0]}))
                    .sorted((a, b) -> a[0] != b[0] ? Integer.compare(a[0], b[0]) : Integer.compare(a[1], b[1]))
                    .toList();
            int[][] distinct = IntStream.range(0, arcs.size())
                    .filter(i -> i == 0 || !Arrays.equals(arcs.get(i), arcs.get(i - 1)))
                    .mapToObj(arcs::get)
                    .toArray(int[][]::new);
            return new ArrayListMutableGraph(ids.size(), distinct).immutableView();
        }
    }
}
