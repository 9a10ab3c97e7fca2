package io.bitfront.engine;

import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Stream;

/// How batches of searches from many sources are run. All find the same.
public enum BatchMode {
    /// What is fastest on the device: [#WIDE], on large graphs by costs that are measured on a job's first batches and
    /// kept, or [#INDEPENDENT] where the sources are far apart on a deep graph.
    AUTO,
    /// Whole words of state, each level top-down or bottom-up, whichever looks cheaper by costs that are expected on
    /// any GPU.
    WIDE,
    /// Each search by itself, on a GPU by one block, on a CPU by one thread: none waits for another. A search whose
    /// frontier or depth outgrows its memory is run as [#WIDE].
    INDEPENDENT,
    /// Bit-matrix products on tensor cores at every level: the paper's Algorithm 5, which has no other.
    TENSOR,
    /// The paper's Algorithm 5: 256 sources, active and dirty slice sets, vertices renumbered for coalescing.
    PAPER,
    /// Algorithm 5 without active and dirty slice sets (column AB of the paper's Table VI).
    PAPER_REINDEXED,
    /// Algorithm 5 without the renumbering either (column A).
    PAPER_PLAIN;

    /// What a user may wish for, by word; the steps of the paper's ablation are measured by the bench.
    public static BatchMode[] wishes() {
        return Stream.of(values())
                .filter(mode -> mode != PAPER_REINDEXED && mode != PAPER_PLAIN)
                .sorted(Comparator.comparing(BatchMode::word))
                .toArray(BatchMode[]::new);
    }

    /// Whether this is Algorithm 5 or a step of its ablation.
    public boolean isPaper() {
        return this != AUTO && this != WIDE && this != INDEPENDENT;
    }

    /// The word used on the command line and in results.
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
