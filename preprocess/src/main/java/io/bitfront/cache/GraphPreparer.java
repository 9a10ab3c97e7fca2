package io.bitfront.cache;

import io.bitfront.graph.Bvss;
import io.bitfront.graph.Csc;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.Permutation;
import io.bitfront.memory.IntArray;
import io.bitfront.parallel.Workers;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/// Takes a graph from its edges to the arrays of a prepared one on another device than the CPU, with the same bytes as
/// the result. Found through `META-INF/services`.
public interface GraphPreparer {
    /// Whether this one answers for the device named: `gpu`, `gpu:1`, or `auto`.
    boolean handles(String device);

    /// Null where it can prepare this graph so now, else the reason in one line.
    String whyNot(GraphInput input, PreprocessOptions options);

    /// Prepares a graph.
    ///
    /// @param arena owns the result's arrays
    /// @param log receives the phases
    /// @throws RuntimeException with a one-line message, where the device fails
    Arrays prepare(GraphInput input, PreprocessOptions options, Arena arena, Workers workers, PhaseLog log);

    /// What is prepared, in memory.
    ///
    /// @param in the very object `out` where the graph is undirected
    /// @param sliceCount slices of the BVSS, padding excluded
    record Arrays(
            Permutation permutation,
            Csc out,
            Csc in,
            IntArray hubs,
            Bvss bvss,
            long sliceCount,
            long selfLoops,
            long duplicates) {}

    /// Whether another device than the CPU would prepare this graph so.
    static boolean canPrepare(GraphInput input, PreprocessOptions options) {
        return !options.device().equals(PreprocessOptions.CPU)
                && ServiceLoader.load(GraphPreparer.class).stream()
                        .map(ServiceLoader.Provider::get)
                        .anyMatch(preparer ->
                                preparer.handles(options.device()) && preparer.whyNot(input, options) == null);
    }

    /// The preparer for these options; empty for the CPU. `auto` says why another device is passed over.
    ///
    /// @throws ResourceException in one line, where a device was named that cannot do it
    static Optional<GraphPreparer> choose(GraphInput input, PreprocessOptions options, Consumer<String> say) {
        if (options.device().equals(PreprocessOptions.CPU)) {
            return Optional.empty();
        }
        List<String> reasons = new ArrayList<>();
        for (GraphPreparer preparer : ServiceLoader.load(GraphPreparer.class)) {
            if (preparer.handles(options.device())) {
                String problem = preparer.whyNot(input, options);
                if (problem == null) {
                    return Optional.of(preparer);
                }
                reasons.add(problem);
            }
        }
        String why = reasons.isEmpty()
                ? "device %s: nothing here prepares graphs on it".formatted(options.device())
                : String.join("; ", reasons);
        if (!options.device().equals(PreprocessOptions.AUTO)) {
            throw new ResourceException(why);
        }
        say.accept("preprocessing on the CPU: " + why);
        return Optional.empty();
    }
}
