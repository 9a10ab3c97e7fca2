package io.bitfront.engine.profile;

import io.bitfront.engine.DeviceException;
import io.bitfront.engine.answer.VertexSums;
import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.spi.CellDevice;
import io.bitfront.graph.Csc;
import io.bitfront.memory.IntList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/// [ProfileSearch] on devices: each takes one group of neighbouring cells after another, searches from those of their
/// borders whose hops it does not hold, and finds the sums of the cells' vertices. Cells that a device cannot do are
/// left out.
public final class DeviceProfileSearch implements CutComponent {
    /// Gives up where more than one vertex in so many would be in a separator: batches of neighbours take a mesh of
    /// 2^24 vertices a tenth of the time of a search that keeps its levels.
    private static final int SEPARATOR_SHARE = 24;

    private static final double CELL_EXPONENT = 0.6;
    private static final double CELL_FACTOR = 4;
    private static final int LARGEST_CELL = 1 << 15;
    private static final int NONE = -1;

    private final Cut cut;
    private final int mostHops;

    private DeviceProfileSearch(Cut cut, int mostHops) {
        this.cut = cut;
        this.mostHops = mostHops;
    }

    /// Cuts a component; worth the trying from [ProfileSearch#DEEP] levels on.
    ///
    /// @param csc of an undirected graph
    /// @param component its vertices
    /// @param mostHops no two of them are farther apart
    /// @param localOf scratch of one int a vertex of the graph
    /// @param searches that it takes without cells
    /// @param stop gives up once it is true, as it stays
    /// @return null where separators are wide: searches pay
    public static DeviceProfileSearch of(
            Csc csc, int[] component, int mostHops, int[] localOf, int threads, long searches, BooleanSupplier stop) {
        return of(csc, component, mostHops, localOf, threads, limits(component.length, searches), stop);
    }

    private static CutLimits limits(int vertices, long searches) {
        int cellSize = (int) Math.min(LARGEST_CELL, CELL_FACTOR * Math.pow(vertices, CELL_EXPONENT));
        return CutLimits.of(cellSize, vertices / SEPARATOR_SHARE, searches);
    }

    /// Whether a component may be cut in less time than it takes without cells.
    ///
    /// @param searches that it takes then
    public static boolean mayPay(int vertices, long searches) {
        return limits(vertices, searches).pay(vertices);
    }

    /// Cuts a component into cells of a size.
    ///
    /// @param cellSize most vertices of a cell
    /// @param mostSeparators gives up where more vertices than these would be in separators
    /// @param stop gives up once it is true, as it stays
    public static DeviceProfileSearch of(
            Csc csc,
            int[] component,
            int mostHops,
            int[] localOf,
            int threads,
            int cellSize,
            int mostSeparators,
            BooleanSupplier stop) {
        CutLimits limits = CutLimits.of(cellSize, mostSeparators, Long.MAX_VALUE);
        return of(csc, component, mostHops, localOf, threads, limits, stop);
    }

    private static DeviceProfileSearch of(
            Csc csc,
            int[] component,
            int mostHops,
            int[] localOf,
            int threads,
            CutLimits limits,
            BooleanSupplier stop) {
        long edges = 0;
        for (int v : component) {
            edges += csc.degree(v);
        }
        if (edges > Integer.MAX_VALUE) {
            return null;
        }
        Cut cut = Cut.of(csc, csc, component, localOf, threads, limits, stop);
        return cut == null ? null : new DeviceProfileSearch(cut, mostHops);
    }

    /// Host memory that cutting takes.
    public static long bytes(int vertexCount, long edgeCount) {
        return 2 * LocalGraph.bytes(vertexCount, edgeCount);
    }

    /// Vertices that are searched from.
    public int separatorCount() {
        return cut.separatorCount();
    }

    @Override
    public int separatorCount(IntPredicate wanted) {
        return cut.separatorCount(wanted);
    }

    public int cellCount() {
        return cut.cellCount();
    }

    @Override
    public long count(IntPredicate wanted) {
        return cut.count(wanted);
    }

    /// What a device is to work on.
    ///
    /// @param harmonic whether harmonic sums are wanted
    public CellDevice.Component component(boolean harmonic) {
        LocalGraph graph = cut.graph();
        return new CellDevice.Component(
                graph.start(), graph.neighbour(), cut.largestCell(), cut.longestBorder(), mostHops, harmonic);
    }

