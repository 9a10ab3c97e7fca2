package io.bitfront.engine.cpu;

import io.bitfront.engine.spi.ReducedGraph;
import io.bitfront.graph.Csc;
import java.util.Arrays;

/// What counts of a batch owe to groups of vertices: a group counts for all its members, and a source in a group has
/// the others of it beside it, which no search over the reduced graph finds.
final class GroupTally {
    /// Levels at which a source's own group and the neighbours it has in groups are.
    private static final int NEAR = 2;

    private final ReducedGraph reduced;
    private final Csc neighbours;
    private final int coreCount;
    private final int[] members;
    /// By level and source.
    private final int[][] own;

    private final long[][] ownBits;

    /// @param neighbours of the whole graph
    /// @param words of a record
    GroupTally(ReducedGraph reduced, Csc neighbours, int words) {
        this.reduced = reduced;
        this.neighbours = neighbours;
        this.coreCount = reduced.coreCount();
        this.members = reduced.members();
        this.own = new int[NEAR + 1][words * Long.SIZE];
        this.ownBits = new long[NEAR + 1][words];
    }

    /// Begins a batch from vertices of the whole graph.
    GroupTally begin(int... sources) {
        for (int level = 1; level <= NEAR; level++) {
            Arrays.fill(own[level], 0);
            Arrays.fill(ownBits[level], 0);
        }
        for (int i = 0; i < sources.length; i++) {
            int group = reduced.number()[sources[i]];
            if (group >= coreCount) {
                int grouped = neighbours.degree(sources[i]) - reduced.core().degree(group);
                set(1, i, grouped);
                set(2, i, members[group - coreCount] - 1 - grouped);
            }
        }
        return this;
    }

    private void set(int level, int source, int count) {
        own[level][source] = count;
        ownBits[level][source / Long.SIZE] |= count == 0 ? 0 : 1L << source;
    }

    /// Which sources of a word have something to be added at a level.
    long ownAt(int level, int word) {
        return level <= NEAR ? ownBits[level][word] : 0;
    }

    /// What is to be added to what is found of a source at a level.
    int own(int level, int source) {
        return level <= NEAR ? own[level][source] : 0;
    }

    /// Adds the members beyond one of each group in a block of the frontier.
    void block(BitCounters counters, int[] vertex, int firstSlot, long[] bits, int words) {
        for (int slot = firstSlot; slot < firstSlot + BitFrontier.BLOCK; slot++) {
            int group = vertex[slot] - coreCount;
            if (group >= 0 && members[group] > 1) {
                counters.add(bits, slot * words, members[group] - 1);
            }
        }
    }
}
