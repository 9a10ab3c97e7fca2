package io.bitfront.engine.spi;

import io.bitfront.cache.Graph;
import io.bitfront.engine.BatchMode;
import io.bitfront.engine.DeviceException;
import io.bitfront.engine.Direction;
import io.bitfront.engine.lab.BfsSummary;
import io.bitfront.engine.lab.Calibration;
import io.bitfront.engine.lab.LabRequest;
import io.bitfront.engine.lab.LabResult;
import io.bitfront.engine.lab.LevelMode;
import io.bitfront.engine.lab.SwitchTrial;
import io.bitfront.engine.lab.Tiles;
import io.bitfront.engine.lab.Upload;
import io.bitfront.memory.CollectedArena;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// What a kind of device implements: traversals of one graph, state allocated once and reused. Whoever opens it sees to
/// it that one call runs at a time and none after [#close]; states of [#multiSources] run beside each other. Knows
/// nothing of jobs. Closing it leaves the graph open.
public interface Backend extends AutoCloseable {
    Graph graph();

    /// Another one on the same device, over another graph; the caller's to close.
    ///
    /// @throws DeviceException where the device has no memory for it
    Backend over(Graph other);

    /// What it runs on, for people: `cpu (2 threads)`.
    String description();

    /// All levels from the vertex with this input id.
    default LabResult bfs(long source) {
        return bfs(LabRequest.from(source));
    }

    /// Runs one traversal; the result's arrays are freed by the garbage collector.
    default LabResult bfs(LabRequest request) {
        return bfs(request, new CollectedArena());
    }

    /// Runs one traversal.
    ///
    /// @param arena owns the result's arrays
    /// @throws IllegalArgumentException for an unknown source or target id, or a mode it does not have
    LabResult bfs(LabRequest request, Arena arena);

    /// Runs one traversal as [#bfs] does, without bringing the levels out.
    BfsSummary measure(LabRequest request);

    /// Bytes it holds for traversals from one source, beside the graph and the results.
    long singleSourceBytes();

    /// State for traversals from many sources at once, reused from batch to batch.
    ///
    /// @param width most sources of a batch, or 0 for the best here
    /// @throws IllegalArgumentException for a width or a mode it does not have
    MultiSource multiSource(int width, Direction direction, BatchMode mode);

    /// State for traversals from many sources at once, in mode auto.
    default MultiSource multiSource(int width, Direction direction) {
        return multiSource(width, direction, BatchMode.AUTO);
    }

    /// Sources of the batches that [#multiSource] would run.
    ///
    /// @throws DeviceException in one line, where not even the smallest state fits
    int batchWidth(int width, Direction direction, BatchMode mode);

    /// Bytes that [#multiSource] would allocate.
    long multiSourceBytes(int width, Direction direction, BatchMode mode);

    /// States that may run at the same time, each from a thread of its own: what does the most traversals per second
    /// here.
    ///
    /// @param sources how many there are to traverse in all
    default List<MultiSource> multiSources(int width, Direction direction, BatchMode mode, long sources) {
        return List.of(multiSource(width, direction, mode));
    }

    /// Bytes that [#multiSources] would allocate.
    default long multiSourcesBytes(int width, Direction direction, BatchMode mode, long sources) {
        return multiSourceBytes(width, direction, mode);
    }

    /// The team of threads it computes with, for work on the host that needs no device of its own; empty where it has
    /// none.
    default Optional<Workers> hostWorkers() {
        return Optional.empty();
    }

    /// Of an undirected graph for each vertex the first of its component; empty where the host finds that itself.
    default Optional<int[]> components() {
        return Optional.empty();
    }

    /// Neighbourhoods in a directed graph, or in the largest component of an undirected one, where that has more
    /// than half of the vertices with edges; empty where the host counts them itself.
    ///
    /// @param direction of the edges that are followed
    /// @throws DeviceException where the memory that is free does not hold the counts
    default Optional<NeighbourhoodCounts> neighbourhoods(Direction direction) {
        return Optional.empty();
    }

    /// Bounds of eccentricities in the same component; empty where the host keeps them itself.
    ///
    /// @throws DeviceException where the memory that is free does not hold them
    default Optional<EccentricityDevice> eccentricities() {
        return Optional.empty();
    }

    /// Vertices from which on a component is worth a [#cellDevice]; empty where none is to be had.
    default OptionalInt leastCellComponent() {
        return OptionalInt.empty();
    }

    /// State for a component that is cut into cells.
    ///
    /// @throws DeviceException where it does not fit the memory that is free
    default CellDevice cellDevice(CellDevice.Component component) {
        throw new IllegalStateException("%s takes no cells".formatted(description()));
    }

    /// Levels it can be forced to run.
    List<LevelMode> levelModes();

    /// Whether [#defect] is to be had.
    default boolean checksLevels() {
        return false;
    }

    /// Checks on the device, in linear time, the levels that the last traversal found; it must have been a whole one.
    ///
    /// @param source its input id
    /// @return null if every level is right, else a defect in one line
    default String defect(long source) {
        throw new IllegalStateException("%s cannot check levels".formatted(description()));
    }

    /// [io.bitfront.engine.lab.Lab#busId].
    default Optional<String> busId() {
        return Optional.empty();
    }

    /// [io.bitfront.engine.lab.Lab#upload].
    default Optional<Upload> upload() {
        return Optional.empty();
    }

    /// [io.bitfront.engine.lab.Lab#tiles].
    default Optional<Tiles> tiles() {
        return Optional.empty();
    }

    /// [io.bitfront.engine.lab.Lab#switchTrial].
    default Optional<SwitchTrial> switchTrial() {
        return Optional.empty();
    }

    /// [io.bitfront.engine.lab.Lab#calibrate].
    default void calibrate() {}

    /// [io.bitfront.engine.lab.Lab#calibration].
    default Optional<Calibration> calibration() {
        return Optional.empty();
    }

    /// [io.bitfront.engine.lab.Lab#probeSources].
    default long[] probeSources() {
        return new long[0];
    }

    @Override
    void close();
}
