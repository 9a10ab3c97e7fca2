package io.bitfront.engine;

import io.bitfront.cache.Graph;
import io.bitfront.engine.closeness.ClosenessRunner;
import io.bitfront.engine.lab.BatchMode;
import io.bitfront.engine.lab.BfsSummary;
import io.bitfront.engine.lab.Calibration;
import io.bitfront.engine.lab.SwitchTrial;
import io.bitfront.engine.lab.Upload;
import io.bitfront.engine.spi.MultiSource;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Optional;

/// Traverses one graph on one device. State is allocated once and reused; not for use from several threads at once.
/// Closing an engine leaves its graph open.
public interface Engine extends AutoCloseable {
    /// Opens an engine on the device asked for.
    ///
    /// @throws DeviceException in one line, where that device cannot run
    static Engine open(Graph graph, Device device) {
        return Engines.open(graph, device);
    }

    Graph graph();

    /// What this engine runs on, for people: `cpu (2 threads)`.
    String description();

    /// How the graph came to the device; empty where it is traversed in place.
    default Optional<Upload> upload() {
        return Optional.empty();
    }

    /// The trial behind mode `paper`'s choice on this graph; empty until a traversal needed it.
    default Optional<SwitchTrial> switchTrial() {
        return Optional.empty();
    }

    /// How the costs by which mode `auto` chooses were found; empty until a traversal needed them, and on engines and
    /// graphs that need none.
    default Optional<Calibration> calibration() {
        return Optional.empty();
    }

    /// Input ids of sources that this engine traverses to find such costs: a measurement must use others.
    default long[] probeSources() {
        return new long[0];
    }

    /// All levels from the vertex with this input id.
    default BfsResult bfs(long source) {
        return bfs(BfsRequest.from(source));
    }

    /// Runs one traversal; the result's arrays are freed by the garbage collector, which does not feel their weight.
    /// Who runs many should give an arena.
    ///
    /// @throws IllegalArgumentException for an unknown source or target id, or a mode this engine does not have
    default BfsResult bfs(BfsRequest request) {
        return bfs(request, Arena.ofAuto());
    }

    /// Runs one traversal.
    ///
    /// @param arena owns the result's arrays
    /// @throws IllegalArgumentException for an unknown source or target id, or a mode this engine does not have
    BfsResult bfs(BfsRequest request, Arena arena);

    /// Runs one traversal as [#bfs] does, without bringing the levels out.
    BfsSummary measure(BfsRequest request);

    /// Bytes this engine holds for traversals from one source, beside the graph and the results.
    long singleSourceBytes();

    /// State for traversals from many sources at once, reused from batch to batch.
    ///
    /// @param width most sources of a batch, or 0 for this engine's best
    /// @throws IllegalArgumentException for a width or a mode this engine does not have
    MultiSource multiSource(int width, Direction direction, BatchMode mode);

    /// The same in mode auto.
    default MultiSource multiSource(int width, Direction direction) {
        return multiSource(width, direction, BatchMode.AUTO);
    }

    /// Sources of the batches that [#multiSource] would run.
    ///
    /// @throws DeviceException in one line, where not even the smallest state fits
    int batchWidth(int width, Direction direction, BatchMode mode);

    /// Bytes that [#multiSource] would allocate.
    long multiSourceBytes(int width, Direction direction, BatchMode mode);

    /// States that may run at the same time, each from a thread of its own: what does the most traversals per second on
    /// this engine.
    ///
    /// @param sources how many there are to traverse in all
    default List<MultiSource> multiSources(int width, Direction direction, BatchMode mode, long sources) {
        return List.of(multiSource(width, direction, mode));
    }

    /// Bytes that [#multiSources] would allocate.
    default long multiSourcesBytes(int width, Direction direction, BatchMode mode, long sources) {
        return multiSourceBytes(width, direction, mode);
    }

    /// Runs a closeness job on this engine alone. A [ClosenessRunner] takes several engines, shows progress and can be
    /// cancelled.
    default ClosenessResult closeness(ClosenessJob job) {
        return new ClosenessRunner(List.of(this), job, Progress.NONE).run();
    }

    @Override
    void close();
}
