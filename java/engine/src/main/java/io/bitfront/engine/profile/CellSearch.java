package io.bitfront.engine.profile;

import io.bitfront.engine.answer.VertexSums;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/// The sums of every vertex of one cell: of the vertices outside from their profiles, of those inside by a
/// search of the cell that its border joins in, each border vertex when its hops have come. Where edges have
/// directions, the search itself finds how far the border is: by the way out of the cell, or by such a way and
/// on from one border vertex to another. One thread; used again by the next cell.
final class CellSearch {
    private static final int NONE = -1;

    private final LocalGraph graph;
    private final boolean directed;
    private final int separatorsBegin;
    private final boolean levels;
    private final Profiles profiles;
    private int begin;
    private int end;
    private int[] border;
    private int[][] borderHops;
    /// Hops to each border vertex, [Profiles#FAR] where no way leads or none is known yet.
    private int[] ownHops;
    /// Border vertices that have hops and have not joined in.
    private int waiting;
    /// Place in the border of each separator beside the cell.
    private final int[] placeOf;
    /// First of the border vertices that join in at a level, and whoever is next; those that were found to be
    /// nearer since are there twice.
    private int[] joining = new int[0];

    private int[] joiningAt = new int[16];
    private int[] joiningNext = new int[16];
    private int[] joiningWho = new int[16];
    private int joiningCount;

    private int[] offset = new int[0];
    private int[] seen = new int[0];
    private int[] queue = new int[0];
    private int search;
    /// Vertices at each level; beyond the last level zeroes.
    private int[] counts = new int[1];
    /// The last level with a vertex.
    private int deepest;

    /// @param levels whether harmonic sums are wanted, for which vertices are counted level by level
    /// @param stop says that nobody wants what [#take] finds
    CellSearch(Cut cut, boolean levels, Profiles.HashWords words, BooleanSupplier stop) {
        this.graph = cut.graph();
        this.directed = cut.directed();
        this.separatorsBegin = cut.separatorsBegin();
        this.levels = levels;
        this.profiles = new Profiles(graph.vertexCount(), directed, words, stop);
        this.placeOf = new int[directed ? cut.separatorCount() : 0];
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
        for (int b = 0; directed && b < around.length; b++) {
            placeOf[around[b] - separatorsBegin] = b;
        }
        return true;
    }

    /// The sums of a vertex of the cell.
    VertexSums sums(int source) {
        Arrays.fill(ownHops, Profiles.FAR);
        for (int b = 0; b < border.length && !directed; b++) {
            reach(b, borderHops[b][source]);
        }
        int reached = searchInside(source);
        int inside = deepest;
        profiles.offsets(ownHops, offset);
        for (int p = 0; p < profiles.count(); p++) {
            if (offset[p] < Profiles.FAR) {
                reached += profiles.members(p);
                deepest = Math.max(deepest, profiles.most(p) + offset[p]);
            }
        }
        return levels ? byLevels(reached) : byProfiles(reached, inside);
    }

    private VertexSums byProfiles(int reached, int inside) {
        long distance = 0;
        for (int level = 1; level <= inside; level++) {
            distance += (long) counts[level] * level;
        }
        Arrays.fill(counts, 0, inside + 1, 0);
        for (int p = 0; p < profiles.count(); p++) {
            if (offset[p] < Profiles.FAR) {
                distance += profiles.hopsSum(p) + (long) offset[p] * profiles.members(p);
            }
        }
        return new VertexSums(reached, distance, Double.NaN, deepest);
    }

    private VertexSums byLevels(int reached) {
        makeRoom(deepest);
        profiles.histograms().addTo(counts, offset);
        VertexSums sums = folded(reached, counts, deepest);
        Arrays.fill(counts, 0, deepest + 1, 0);
        return sums;
    }

