package io.bitfront.engine.answer;

import io.bitfront.memory.IntArray;
import java.util.stream.IntStream;

/// Between which numbers the eccentricities of an undirected graph's vertices lie, by input index: a search from p at
/// distance h tells max(h, ecc(p) - h) at least and ecc(p) + h at most (Takes and Kosters, *Determining the diameter of
/// small world networks*, 2011). One thread at a time.
public final class EccentricityBounds {
    private final int[] least;
    private final int[] most;
    /// Sum of the distances from the searches so far.
    private final long[] total;

    /// @param reached of each vertex, by input index: size of its component
    public EccentricityBounds(int... reached) {
        this.least = new int[reached.length];
        this.most = new int[reached.length];
        this.total = new long[reached.length];
        for (int i = 0; i < reached.length; i++) {
            least[i] = Math.min(1, reached[i] - 1);
            most[i] = reached[i] - 1;
        }
    }

    /// Takes what a search found.
    ///
    /// @param level of every vertex, by input index, -1 where unreached; of an arena that all threads may read
    /// @param eccentricity the largest level
    /// @param carries whether the searched vertex has a neighbour without others, which lies a hop farther from all
    public void search(IntArray level, int eccentricity, boolean carries) {
        int beyond = carries ? 1 : 0;
        IntStream.range(0, least.length).parallel().forEach(i -> {
            int h = level.get(i);
            if (h >= 0) {
                least[i] = Math.max(least[i], Math.max(h + beyond, eccentricity - h));
                most[i] = (int) Math.min(most[i], (long) eccentricity + h);
                total[i] += h;
            }
        });
    }

    /// Takes bounds that others have found, and how far a vertex lies from the searches that tell them.
    public void take(int index, int lower, int upper, long hops) {
        least[index] = lower;
        most[index] = upper;
        total[index] = hops;
    }

    /// Takes an eccentricity that was found otherwise.
    public void set(int index, int eccentricity) {
        least[index] = eccentricity;
        most[index] = eccentricity;
    }

    public int least(int index) {
        return least[index];
    }

    public int most(int index) {
        return most[index];
    }

    /// How far a vertex lies from the searches so far, in all: what is at the edge is far from most.
    public long total(int index) {
        return total[index];
    }

    public boolean known(int index) {
        return least[index] == most[index];
    }
}