    /// Finds the sums of the vertices that are wanted, but for those of cells that cannot be done.
    ///
    /// @param devices each made for [#component]; the caller closes them
    /// @param wanted of the graph's vertices; asked again for each cell
    /// @param stop asked between cells
    /// @return how many were searched from, and what was left out
    public Outcome run(List<CellDevice> devices, IntPredicate wanted, ProfileSearch.Rows rows, BooleanSupplier stop) {
        Job job = new Job(wanted, rows, stop);
        List<String> failures = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        try {
            for (CellDevice device : devices) {
                threads.add(Thread.ofPlatform().name("cells").start(() -> {
                    try {
                        new Lane(job, device).run();
                    } catch (DeviceException e) {
                        synchronized (failures) {
                            failures.add(e.getMessage());
                        }
                    } catch (RuntimeException | Error e) {
                        job.unexpected = e;
                    }
                }));
            }
        } catch (Error noThread) {
            // Those that have one work on their devices until they have ended.
            job.unexpected = noThread;
        }
        for (Thread thread : threads) {
            boolean interrupted = false;
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException _) {
                    interrupted = true;
                    job.interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        job.rethrow();
        failures.addAll(job.left());
        return new Outcome(
                IntStream.range(0, separatorCount()).map(job.searched::get).sum(), failures);
    }

    /// What became of a run.
    ///
    /// @param searches separator vertices that were searched from
    /// @param failures in a line each, what devices were lost to, and why cells were left out
    public record Outcome(int searches, List<String> failures) {}

    /// What devices share.
    private final class Job {
        private final IntPredicate wanted;
        private final ProfileSearch.Rows rows;
        private final BooleanSupplier stop;
        private final AtomicInteger nextCell = new AtomicInteger();
        private final AtomicInteger nextSeparator = new AtomicInteger();
        /// Separators whose rows somebody puts.
        private final AtomicIntegerArray taken = new AtomicIntegerArray(cut.separatorCount());

        /// Separators that were searched from.
        private final AtomicIntegerArray searched = new AtomicIntegerArray(cut.separatorCount());

        /// Vertices of cells that were left out, by the reason.
        private final Map<String, Integer> left = new TreeMap<>();

        private volatile boolean interrupted;
        private volatile Throwable unexpected;

        Job(IntPredicate wanted, ProfileSearch.Rows rows, BooleanSupplier stop) {
            this.wanted = wanted;
            this.rows = rows;
            this.stop = stop;
        }

        boolean stopped() {
            // Whoever waits for the threads takes their interrupt, which is what a stop may be, away for a moment.
            if (stop.getAsBoolean()) {
                interrupted = true;
            }
            return interrupted || unexpected != null;
        }

        void rethrow() {
            if (unexpected instanceof RuntimeException e) {
                throw e;
            }
            if (unexpected instanceof Error e) {
                throw e;
            }
        }

        /// The next cell with a vertex that is wanted; NONE where there is none left.
        int takeCell() {
            while (true) {
                int cell = nextCell.getAndIncrement();
                if (cell >= cut.cellCount()) {
                    return NONE;
                }
                int[] begin = cut.cellBegin();
                if (IntStream.range(begin[cell], begin[cell + 1])
                        .anyMatch(v -> wanted.test(cut.graph().vertex()[v]))) {
                    return cell;
                }
            }
        }

        /// Puts the rows of separators that nobody has put yet.
        void putSeparators(int[] separators, SourceSums found) {
            IntList own = new IntList();
            List<VertexSums> sums = new ArrayList<>();
            for (int i = 0; i < separators.length; i++) {
                searched.set(separators[i] - cut.separatorsBegin(), 1);
                if (found.reached()[i] == cut.vertexCount()
                        && wanted.test(cut.graph().vertex()[separators[i]])
                        && taken.compareAndSet(separators[i] - cut.separatorsBegin(), 0, 1)) {
                    own.add(separators[i]);
                    sums.add(row(found, i));
                }
            }
            put(own.toArray(), sums);
        }

        void putCell(int cell, SourceSums found) {
            int begin = cut.cellBegin()[cell];
            int[] locals = cut.wanted(begin, cut.cellBegin()[cell + 1], wanted);
            put(
                    locals,
                    Arrays.stream(locals).mapToObj(v -> row(found, v - begin)).toList());
        }

        synchronized void leave(int cell, String why) {
            left.merge(why, cut.cellBegin()[cell + 1] - cut.cellBegin()[cell], Integer::sum);
        }

        /// What is to be said of cells that devices could not do.
        synchronized List<String> left() {
            return left.entrySet().stream()
                    .map(one -> "%,d vertices of cells are searched from, as a cell had %s"
                            .formatted(one.getValue(), one.getKey()))
                    .toList();
        }

        private void put(int[] locals, List<VertexSums> sums) {
            if (locals.length > 0) {
                rows.put(cut.vertices(locals), sums.toArray(VertexSums[]::new));
            }
        }

        private static VertexSums row(SourceSums found, int i) {
            return new VertexSums(
                    found.reached()[i], found.distanceSum()[i], found.harmonicSum()[i], found.eccentricity()[i]);
        }
    }

    /// What one device does.
    private final class Lane {
        private final Job job;
        private final CellDevice device;
        /// Row of hops of each separator, or NONE.
        private final int[] rowOf = new int[cut.separatorCount()];

        private final int[] heldBy;
        /// Group that used a row last.
        private final int[] usedBy;
        /// Separators that could not be searched from.
        private final BitSet undone = new BitSet();

        private int group;
        /// A cell that is taken and waits for the next group, or NONE.
        private int waiting = NONE;

        Lane(Job job, CellDevice device) {
            this.job = job;
            this.device = device;
            Arrays.fill(rowOf, NONE);
            heldBy = new int[device.rows()];
            Arrays.fill(heldBy, NONE);
            usedBy = new int[device.rows()];
        }

        void run() {
            while (!job.stopped()) {
                List<Integer> cells = nextGroup();
                if (cells.isEmpty()) {
                    break;
                }
                for (int cell : cells) {
                    if (job.stopped()) {
                        return;
                    }
                    sum(cell);
                }
            }
            searchLeftSeparators();
        }

        /// Takes cells whose borders have rows for one another, enough to keep the device busy with searches, and
        /// searches from those of their borders that have no row.
        private List<Integer> nextGroup() {
            group++;
            List<Integer> cells = new ArrayList<>();
            IntList missing = new IntList();
            int needed = 0;
            BitSet seen = new BitSet();
            while (true) {
                int cell = waiting == NONE ? job.takeCell() : waiting;
                waiting = NONE;
                if (cell == NONE) {
                    break;
                }
                int[] border = cut.borders()[cell];
                int more = (int) Arrays.stream(border)
                        .filter(v -> !seen.get(v - cut.separatorsBegin()))
                        .count();
                int searches = missing.size() + missing(border, seen);
                boolean enough = searches > device.searchesWanted() || needed + more > device.rows();
                if (enough && !cells.isEmpty()) {
                    waiting = cell;
                    break;
                }
                cells.add(cell);
                needed += more;
                for (int v : border) {
                    int separator = v - cut.separatorsBegin();
                    if (!seen.get(separator)) {
                        seen.set(separator);
                        need(separator, missing);
                    }
                }
            }
            search(missing);
            return cells;
        }

        /// How many of a border have neither a row nor been counted.
        private int missing(int[] border, BitSet seen) {
            return (int) Arrays.stream(border)
                    .map(v -> v - cut.separatorsBegin())
                    .filter(separator -> !seen.get(separator) && rowOf[separator] == NONE)
                    .count();
        }

        private void need(int separator, IntList missing) {
            if (rowOf[separator] != NONE) {
                usedBy[rowOf[separator]] = group;
            } else {
                missing.add(separator + cut.separatorsBegin());
            }
        }

        /// Searches into rows that the group does not need, those used longest ago first.
        private void search(IntList missing) {
            if (missing.size() == 0) {
                return;
            }
            int[] free = IntStream.range(0, heldBy.length)
                    .filter(row -> heldBy[row] == NONE || usedBy[row] != group)
                    .boxed()
                    .sorted((a, b) -> Integer.compare(age(a), age(b)))
                    .limit(missing.size())
                    .mapToInt(Integer::intValue)
                    .toArray();
            int[] vertices = missing.toArray();
            for (int i = 0; i < free.length; i++) {
                if (heldBy[free[i]] != NONE) {
                    rowOf[heldBy[free[i]]] = NONE;
                }
                heldBy[free[i]] = vertices[i] - cut.separatorsBegin();
                usedBy[free[i]] = group;
                rowOf[heldBy[free[i]]] = free[i];
            }
            int atOnce = Math.max(1, device.searchesWanted());
            for (int first = 0; first < vertices.length; first += atOnce) {
                int end = Math.min(first + atOnce, vertices.length);
                search(Arrays.copyOfRange(vertices, first, end), Arrays.copyOfRange(free, first, end));
            }
        }

        /// Searches unless the job is stopped, when no cell is looked at any more.
        private void search(int[] vertices, int[] into) {
            if (job.stopped()) {
                return;
            }
            SourceSums found = device.search(vertices, into);
            for (int i = 0; i < vertices.length; i++) {
                undone.set(vertices[i] - cut.separatorsBegin(), found.reached()[i] != cut.vertexCount());
            }
            job.putSeparators(vertices, found);
        }

        private int age(int row) {
            return heldBy[row] == NONE ? NONE : usedBy[row];
        }

        private void sum(int cell) {
            int[] border = cut.borders()[cell];
            int separators = cut.separatorsBegin();
            if (Arrays.stream(border).anyMatch(v -> undone.get(v - separators))) {
                return;
            }
            int[] rows = Arrays.stream(border).map(v -> rowOf[v - separators]).toArray();
            SourceSums found = device.sums(cut.cellBegin()[cell], cut.cellBegin()[cell + 1], border, rows);
            if (found != null) {
                job.putCell(cell, found);
            } else {
                job.leave(cell, device.leftWhy());
            }
        }

        /// Searches from separators beside cells that nobody wanted.
        private void searchLeftSeparators() {
            while (!job.stopped()) {
                group++;
                IntList missing = new IntList();
                while (missing.size() < device.rows()) {
                    int separator = job.nextSeparator.getAndIncrement();
                    if (separator >= rowOf.length) {
                        break;
                    }
                    int vertex = cut.graph().vertex()[separator + cut.separatorsBegin()];
                    if (job.taken.get(separator) == 0 && job.wanted.test(vertex) && rowOf[separator] == NONE) {
                        missing.add(separator + cut.separatorsBegin());
                    }
                }
                if (missing.size() == 0) {
                    return;
                }
                search(missing);
            }
        }
    }
}
