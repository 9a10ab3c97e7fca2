package io.bitfront.bench;

import io.bitfront.bench.BenchOptions.GraphSet;
import io.bitfront.cache.Graph;
import io.bitfront.engine.Device;
import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.lab.BfsSummary;
import io.bitfront.input.choice.DirectionChoice;
import io.bitfront.order.OrderingKind;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/// Other programs on the same graph files, from the same sources, in the same run: one source by us, the same one by
/// each of them, then the next.
final class PeersSuite implements Suite {
    private static final List<String> KINDS = List.of("kron", "urand", "road", "rgg");
    private static final int SCALE = 20;

    private final List<Peer> peers;

    PeersSuite(List<Peer> peers) {
        this.peers = List.copyOf(peers);
    }

    @Override
    public String name() {
        return "peers";
    }

    @Override
    public String description() {
        return "other programs on the same files: --gap PATH, --peer NAME=COMMAND";
    }

    @Override
    public SuiteResult run(BenchOptions options) {
        if (peers.isEmpty()) {
            throw new BenchException("peers: name another program by --gap or --peer");
        }
        SuiteResult result = SuiteResult.empty();
        GraphSet graphs = options.graphs();
        if (graphs.files().isEmpty()) {
            for (int scale : graphs.scales().isEmpty() ? List.of(SCALE) : graphs.scales()) {
                for (String kind : graphs.kinds().isEmpty() ? KINDS : graphs.kinds()) {
                    BenchGraph made = BenchGraph.of(kind, options.scale(scale));
                    measure(made, GraphStore.of(options).file(made.fileName(), made.generator()), options, result);
                }
            }
        }
        graphs.files().forEach(file -> measure(BenchGraph.of(file), file, options, result));
        return result;
    }

    private void measure(BenchGraph made, Path file, BenchOptions options, SuiteResult result) {
        DirectionChoice direction = options.graphs().direction();
        for (OrderingKind ordering : options.graphs().orderingsOr(OrderingKind.AUTO)) {
            try (Graph graph = GraphStore.of(options).opened(file, direction, ordering, options.device());
                    BenchEngine engine = BenchEngine.open(graph, options.device())) {
                Subject subject = new Subject(
                        made.name(),
                        made.kind(),
                        made.scale(),
                        engine,
                        options.request().withMode(BfsMode.AUTO),
                        "");
                measure(subject, file, options, result);
            }
        }
    }

    private void measure(Subject subject, Path file, BenchOptions options, SuiteResult result) {
        BfsProtocol protocol = options.protocol();
        int threads = options.device() instanceof Device.Cpu cpu
                ? cpu.threads()
                : Runtime.getRuntime().availableProcessors();
        // Verifies every source, and has code and costs settle.
        result.bfs().add(protocol.withoutEnergy().measure(subject, options.progress()));
        long[] sources = protocol.pick(subject);
        long[] ours = new long[sources.length];
        long[][] theirs = new long[peers.size()][sources.length];
        for (int i = 0; i < sources.length; i++) {
            ours[i] = ours(subject, sources[i], protocol.runs());
            for (int peer = 0; peer < peers.size(); peer++) {
                options.say()
                        .accept("%s, source %d, %s"
                                .formatted(
                                        subject.name(),
                                        sources[i],
                                        peers.get(peer).name()));
                theirs[peer][i] = peers.get(peer).nanos(file, sources[i], protocol.runs(), threads);
            }
        }
        for (int peer = 0; peer < peers.size(); peer++) {
            result.peers().add(row(subject, peers.get(peer), protocol.runs(), ours, theirs[peer]));
        }
    }

    /// The median of some searches and of what they initialise.
    private static long ours(Subject subject, long source, int runs) {
        long[] nanos = new long[runs];
        for (int run = 0; run < runs; run++) {
            BfsSummary found = subject.engine().lab().measure(subject.request().withSource(source));
            nanos[run] = found.timings().initialise() + found.timings().kernel();
        }
        Arrays.sort(nanos);
        return nanos[runs / 2];
    }

    private static PeerMeasurement row(Subject subject, Peer peer, int runs, long[] ours, long[] theirs) {
        Graph graph = subject.engine().engine().graph();
        double[] ratios = new double[ours.length];
        Arrays.setAll(ratios, i -> (double) ours[i] / theirs[i]);
        Arrays.sort(ratios);
        return new PeerMeasurement(
                subject.name(),
                graph.ordering().word(),
                graph.vertexCount(),
                graph.edgeCount(),
                subject.engine().engine().description(),
                peer.name(),
                peer.command(),
                ours.length,
                runs,
                Distribution.of(LongStream.of(ours)),
                Distribution.of(LongStream.of(theirs)),
                ratios[ratios.length / 2],
                ratios[0],
                ratios[ratios.length - 1]);
    }
}
