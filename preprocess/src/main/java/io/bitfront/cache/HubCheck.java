package io.bitfront.cache;

import io.bitfront.graph.Csc;

/// Whether every vertex's hub is its in-neighbour of largest in-degree, ties to the smallest number.
record HubCheck(Graph graph, FirstProblem first) {
    private static final long GRAIN = 1 << 12;

    /// What is wrong, or null; the in-neighbours must be right.
    String problem() {
        Csc in = graph.in();
        return first.of(0, graph.vertexCount(), GRAIN, v -> {
            int expected = -1;
            for (long e = in.start((int) v); e < in.end((int) v); e++) {
                if (expected < 0 || in.degree(in.row(e)) > in.degree(expected)) {
                    expected = in.row(e);
                }
            }
            int hub = graph.hubs().get(v);
            return hub == expected ? null : "hub of %d is %d, expected %d".formatted(v, hub, expected);
        });
    }
}
