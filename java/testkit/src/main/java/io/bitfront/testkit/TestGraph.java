package io.bitfront.testkit;

import java.util.Arrays;
import java.util.stream.IntStream;

/// A small graph for tests, as an input file would give it: edges may hold self-loops and duplicates.
/// Of an undirected graph each edge `from[i] - to[i]` is given once and means both directions.
/// The arrays are not copied; do not change them.
///
/// @param name says what is special, for the name of a test case
public record TestGraph(String name, int vertexCount, int[] from, int[] to, boolean directed) {
    public TestGraph {
        if (from.length != to.length) {
            throw new IllegalArgumentException(
                    "%s: %d edge sources, %d edge targets".formatted(name, from.length, to.length));
        }
        for (int i = 0; i < from.length; i++) {
            if (Math.min(from[i], to[i]) < 0 || Math.max(from[i], to[i]) >= vertexCount) {
                throw new IllegalArgumentException(
                        "%s: edge %d is %d -> %d, n=%d".formatted(name, i, from[i], to[i], vertexCount));
            }
        }
    }

    /// Edges as given.
    public int givenEdges() {
        return from.length;
    }

    /// For each vertex its out-neighbours: ascending, without duplicates or itself; both directions where undirected.
    public int[][] outNeighbours() {
        return neighbours(from, to);
    }

    /// For each vertex its in-neighbours: ascending, without duplicates or itself; both directions where undirected.
    public int[][] inNeighbours() {
        return neighbours(to, from);
    }

    /// Directed edges without duplicates and self-loops; an undirected edge counts twice.
    public long cleanEdges() {
        long sum = 0;
        for (int[] list : outNeighbours()) {
            sum += list.length;
        }
        return sum;
    }

    /// The same edges between renumbered vertices: vertex v becomes `newIdOf[v]`.
    public TestGraph renumbered(String newName, int[] newIdOf) {
        return new TestGraph(newName, vertexCount, mapped(from, newIdOf), mapped(to, newIdOf), directed);
    }

    /// The edges of an undirected graph in both directions, as those of a directed one; self-loops as often as given.
    public TestGraph bothWays() {
        int[] once = IntStream.range(0, givenEdges()).toArray();
        int[] again = IntStream.of(once).filter(i -> from[i] != to[i]).toArray();
        return new TestGraph(
                name + ", both ways",
                vertexCount,
                joined(mapped(once, from), mapped(again, to)),
                joined(mapped(once, to), mapped(again, from)),
                true);
    }

    private static int[] joined(int[] first, int[] then) {
        return IntStream.concat(IntStream.of(first), IntStream.of(then)).toArray();
    }

    private static int[] mapped(int[] vertices, int[] newIdOf) {
        return Arrays.stream(vertices).map(v -> newIdOf[v]).toArray();
    }

    private int[][] neighbours(int[] tails, int[] heads) {
        int[] size = new int[vertexCount];
        for (int i = 0; i < tails.length; i++) {
            size[tails[i]]++;
            size[heads[i]] += directed ? 0 : 1;
        }
        int[][] lists = new int[vertexCount][];
        Arrays.setAll(lists, v -> new int[size[v]]);
        int[] filled = new int[vertexCount];
        for (int i = 0; i < tails.length; i++) {
            lists[tails[i]][filled[tails[i]]++] = heads[i];
            if (!directed) {
                lists[heads[i]][filled[heads[i]]++] = tails[i];
            }
        }
        for (int v = 0; v < vertexCount; v++) {
            int self = v;
            lists[v] = Arrays.stream(lists[v])
                    .filter(w -> w != self)
                    .sorted()
                    .distinct()
                    .toArray();
        }
        return lists;
    }

    /// The name alone, so that parameterised tests read well.
    @Override
    public String toString() {
        return name;
    }
}
