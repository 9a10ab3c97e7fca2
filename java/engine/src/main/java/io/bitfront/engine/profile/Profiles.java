package io.bitfront.engine.profile;

import io.bitfront.random.CounterHash;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/// The vertices outside a cell, grouped by how its border sees them: all of a group are, from each border
/// vertex, as much farther or nearer than from the first one. One thread; used again by the next cell.
final class Profiles {
    private final HashWords words;
    private final BooleanSupplier stop;
    private final int[] hash;
    private final int[] otherHash;
    private final int[] profileOf;
    private long[] tableKey = new long[1 << 12];
    private int[] tableProfile = new int[1 << 12];

    private int count;
    private int borderSize;
    /// Per profile a vertex that has it.
    private int[] example = new int[256];
    private int[] members = new int[256];
    private int[] nearest = new int[256];
    private int[] farthest = new int[256];
    /// Sum over a profile's members of the hops from the first border vertex.
    private long[] hopsSum = new long[256];
    /// Row b: hops of each profile from border vertex b, less those from the first.
    private int[][] difference = new int[0][];
    private Histograms histograms;

    /// Two hashes of a vector of ints: sums of its entries times odd words, one a position.
    @FunctionalInterface
    interface HashWords {
        int word(int position, int which);

        /// Words drawn by a mixing function.
        static HashWords mixed() {
            return (position, which) -> (int) (CounterHash.draw(which, position) >>> 32) | 1;
        }
    }

    /// @param stop asked between border vertices: says that nobody wants what [#group] finds; once true it stays so
    Profiles(int vertexCount, HashWords words, BooleanSupplier stop) {
        this.words = words;
        this.stop = stop;
        this.hash = new int[vertexCount];
        this.otherHash = new int[vertexCount];
        this.profileOf = new int[vertexCount];
    }

    static long bytes(int vertexCount) {
        return 3L * Integer.BYTES * vertexCount;
    }

    /// Groups all vertices outside `[cellBegin, cellEnd)`.
    ///
    /// @param border hops from each border vertex to every vertex, at least one row
    /// @param levels whether [#histograms] are wanted, too
    /// @return false where two vertices have one hash and are seen differently, and where it was stopped
    boolean group(int[][] border, int cellBegin, int cellEnd, boolean levels) {
        int n = hash.length;
        borderSize = border.length;
        if (!hashAll(border, n)) {
            return false;
        }
        number(border[0], 0, cellBegin, true);
        number(border[0], cellEnd, n, false);
        setDifferences(border);
        if (!verified(border, 0, cellBegin) || !verified(border, cellEnd, n) || stop.getAsBoolean()) {
            return false;
        }
        histograms = levels ? new Histograms(this, border[0], profileOf, cellBegin, cellEnd) : null;
        return true;
    }

    /// @return false where it was stopped
    private boolean hashAll(int[][] border, int n) {
        Arrays.fill(hash, 0);
        Arrays.fill(otherHash, 0);
        int all = 0;
        int otherAll = 0;
        for (int b = 1; b < border.length; b++) {
            if (stop.getAsBoolean()) {
                return false;
            }
            int word = words.word(b, 0);
            int otherWord = words.word(b, 1);
            addProducts(hash, border[b], word, n);
            addProducts(otherHash, border[b], otherWord, n);
            all += word;
            otherAll += otherWord;
        }
        addProducts(hash, border[0], -all, n);
        addProducts(otherHash, border[0], -otherAll, n);
        return true;
    }

    private static void addProducts(int[] into, int[] hops, int word, int n) {
        for (int x = 0; x < n; x++) {
            into[x] += hops[x] * word;
        }
    }

    private void number(int[] first, int begin, int end, boolean fresh) {
        if (fresh) {
            count = 0;
            Arrays.fill(tableProfile, 0);
        }
        long lastKey = 0;
        int last = -1;
        for (int x = begin; x < end; x++) {
            long key = (long) hash[x] << 32 | otherHash[x] & 0xFFFFFFFFL;
            if (last < 0 || key != lastKey) {
                last = find(key, x);
                lastKey = key;
            }
            int hops = first[x];
            profileOf[x] = last;
            members[last]++;
            hopsSum[last] += hops;
            nearest[last] = Math.min(nearest[last], hops);
            farthest[last] = Math.max(farthest[last], hops);
        }
    }

    private int find(long key, int x) {
        int mask = tableKey.length - 1;
        int at = slot(key, mask);
        while (tableProfile[at] != 0 && tableKey[at] != key) {
            at = at + 1 & mask;
        }
        if (tableProfile[at] != 0) {
            return tableProfile[at] - 1;
        }
        tableKey[at] = key;
        tableProfile[at] = count + 1;
        int created = create(x);
        if (2 * count > tableKey.length) {
            grow();
        }
        return created;
    }

    private static int slot(long key, int mask) {
        return (int) (key * 0x9E3779B97F4A7C15L >>> 40) & mask;
    }

    private int create(int x) {
        if (count == example.length) {
            example = Arrays.copyOf(example, 2 * count);
            members = Arrays.copyOf(members, 2 * count);
            nearest = Arrays.copyOf(nearest, 2 * count);
            farthest = Arrays.copyOf(farthest, 2 * count);
            hopsSum = Arrays.copyOf(hopsSum, 2 * count);
        }
        example[count] = x;
        members[count] = 0;
        hopsSum[count] = 0;
        nearest[count] = Integer.MAX_VALUE;
        farthest[count] = 0;
        return count++;
    }

    private void grow() {
        long[] keys = tableKey;
        int[] profiles = tableProfile;
        tableKey = new long[2 * keys.length];
        tableProfile = new int[2 * keys.length];
        int mask = tableKey.length - 1;
        for (int i = 0; i < keys.length; i++) {
            if (profiles[i] != 0) {
                int at = slot(keys[i], mask);
                while (tableProfile[at] != 0) {
                    at = at + 1 & mask;
                }
                tableKey[at] = keys[i];
                tableProfile[at] = profiles[i];
            }
        }
    }

    private void setDifferences(int[][] border) {
        difference = new int[border.length][count];
        for (int b = 0; b < border.length; b++) {
            for (int p = 0; p < count; p++) {
                difference[b][p] = border[b][example[p]] - border[0][example[p]];
            }
        }
    }

    private boolean verified(int[][] border, int begin, int end) {
        int wrong = 0;
        int[] first = border[0];
        for (int b = 1; b < border.length && !stop.getAsBoolean(); b++) {
            int[] hops = border[b];
            int[] of = difference[b];
            for (int x = begin; x < end; x++) {
                wrong |= hops[x] - first[x] ^ of[profileOf[x]];
            }
        }
        return wrong == 0;
    }

    int count() {
        return count;
    }

    int members(int profile) {
        return members[profile];
    }

    int nearest(int profile) {
        return nearest[profile];
    }

    int farthest(int profile) {
        return farthest[profile];
    }

    long hopsSum(int profile) {
        return hopsSum[profile];
    }

    Histograms histograms() {
        return histograms;
    }

    /// Fills in what is to be added to a profile's hops from the first border vertex to make them hops from a
    /// vertex of the cell.
    ///
    /// @param hops of that vertex from each border vertex
    void offsets(int[] hops, int[] into) {
        Arrays.fill(into, 0, count, hops[0]);
        for (int b = 1; b < borderSize; b++) {
            nearer(into, difference[b], hops[b], count);
        }
    }

    private static void nearer(int[] into, int[] difference, int hops, int count) {
        for (int p = 0; p < count; p++) {
            into[p] = Math.min(into[p], difference[p] + hops);
        }
    }
}
