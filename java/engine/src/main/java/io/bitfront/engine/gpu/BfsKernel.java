package io.bitfront.engine.gpu;

/// A compiled traversal: an entry of `native/kernels/bitfront.cu`, and the one that resets its state.
enum BfsKernel {
    EAGER("bfs_eager", "bfs_reset_eager"),
    EAGER_NAIVE("bfs_eager_naive", "bfs_reset_eager"),
    LAZY("bfs_lazy", "bfs_reset_lazy"),
    LAZY_PULL("bfs_lazy_pull", "bfs_reset_lazy"),
    ADAPTIVE("bfs_auto", "bfs_reset_auto"),
    /// Marks of levels of many edges are sorted before they are set; for offsets of 32 bits alone.
    ADAPTIVE_SORTED("bfs_auto_sorted", "bfs_reset_auto"),
    /// First vertices look for their marks in levels of many edges.
    ADAPTIVE_DIVIDED("bfs_auto_divided", "bfs_reset_auto"),
    /// Every level pulled, those with little visited by a scan.
    PULLING("bfs_pull", "bfs_reset_auto"),
    ADAPTIVE_SMALL("bfs_auto_small", "bfs_reset_auto"),
    /// In half-size blocks, one on each multiprocessor: barriers are shorter, fewer lists are followed at once.
    ADAPTIVE_SMALL_NARROW("bfs_auto_small", "bfs_reset_auto"),
    /// Several levels a round, by lists of what lies some hops away.
    HOPS("bfs_hops", "bfs_reset_hops"),
    /// Blocks of a mesh's small levels that do not wait for each other's; for nothing but levels.
    CORRECTING("bfs_correcting", "bfs_reset_correcting");

    final String entry;
    final String reset;

    BfsKernel(String entry, String reset) {
        this.entry = entry;
        this.reset = reset;
    }

    boolean isAdaptive() {
        return switch (this) {
            case ADAPTIVE, ADAPTIVE_SORTED, ADAPTIVE_DIVIDED, PULLING, ADAPTIVE_SMALL, ADAPTIVE_SMALL_NARROW -> true;
            case EAGER, EAGER_NAIVE, LAZY, LAZY_PULL, HOPS, CORRECTING -> false;
        };
    }

    /// Whether a limit of levels leaves all levels up to it right, from which an adaptive traversal may go on.
    boolean goesOn() {
        return isAdaptive() || this == HOPS || this == CORRECTING;
    }

    /// Whether there is an entry for each width of offsets.
    boolean readsOffsets() {
        return isAdaptive() || this == LAZY_PULL || this == CORRECTING;
    }
}
