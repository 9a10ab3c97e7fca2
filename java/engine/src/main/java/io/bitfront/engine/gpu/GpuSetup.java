package io.bitfront.engine.gpu;

import io.bitfront.cache.Graph;
import io.bitfront.engine.device.Faults;

/// What follows from the graph, or is forced by a test.
///
/// @param faults what fails on the device
/// @param wideOffsets whether offsets into adjacency lists have 64 bits
/// @param eager whether the paper's kernels store levels on discovery
/// @param leastEdges of a graph whose levels' costs are measured
/// @param calibration how long that may take
/// @param searches when searches of a batch run by themselves
/// @param fewTileBytes tiles that are uploaded without a look at what tensor levels would save
/// @param hopRounds when several levels a round are run
/// @param marking where marks are sorted or divided
/// @param thinLevels when levels of few vertices are run by the host
/// @param kernelTrial when searches of few levels, or of slow ones, are tried by several kernels
record GpuSetup(
        Faults faults,
        boolean wideOffsets,
        boolean eager,
        long leastEdges,
        CalibrationTime calibration,
        Searches searches,
        long fewTileBytes,
        HopRounds.When hopRounds,
        SwitchCosts.Marking marking,
        ThinLevels.When thinLevels,
        KernelTrial.When kernelTrial) {
    /// A look takes about a millisecond.
    private static final long FEW_TILE_BYTES = 32L << 20;

    GpuSetup(
            Faults faults,
            boolean wideOffsets,
            boolean eager,
            long leastEdges,
            CalibrationTime calibration,
            Searches searches) {
        this(
                faults,
                wideOffsets,
                eager,
                leastEdges,
                calibration,
                searches,
                FEW_TILE_BYTES,
                HopRounds.When.USUAL,
                SwitchCosts.Marking.USUAL,
                ThinLevels.When.USUAL,
                KernelTrial.When.NEVER);
    }

    GpuSetup(Faults faults, boolean wideOffsets, boolean eager, long leastEdges, CalibrationTime calibration) {
        this(faults, wideOffsets, eager, leastEdges, calibration, Searches.USUAL);
    }

    /// As tests force it: costs measured before the first answer, however long that takes.
    GpuSetup(Faults faults, boolean wideOffsets, boolean eager, long leastEdges) {
        this(faults, wideOffsets, eager, leastEdges, new CalibrationTime(Long.MAX_VALUE, 1));
    }

    static GpuSetup of(Graph graph, String gpu) {
        return new GpuSetup(
                        Faults.NONE,
                        DeviceGraph.wideOffsets(graph.edgeCount()),
                        PaperKernels.storesEagerly(graph.statistics()),
                        Calibrator.leastEdges(gpu),
                        CalibrationTime.USUAL)
                .withKernelTrial(KernelTrial.When.USUAL);
    }

    GpuSetup with(Faults ordered) {
        return new GpuSetup(
                ordered,
                wideOffsets,
                eager,
                leastEdges,
                calibration,
                searches,
                fewTileBytes,
                hopRounds,
                marking,
                thinLevels,
                kernelTrial);
    }

    private GpuSetup with(
            long tileBytes,
            HopRounds.When hops,
            SwitchCosts.Marking marks,
            ThinLevels.When handingOver,
            KernelTrial.When trial) {
        return new GpuSetup(
                faults,
                wideOffsets,
                eager,
                leastEdges,
                calibration,
                searches,
                tileBytes,
                hops,
                marks,
                handingOver,
                trial);
    }

    GpuSetup withFewTileBytes(long bytes) {
        return with(bytes, hopRounds, marking, thinLevels, kernelTrial);
    }

    GpuSetup withHopRounds(HopRounds.When when) {
        return with(fewTileBytes, when, marking, thinLevels, kernelTrial);
    }

    GpuSetup withMarking(SwitchCosts.Marking from) {
        return with(fewTileBytes, hopRounds, from, thinLevels, kernelTrial);
    }

    GpuSetup withThinLevels(ThinLevels.When when) {
        return with(fewTileBytes, hopRounds, marking, when, kernelTrial);
    }

    GpuSetup withKernelTrial(KernelTrial.When when) {
        return with(fewTileBytes, hopRounds, marking, thinLevels, when);
    }

    /// When searches of a batch run by themselves.
    ///
    /// @param queue vertices that the queue of one holds at most, a power of two
    /// @param leastVertices of a graph where that is considered in mode auto: on a smaller one a batch
    ///     takes little longer than the look that tells, however it runs
    /// @param leastComponent that is cut into cells
    /// @param byHost whether the host runs those that are thin
    record Searches(int queue, int leastVertices, int leastComponent, boolean byHost) {
        static final Searches USUAL = new Searches(IndependentSearches.QUEUE, 1 << 14, 1 << 16, true);
    }

    /// How long costs of levels may be measured.
    ///
    /// @param first nanoseconds before the first answer
    /// @param share of the time that traversals take, for what is left then
    record CalibrationTime(long first, double share) {
        static final CalibrationTime USUAL = new CalibrationTime(100_000_000, 0.05);
    }
}
