package io.bitfront.engine;

import io.bitfront.cache.Graph;
import io.bitfront.memory.CollectedArena;
import io.bitfront.memory.OffHeap;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.function.Function;

/// Answers questions about one graph on one device. State is allocated once and reused. Any thread may call: calls take
/// turns, in the order they came. Closing an engine leaves its graph open. Every method but [#close] of a closed engine
/// throws [IllegalStateException], and so does what traverses a closed graph.
public interface Engine extends AutoCloseable {
    /// Opens an engine on the device asked for.
    ///
    /// @throws DeviceException in one line, where that device cannot run
    static Engine open(Graph graph, Device device) {
        Objects.requireNonNull(graph, "graph");
        Objects.requireNonNull(device, "device");
        return Opener.here().open(graph, device);
    }

    Graph graph();

    /// What this engine runs on, for people: `cpu (2 threads)`.
    String description();

    /// All levels from the vertex with this input id.
    default BfsResult bfs(long source) {
        return bfs(BfsRequest.from(source));
    }

    /// Runs one traversal; the result's arrays are freed by the garbage collector, which is asked to run
    /// where results of a quarter of the heap's largest size have gathered. Who runs many should give an
    /// arena, whose memory serves the next result at once.
    ///
    /// @throws IllegalArgumentException for an unknown source or target id
    default BfsResult bfs(BfsRequest request) {
        return bfs(request, new CollectedArena());
    }

    /// Runs one traversal.
    ///
    /// @param arena owns the result's arrays; once it is closed their memory serves the next result, which a GPU
    ///     then brings faster
    /// @throws IllegalArgumentException for an unknown source or target id
    BfsResult bfs(BfsRequest request, Arena arena);

    /// All levels from many sources, which share their work.
    ///
    /// @param arena owns the table: a byte a cell where no level is deeper than 126, two or four where
    ///     one is
    /// @throws IllegalArgumentException for an unknown source
    /// @throws JobStoppedException where [#close] or an interrupt of this thread, which stays set, ended
    ///     it between batches; of what the table holds nothing is of use then
    default LevelTable levels(long[] sources, Arena arena) {
        Objects.requireNonNull(sources, "sources");
        Objects.requireNonNull(arena, "arena");
        long rows = sources.length;
        long columns = graph().vertexCount();
        return levels(
                LevelTable.Request.from(sources),
                (cellBytes, width) -> OffHeap.allocate(arena, rows * columns * cellBytes, "a table of levels"),
                Progress.NONE);
    }

    /// Levels from many sources, into memory or a mapped file of the caller's.
    ///
    /// @param store gives the table's cells, again where they turn out too narrow for the deepest level
    /// @throws IllegalArgumentException for an unknown source or vertex
    /// @throws JobStoppedException as [#levels(long[], Arena)]
    LevelTable levels(LevelTable.Request request, LevelTable.Store store, Progress progress);

    /// Runs a closeness job on this engine alone.
    ///
    /// @throws IllegalArgumentException for an unknown source, and for a mode or a width that the device
    ///     does not have
    /// @throws io.bitfront.file.FileException where the job's checkpoint is another's, or cannot be used
    /// @throws JobStoppedException where [#close] or an interrupt of this thread, which stays set, ended
    ///     it; what was done is in the checkpoint, if there is one
    default ClosenessResult closeness(ClosenessJob job) {
        return closeness(job, Progress.NONE);
    }

    /// As [#closeness(ClosenessJob)].
    ///
    /// @param progress told of searches, or of rows, as they end, by any thread
    ClosenessResult closeness(ClosenessJob job, Progress progress);

    /// Diameter, radius and a centre of the largest component, of a directed graph as a whole, by few
    /// searches.
    ///
    /// @throws IllegalArgumentException for a graph without vertices
    /// @throws JobStoppedException where [#close] or an interrupt of this thread, which stays set, ended
    ///     it; it says between which numbers both lie
    default Diameter diameter() {
        return diameter(Progress.NONE);
    }

    /// As [#diameter()].
    ///
    /// @param progress told of vertices whose eccentricity is no longer wanted, by any thread
    Diameter diameter(Progress progress);

    /// Frees the device's state once the calls under way have ended: closeness jobs and diameters at
    /// their next batches or searches, all others at their ends. Once closed, closing again does nothing.
    @Override
    void close();

    /// What stands behind the static methods of [Engine], [EngineTeam] and [Device], found through
    /// `META-INF/services`, so that this package knows nothing of devices.
    /// [ServiceLoader]'s business: public as services must be, and nobody else's to call or to implement.
    interface Opener {
        /// The one there is.
        static Opener here() {
            return ServiceLoader.load(Opener.class, Opener.class.getClassLoader())
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("bitfront's engines are not on the class path"));
        }

        /// What [Engine#open] does.
        Engine open(Graph graph, Device device);

        /// What [EngineTeam#open] does.
        EngineTeam open(Graph graph, List<? extends Device> asked, int cpuThreads, Function<Engine, String> whyNot);

        /// What [Device#reports] does.
        List<Device.Report> devices();

        /// What [Device#requireThere] does.
        void requireThere(List<Device> asked);
    }
}
