package io.bitfront.engine.profile;

/// How many vertices of each profile are at how many hops from where those are counted: dense where a profile's
/// vertices lie in a narrow range of hops, else a list of hops and counts.
final class Histograms {
    private static final int SPARSE = 4;

    private final Profiles profiles;
    /// Where a profile's entries begin; of n+1 profiles.
    private final int[] begin;
    private final boolean[] dense;
    private final int[] count;
    /// Hops of a sparse profile's entries.
    private final int[] hops;

    /// @param base hops of each vertex that its profile's offset is added to
    Histograms(Profiles profiles, int[] base, int[] profileOf, int cellBegin, int cellEnd) {
        this.profiles = profiles;
        int kinds = profiles.count();
        this.begin = new int[kinds + 1];
        this.dense = new boolean[kinds];
        for (int p = 0; p < kinds; p++) {
            int range = profiles.most(p) - profiles.least(p) + 1;
            dense[p] = range <= SPARSE * profiles.members(p);
            begin[p + 1] = begin[p] + (dense[p] ? range : profiles.members(p));
        }
        this.count = new int[begin[kinds]];
        this.hops = new int[begin[kinds]];
        int[] used = new int[kinds];
        fill(base, profileOf, 0, cellBegin, used);
        fill(base, profileOf, cellEnd, profileOf.length, used);
    }

    private void fill(int[] base, int[] profileOf, int from, int to, int[] used) {
        for (int x = from; x < to; x++) {
            int p = profileOf[x];
            if (dense[p]) {
                count[begin[p] + base[x] - profiles.least(p)]++;
            } else {
                int at = begin[p] + used[p]++;
                hops[at] = base[x];
                count[at] = 1;
            }
        }
    }

    /// Adds the vertices of every profile that is reached, their hops shifted by its offset.
    ///
    /// @param into vertices at each level
    void addTo(int[] into, int[] offset) {
        for (int p = 0; p < dense.length; p++) {
            if (offset[p] >= Profiles.FAR) {
                continue;
            }
            if (dense[p]) {
                addDense(into, profiles.least(p) + offset[p], begin[p], begin[p + 1]);
            } else {
                for (int i = begin[p]; i < begin[p + 1]; i++) {
                    into[hops[i] + offset[p]] += count[i];
                }
            }
        }
    }

    private void addDense(int[] into, int at, int from, int to) {
        for (int i = 0; i < to - from; i++) {
            into[at + i] += count[from + i];
        }
    }
}
