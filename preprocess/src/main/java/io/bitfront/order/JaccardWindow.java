package io.bitfront.order;

import io.bitfront.graph.Bvss;
import io.bitfront.graph.Csc;
import io.bitfront.memory.IntArray;
import java.util.Arrays;

/// Algorithm 1 within one window: slice sets grow column by column, each time by the one most similar to the rows
/// covered so far. One worker's state, used for one window after another.
///
/// For a candidate with `x` rows in common the similarity x / (|R| + d - x) rises with x / (|R| + d), so the
/// latter is compared, by cross-multiplication. Candidates stand in descending order of degree d; as x is at
/// most d, a scan may end where even d / (|R| + d) falls short, and a block of them may be skipped by its
/// largest x.
final class JaccardWindow {
    private static final int BLOCK = 64;
    private static final int ASSIGNED = Integer.MIN_VALUE / 2;

    private final WindowColumns window;
    private final int mostCommon;
    private int[] inter = new int[0];
    private int[] fresh = new int[0];
    private int[] coveredIn = new int[0];
    private int columns;
    private int firstFree;
    /// Whether rows are left out, so that many columns have nothing in common with any other. Then blocks in
    /// which some have are marked, a bit each, and no step looks at the others: of a star of 2^20 leaves it
    /// would look at all.
    private boolean marking;

    private long[] marked = new long[0];
    private int sliceSet;
    private long covered;
    private int best;

    /// @param mostCommon rows that more columns of a window meet are common to none
    JaccardWindow(Csc out, int mostCommon) {
        this.window = new WindowColumns(out);
        this.mostCommon = mostCommon;
    }

    /// Puts the columns `oldIds[first..end)`, ascending ids, into their new order.
    void order(IntArray oldIds, int first, int end) {
        window.load(oldIds, first, end);
        begin();
        for (int at = 0; at < columns; at += Bvss.SIGMA) {
            sliceSet++;
            covered = 0;
            int setEnd = Math.min(at + Bvss.SIGMA, columns);
            int seed = firstFree;
            for (int i = at; i < setEnd; i++) {
                int chosen = i == at ? seed : mostSimilar();
                chosen = chosen < 0 ? firstFree : chosen;
                oldIds.set(first + (long) i, window.oldId[chosen]);
                take(chosen);
            }
            forgetRows(seed);
        }
    }

    private void begin() {
        columns = window.columns;
        if (inter.length < columns) {
            inter = new int[columns];
            fresh = new int[columns];
        }
        Arrays.fill(inter, 0, columns, 0);
        Arrays.fill(fresh, 0, columns, 0);
        if (coveredIn.length < window.sharedRows) {
            coveredIn = new int[window.sharedRows];
        }
        Arrays.fill(coveredIn, 0, window.sharedRows, 0);
        firstFree = 0;
        sliceSet = 0;
        marking = leavesRowsOut();
        int words = Math.ceilDiv(columns, BLOCK * Long.SIZE);
        marked = marked.length >= words ? marked : new long[words];
        Arrays.fill(marked, 0, words, 0);
    }

    private boolean leavesRowsOut() {
        for (int row = 0, begin = 0; row < window.sharedRows; begin = window.rowEnd[row++]) {
            if (window.rowEnd[row] - begin > mostCommon) {
                return true;
            }
        }
        return false;
    }

    /// Nothing is in common with a slice set yet.
    ///
    /// @param seed all columns before are assigned
    private void forgetRows(int seed) {
        if (!marking) {
            System.arraycopy(fresh, seed, inter, seed, columns - seed);
            return;
        }
        for (int begin = nextBlock(0); begin < columns; begin = nextBlock(begin + BLOCK)) {
            System.arraycopy(fresh, begin, inter, begin, Math.min(BLOCK, columns - begin));
            marked[begin / BLOCK / Long.SIZE] &= ~(1L << begin / BLOCK);
        }
    }

    /// Start of the first block from `begin` on, the start of a block, in which a column may have a row in common.
    private int nextBlock(int begin) {
        if (!marking || begin >= columns) {
            return begin;
        }
        int block = begin / BLOCK;
        int word = block / Long.SIZE;
        long left = marked[word] & -1L << block;
        while (left == 0 && (word + 1) * Long.SIZE * BLOCK < columns) {
            left = marked[++word];
        }
        return left == 0 ? columns : (word * Long.SIZE + Long.numberOfTrailingZeros(left)) * BLOCK;
    }

    /// Assigns a column and covers its rows.
    private void take(int column) {
        fresh[column] = ASSIGNED;
        inter[column] = ASSIGNED;
        while (firstFree < columns && fresh[firstFree] < 0) {
            firstFree++;
        }
        covered += window.soloRows[column];
        int[] rows = window.rows;
        int end = window.columnEnd[column];
        for (int i = window.columnBegin[column]; i < end; i++) {
            int row = rows[i];
            if (coveredIn[row] != sliceSet) {
                coveredIn[row] = sliceSet;
                covered++;
                int begin = row == 0 ? 0 : window.rowEnd[row - 1];
                if (window.rowEnd[row] - begin <= mostCommon) {
                    cover(begin, window.rowEnd[row]);
                }
            }
        }
    }

    private void cover(int begin, int end) {
        int[] rowColumns = window.rowColumns;
        if (marking) {
            for (int i = begin; i < end; i++) {
                int block = rowColumns[i] / BLOCK;
                inter[rowColumns[i]]++;
                marked[block / Long.SIZE] |= 1L << block;
            }
            return;
        }
        for (int i = begin; i < end; i++) {
            inter[rowColumns[i]]++;
        }
    }

    /// The free column most similar to the rows covered, ties to the smallest id; -1 if none has a row in common.
    private int mostSimilar() {
        int[] degree = window.degree;
        best = -1;
        long bestInter = 0;
        long bestSum = 1;
        int first = firstFree - firstFree % BLOCK;
        for (int begin = nextBlock(first); begin < columns; begin = nextBlock(begin + BLOCK)) {
            int end = Math.min(begin + BLOCK, columns);
            long most = degree[begin];
            long reach = most * bestSum - bestInter * (covered + most);
            if (reach < 0 || reach == 0 && best >= 0 && most == degree[best]) {
                break;
            }
            long largest = largest(begin, end);
            long least = degree[end - 1];
            long gain = largest * bestSum - bestInter * (covered + least);
            if (largest <= 0 || gain < 0 || gain == 0 && best >= 0 && most == least && least == degree[best]) {
                continue;
            }
            for (int c = begin; c < end; c++) {
                long x = inter[c];
                long sum = covered + degree[c];
                long more = x * bestSum - bestInter * sum;
                if (x > 0 && (more > 0 || more == 0 && window.oldId[c] < window.oldId[best])) {
                    best = c;
                    bestInter = x;
                    bestSum = sum;
                }
            }
        }
        return best;
    }

    private int largest(int begin, int end) {
        int largest = 0;
        for (int c = begin; c < end; c++) {
            largest = Math.max(largest, inter[c]);
        }
        return largest;
    }
}
