package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessMeasure;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.JobStoppedException;
import io.bitfront.engine.answer.VertexSums;
import io.bitfront.engine.profile.DeviceProfileSearch;
import io.bitfront.engine.profile.ProfileSearch;
import io.bitfront.engine.spi.Backend;
import io.bitfront.engine.spi.CellDevice;
import io.bitfront.graph.Csc;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The rows of deep components, found from searches of cell borders ([ProfileSearch]) before anything else is
/// searched. For jobs over most vertices of an undirected graph, on devices that take cells, else on the host's
/// threads.
final class ProfiledRows {
    /// Share of the vertices, in percent, that a job must still want.
    private static final int LEAST_WANTED = 50;
    /// Share of the Java heap that rows of hops may take.
    private static final int HEAP_SHARE = 4;

    private final RunContext context;
    private final Graph graph;
    private final ExactRows rows;
    private final RowLog log;
    private final boolean levels;
    /// Vertices of the smallest component that is cut for devices.
    private int least;

    private long searched;
    private long found;

    private ProfiledRows(RunContext context, ExactRows rows, RowLog log) {
        this.context = context;
        this.graph = context.graph();
        this.rows = rows;
        this.log = log;
        List<ClosenessMeasure> measures = context.job().measures();
        this.levels = log != null || measures.stream().anyMatch(ClosenessMeasure::harmonic);
    }

    /// Finds what pays, if anything.
    ///
    /// @param log is appended every cell, or null
    /// @throws JobStoppedException where the job was stopped on the way
    static ProfiledRows find(RunContext context, ExactRows rows, RowLog log) {
        ProfiledRows found = new ProfiledRows(context, rows, log);
        long wanted = rows.rowCount() - (long) rows.doneCount();
        List<Backend> devices = context.engines().stream()
                .filter(engine -> engine.leastCellComponent().isPresent())
                .toList();
        if (!devices.isEmpty()) {
            found.least = devices.getFirst().leastCellComponent().getAsInt();
            if (suits(context.graph(), context.job(), wanted, found.least)) {
                found.find(devices);
            }
            return found;
        }
        Workers workers = workersOf(context).orElse(null);
        if (workers != null && suits(context.graph(), context.job(), wanted, ProfileSearch.LEAST_VERTICES)) {
            found.find(workers);
        }
        return found;
    }

    /// How many searches a job over all or most vertices needs by these; empty where it is left to searches from every
    /// vertex.
    static OptionalLong searches(Backend engine, ClosenessJob job, long sources) {
        Workers workers = engine.hostWorkers().orElse(null);
        if (workers == null || !suits(engine.graph(), job, sources, ProfileSearch.LEAST_VERTICES)) {
            return OptionalLong.empty();
        }
        try (Graph.Use _ = engine.graph().use()) {
            List<ProfileSearch> cut = cut(engine.graph(), workers, false);
            long covered = cut.stream().mapToLong(ProfileSearch::vertexCount).sum();
            long searched =
                    cut.stream().mapToLong(ProfileSearch::separatorCount).sum();
            return cut.isEmpty() ? OptionalLong.empty() : OptionalLong.of(searched + Math.max(0, sources - covered));
        }
    }

    /// Whether a job begins by cutting deep components for a device, which takes too long to be tried beforehand.
    static boolean mayCut(Backend engine, ClosenessJob job, long sources) {
        OptionalInt least = engine.leastCellComponent();
        return least.isPresent() && suits(engine.graph(), job, sources, least.getAsInt());
    }

    private static Optional<Workers> workersOf(RunContext context) {
        return context.engines().size() == 1 ? context.engines().getFirst().hostWorkers() : Optional.empty();
    }

    private static boolean suits(Graph graph, ClosenessJob job, long wanted, int leastVertices) {
        return !graph.directed()
                && job.bounds()
                && !job.sampled()
                && job.mode() == BatchMode.AUTO
                && graph.vertexCount() >= leastVertices
                && 100 * wanted >= (long) LEAST_WANTED * graph.vertexCount();
    }

    /// Vertices searched from.
    long searched() {
        return searched;
    }

    /// Rows found of vertices that were not searched from.
    synchronized long following() {
        return found - searched;
    }

    private void find(Workers workers) {
        try (Graph.Use _ = graph.use()) {
            for (ProfileSearch search : cut(graph, workers, levels)) {
                run(search);
            }
        }
    }

    private void find(List<Backend> devices) {
        try (Graph.Use _ = graph.use()) {
            Component component = new Component(graph.out());
            int[] localOf = null;
            for (int root = 0; root < graph.vertexCount(); root++) {
                int count = component.collect(root);
                if (count < Math.max(least, 1) || component.levels() < ProfileSearch.DEEP) {
                    continue;
                }
                localOf = localOf == null ? new int[graph.vertexCount()] : localOf;
                int[] vertices = component.vertices(count);
                context.say()
                        .accept("a deep component of %,d vertices is cut into cells, whose borders tell of their rows"
                                .formatted(count));
                long mostHops = 2L * component.levels();
                if (mostHops > CellDevice.MOST_HOPS) {
                    findOnHost(vertices, localOf);
                } else {
                    find(devices, vertices, (int) mostHops, localOf);
                }
            }
        }
    }