    private void makeRoom(int level) {
        if (level >= counts.length) {
            counts = Arrays.copyOf(counts, 2 * level + 2);
        }
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

    /// Counts the vertices of the cell by their hops from a vertex of it, up to [#deepest].
    ///
    /// @return how many are reached, the vertex itself included
    private int searchInside(int source) {
        search++;
        queue[0] = source;
        seen[source - begin] = search;
        counts[0] = 1;
        deepest = 0;
        int head = 0;
        int tail = 1;
        for (int level = 0; goesOn(head, tail); level++) {
            if (head == tail) {
                level = nextToJoin(level);
            }
            int before = tail;
            while (head < before) {
                int v = queue[head++];
                if (directed) {
                    reachBorder(v, level + 1);
                }
                tail = expand(v, tail);
            }
            tail = join(level, tail);
            if (tail > before) {
                makeRoom(level + 1);
                counts[level + 1] = tail - before;
                deepest = level + 1;
            }
        }
        forgetJoining();
        return tail;
    }

    /// What is found when all of the cell is must still be followed where that tells how far the border is.
    private boolean goesOn(int head, int tail) {
        return head < tail ? directed || tail < end - begin : waiting > 0 && tail < end - begin;
    }

    private int expand(int v, int tail) {
        int next = tail;
        for (int i = graph.start()[v]; i < graph.start()[v + 1]; i++) {
            int w = graph.neighbour()[i];
            if (w >= begin && w < end && seen[w - begin] != search) {
                seen[w - begin] = search;
                queue[next++] = w;
            }
        }
        return next;
    }

    /// The level at which the next border vertex joins in.
    private int nextToJoin(int level) {
        int next = Profiles.FAR;
        for (int hops : ownHops) {
            next = hops >= level ? Math.min(next, hops) : next;
        }
        return next;
    }

    /// Follows the border vertices that are so many hops away.
    private int join(int level, int tail) {
        int next = tail;
        for (int i = level < joining.length ? joining[level] : NONE; i != NONE; i = joiningNext[i]) {
            int b = joiningWho[i];
            if (ownHops[b] == level) {
                waiting--;
                next = expand(border[b], next);
            }
        }
        return next;
    }

    /// Reaches the border vertices next to a vertex of the cell, and whatever is near them.
    private void reachBorder(int v, int hops) {
        for (int i = graph.start()[v]; i < graph.start()[v + 1]; i++) {
            int place = graph.neighbour()[i] < separatorsBegin ? NONE : placeOf[graph.neighbour()[i] - separatorsBegin];
            if (place != NONE && hops < ownHops[place]) {
                reach(place, hops);
                reachFrom(place, hops);
            }
        }
    }

    private void reachFrom(int place, int hops) {
        int[] onwards = borderHops[place];
        for (int b = 0; b < border.length; b++) {
            if (onwards[border[b]] > 0) {
                reach(b, hops + onwards[border[b]]);
            }
        }
    }

    /// Has a border vertex join in at a level, unless it does so before.
    private void reach(int b, int level) {
        if (level >= ownHops[b]) {
            return;
        }
        waiting += ownHops[b] == Profiles.FAR ? 1 : 0;
        ownHops[b] = level;
        if (level >= joining.length) {
            int before = joining.length;
            joining = Arrays.copyOf(joining, 2 * level + 2);
            Arrays.fill(joining, before, joining.length, NONE);
        }
        if (joiningCount == joiningWho.length) {
            joiningAt = Arrays.copyOf(joiningAt, 2 * joiningCount);
            joiningWho = Arrays.copyOf(joiningWho, 2 * joiningCount);
            joiningNext = Arrays.copyOf(joiningNext, 2 * joiningCount);
        }
        joiningAt[joiningCount] = level;
        joiningWho[joiningCount] = b;
        joiningNext[joiningCount] = joining[level];
        joining[level] = joiningCount++;
    }

    private void forgetJoining() {
        for (int i = 0; i < joiningCount; i++) {
            joining[joiningAt[i]] = NONE;
        }
        joiningCount = 0;
        waiting = 0;
    }
}
