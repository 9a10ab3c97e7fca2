package io.bitfront.engine.lab;

import java.util.Locale;

/// Rules by which `auto` mode runs a level top-down or bottom-up: our own, and those of earlier systems, on the same
/// kernels. Constants are those of their papers: a larger alpha pulls earlier, a larger beta pulls longer, beta 0 never
/// goes back to push.
///
/// `SwitchRule` of `native/include/bitfront/abi.cuh` has the same names.
public enum SwitchRule {
    /// The cheapest way by measured costs.
    AUTO(0, 0, 0),
    /// Eq. 6 of the paper: pull where unvisited vertices are fewer than alpha (its eta) virtual slice sets of the
    /// frontier, else tensor.
    PAPER(10, 0, 0),
    /// Pull once edges out of the frontier pass those of unvisited vertices / alpha; back once the frontier is below
    /// vertices / beta.
    BEAMER(14, 24, 0),
    /// Pull while edges out of the frontier pass edges / alpha (into) and edges / beta (on).
    LIGRA(20, 20, 0),
    /// GraphBLAS: pull while the frontier passes vertices / alpha (into) and vertices / beta (on).
    PUSHPULL(100, 100, 0),
    /// Pull once the frontier's expected edges pass edges / alpha; never back.
    GRAPHBLAST(10, 0, 0),
    /// Pull, once, where the frontier's expected edges pass the expected probes of unvisited vertices / alpha; back
    /// where they fall below them / beta.
    GUNROCK(1000, 5, 0),
    /// The synchronous part of SEP-Graph: as `beamer`, and never where vertices have fewer than delta edges on average.
    SEPGRAPH(15, 2, 5),
    /// Push at every level.
    NEVER(0, 0, 0);

    private final int alpha;
    private final int beta;
    private final int delta;

    SwitchRule(int alpha, int beta, int delta) {
        this.alpha = alpha;
        this.beta = beta;
        this.delta = delta;
    }

    /// The word on the command line.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The rule with its paper's constants.
    public SwitchPolicy policy() {
        return new SwitchPolicy(this, alpha, beta, delta);
    }

    /// How many constants the rule has.
    public int constants() {
        return switch (this) {
            case AUTO, NEVER -> 0;
            case PAPER -> 1;
            case SEPGRAPH -> 3;
            default -> 2;
        };
    }
}
