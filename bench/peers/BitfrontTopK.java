import io.bitfront.cache.Graph;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Device;
import io.bitfront.engine.Engine;
import java.nio.file.Path;
import java.util.Locale;

/// Times our search for the top by harmonic centrality as `WebGraphTopK` times WebGraph's: so many runs in one process,
/// a line for each. `docs/benchmarks.md` has the command.
class BitfrontTopK {
    static void main(String[] args) {
        if (args.length != 4) {
            System.err.println("usage: BitfrontTopK GRAPH.bvss K THREADS RUNS");
            System.exit(2);
        }
        ClosenessJob job = ClosenessJob.allSources()
                .measures(ClosenessMeasure.HARMONIC)
                .top(Integer.parseInt(args[1]));
        try (Graph graph = Graph.open(Path.of(args[0]));
                Engine engine = Engine.open(graph, new Device.Cpu(Integer.parseInt(args[2])))) {
            for (int run = 0; run < Integer.parseInt(args[3]); run++) {
                ClosenessResult found = engine.closeness(job);
                System.out.printf(
                        Locale.ROOT,
                        "%.1f ms, highest %s%n",
                        found.nanos() / 1e6,
                        found.value(0, ClosenessMeasure.HARMONIC));
            }
        }
    }
}
