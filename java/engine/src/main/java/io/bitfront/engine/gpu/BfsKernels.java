package io.bitfront.engine.gpu;

import io.bitfront.engine.BatchMode;
import io.bitfront.engine.device.CudaContext;
import io.bitfront.engine.device.Kernel;
import io.bitfront.engine.device.KernelImage;
import io.bitfront.engine.device.KernelModule;
import io.bitfront.engine.gpu.abi.BfsArguments;
import io.bitfront.engine.gpu.abi.BoundArguments;
import io.bitfront.engine.gpu.abi.Constants;
import io.bitfront.engine.gpu.abi.EccentricityArguments;
import io.bitfront.engine.gpu.abi.FirstsArguments;
import io.bitfront.engine.gpu.abi.HopArguments;
import io.bitfront.engine.gpu.abi.IndependentArguments;
import io.bitfront.engine.gpu.abi.MultiArguments;
import io.bitfront.engine.gpu.abi.NarrowArguments;
import io.bitfront.engine.gpu.abi.ParentArguments;
import io.bitfront.engine.gpu.abi.RenumberArguments;
import io.bitfront.engine.gpu.abi.SettleArguments;
import io.bitfront.engine.gpu.abi.SummaryArguments;
import io.bitfront.engine.gpu.abi.SurveyArguments;
import io.bitfront.engine.gpu.abi.VerifyArguments;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/// The entries of the compiled module.
final class BfsKernels implements AutoCloseable {
    /// Threads of a block of everything but a traversal.
    static final int POST_THREADS = 256;

    /// Vertices that a block counts at least, where the grid has that many.
    private static final int VERTICES_OF_A_BLOCK = 2_048;

    /// Blocks that may tell each other what they found by one sum: `kMostArrivals` of
    /// `native/include/bitfront/device.cuh`.
    static final int MOST_ARRIVALS = 511;

    /// A traversal and the grid that fills the device with it.
    private record Traversal(Kernel kernel, int blocks, int blockThreads) {
        static Traversal of(Kernel kernel) {
            int threads = kernel.blockThreads();
            return new Traversal(kernel, kernel.residentBlocks(threads), threads);
        }

        /// Of rounds that end by a sum, whatever they find.
        Traversal summing() {
            return new Traversal(kernel, Math.min(blocks, MOST_ARRIVALS), blockThreads);
        }

        Traversal narrowed(int multiprocessors) {
            int threads = Math.max(32, blockThreads / 2);
            return new Traversal(kernel, Math.min(multiprocessors, kernel.residentBlocks(threads)), threads);
        }
    }

    private final KernelModule module;
    private final Map<BfsKernel, Traversal> traversals = new EnumMap<>(BfsKernel.class);
    private final Map<BfsKernel, Kernel> resets = new EnumMap<>(BfsKernel.class);
    private final Kernel leaveOut;
    private final Kernel survey;
    private final Kernel settle;
    private final Kernel resume;
    private final Kernel summary;
    private final Kernel verify;
    private final Kernel verifyLong;
    private final Kernel parents;
    private final Kernel longParents;
    private final Kernel renumber;
    private final Kernel widen;
    private final Kernel narrow;
    private final Kernel firsts;
    private final Kernel hopLists;
    private final Kernel batchPreparation;
    private final Kernel fold;
    private final String offsets;
    private final int postBlocks;
    private final int reportBlocks;
    private final int reportThreads;

