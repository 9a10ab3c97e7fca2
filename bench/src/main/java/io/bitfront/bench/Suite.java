package io.bitfront.bench;

import io.bitfront.engine.Device;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// A group of measurements that belong together.
public interface Suite {
    /// The word on the command line.
    String name();

    /// What it measures, in one line.
    String description();

    /// Whether it starts the program itself, as a process of its own.
    default boolean startsProgram() {
        return false;
    }

    /// Whether it measures, on a device, the kinds and sizes of generated graphs that are asked for, and not its own.
    default boolean takesGraphs(Device device) {
        return true;
    }

    SuiteResult run(BenchOptions options);

    /// What a suite found; lists that the suite adds to.
    ///
    /// @param drivers of the GPU, empty where none was used
    /// @param notes what was left out, and why
    record SuiteResult(
            List<BfsMeasurement> bfs,
            List<BatchMeasurement> batches,
            List<JobMeasurement> jobs,
            List<AnswerMeasurement> answers,
            List<SwitchStudy> studies,
            List<PeerMeasurement> peers,
            List<Target> targets,
            Set<String> drivers,
            Set<String> notes) {
        static SuiteResult empty() {
            return new SuiteResult(
                    new ArrayList<>(),
                    new ArrayList<>(),
                    new ArrayList<>(),
                    new ArrayList<>(),
                    new ArrayList<>(),
                    new ArrayList<>(),
                    new ArrayList<>(),
                    new LinkedHashSet<>(),
                    new LinkedHashSet<>());
        }

        static SuiteResult of(List<BfsMeasurement> bfs, List<Target> targets) {
            return new SuiteResult(
                    bfs, List.of(), List.of(), List.of(), List.of(), List.of(), targets, Set.of(), Set.of());
        }

        void noteDriver(String driver) {
            if (driver != null) {
                drivers.add(driver);
            }
        }
    }
}
