package io.bitfront.cache;

/// Where a graph is prepared; it never changes the result.
public sealed interface PrepareOn {
    /// All of the host's threads that a job has.
    record Cpu() implements PrepareOn {
        @Override
        public String toString() {
            return "cpu";
        }
    }

    /// A GPU.
    ///
    /// @param index CUDA's
    /// @param orCpu whether the CPU prepares, saying so, what that GPU cannot
    record Gpu(int index, boolean orCpu) implements PrepareOn {
        @Override
        public String toString() {
            return "gpu:" + index;
        }
    }

    static PrepareOn cpu() {
        return new Cpu();
    }

    /// The first GPU where one can prepare the graph, else the CPU.
    static PrepareOn auto() {
        return new Gpu(0, true);
    }
}
