package io.bitfront.engine.lab;

import io.bitfront.engine.BatchMode;
import io.bitfront.engine.Direction;
import io.bitfront.engine.Engine;
import io.bitfront.progress.Progress;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Optional;

/// An engine as those see it who measure it: how its traversals run can be forced, and how they ran is told.
/// Takes turns with the engine's other calls, and is closed with it.
public interface Lab {
    /// @throws IllegalArgumentException for an engine that was not opened by [Engine#open] or a team
    static Lab of(Engine engine) {
        if (engine instanceof Lab lab) {
            return lab;
        }
        throw new IllegalArgumentException("%s has no lab".formatted(engine));
    }

    /// Runs one traversal.
    ///
    /// @param arena owns the result's arrays
    /// @throws IllegalArgumentException for an unknown source or target id, or a mode this engine does not have
    LabResult bfs(LabRequest request, Arena arena);

    /// Runs one traversal as [#bfs] does, without bringing the levels out.
    BfsSummary measure(LabRequest request);

    /// Whether [#defect] is to be had.
    boolean checksLevels();

    /// Traverses, and checks on the device, in linear time and by other means, every level found.
    ///
    /// @param request a whole traversal, without targets or a last level
    /// @return null if every level is right, else a defect in one line
    /// @throws IllegalStateException where the device cannot check levels
    String defect(LabRequest request);

    /// What the searches from many sources reach, and how deep they are; they share their work, in batches as wide as
    /// is best on this engine.
    ///
    /// @param sources input ids; duplicates allowed
    /// @throws IllegalArgumentException for an unknown source
    BatchedSums sums(long[] sources, Progress progress);

    /// State for traversals from many sources at once, reused from batch to batch.
    ///
    /// @param width most sources of a batch, or 0 for this engine's best
    /// @throws IllegalArgumentException for a width or a mode this engine does not have
    Batches batches(int width, Direction direction, BatchMode mode);

    /// Sources of the batches that [#batches] would run.
    ///
    /// @throws io.bitfront.engine.DeviceException in one line, where not even the smallest state fits
    int batchWidth(int width, Direction direction, BatchMode mode);

    /// Bytes this engine holds for traversals from one source, beside the results and, on the CPU, the graph; without
    /// [#tiles].
    long singleSourceBytes();

    /// Levels it can be forced to run.
    List<LevelMode> levelModes();

    /// Address of the device on the PCI bus, by which its clocks and energy are found; empty on the CPU.
    Optional<String> busId();

    /// How the graph came to the device; empty where it is traversed in place.
    Optional<Upload> upload();

    /// The tiles that tensor levels need on the device; empty on an engine without such levels.
    Optional<Tiles> tiles();

    /// The trial behind mode `paper`'s choice on this graph; empty until a traversal needed it.
    Optional<SwitchTrial> switchTrial();

    /// Measures all costs by which mode `auto` chooses now, where this engine and graph need any. Without it,
    /// that takes a tenth of a second before the first answer, and then 5% of the time that traversals take.
    void calibrate();

    /// How the costs by which mode `auto` chooses were found; empty until a traversal needed them, and on engines and
    /// graphs that need none.
    Optional<Calibration> calibration();

    /// Input ids of sources that this engine traverses to find such costs: a measurement must use others.
    long[] probeSources();
}
