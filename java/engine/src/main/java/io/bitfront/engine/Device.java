package io.bitfront.engine;

import io.bitfront.cache.PrepareOn;
import java.util.List;

/// Where a job may run, as asked for by a user.
public sealed interface Device {
    /// A GPU if one can run the job, else the CPU.
    record Auto() implements Device {
        @Override
        public String toString() {
            return "auto";
        }
    }

    /// Every GPU that can run the job, else the CPU: for jobs that take several engines.
    record All() implements Device {
        @Override
        public String toString() {
            return "all";
        }
    }

    /// All cores, or the given number of threads, at most 4,096.
    record Cpu(int threads) implements Device {
        /// More than any machine has cores; a thread costs memory even where it never runs.
        private static final int MOST_THREADS = 4_096;

        public Cpu {
            if (threads < 1 || threads > MOST_THREADS) {
                throw new IllegalArgumentException("%d threads: expected 1 to %d".formatted(threads, MOST_THREADS));
            }
        }

        @Override
        public String toString() {
            return "cpu";
        }
    }

    /// One GPU by its CUDA index.
    record Gpu(int index) implements Device {
        @Override
        public String toString() {
            return "gpu:" + index;
        }
    }

    static Device auto() {
        return new Auto();
    }

    static Device cpu() {
        return new Cpu(Runtime.getRuntime().availableProcessors());
    }

    /// Whether the CPU was named.
    default boolean isCpu() {
        return this instanceof Cpu;
    }

    /// Whether a GPU was named.
    default boolean isGpu() {
        return this instanceof Gpu;
    }

    /// Where a graph is prepared by whoever names this device for it: on a GPU that was named, or nowhere.
    default PrepareOn preparationThere() {
        return this instanceof Gpu gpu ? new PrepareOn.Gpu(gpu.index(), false) : preparation();
    }

    /// Where a graph for a job on this device is best prepared: there, where that can be, else on the CPU.
    default PrepareOn preparation() {
        return switch (this) {
            case Cpu _ -> PrepareOn.cpu();
            case Gpu gpu -> new PrepareOn.Gpu(gpu.index(), true);
            case Auto _, All _ -> PrepareOn.auto();
        };
    }

    /// Every device of this machine, usable or not.
    static List<Report> reports() {
        return Engine.Opener.here().devices();
    }

    /// Fails where a device that was named is not there, before anything is done for the job; the others begin to start
    /// meanwhile.
    ///
    /// @throws DeviceException in one line
    static void requireThere(List<Device> asked) {
        Engine.Opener.here().requireThere(asked);
    }

    /// Parses `auto`, `all`, `cpu`, `gpu` (the first one), `gpu:N` or `N`.
    ///
    /// @throws IllegalArgumentException for anything else
    static Device parse(String text) {
        return switch (text) {
            case "auto" -> auto();
            case "all" -> new All();
            case "cpu" -> cpu();
            case "gpu" -> new Gpu(0);
            default -> {
                if (!text.matches("(gpu:)?\\d{1,3}")) {
                    throw new IllegalArgumentException(
                            "device %s: expected auto, all, cpu, gpu, gpu:N or N".formatted(text));
                }
                yield new Gpu(Integer.parseInt(text.substring(text.indexOf(':') + 1)));
            }
        };
    }

    /// One device of this machine, as `bitfront devices` shows it.
    ///
    /// @param name the word for `--device`
    /// @param problem null if usable, else why not, in one line
    record Report(String name, String description, long memoryBytes, long freeBytes, String problem) {}
}
