package io.bitfront.engine.closeness;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Direction;
import io.bitfront.engine.answer.CountedByHand;
import io.bitfront.engine.lab.BfsSummary;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LabResult;
import io.bitfront.engine.lab.LevelMode;
import io.bitfront.engine.lab.SourceSums;
import io.bitfront.engine.spi.Backend;
import io.bitfront.engine.spi.LevelMatrix;
import io.bitfront.engine.spi.MultiSource;
import io.bitfront.engine.spi.NeighbourhoodCounts;
import io.bitfront.engine.spi.TargetSums;
import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/// A device that works as another does until it is lost, with two batches under way at a time.
final class FaultyEngine implements Backend {
    private final Backend works;
    private final String name;
    private final Fault fault;
    private final int good;
    private final CountDownLatch lost;
    private FaultyEngine after;
    private final CountDownLatch dismissed = new CountDownLatch(1);
    private volatile Thread late;
    private volatile boolean abandoned;
    private int mostLeft = Integer.MAX_VALUE;
    private CountedByHand counts;
    private int begun;
    private int finished;
    private int adding;

    /// Where the device is lost; at `SILENCE` it finishes no batch and never says so, at `SILENT_SUMS` it
    /// brings none, at `LATE` it answers when nobody waits for it any more, at `OVER` it has no room for
    /// another graph, or for the states of one.
    enum Fault {
        STATE,
        OVER,
        BEGIN,
        FINISH,
        BRING,
        SILENCE,
        SILENT_SUMS,
        LATE,
        NEVER
    }

    /// @param good batches that go well at the place of the fault
    FaultyEngine(Backend works, String name, Fault fault, int good) {
        this(works, name, fault, good, new CountDownLatch(1));
    }

    private FaultyEngine(Backend works, String name, Fault fault, int good, CountDownLatch lost) {
        this.works = works;
        this.name = name;
        this.fault = fault;
        this.good = good;
        this.lost = lost;
    }

    /// Says that bounds are of no use where they leave more vertices.
    FaultyEngine leavingAtMost(int vertices) {
        mostLeft = vertices;
        return this;
    }

    /// Finishes no batch before another device is lost, so that the other gets as many as that takes.
    FaultyEngine after(FaultyEngine other) {
        after = other;
        return this;
    }

    private void awaitTheOther() {
        if (after != null) {
            await(after.lost);
            after.awaitTheEndOfTheLate();
        }
    }

    /// Waits until the thread of a device that answered too late has made of it what it could.
    private void awaitTheEndOfTheLate() {
        try {
            if (late != null) {
                late.join();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void answerLate(int count) {
        if (fault == Fault.LATE && count > good && late == null) {
            late = Thread.currentThread();
            await(dismissed);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void hangAt(Fault place, int count) {
        if (fault == place && count > good) {
            lost.countDown();
            await(new CountDownLatch(1));
        }
    }

    /// Batches begun.
    int begun() {
        return begun;
    }

    /// Whether nobody waits for it any more.
    boolean abandoned() {
        return abandoned;
    }

    private void failAt(Fault place, int count) {
        if (fault == place && count > good) {
            lost.countDown();
            throw new DeviceException("lost");
        }
    }

    @Override
    public MultiSource multiSource(int width, Direction direction, BatchMode mode) {
        failAt(Fault.STATE, good + 1);
        return new FaultyState(works.multiSource(width, direction, mode));
    }

    /// Of undirected graphs, counted by hand.
    @Override
    public Optional<NeighbourhoodCounts> neighbourhoods(Direction direction) {
        counts = graph().verticesWithEdges() > 0 ? new CountedByHand(graph(), direction, mostLeft) : null;
        return Optional.ofNullable(counts);
    }

    /// Vertices whose bounds were not asked for last; null where none were counted.
    BitSet skipped() {
        return counts == null ? null : counts.skipped();
    }

    @Override
    public Graph graph() {
        return works.graph();
    }

    @Override
    public Backend over(Graph other) {
        if (fault == Fault.OVER && good == 0) {
            throw new DeviceException("no room");
        }
        Fault thenAt = fault == Fault.OVER ? Fault.STATE : fault;
        FaultyEngine made = new FaultyEngine(works.over(other), name, thenAt, good, lost);
        made.after = after;
        return made;
    }

    @Override
    public String description() {
        return name;
    }

    @Override
    public LabResult bfs(LabRequest request, Arena arena) {
        return works.bfs(request, arena);
    }

    @Override
    public BfsSummary measure(LabRequest request) {
        return works.measure(request);
    }

    @Override
    public long singleSourceBytes() {
        return works.singleSourceBytes();
    }

    @Override
    public List<LevelMode> levelModes() {
        return works.levelModes();
    }

    @Override
    public int batchWidth(int width, Direction direction, BatchMode mode) {
        return works.batchWidth(width, direction, mode);
    }

    @Override
    public long multiSourceBytes(int width, Direction direction, BatchMode mode) {
        return works.multiSourceBytes(width, direction, mode);
    }

    @Override
    public void close() {
        works.close();
    }

    private final class FaultyState implements MultiSource {
        private final MultiSource state;
        private final Deque<int[]> underWay = new ArrayDeque<>();

        FaultyState(MultiSource state) {
            this.state = state;
        }

        @Override
        public int width() {
            return state.width();
        }

        @Override
        public String description() {
            return name;
        }

        @Override
        public int depth() {
            return 2;
        }

        @Override
        public Optional<Duration> patience() {
            return fault == Fault.SILENCE || fault == Fault.SILENT_SUMS || fault == Fault.LATE
                    ? Optional.of(Duration.ofMillis(200))
                    : Optional.empty();
        }

        @Override
        public void abandon() {
            abandoned = true;
            lost.countDown();
            dismissed.countDown();
        }

        @Override
        public void begin(int[] sources) {
            failAt(Fault.BEGIN, ++begun);
            underWay.add(sources);
            if (underWay.size() > depth()) {
                throw new IllegalStateException("%d batches under way".formatted(underWay.size()));
            }
        }

        @Override
        public SourceSums finish() {
            awaitTheOther();
            failAt(Fault.FINISH, ++finished);
            hangAt(Fault.SILENCE, finished);
            answerLate(finished);
            return state.perSource(underWay.remove());
        }

        @Override
        public void perTarget(int[] pivots) {
            awaitTheOther();
            failAt(Fault.BEGIN, ++begun);
            hangAt(Fault.SILENCE, begun);
            state.perTarget(pivots);
            adding = Math.min(adding + 1, depth());
        }

        @Override
        public int adding() {
            return adding;
        }

        @Override
        public void bring() {
            failAt(Fault.BRING, ++finished);
            hangAt(Fault.SILENT_SUMS, finished);
            answerLate(finished);
            state.bring();
            adding = 0;
        }

        @Override
        public void collect(TargetSums into) {
            state.collect(into);
        }

        @Override
        public int levelWidth(int cellBytes) {
            return state.levelWidth(cellBytes);
        }

        @Override
        public boolean levels(int[] sources, LevelMatrix into) {
            return state.levels(sources, into);
        }

        @Override
        public void close() {
            state.close();
        }
    }
}
