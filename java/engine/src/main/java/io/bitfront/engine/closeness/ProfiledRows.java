package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Direction;
import io.bitfront.engine.JobStoppedException;
import io.bitfront.engine.answer.Representatives;
import io.bitfront.engine.answer.VertexSums;
import io.bitfront.engine.device.Owned;
import io.bitfront.engine.lab.BfsMode;
import io.bitfront.engine.profile.CutComponent;
import io.bitfront.engine.profile.DeviceProfileSearch;
import io.bitfront.engine.profile.ProfileSearch;
import io.bitfront.engine.spi.Backend;
import io.bitfront.engine.spi.CellDevice;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/// The rows of deep components, found from searches of cell borders ([ProfileSearch]), on devices that take cells,
/// else on the host's threads. Where edges have directions, components are those of the graph with edges both ways;
/// devices search such a graph from every vertex in less time than their hosts take for cells.
final class ProfiledRows implements AutoCloseable {
    /// Share of the vertices, in percent, that a job over all or most vertices must still want.
    private static final int LEAST_WANTED = 50;
    /// Of fewer rows of a job than one in so many, which an earlier run has left, cutting takes as long as searches.
    private static final int LEAST_LEFT = 20;

    /// Searches of a border must find so many rows each: batches search neighbours that much faster.
    private static final int LEAST_FOUND = 12;

    /// A component too small for a device's cells is cut by the host where its levels hold no more
    /// vertices in the mean: batches take as long as it has levels. Of 32,768 vertices a cycle took
    /// 1.8 s on an H200 and 0.06 on its 16 cores, a cactus 0.25 and 0.07, a torus 0.11 and 0.59.
    private static final int THIN = 32;

    /// Share of the Java heap that rows of hops may take.
    private static final int HEAP_SHARE = 4;

    private final RunContext context;
    private final Graph graph;
    private final Demand demand;
    private final boolean levels;
    private final List<Cells> cells = new ArrayList<>();
    /// For components that are too deep for devices, or too small; null as long as there are none.
    private Workers own;

    /// Which rows are looked for, and who takes them.
    interface Demand {
        /// Whether a vertex's row is still looked for. Asked by many threads, while rows are taken.
        boolean wants(int vertex);

        /// Shows what is found of so many vertices.
        Progress.Phase phase(long wanted);

        /// Takes rows; called by many threads. Harmonic sums are NaN where no measure asks for them.
        void take(int[] vertices, VertexSums[] sums, Progress.Phase phase);

        /// A job that is stopped now.
        JobStoppedException stopped();
    }

    /// A component that is cut, and how its rows are found.
    private record Cells(CutComponent cut, Finder finder) {}

    /// Finds rows of one component.
    private interface Finder {
        /// @return vertices that were searched from
        int find(Progress.Phase phase, BooleanSupplier stop);
    }

    private ProfiledRows(RunContext context, RowLog log, Demand demand) {
        this.context = context;
        this.graph = context.graph();
        this.demand = demand;
        this.levels = log != null || context.job().harmonic();
    }

    /// Cuts the deep components of which rows are looked for, if separators are narrow there.
    ///
    /// @param wanted rows that are looked for
    /// @param share of the vertices, in percent, that must be
    /// @param log where whatever takes rows keeps them, with harmonic sums; or null
    static ProfiledRows cut(RunContext context, long wanted, int share, RowLog log, Demand demand) {
        ProfiledRows found = new ProfiledRows(context, log, demand);
        try {
            found.cutAll(wanted, share);
            return found;
        } catch (Throwable t) {
            found.close();
            throw t;
        }
    }

