package io.bitfront.generate;

import io.bitfront.graph.EdgeSource;
import io.bitfront.graph.GraphInput;
import io.bitfront.parallel.Workers;
import io.bitfront.progress.Progress;
import io.bitfront.random.CounterHash;
import io.bitfront.random.IdBijection;

/// Users and items: of n vertices the last m = max(1, n / 8) are items; each user chooses `degree` of them, few items
/// most of the time. With c = u * degree + i, choice i of user u is item
///
///     n - m + r',   r = `ZipfRank(m, key(seed, 0))` of c, r' what `IdBijection(m, key(seed, 1))` makes of it
///
/// i = 0 .. degree - 1, u ascending.
///
/// @param degree choices of a user
public record BipartiteGenerator(int vertexCount, int degree, long seed) implements Generator {
    private static final int VERTICES_PER_ITEM = 8;

    public BipartiteGenerator {
        Parameters.checkVertexCount(vertexCount);
        Parameters.checkDegree(degree);
    }

    @Override
    public String kind() {
        return "bipartite";
    }

    @Override
    public GraphInput generate(Workers workers, Progress progress) {
        int items = Math.max(1, vertexCount / VERTICES_PER_ITEM);
        int users = vertexCount - items;
        ZipfRank ranks = new ZipfRank(items, CounterHash.key(seed, 0));
        IdBijection places = new IdBijection(items, CounterHash.key(seed, 1));
        EdgeSource edges = CountedEdges.ofVertices(vertexCount, degree, workers, progress, (v, buffer) -> {
            for (int i = 0; v < users && i < degree; i++) {
                buffer.add(v, users + places.of(ranks.of((long) v * degree + i)));
            }
        });
        return GeneratedEdges.undirected(edges, this);
    }
}
