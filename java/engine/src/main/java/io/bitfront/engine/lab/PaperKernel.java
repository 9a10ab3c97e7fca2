package io.bitfront.engine.lab;

/// Which of the paper's kernels `paper` mode runs: as the paper chooses, or one of the steps of its ablation (Table
/// IV).
public enum PaperKernel {
    /// By update divergence and the trial runs of Section 7.1.
    CHOSEN,
    /// Algorithm 2, one slice per row of a product.
    EAGER_NAIVE,
    /// Algorithm 2 in Section 5.1's layout.
    EAGER,
    /// Algorithm 3: levels stored once per level.
    LAZY,
    /// Algorithms 3 and 4 by Eq. 6.
    LAZY_SWITCHING
}