    private void cutAll(long wanted, int share) {
        List<Backend> devices = context.engines().stream()
                .filter(engine -> engine.leastCellComponent().isPresent())
                .toList();
        Workers workers = workersOf(context).orElse(null);
        if (!devices.isEmpty()) {
            int ofDevices = devices.getFirst().leastCellComponent().getAsInt();
            int least = least(context.graph(), ofDevices);
            if (!context.graph().directed()
                    && suits(context.graph(), context.job(), wanted, share, least)
                    && !isShallow(context.graph(), devices.getFirst(), least)) {
                cut(least, (vertices, levels, localOf, stop) -> {
                    if (vertices.length >= ofDevices) {
                        cut(devices, vertices, levels, localOf, stop);
                    } else if (vertices.length <= (long) THIN * levels) {
                        cut(ownWorkers(), vertices, localOf, searchesOf(false, vertices), stop);
                    }
                });
            }
        } else if (workers != null
                && suits(context.graph(), context.job(), wanted, share, ProfileSearch.LEAST_VERTICES)) {
            if (context.foresight().holdsCells()) {
                take(context.foresight());
            } else {
                cut(
                        ProfileSearch.LEAST_VERTICES,
                        (vertices, _, localOf, stop) ->
                                cut(workers, vertices, localOf, searchesOf(true, vertices), stop));
            }
        }
    }

    /// Takes what is cut already.
    private void take(Foresight foresight) {
        foresight.notes().forEach(context.say());
        for (ProfileSearch search : foresight.cells(List::of, () -> false)) {
            if (search.count(demand::wants) > 0) {
                add(search);
            }
        }
    }

    /// Finds the rows of an exact job over all or most vertices before anything else is searched, where that pays.
    ///
    /// @return vertices that were searched from
    /// @throws JobStoppedException where the job was stopped on the way
    static long find(RunContext context, ExactRows rows, RowLog log) {
        long left = rows.rowCount() - (long) rows.doneCount();
        long wanted = LEAST_LEFT * left < rows.rowCount() ? left : rows.rowCount();
        ExactDemand demand = new ExactDemand(context, rows, log);
        try (ProfiledRows found = cut(context, wanted, LEAST_WANTED, log, demand)) {
            // Rows that are left may lie in a few cells, or here and there in all of them.
            found.cells.removeIf(component -> component.cut().count(demand::wants)
                    < (long) LEAST_FOUND * component.cut().separatorCount(demand::wants));
            return found.find();
        }
    }

    /// Bytes of the heap that cells take at most, where a short search from a vertex of the most neighbours does not
    /// rule out that components are deep.
    static long bytes(List<Backend> engines, ClosenessJob job, long sources) {
        Backend first = engines.getFirst();
        Graph graph = first.graph();
        int n = graph.verticesWithEdges();
        OptionalInt ofDevices = engines.stream()
                .map(Backend::leastCellComponent)
                .flatMapToInt(OptionalInt::stream)
                .findFirst();
        Workers workers = engines.size() == 1 ? first.hostWorkers().orElse(null) : null;
        long bytes = 0;
        int least = ofDevices.isPresent() ? least(graph, ofDevices.getAsInt()) : ProfileSearch.LEAST_VERTICES;
        if (ofDevices.isEmpty()) {
            bytes = workers == null
                    ? 0
                    : ProfileSearch.mostBytes(n, graph.edgeCount(), graph.directed(), workers.threads());
        } else if (!graph.directed()) {
            bytes = least == ofDevices.getAsInt()
                    ? DeviceProfileSearch.bytes(n, graph.edgeCount())
                    : ProfileSearch.mostBytes(
                            n, graph.edgeCount(), false, Runtime.getRuntime().availableProcessors());
        }
        return bytes == 0 || !suits(graph, job, sources, LEAST_WANTED, least) || isShallow(graph, first, least)
                ? 0
                : Math.min(bytes, mostHeapBytes());
    }

    boolean isEmpty() {
        return cells.isEmpty();
    }

    /// Vertices that would be searched from now.
    long searches() {
        return cells.stream()
                .mapToLong(component -> component.cut().separatorCount(demand::wants))
                .sum();
    }

