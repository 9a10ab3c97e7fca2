package io.bitfront.engine.gpu;

import io.bitfront.engine.gpu.Traverser.Run;
import io.bitfront.engine.lab.LabRequest;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/// Searches of mode auto that ask for nothing but levels or parents ([HopRounds#isPlain]): by the kernel that a trial
/// keeps, or several levels a round.
final class PlainSearches {
    private final Traverser traverser;
    private final HopRounds hopRounds;
    private final KernelTrial trial;
    private final Timed timed;

    /// Runs a search, and takes note of how long that took.
    @FunctionalInterface
    interface Timed {
        Run run(Supplier<Run> search);
    }

    /// @param edges of the graph
    /// @param others kernels that may be faster on this graph, their tiles there
    /// @param sources that searches are tried from
    PlainSearches(
            Traverser traverser,
            HopRounds hopRounds,
            KernelTrial.When when,
            long edges,
            Supplier<List<BfsKernel>> others,
            Supplier<long[]> sources,
            Timed timed) {
        this.traverser = traverser;
        this.hopRounds = hopRounds;
        this.timed = timed;
        trial = new KernelTrial(when, edges <= when.edgesAtOnce(), this::tried, traverser::plain, others, sources);
    }

    /// @param anyKernel whether the paper's kernels may run it, too
    Run run(LabRequest request, boolean anyKernel) {
        BfsKernel other = anyKernel ? trial.other() : null;
        if (other != null) {
            LabRequest shallow = request.withMaxLevel(trial.limit());
            Run run = noted(request, () -> traverser.run(shallow, other));
            return run.steps() < trial.limit() ? run : run(request, false);
        }
        DeviceHopLists hops = trial.keepsUsual() ? hopRounds.listsFor(request) : null;
        return noted(
                request, () -> hops != null ? traverser.run(request, hops) : traverser.run(request, traverser.plain()));
    }

    private Run noted(LabRequest request, Supplier<Run> search) {
        Run run = timed.run(search);
        trial.ran(request.source(), outcome(run));
        return run;
    }

    private static KernelTrial.Outcome outcome(Run run) {
        return new KernelTrial.Outcome(
                run.timings().kernel(),
                run.steps(),
                Arrays.stream(run.vertices()).sum());
    }

    private KernelTrial.Outcome tried(long source, BfsKernel kernel, int mostLevels) {
        return outcome(traverser.run(LabRequest.from(source).withMaxLevel(mostLevels), kernel));
    }

    /// Finds at once what other searches would be run for.
    void settle() {
        trial.settle();
        if (trial.keepsUsual()) {
            hopRounds.make();
        }
    }

    /// Whether the usual kernel is kept, as far as is known.
    boolean keepsUsualKernel() {
        return trial.keepsUsual();
    }
}
