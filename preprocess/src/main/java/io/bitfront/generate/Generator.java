package io.bitfront.generate;

import io.bitfront.graph.EdgeStream;
import io.bitfront.graph.GraphInput;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import java.util.Optional;

/// A kind of graph with its parameters. Graphs are undirected: each edge is streamed once and means both directions.
/// The same parameters and seed give the same edges in the same order, whatever the number of threads.
public interface Generator {
    /// The word on the command line, one of [Generators#KINDS].
    String kind();

    int vertexCount();

    /// Makes the edges' source; close it to free what it holds.
    GraphInput generate(Workers workers, Progress progress);

    /// What makes the edges, where each is a pure function of its index; else empty.
    default Optional<EdgeStream> stream() {
        return Optional.empty();
    }

    /// Most bytes of memory, on and off the heap, that [#generate] and its result hold; 0 where edges are computed
    /// as they are streamed.
    default long memoryNeeded() {
        return 0;
    }
}