    /// Finds the rows that are wanted.
    ///
    /// @return vertices that were searched from
    /// @throws JobStoppedException where the job was stopped on the way
    long find() {
        long searched = 0;
        try (Graph.Use _ = graph.use()) {
            for (Cells component : cells) {
                try (Progress.Phase phase = demand.phase(component.cut().count(demand::wants))) {
                    searched += component.finder().find(phase, context.stop()::asked);
                }
                if (context.stop().asked()) {
                    throw demand.stopped();
                }
            }
        }
        return searched;
    }

    @Override
    public void close() {
        if (own != null) {
            own.close();
        }
    }

    /// How many searches a job over all or most vertices needs by these; empty where it is left to searches from every
    /// vertex.
    ///
    /// @param foresight keeps them for the job
    /// @param stop says that nobody wants it any more: then it is any number, and nothing is kept
    static OptionalLong searches(
            Backend engine, ClosenessJob job, long sources, Foresight foresight, BooleanSupplier stop) {
        Workers workers = engine.hostWorkers().orElse(null);
        if (workers == null || !suits(engine.graph(), job, sources, LEAST_WANTED, ProfileSearch.LEAST_VERTICES)) {
            return OptionalLong.empty();
        }
        try (Graph.Use _ = engine.graph().use()) {
            List<ProfileSearch> cut = foresight.cells(() -> cut(engine.graph(), job, workers, foresight, stop), stop);
            long covered = cut.stream().mapToLong(ProfileSearch::vertexCount).sum();
            long searched =
                    cut.stream().mapToLong(ProfileSearch::separatorCount).sum();
            return cut.isEmpty() ? OptionalLong.empty() : OptionalLong.of(searched + Math.max(0, sources - covered));
        }
    }

    /// Whether a job begins by cutting deep components for a device, which takes too long to be tried beforehand.
    static boolean mayCut(Backend engine, ClosenessJob job, long sources) {
        OptionalInt least = engine.leastCellComponent();
        return least.isPresent()
                && !engine.graph().directed()
                && suits(engine.graph(), job, sources, LEAST_WANTED, least(engine.graph(), least.getAsInt()));
    }

    private static Optional<Workers> workersOf(RunContext context) {
        return context.engines().size() == 1 ? context.engines().getFirst().hostWorkers() : Optional.empty();
    }

    /// Whether a short search from a vertex of the most neighbours shows that no component is deep: it ends
    /// within half of the levels of a deep one and leaves too few vertices for another. The host's walk
    /// through all components takes 0.4 s for 128 million edges.
    ///
    /// @param least vertices of a component that is worth cutting
    private static boolean isShallow(Graph graph, Backend device, int least) {
        try {
            long[] found = device.measure(
                            Hub.search(graph).withMode(BfsMode.PUSH).withMaxLevel(ProfileSearch.DEEP / 2))
                    .verticesPerLevel();
            long left = graph.verticesWithEdges() - Arrays.stream(found).sum();
            return found.length <= ProfileSearch.DEEP / 2 && left < least;
        } catch (DeviceException _) {
            // Whatever the device lacks, its batches will say.
            return false;
        }
    }

    private static boolean suits(Graph graph, ClosenessJob job, long wanted, int share, int leastVertices) {
        return job.bounds()
                && !job.sampled()
                && job.mode() == BatchMode.AUTO
                && graph.vertexCount() >= leastVertices
                && 100 * wanted >= (long) share * graph.vertexCount();
    }

    private void cut(int least, DeepComponents.Taker cutter) {
        try (Graph.Use _ = graph.use()) {
            DeepComponents.forEach(graph, direction(), least, demand::wants, cutter, context.stop()::asked);
        }
        if (context.stop().asked()) {
            throw demand.stopped();
        }
    }

    /// Vertices from which on components of a graph are cut: where one may be large enough for devices, those alone.
    private static int least(Graph graph, int ofDevices) {
        return graph.vertexCount() >= ofDevices ? ofDevices : ProfileSearch.LEAST_VERTICES;
    }

    private Workers ownWorkers() {
        own = own == null ? new Workers(Runtime.getRuntime().availableProcessors()) : own;
        return own;
    }

