package io.bitfront.bench;

import java.util.List;

/// A group of measurements that belong together.
public interface Suite {
    /// The word on the command line.
    String name();

    /// What it measures, in one line.
    String description();

    SuiteResult run(BenchOptions options);

    /// What a suite found.
    record SuiteResult(List<BfsMeasurement> bfs, List<Target> targets) {}
}