    /// Finds the rows of a component that is too deep for devices.
    private void findOnHost(int[] component, int[] localOf) {
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            ProfileSearch search = ProfileSearch.of(graph.out(), component, localOf, workers, levels, mostHeapBytes());
            if (search != null) {
                run(search);
            }
        }
    }

    /// Finds the rows of one component, where that pays and there is memory for it.
    private void find(List<Backend> devices, int[] component, int mostHops, int[] localOf) {
        long edges = Arrays.stream(component).mapToLong(graph.out()::degree).sum();
        if (DeviceProfileSearch.bytes(component.length, edges) > mostHeapBytes()) {
            return;
        }
        DeviceProfileSearch search = DeviceProfileSearch.of(
                graph.out(), component, mostHops, localOf, Runtime.getRuntime().availableProcessors());
        if (search == null) {
            context.say().accept("the borders of its cells are long: vertices are searched from instead");
            return;
        }
        List<CellDevice> open = open(devices, search);
        try {
            if (!open.isEmpty()) {
                run(search, open);
            }
        } finally {
            open.forEach(CellDevice::close);
        }
    }

    private static long mostHeapBytes() {
        return Runtime.getRuntime().maxMemory() / HEAP_SHARE;
    }

    /// Devices with memory for a component.
    private List<CellDevice> open(List<Backend> devices, DeviceProfileSearch search) {
        List<CellDevice> open = new ArrayList<>();
        for (Backend device : devices) {
            try {
                open.add(device.cellDevice(search.component(levels)));
            } catch (DeviceException e) {
                context.say().accept(e.getMessage());
            }
        }
        return open;
    }

    private void run(DeviceProfileSearch search, List<CellDevice> devices) {
        context.say()
                .accept("%,d of its vertices are searched from, the borders of %,d cells; the rows of the others follow"
                        .formatted(search.separatorCount(), search.cellCount()));
        BatchQueue stop = new BatchQueue();
        context.begin().accept(stop);
        long before = rows.doneCount();
        BitSet wanted = wanted();
        try (Progress.Phase phase =
                context.progress().start("closeness", before + search.count(wanted::get), "vertex", before)) {
            search.run(devices, wanted::get, (vertices, sums) -> accept(vertices, sums, phase), stop::stopped)
                    .forEach(context.say());
        }
        end(search.separatorCount(), stop);
    }

    private void end(int searches, BatchQueue stop) {
        searched += searches;
        if (stop.stopped()) {
            throw new JobStoppedException(context.stopped(rows.doneCount(), rows.rowCount()));
        }
    }

    /// Cuts every component that it pays for.
    private static List<ProfileSearch> cut(Graph graph, Workers workers, boolean levels) {
        Csc csc = graph.out();
        List<ProfileSearch> searches = new ArrayList<>();
        Component component = new Component(csc);
        int[] localOf = null;
        for (int root = 0; root < graph.vertexCount(); root++) {
            int count = component.collect(root);
            if (count >= ProfileSearch.LEAST_VERTICES && component.levels() >= ProfileSearch.DEEP) {
                localOf = localOf == null ? new int[graph.vertexCount()] : localOf;
                ProfileSearch search =
                        ProfileSearch.of(csc, component.vertices(count), localOf, workers, levels, mostHeapBytes());
                if (search != null) {
                    searches.add(search);
                }
            }
        }
        return searches;
    }

    /// Walks through a component after another.
    private static final class Component {
        private final Csc csc;
        private final boolean[] seen;
        private final int[] queue;
        private int levels;

        Component(Csc csc) {
            this.csc = csc;
            this.seen = new boolean[csc.vertexCount()];
            this.queue = new int[csc.vertexCount()];
        }

        /// Hops from the root of the last component to the farthest vertex.
        int levels() {
            return levels;
        }

        int[] vertices(int count) {
            return Arrays.copyOf(queue, count);
        }

        /// @return vertices that hang together with the root, itself included; 0 where it was met before
        int collect(int root) {
            if (seen[root]) {
                return 0;
            }
            seen[root] = true;
            queue[0] = root;
            int begin = 0;
            int end = 1;
            for (levels = -1; begin < end; levels++) {
                int next = end;
                for (int head = begin; head < end; head++) {
                    next = expand(queue[head], next);
                }
                begin = end;
                end = next;
            }
            return end;
        }

        private int expand(int vertex, int tail) {
            int next = tail;
            long last = csc.end(vertex);
            for (long edge = csc.start(vertex); edge < last; edge++) {
                int w = csc.row(edge);
                if (!seen[w]) {
                    seen[w] = true;
                    queue[next++] = w;
                }
            }
            return next;
        }
    }

    private void run(ProfileSearch search) {
        context.say()
                .accept(
                        "%,d of %,d vertices of a deep component are searched, the borders of %,d cells; the rows of the others follow, with up to %,d MB of memory"
                                .formatted(
                                        search.separatorCount(),
                                        search.vertexCount(),
                                        search.cellCount(),
                                        search.bytes() / 1_000_000 + 1));
        BatchQueue stop = new BatchQueue();
        context.begin().accept(stop);
        long before = rows.doneCount();
        BitSet wanted = wanted();
        try (Progress.Phase phase =
                context.progress().start("closeness", before + search.count(wanted::get), "vertex", before)) {
            search.run(wanted::get, (vertices, sums) -> accept(vertices, sums, phase), stop::stopped);
        }
        end(search.separatorCount(), stop);
    }

    /// Vertices whose rows are to be found, as it is now: rows are put while others are looked for.
    private BitSet wanted() {
        BitSet wanted = new BitSet(graph.vertexCount());
        for (int row = 0; row < rows.rowCount(); row++) {
            if (!rows.isDone(row)) {
                wanted.set(context.vertexOf(rows.index(row)));
            }
        }
        return wanted;
    }

    private synchronized void accept(int[] vertices, VertexSums[] sums, Progress.Phase phase) {
        SearchedRows batch = new SearchedRows(graph, Followers.none(graph));
        for (int i = 0; i < vertices.length; i++) {
            batch.add(vertices[i], sums[i]);
        }
        batch.putInto(rows, log);
        found += vertices.length;
        phase.advance(vertices.length);
    }
}
