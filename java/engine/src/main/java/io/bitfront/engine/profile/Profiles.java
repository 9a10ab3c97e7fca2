package io.bitfront.engine.profile;

import io.bitfront.random.CounterHash;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/// The vertices outside a cell, grouped by how its border sees them: all of a group are, from each border
/// vertex, as much farther or nearer than from the first one, or, where edges have directions, so much farther
/// than from that which is nearest, or out of reach. One thread; used again by the next cell.
final class Profiles {
    /// More hops than there are: where no way leads. Twice as many are an int, too. Odd, and no sum or difference of
    /// few powers of two: of what is hashed its products lose no bits, as those of a power of two would.
    static final int FAR = 0x2545_F491;

    private final HashWords words;
    private final BooleanSupplier stop;
    private final int[] hash;
    private final int[] otherHash;
    private final int[] profileOf;
    /// Hops from the nearest border vertex, 0 for what none reaches; null where edges lead both ways.
    private final int[] nearest;
    /// Hops of each vertex that differences are added to.
    private int[] base;

    private long[] tableKey = new long[1 << 12];
    private int[] tableProfile = new int[1 << 12];

    private int count;
    private int borderSize;
    /// Per profile a vertex that has it.
    private int[] example = new int[256];
    private int[] members = new int[256];
    /// Of a profile's members the fewest and the most hops of [#base].
    private int[] least = new int[256];
    private int[] most = new int[256];
    /// Sum of them over a profile's members.
    private long[] hopsSum = new long[256];
    /// Row b: hops of each profile from border vertex b, less those of [#base]; [#FAR] where there is no way.
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

    /// @param directed whether a border vertex may not reach some vertices
    /// @param stop asked between border vertices: says that nobody wants what [#group] finds; once true it stays so
    Profiles(int vertexCount, boolean directed, HashWords words, BooleanSupplier stop) {
        this.words = words;
        this.nearest = directed ? new int[vertexCount] : null;
        this.stop = stop;
        this.hash = new int[vertexCount];
        this.otherHash = new int[vertexCount];
        this.profileOf = new int[vertexCount];
    }

    static long bytes(int vertexCount, boolean directed) {
        return (directed ? 4L : 3L) * Integer.BYTES * vertexCount;
    }

    /// Groups all vertices outside `[cellBegin, cellEnd)`.
    ///
    /// @param border hops from each border vertex to every vertex, -1 where no way leads; at least one row
    /// @param levels whether [#histograms] are wanted, too
    /// @return false where two vertices have one hash and are seen differently, and where it was stopped
    boolean group(int[][] border, int cellBegin, int cellEnd, boolean levels) {
        int n = hash.length;
        borderSize = border.length;
        base = nearest == null ? border[0] : nearestOf(border);
        if (!hashAll(border)) {
            return false;
        }
        number(0, cellBegin, true);
        number(cellEnd, n, false);
        setDifferences(border);
        if (!verified(border, 0, cellBegin) || !verified(border, cellEnd, n) || stop.getAsBoolean()) {
            return false;
        }
        histograms = levels ? new Histograms(this, base, profileOf, cellBegin, cellEnd) : null;
        return true;
    }

    private int[] nearestOf(int[][] border) {
        Arrays.fill(nearest, Integer.MAX_VALUE);
        for (int[] hops : border) {
            addNearer(hops, nearest);
        }
        for (int x = 0; x < nearest.length; x++) {
            nearest[x] = nearest[x] == Integer.MAX_VALUE ? 0 : nearest[x];
        }
        return nearest;
    }

    private static void addNearer(int[] hops, int[] into) {
        for (int x = 0; x < into.length; x++) {
            into[x] = Math.min(into[x], hops[x] & Integer.MAX_VALUE);
        }
    }

    /// How much farther a vertex is, [#FAR] where there is no way.
    ///
    /// @param hops to it, or -1
    private static int beyond(int hops, int base) {
        return Math.min((hops & Integer.MAX_VALUE) - base, FAR);
    }

    /// @return false where it was stopped
    private boolean hashAll(int[][] border) {
        Arrays.fill(hash, 0);
        Arrays.fill(otherHash, 0);
        for (int b = 0; b < border.length; b++) {
            if (stop.getAsBoolean()) {
                return false;
            }
            if (border[b] != base) {
                addProducts(border[b], base, words.word(b, 0), hash, words.word(b, 1), otherHash);
            }
        }
        return true;
    }

    private static void addProducts(int[] hops, int[] base, int word, int[] into, int otherWord, int[] otherInto) {
        for (int x = 0; x < into.length; x++) {
            int beyond = beyond(hops[x], base[x]);
            into[x] += beyond * word;
            otherInto[x] += beyond * otherWord;
        }
    }

    private void number(int begin, int end, boolean fresh) {
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
            int hops = base[x];
            profileOf[x] = last;
            members[last]++;
            hopsSum[last] += hops;
            least[last] = Math.min(least[last], hops);
            most[last] = Math.max(most[last], hops);
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
            least = Arrays.copyOf(least, 2 * count);
            most = Arrays.copyOf(most, 2 * count);
            hopsSum = Arrays.copyOf(hopsSum, 2 * count);
        }
        example[count] = x;
        members[count] = 0;
        hopsSum[count] = 0;
        least[count] = Integer.MAX_VALUE;
        most[count] = 0;
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
                difference[b][p] = beyond(border[b][example[p]], base[example[p]]);
            }
        }
    }

    private boolean verified(int[][] border, int begin, int end) {
        int wrong = 0;
        for (int b = 0; b < border.length && !stop.getAsBoolean(); b++) {
            int[] hops = border[b];
            int[] of = difference[b];
            for (int x = begin; x < end && hops != base; x++) {
                wrong |= beyond(hops[x], base[x]) ^ of[profileOf[x]];
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

    int least(int profile) {
        return least[profile];
    }

    int most(int profile) {
        return most[profile];
    }

    long hopsSum(int profile) {
        return hopsSum[profile];
    }

    Histograms histograms() {
        return histograms;
    }

    /// Fills in what is to be added to the hops of a profile's members ([#base]) to make them hops from a
    /// vertex of the cell; [#FAR] or more where no way leads.
    ///
    /// @param hops from that vertex to each border vertex, [#FAR] where no way leads
    void offsets(int[] hops, int[] into) {
        Arrays.fill(into, 0, count, FAR);
        for (int b = 0; b < borderSize; b++) {
            if (hops[b] < FAR) {
                nearer(into, difference[b], hops[b], count);
            }
        }
    }

    private static void nearer(int[] into, int[] difference, int hops, int count) {
        for (int p = 0; p < count; p++) {
            into[p] = Math.min(into[p], difference[p] + hops);
        }
    }
}
