package io.bitfront.cache;

import io.bitfront.graph.Bvss;
import io.bitfront.graph.Csc;
import io.bitfront.graph.GraphInput;
import io.bitfront.graph.GraphStatistics;
import io.bitfront.graph.Permutation;
import io.bitfront.graph.VertexIds;
import io.bitfront.memory.IntArray;
import io.bitfront.order.OrderingKind;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.function.Function;

/// Takes a graph from its edges to the arrays and figures of a prepared one on another device than the CPU, with the
/// same bytes as the result. Found through `META-INF/services`.
public interface GraphPreparer {
    /// Whether this one answers for such a device.
    boolean handles(PrepareOn device);

    /// Null where it can prepare some graph so, else the reason in one line.
    default String whyNot(PreprocessOptions options) {
        return null;
    }

    /// Null where it can prepare this graph so now, else the reason in one line.
    String whyNot(GraphInput input, PreprocessOptions options);

    /// Where a graph would be prepared and what that takes there, in one line. Call only where [#whyNot] is null.
    String plan(GraphInput input, PreprocessOptions options);

    /// Bytes of memory of this machine that preparing takes beside the input and the result.
    long memoryNeeded(PreprocessOptions options);

    /// Prepares a graph.
    ///
    /// @param job its log receives the phases
    /// @param store receives the result's arrays
    /// @throws PassedOverException where it turns out that it cannot; the store is untouched, the input open
    /// @throws RuntimeException with a one-line message, where the device fails once results are being stored
    Prepared prepare(GraphInput input, Preprocessor job, SectionStore store);

    /// What is prepared, in the store's memory.
    ///
    /// @param ordering what a rule stands for
    /// @param in the very object `out` where the graph is undirected
    /// @param bvss null where the store keeps no tiles
    record Prepared(
            OrderingKind ordering,
            Permutation permutation,
            VertexIds ids,
            Csc out,
            Csc in,
            IntArray hubs,
            Bvss bvss,
            GraphStatistics statistics) {
        /// The graph of these parts.
        ///
        /// @param arena owns them
        public Graph graph(Arena arena) {
            return new Graph(arena, out, in, permutation, ids, bvss, hubs, ordering, statistics);
        }
    }

    /// Whether another device than the CPU would prepare this graph so.
    static boolean canPrepare(GraphInput input, PreprocessOptions options) {
        return first(options, preparer -> preparer.whyNot(input, options), new ArrayList<>())
                .isPresent();
    }

    /// Fails where a device was named that prepares no graph so: before one is read.
    ///
    /// @throws ResourceException in one line
    static void requireAny(PreprocessOptions options) {
        if (options.device() instanceof PrepareOn.Cpu || options.orCpu()) {
            return;
        }
        List<String> reasons = new ArrayList<>();
        if (first(options, preparer -> preparer.whyNot(options), reasons).isEmpty()) {
            throw new ResourceException(why(options, reasons));
        }
    }

    /// The preparer for these options; empty for the CPU. Says which device it is and what it takes there; `auto` says
    /// why another device is passed over.
    ///
    /// @throws ResourceException in one line, where a device was named that cannot do it
    static Optional<GraphPreparer> choose(GraphInput input, PreprocessOptions options, Consumer<String> say) {
        if (options.device() instanceof PrepareOn.Cpu) {
            return Optional.empty();
        }
        List<String> reasons = new ArrayList<>();
        Optional<GraphPreparer> found = first(options, preparer -> preparer.whyNot(input, options), reasons);
        found.ifPresentOrElse(
                preparer -> say.accept("preprocessing " + preparer.plan(input, options)),
                () -> passOver(new PassedOverException(why(options, reasons)), options, say));
        return found;
    }

    /// @param whyNot null for a preparer that will do
    /// @param reasons receives those of others
    private static Optional<GraphPreparer> first(
            PreprocessOptions options, Function<GraphPreparer, String> whyNot, List<String> reasons) {
        for (GraphPreparer preparer : ServiceLoader.load(GraphPreparer.class)) {
            if (preparer.handles(options.device())) {
                String problem = whyNot.apply(preparer);
                if (problem == null) {
                    return Optional.of(preparer);
                }
                reasons.add(problem);
            }
        }
        return Optional.empty();
    }

    private static String why(PreprocessOptions options, List<String> reasons) {
        return reasons.isEmpty()
                ? "device %s: nothing here prepares graphs on it".formatted(options.device())
                : String.join("; ", reasons);
    }

    /// Says why the CPU prepares a graph.
    ///
    /// @throws ResourceException saying so where only another device will do
    static void passOver(PassedOverException why, PreprocessOptions options, Consumer<String> say) {
        if (!options.orCpu()) {
            throw new ResourceException(why.getMessage(), why);
        }
        say.accept("preprocessing on the CPU: " + why.getMessage());
    }
}
