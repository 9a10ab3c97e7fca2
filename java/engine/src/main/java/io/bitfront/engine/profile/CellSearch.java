package io.bitfront.engine.profile;

import io.bitfront.engine.answer.VertexSums;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/// The sums of every vertex of one cell: of the vertices outside from their profiles, of those inside by a
/// search of the cell that its border joins in, each border vertex when its hops have come. One thread; used
/// again by the next cell.
final class CellSearch {
    private final LocalGraph graph;
    private final boolean levels;
    private final Profiles profiles;
    private int begin;
    private int end;
    private int[] border;
    private int[][] borderHops;
    private int[] ownHops;
    private long[] borderByHops;
    private int[] offset = new int[0];
    private int[] seen = new int[0];
    private int[] queue = new int[0];
    private int search;
    /// Vertices at each level; beyond the last level zeroes.
    private int[] counts = new int[0];

    /// @param levels whether harmonic sums are wanted, for which vertices are counted level by level
    /// @param stop says that nobody wants what [#take] finds
    CellSearch(LocalGraph graph, boolean levels, Profiles.HashWords words, BooleanSupplier stop) {
        this.graph = graph;
        this.levels = levels;
        this.profiles = new Profiles(graph.vertexCount(), words, stop);
    }

    /// Takes a cell, local vertices `[from, to)`.
    ///
    /// @param around the cell's border: the vertices outside with a neighbour inside
    /// @param hops from each of them to every vertex
    /// @return false where hashes collide and the cell must be searched vertex by vertex, and where it was stopped
    boolean take(int from, int to, int[] around, int[][] hops) {
        begin = from;
        end = to;
        border = around;
        borderHops = hops;
        ownHops = new int[around.length];
        borderByHops = new long[around.length];
        if (!profiles.group(hops, from, to, levels)) {
            return false;
        }
        if (offset.length < profiles.count()) {
            offset = new int[2 * profiles.count()];
        }
        if (queue.length < to - from) {
            queue = new int[to - from];
            seen = new int[to - from];
            search = 0;
        }
        // Whatever is reached through the first border vertex is at most twice as far as that reaches.
        int deepest = 2 * Arrays.stream(hops[0]).max().orElseThrow() + 1;
        if (counts.length <= deepest) {
            counts = new int[deepest + 1];
        }
        return true;
    }

    /// The sums of a vertex of the cell.
    VertexSums sums(int source) {
        for (int b = 0; b < border.length; b++) {
            ownHops[b] = borderHops[b][source];
            borderByHops[b] = (long) ownHops[b] << 32 | b;
        }
        Arrays.sort(borderByHops);
        profiles.offsets(ownHops, offset);
        return levels ? byLevels(source) : byProfiles(source);
    }

    private VertexSums byProfiles(int source) {
        int deepest = searchInside(source);
        long distance = 0;
        for (int level = 1; level <= deepest; level++) {
            distance += (long) counts[level] * level;
            counts[level] = 0;
        }
        counts[0] = 0;
        for (int p = 0; p < profiles.count(); p++) {
            distance += profiles.hopsSum(p) + (long) offset[p] * profiles.members(p);
            deepest = Math.max(deepest, profiles.farthest(p) + offset[p]);
        }
        return new VertexSums(graph.vertexCount(), distance, Double.NaN, deepest);
    }

    private VertexSums byLevels(int source) {
        int deepest = searchInside(source);
        for (int p = 0; p < profiles.count(); p++) {
            deepest = Math.max(deepest, profiles.farthest(p) + offset[p]);
        }
        profiles.histograms().addTo(counts, offset);
        VertexSums sums = folded(graph.vertexCount(), counts, deepest);
        Arrays.fill(counts, 0, deepest + 1, 0);
        return sums;
    }

    /// Folds levels, nearest first, as searches do.
    static VertexSums folded(int reached, int[] counts, int deepest) {
        long distance = 0;
        double harmonic = 0;
        for (int level = 1; level <= deepest; level++) {
            distance += (long) counts[level] * level;
            harmonic += (double) counts[level] / level;
        }
        return new VertexSums(reached, distance, harmonic, deepest);
    }

    /// Counts the vertices of the cell by their hops from a vertex of it.
    ///
    /// @return the last level with a vertex of the cell
    private int searchInside(int source) {
        search++;
        queue[0] = source;
        seen[source - begin] = search;
        counts[0] = 1;
        int head = 0;
        int tail = 1;
        int joined = 0;
        int deepest = 0;
        for (int level = 0; tail < end - begin; level++) {
            if (head == tail) {
                level = (int) (borderByHops[joined] >>> 32);
            }
            int before = tail;
            while (head < before) {
                tail = expand(queue[head++], tail);
            }
            while (joined < border.length && borderByHops[joined] >>> 32 == level) {
                tail = expand(border[(int) borderByHops[joined++]], tail);
            }
            if (tail > before) {
                counts[level + 1] = tail - before;
                deepest = level + 1;
            }
        }
        return deepest;
    }

    private int expand(int v, int tail) {
        for (int i = graph.start()[v]; i < graph.start()[v + 1]; i++) {
            int w = graph.neighbour()[i];
            if (w >= begin && w < end && seen[w - begin] != search) {
                seen[w - begin] = search;
                queue[tail++] = w;
            }
        }
        return tail;
    }
}
