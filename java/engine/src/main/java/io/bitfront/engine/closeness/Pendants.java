package io.bitfront.engine.closeness;

import io.bitfront.graph.Csc;
import java.util.stream.IntStream;

/// Vertices of an undirected graph whose only neighbour has others: their eccentricity is one more than
/// that neighbour's. By input index; 1 byte a vertex. Immutable.
final class Pendants {
    private final RunContext context;
    private final Csc edges;
    private final boolean[] carries;
    private final int count;

    Pendants(RunContext context) {
        this.context = context;
        this.edges = context.graph().out();
        this.carries = new boolean[context.graph().vertexCount()];
        this.count = IntStream.range(0, carries.length)
                .parallel()
                .map(this::carrier)
                .filter(carrier -> carrier >= 0)
                .map(carrier -> {
                    carries[carrier] = true;
                    return 1;
                })
                .sum();
    }

    int count() {
        return count;
    }

    /// The only neighbour of a pendant; -1 for other vertices.
    int carrier(int index) {
        int vertex = context.vertexOf(index);
        if (edges.degree(vertex) != 1) {
            return -1;
        }
        int neighbour = edges.row(edges.start(vertex));
        return edges.degree(neighbour) > 1 ? context.indexOf(neighbour) : -1;
    }

    /// Whether a vertex is the only neighbour of another.
    boolean carries(int index) {
        return carries[index];
    }

    /// The pendant of the smallest index that has this only neighbour.
    int of(int carrier) {
        int vertex = context.vertexOf(carrier);
        int least = Integer.MAX_VALUE;
        for (long edge = edges.start(vertex); edge < edges.end(vertex); edge++) {
            if (edges.degree(edges.row(edge)) == 1) {
                least = Math.min(least, context.indexOf(edges.row(edge)));
            }
        }
        return least;
    }
}