    /// Cuts one component for devices, where there is memory for it.
    private void cut(List<Backend> devices, int[] vertices, int levels, int[] localOf, BooleanSupplier stop) {
        long searches = searchesOf(false, vertices);
        if (!DeviceProfileSearch.mayPay(vertices.length, searches)) {
            return;
        }
        context.say()
                .accept("a deep component of %,d vertices is cut into cells, whose borders tell of their rows"
                        .formatted(vertices.length));
        long mostHops = 2L * levels;
        if (mostHops > CellDevice.MOST_HOPS) {
            cut(ownWorkers(), vertices, localOf, searches, stop);
            return;
        }
        long edges = Arrays.stream(vertices).mapToLong(graph.out()::degree).sum();
        long bytes = DeviceProfileSearch.bytes(vertices.length, edges);
        if (bytes > mostHeapBytes()) {
            context.say().accept(tooLarge(vertices.length, bytes));
            return;
        }
        DeviceProfileSearch search = DeviceProfileSearch.of(
                graph.out(),
                vertices,
                (int) mostHops,
                localOf,
                Runtime.getRuntime().availableProcessors(),
                searches,
                stop);
        if (stop.getAsBoolean()) {
            return;
        }
        if (search == null) {
            context.say().accept("the borders of its cells are long: vertices are searched from instead");
            return;
        }
        cells.add(new Cells(search, (phase, stopped) -> find(search, devices, phase, stopped)));
    }

    /// Cuts one component for threads of the host, where there is memory for it.
    ///
    /// @param searches that it takes without cells
    private void cut(Workers workers, int[] component, int[] localOf, long searches, BooleanSupplier stop) {
        ProfileSearch search = search(graph, direction(), component, localOf, workers, context.say(), searches, stop);
        if (search != null) {
            add(search);
        }
    }

    /// @param say is told what memory it would take where there is too little
    /// @param searches that it takes without cells
    /// @return null where the component is left to searches
    private static ProfileSearch search(
            Graph graph,
            Direction direction,
            int[] component,
            int[] localOf,
            Workers workers,
            Consumer<String> say,
            long searches,
            BooleanSupplier stop) {
        return ProfileSearch.of(
                direction.ahead(graph),
                direction.reversed().ahead(graph),
                component,
                localOf,
                workers,
                mostHeapBytes(),
                bytes -> say.accept(tooLarge(component.length, bytes)),
                searches,
                stop);
    }

    private static String tooLarge(int vertexCount, long bytes) {
        return "a deep component of %,d vertices is not cut into cells, which may take longer: that needs a Java heap (-Xmx) of at least %,d MB"
                .formatted(vertexCount, HEAP_SHARE * bytes / 1_000_000 + 1);
    }

    private void add(ProfileSearch search) {
        cells.add(new Cells(search, (phase, stop) -> find(search, phase, stop)));
    }

    private static long mostHeapBytes() {
        return Runtime.getRuntime().maxMemory() / HEAP_SHARE;
    }

    private int find(DeviceProfileSearch search, List<Backend> devices, Progress.Phase phase, BooleanSupplier stop) {
        try (Owned owned = new Owned("the devices of cells")) {
            List<CellDevice> open = open(search, devices, owned);
            if (open.isEmpty()) {
                return 0;
            }
            context.say()
                    .accept(
                            "%,d of its vertices are searched from, the borders of %,d cells; the rows of the others follow"
                                    .formatted(search.separatorCount(demand::wants), search.cellCount()));
            DeviceProfileSearch.Outcome outcome =
                    search.run(open, demand::wants, (vertices, sums) -> demand.take(vertices, sums, phase), stop);
            outcome.failures().forEach(context.say());
            return outcome.searches();
        }
    }

    /// Devices with memory for a component.
    private List<CellDevice> open(DeviceProfileSearch search, List<Backend> devices, Owned owned) {
        List<CellDevice> open = new ArrayList<>();
        for (Backend device : devices) {
            try {
                open.add(owned.add(device.cellDevice(search.component(levels))));
            } catch (DeviceException e) {
                context.say().accept(e.getMessage());
            }
        }
        return open;
    }

