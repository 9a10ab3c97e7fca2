package io.bitfront.engine.core;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.BfsRequest;
import io.bitfront.engine.BfsResult;
import io.bitfront.engine.ClosenessJob;
import io.bitfront.engine.ClosenessResult;
import io.bitfront.engine.Diameter;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Engine;
import io.bitfront.engine.JobStoppedException;
import io.bitfront.engine.LevelTable;
import io.bitfront.engine.closeness.ClosenessRunner;
import io.bitfront.engine.closeness.DiameterRunner;
import io.bitfront.engine.lab.BatchedSums;
import io.bitfront.engine.lab.Batches;
import io.bitfront.engine.lab.BfsSummary;
import io.bitfront.engine.lab.Calibration;
import io.bitfront.engine.lab.Lab;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LabResult;
import io.bitfront.engine.lab.LevelMode;
import io.bitfront.engine.lab.SwitchTrial;
import io.bitfront.engine.lab.Tiles;
import io.bitfront.engine.lab.Upload;
import io.bitfront.engine.spi.Backend;
import io.bitfront.engine.spi.Turn;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/// The one engine there is, over any [Backend]: its callers take [Turns].
public final class SharedEngine implements Engine, Lab, Turn.Giver {
    private static final AtomicLong OPENED = new AtomicLong();

    private final Graph graph;
    private final Turns turns;
    private final long order = OPENED.getAndIncrement();

    /// @param graph the backend's
    /// @param backend closed by [#close]
    public SharedEngine(Graph graph, Backend backend) {
        this.graph = graph;
        this.turns = new Turns(backend);
    }

    private <T> T ask(Function<Backend, T> question) {
        try (Turn turn = turns.take()) {
            return question.apply(turn.backend());
        } catch (InternalError fault) {
            throw explained(fault);
        }
    }

    /// What takes long: it ends where somebody closes the engine, or interrupts its thread.
    private <T> T askJob(BiFunction<Backend, BooleanSupplier, T> job) {
        AtomicBoolean closing = new AtomicBoolean();
        try (Turn turn = turns.take(() -> closing.set(true))) {
            Thread runner = Thread.currentThread();
            return job.apply(turn.backend(), () -> closing.get() || runner.isInterrupted());
        } catch (InternalError fault) {
            throw explained(fault);
        }
    }

    /// @throws JobStoppedException where nobody wants what is left
    static void requireWanted(BooleanSupplier stop, int done, int sources) {
        if (stop.getAsBoolean()) {
            throw new JobStoppedException("stopped after %,d of %,d sources".formatted(done, sources));
        }
    }

    private void tell(Consumer<Backend> order) {
        try (Turn turn = turns.take()) {
            order.accept(turn.backend());
        } catch (InternalError fault) {
            throw explained(fault);
        }
    }

    /// A file that was cut short while it is mapped is a fault of the machine, which tells no more.
    private InternalError explained(InternalError fault) {
        graph.requireUnchanged();
        return fault;
    }

    @Override
    public Turn take(Runnable whenClosing) {
        return turns.take(whenClosing);
    }

    @Override
    public long order() {
        return order;
    }

    @Override
    public Graph graph() {
        turns.requireOpen();
        return graph;
    }

    /// Does not wait for its turn: whoever shows progress may ask.
    @Override
    public String description() {
        turns.requireOpen();
        return turns.description();
    }

    @Override
    public BfsResult bfs(BfsRequest request, Arena arena) {
        Objects.requireNonNull(request, "request");
        Objects.requireNonNull(arena, "arena");
        return bfs(LabRequest.of(request), arena).result();
    }

    @Override
    public LabResult bfs(LabRequest request, Arena arena) {
        if (!OneThread.owns(arena)) {
            return ask(backend -> backend.bfs(request, arena));
        }
        Arena shared = Arena.ofShared();
        try {
            return OneThread.handOver(ask(backend -> backend.bfs(request, shared)), shared, arena);
        } catch (Throwable t) {
            shared.close();
            throw t;
        }
    }

    @Override
    public BfsSummary measure(LabRequest request) {
        return ask(backend -> backend.measure(request));
    }

    @Override
    public LevelTable levels(LevelTable.Request request, LevelTable.Store store, Progress progress) {
        Objects.requireNonNull(request, "request");
        Objects.requireNonNull(store, "store");
        Objects.requireNonNull(progress, "progress");
        return askJob((backend, stop) -> new LevelTableRun(backend, request, store, progress, stop).run());
    }

    @Override
    public ClosenessResult closeness(ClosenessJob job, Progress progress) {
        Objects.requireNonNull(job, "job");
        Objects.requireNonNull(progress, "progress");
        try {
            return new ClosenessRunner(List.of(this), job, progress).run();
        } catch (InternalError fault) {
            throw explained(fault);
        }
    }

    @Override
    public Diameter diameter(Progress progress) {
        Objects.requireNonNull(progress, "progress");
        try {
            return new DiameterRunner(List.of(this), progress, _ -> {}).run();
        } catch (InternalError fault) {
            throw explained(fault);
        }
    }

    @Override
    public BatchedSums sums(long[] sources, Progress progress) {
        return askJob((backend, stop) -> new BatchedSumsRun(backend, sources, progress, stop).run());
    }

    @Override
    public Batches batches(int width, Direction direction, BatchMode mode) {
        try {
            return turns.lend(backend -> backend.multiSource(width, direction, mode));
        } catch (InternalError fault) {
            throw explained(fault);
        }
    }

    @Override
    public int batchWidth(int width, Direction direction, BatchMode mode) {
        return ask(backend -> backend.batchWidth(width, direction, mode));
    }

    @Override
    public long singleSourceBytes() {
        return ask(Backend::singleSourceBytes);
    }

    @Override
    public boolean checksLevels() {
        return ask(Backend::checksLevels);
    }

    @Override
    public String defect(LabRequest request) {
        return ask(backend -> {
            backend.measure(request);
            return backend.defect(request.source());
        });
    }

    @Override
    public List<LevelMode> levelModes() {
        return ask(Backend::levelModes);
    }

    @Override
    public Optional<String> busId() {
        return ask(Backend::busId);
    }

    @Override
    public Optional<Upload> upload() {
        return ask(Backend::upload);
    }

    @Override
    public Optional<Tiles> tiles() {
        return ask(Backend::tiles);
    }

    @Override
    public Optional<SwitchTrial> switchTrial() {
        return ask(Backend::switchTrial);
    }

    @Override
    public void calibrate() {
        tell(Backend::calibrate);
    }

    @Override
    public Optional<Calibration> calibration() {
        return ask(Backend::calibration);
    }

    @Override
    public long[] probeSources() {
        return ask(Backend::probeSources);
    }

    @Override
    public void close() {
        turns.close();
    }
}