    BfsKernels(CudaContext context, boolean wideOffsets) {
        offsets = wideOffsets ? "_64" : "_32";
        module = new KernelModule(context, KernelImage.read(), Constants.ABI_VERSION);
        try {
            for (BfsKernel variant : BfsKernel.values()) {
                if (wideOffsets && variant == BfsKernel.ADAPTIVE_SORTED) {
                    continue;
                }
                Kernel kernel = module.kernel(variant.readsOffsets() ? variant.entry + offsets : variant.entry);
                Traversal traversal = Traversal.of(kernel);
                traversals.put(
                        variant,
                        switch (variant) {
                            case ADAPTIVE_SMALL_NARROW ->
                                traversal.narrowed(context.device().multiprocessors());
                            case HOPS, CORRECTING -> traversal.summing();
                            default -> traversal;
                        });
                resets.put(variant, module.kernel(variant.isAdaptive() ? variant.reset + offsets : variant.reset));
            }
            postBlocks = context.device().multiprocessors() * 8;
            leaveOut = module.kernel("bfs_leave_out" + offsets);
            survey = module.kernel("bfs_survey");
            settle = module.kernel("bfs_settle");
            resume = module.kernel("bfs_resume" + offsets);
            summary = module.kernel("bfs_summary" + offsets);
            reportThreads = summary.blockThreads();
            reportBlocks = Math.min(postBlocks, summary.residentBlocks(reportThreads));
            verifyLong = module.kernel("bfs_verify_long" + offsets);
            verify = module.kernel("bfs_verify" + offsets);
            parents = module.kernel("bfs_parents" + offsets);
            longParents = module.kernel("bfs_long_parents" + offsets);
            renumber = module.kernel("renumber");
            widen = module.kernel("widen_levels");
            narrow = module.kernel("narrow_offsets");
            firsts = module.kernel("graph_firsts" + offsets);
            hopLists = module.kernel("graph_hops" + offsets);
            fold = module.kernel("multi_fold");
            batchPreparation = module.kernel("multi_prepare" + offsets);
        } catch (Throwable t) {
            module.close();
            throw t;
        }
    }

    void reset(BfsKernel variant, BfsArguments arguments) {
        resets.get(variant).launch(postBlocks, POST_THREADS, arguments.parameters());
    }

    /// After the reset of an adaptive traversal: leaves out what is of other components than its source.
    void leaveOut(BfsArguments arguments) {
        leaveOut.launch(postBlocks, POST_THREADS, arguments.parameters());
    }

    /// Looks at what a traversal has found that its limit of levels has ended.
    void survey(SurveyArguments arguments) {
        survey.launch(postBlocks, POST_THREADS, arguments.parameters());
    }

    /// Stores what the host has found since.
    void settle(SettleArguments arguments) {
        settle.launch(postBlocks, POST_THREADS, arguments.parameters());
    }

    /// Makes an adaptive traversal go on from there, after [#survey]: in place of a reset.
    void resume(BfsArguments arguments) {
        resume.launch(postBlocks, POST_THREADS, arguments.parameters());
    }

    void traverse(BfsKernel variant, BfsArguments arguments) {
        Traversal traversal = traversals.get(variant);
        traversal.kernel().launchCooperative(traversal.blocks(), traversal.blockThreads(), arguments.parameters());
    }

    /// Blocks that a correcting traversal runs in.
    int correctingBlocks() {
        return traversals.get(BfsKernel.CORRECTING).blocks();
    }

    void summarise(SummaryArguments arguments) {
        summary.launch(postBlocks, POST_THREADS, arguments.parameters());
    }

    /// Counts like [#summarise] and tells the host: by few blocks where there is little to count, as they wait for each
    /// other.
    void report(SummaryArguments arguments, int vertexCount) {
        int blocks = Math.clamp(vertexCount / VERTICES_OF_A_BLOCK, 1, reportBlocks);
        summary.launchCooperative(blocks, reportThreads, arguments.parameters());
    }

    /// @param longLists whether some list is longer than `shared_list`
    void verify(VerifyArguments arguments, boolean longLists) {
        if (longLists) {
            verifyLong.launch(postBlocks, POST_THREADS, arguments.parameters());
        }
        verify.launch(postBlocks, POST_THREADS, arguments.parameters());
    }