    private int find(ProfileSearch search, Progress.Phase phase, BooleanSupplier stop) {
        context.say()
                .accept(
                        "%,d of %,d vertices of a deep component are searched, the borders of %,d cells; the rows of the others follow, with up to %,d MB of memory"
                                .formatted(
                                        search.separatorCount(demand::wants),
                                        search.vertexCount(),
                                        search.cellCount(),
                                        search.bytes() / 1_000_000 + 1));
        return search.run(demand::wants, levels, (vertices, sums) -> demand.take(vertices, sums, phase), stop);
    }

    /// Cuts every component that it pays for, to see what it would take.
    private static List<ProfileSearch> cut(
            Graph graph, ClosenessJob job, Workers workers, Foresight foresight, BooleanSupplier asked) {
        List<ProfileSearch> found = new ArrayList<>();
        Direction direction = job.direction();
        Representatives.Kinds kinds = Followers.quickKinds(graph, job);
        DeepComponents.Taker cutter = (vertices, _, localOf, stop) -> {
            long searches = searches(foresight, graph, direction, kinds, _ -> true, vertices);
            ProfileSearch search =
                    search(graph, direction, vertices, localOf, workers, foresight::note, searches, stop);
            if (search != null) {
                found.add(search);
            }
        };
        DeepComponents.forEach(graph, direction, ProfileSearch.LEAST_VERTICES, _ -> true, cutter, asked);
        return found;
    }

    /// Vertices of a component that are searched, where it is not cut, as far as their rows are wanted.
    ///
    /// @param watched whether searches tell levels, as those on hosts do
    private long searchesOf(boolean watched, int... component) {
        Representatives.Kinds kinds =
                watched ? Followers.quickKinds(graph, context.job()) : Followers.kinds(graph, context.job(), false);
        return searches(context.foresight(), graph, direction(), kinds, demand::wants, component);
    }

    private static long searches(
            Foresight foresight,
            Graph graph,
            Direction direction,
            Representatives.Kinds kinds,
            IntPredicate wanted,
            int... component) {
        Representatives representatives = foresight.representatives(graph, direction == Direction.OUT, kinds);
        return Arrays.stream(component)
                .filter(v -> representatives.isSearched(v) && wanted.test(v))
                .count();
    }

    private Direction direction() {
        return context.job().direction();
    }

    /// Every row of an exact job that is not done.
    private static final class ExactDemand implements Demand {
        private final RunContext context;
        private final ExactRows rows;
        private final RowLog log;
        private final BitSet wanted;

        /// Rows are put while others are looked for: what is wanted is what was so before.
        ExactDemand(RunContext context, ExactRows rows, RowLog log) {
            this.context = context;
            this.rows = rows;
            this.log = log;
            int n = context.graph().vertexCount();
            this.wanted = new BitSet(n);
            if (rows.rowCount() == n && rows.doneCount() == 0) {
                wanted.set(0, n);
                return;
            }
            for (int row = 0; row < rows.rowCount(); row++) {
                if (!rows.isDone(row)) {
                    wanted.set(context.vertexOf(rows.index(row)));
                }
            }
        }

        @Override
        public boolean wants(int vertex) {
            return wanted.get(vertex);
        }

        @Override
        public Progress.Phase phase(long wanted) {
            long before = rows.doneCount();
            return context.progress().start("closeness", before + wanted, "vertex", before);
        }

        @Override
        public synchronized void take(int[] vertices, VertexSums[] sums, Progress.Phase phase) {
            SearchedRows batch = new SearchedRows(context.graph(), Followers.none(context.graph()));
            for (int i = 0; i < vertices.length; i++) {
                batch.add(vertices[i], sums[i]);
            }
            batch.putInto(rows, log);
            phase.advance(vertices.length);
        }

        @Override
        public JobStoppedException stopped() {
            return context.stopped(rows.doneCount(), rows.rowCount());
        }
    }
}
