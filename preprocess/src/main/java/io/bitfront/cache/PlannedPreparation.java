package io.bitfront.cache;

import io.bitfront.graph.GraphInput;
import io.bitfront.memory.Bytes;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// A preparation about to run: its device is chosen, what it takes is planned. Either method that runs it says what it
/// takes, fails before anything is begun where that is not there, and closes the input.
final class PlannedPreparation {
    private final Preprocessor job;
    private final GraphInput input;
    private final String what;
    private final Optional<GraphPreparer> elsewhere;
    private final MemoryPlan plan;
    private final MemoryPlan planInMemory;
    private final long before;

    private PlannedPreparation(
            Preprocessor job,
            GraphInput input,
            long inputBytes,
            String what,
            long before,
            Optional<GraphPreparer> elsewhere) {
        this.before = Math.max(before, 0);
        this.job = job;
        this.input = input;
        this.what = what;
        this.elsewhere = elsewhere;
        this.plan = MemoryPlan.of(input, inputBytes, job.options(), elsewhere);
        this.planInMemory = MemoryPlan.inMemory(input, inputBytes, job.options(), elsewhere);
    }

    /// @param input closed where no device can do it
    /// @param inputBytes of the input that are held or mapped while its edges are read
    /// @param what the graph, in messages
    /// @param before bytes that the process held before the input
    /// @throws ResourceException in one line, where a device was named that cannot do it
    static PlannedPreparation of(Preprocessor job, GraphInput input, long inputBytes, String what, long before) {
        Optional<GraphPreparer> elsewhere = job.elsewhere(input);
        return new PlannedPreparation(job, input, inputBytes, what, before, elsewhere);
    }

    /// Bytes that a cache will take at most.
    long diskBytes() {
        return plan.diskBytes();
    }

    /// @param key asked for once all but the header is there
    /// @param last run before the file has its name; where it fails, what was there stays
    /// @throws ResourceException where memory or disk is too small
    void intoFile(Supplier<CacheKey> key, Runnable last, Path target, Consumer<String> say) {
        try (input) {
            say.accept("%s: preprocessing it into %s, with up to %s of memory and %s of disk"
                    .formatted(what, target, text(plan), Bytes.text(plan.diskBytes())));
            check(plan, MemoryPlan.freeDisk(target));
            job.intoFile(input, elsewhere, ahead(), key, last, target);
        }
    }

    /// A device leaves the host idle while a file that lies in memory can get its pages, which the plan counts from the
    /// start: no more than most graphs turn out to take.
    private long ahead() {
        return elsewhere.isEmpty() ? 0 : plan.diskBytes() / 4 * 3;
    }

    /// @throws ResourceException where memory is too small
    Graph inMemory(Consumer<String> say) {
        try (input) {
            String tiles = elsewhere.isEmpty()
                    ? ""
                    : ", and up to %s more once tensor levels are wanted"
                            .formatted(Bytes.text(MemoryPlan.tileBytes(input, job.options())));
            say.accept("%s: preprocessing it in memory, with up to %s%s".formatted(what, text(planInMemory), tiles));
            check(planInMemory, Long.MAX_VALUE);
            return job.inMemory(input, elsewhere);
        }
    }

    /// What the process will hold at most.
    private String text(MemoryPlan needed) {
        return Bytes.text(before + needed.peakBytes());
    }

    private void check(MemoryPlan needed, long freeDisk) {
        needed.check(
                "preprocess %s".formatted(what), MachineMemory.ofThisMachine().availableBytes(), freeDisk);
    }
}