    /// @param longLists whether some list is longer than `shared_list`
    void findParents(ParentArguments arguments, boolean longLists) {
        parents.launch(postBlocks, POST_THREADS, arguments.parameters());
        if (longLists) {
            longParents.launch(postBlocks, POST_THREADS, arguments.parameters());
        }
    }

    void renumber(RenumberArguments arguments) {
        renumber.launch(postBlocks, POST_THREADS, arguments.parameters());
    }

    /// Makes ints of levels of 1 or 2 bytes.
    void widen(RenumberArguments arguments) {
        widen.launch(postBlocks, POST_THREADS, arguments.parameters());
    }

    void narrow(NarrowArguments arguments) {
        narrow.launch(postBlocks, POST_THREADS, arguments.parameters());
    }

    void layOutFirsts(FirstsArguments arguments) {
        firsts.launch(postBlocks, POST_THREADS, arguments.parameters());
    }

    void listHops(HopArguments arguments) {
        hopLists.launch(postBlocks, POST_THREADS, arguments.parameters());
    }

    /// What traverses from up to `width` sources at once.
    ///
    /// @param near whether frontiers are pulled by their own neighbourhoods
    Kernel batch(int width, BatchMode mode, boolean near) {
        return module.kernel(
                switch (mode) {
                    case AUTO, WIDE, INDEPENDENT -> (near ? "multi_near_" : "multi_wide_") + width + offsets;
                    case TENSOR, PAPER -> "multi_tensor";
                    case PAPER_REINDEXED -> "multi_tensor_reindexed";
                    case PAPER_PLAIN -> "multi_tensor_plain";
                });
    }

    /// What begins a batch of up to `width` sources where components are known.
    Kernel batchStart(int width) {
        return module.kernel("multi_begin_" + width);
    }

    /// What runs each search of a batch by itself on a graph.
    ///
    /// @param byLists finds neighbours behind offsets
    /// @param byRows in rows of fixed length, which `fillRows` fills
    record SearchKernels(Kernel byLists, Kernel byRows, Kernel fillRows) {}

    /// Those for this graph's offsets.
    SearchKernels independent() {
        return independent(offsets);
    }

    private SearchKernels independent(String suffix) {
        return new SearchKernels(
                module.kernel("multi_independent" + suffix),
                module.kernel("multi_independent_ell" + suffix),
                module.kernel("multi_rows" + suffix));
    }

    /// Adds the levels that it left to the vertices' sums.
    void fold(IndependentArguments arguments) {
        fold.launch(postBlocks, POST_THREADS, arguments.parameters());
    }

    /// Independent searches of a graph with offsets of 32 bits, whatever this one's are.
    SearchKernels independentNarrow() {
        return independent("_32");
    }

    /// A step of a cell's sums: `profile_group` and so on.
    Kernel profile(String step) {
        return module.kernel("profile_" + step);
    }

    /// A step of bounds by neighbourhoods: `bound_degrees` and so on.
    void bound(String step, BoundArguments arguments) {
        boolean readsOffsets = !Set.of("most", "last", "kinds").contains(step);
        module.kernel("bound_" + step + (readsOffsets ? offsets : ""))
                .launch(postBlocks, POST_THREADS, arguments.parameters());
    }

    /// A step of bounds of eccentricities: `eccentricity_bound` and so on.
    void eccentricity(String step, EccentricityArguments arguments) {
        boolean readsOffsets = step.equals("degree") || step.equals("first");
        module.kernel("eccentricity_" + step + (readsOffsets ? offsets : ""))
                .launch(postBlocks, POST_THREADS, arguments.parameters());
    }

    /// Blocks of [#POST_THREADS] that keep the device busy.
    int postBlocks() {
        return postBlocks;
    }

    /// Lists the vertices that batches share among warps.
    void prepareBatches(MultiArguments arguments) {
        batchPreparation.launch(postBlocks, POST_THREADS, arguments.parameters());
    }

    @Override
    public void close() {
        module.close();
    }
}
