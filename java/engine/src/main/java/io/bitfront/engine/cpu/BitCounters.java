package io.bitfront.engine.cpu;

import java.util.Arrays;

/// Counts bits position by position (positional popcount): of every source, how many vertices have its bit. Counters
/// are bit-sliced: plane p holds bit p of every counter, so that one exclusive-or adds to 64 of them. A block of 64
/// records is eight groups of eight records; a carry-save tree adds the groups to eight counters for each source, one
/// for each place in a group, which loops without branches that the JIT compiler turns into vector instructions.
///
/// Cost: about 1/12 of a traversal's time.
final class BitCounters {
    private static final int ROWS = 8;
    private static final int PLANES = 32;

    private final int words;
    private final int span;
    private final long[] planes;
    private final long[] carry;
    private int used;

    BitCounters(int words) {
        this.words = words;
        this.span = ROWS * words;
        this.planes = new long[PLANES * span];
        this.carry = new long[span];
    }

    /// Adds 64 records that begin at `from`.
    void addBlock(long[] records, int from) {
        addGroups(records, from);
        int plane = 3;
        while (addCarry(plane * span)) {
            plane++;
        }
        used = Math.max(used, plane + 1);
    }

    private void addGroups(long[] x, int from) {
        int n = span;
        long[] p = planes;
        for (int j = 0; j < n; j++) {
            long ones = p[j];
            long twos = p[n + j];
            long fours = p[2 * n + j];
            long a = x[from + j];
            long b = x[from + n + j];
            long half = ones ^ a;
            long twosA = ones & a | half & b;
            ones = half ^ b;
            a = x[from + 2 * n + j];
            b = x[from + 3 * n + j];
            half = ones ^ a;
            long twosB = ones & a | half & b;
            ones = half ^ b;
            half = twos ^ twosA;
            long foursA = twos & twosA | half & twosB;
            twos = half ^ twosB;
            a = x[from + 4 * n + j];
            b = x[from + 5 * n + j];
            half = ones ^ a;
            twosA = ones & a | half & b;
            ones = half ^ b;
            a = x[from + 6 * n + j];
            b = x[from + 7 * n + j];
            half = ones ^ a;
            twosB = ones & a | half & b;
            ones = half ^ b;
            half = twos ^ twosA;
            long foursB = twos & twosA | half & twosB;
            twos = half ^ twosB;
            half = fours ^ foursA;
            carry[j] = fours & foursA | half & foursB;
            p[j] = ones;
            p[n + j] = twos;
            p[2 * n + j] = half ^ foursB;
        }
    }

    /// Adds one record so many times.
    void add(long[] record, int from, int times) {
        int highest = 0;
        for (int left = times; left != 0; left &= left - 1) {
            highest = Math.max(highest, addOnce(record, from, Integer.numberOfTrailingZeros(left)));
        }
        used = Math.max(used, highest);
    }

    /// @param plane from which on
    /// @return planes that may hold bits
    private int addOnce(long[] record, int from, int plane) {
        System.arraycopy(record, from, carry, 0, words);
        int at = plane;
        long left = -1;
        while (left != 0) {
            left = 0;
            for (int word = 0; word < words; word++) {
                long added = carry[word];
                long before = planes[at * span + word];
                planes[at * span + word] = before ^ added;
                carry[word] = before & added;
                left |= before & added;
            }
            at++;
        }
        return at;
    }

    private boolean addCarry(int at) {
        long left = 0;
        for (int j = 0; j < span; j++) {
            long added = carry[j];
            long before = planes[at + j];
            planes[at + j] = before ^ added;
            carry[j] = before & added;
            left |= before & added;
        }
        return left != 0;
    }

    /// Adds the eight counters of each source to `total` (plane p of word w at `p * words + w`) and forgets them.
    ///
    /// @return planes of `total` that may hold bits
    int drainInto(long[] total, int totalPlanes) {
        int highest = totalPlanes;
        for (int plane = 0; plane < used; plane++) {
            for (int j = 0; j < span; j++) {
                highest = Math.max(highest, add(total, plane, j % words, planes[plane * span + j]));
            }
        }
        Arrays.fill(planes, 0, used * span, 0);
        used = 0;
        return highest;
    }

    private int add(long[] total, int plane, int word, long bits) {
        long carried = bits;
        int p = plane;
        for (; carried != 0; p++) {
            long before = total[p * words + word];
            total[p * words + word] = before ^ carried;
            carried &= before;
        }
        return p;
    }

    /// Longs of a `total` for [#drainInto].
    static long[] total(int words) {
        return new long[(PLANES + 1) * words];
    }
}
