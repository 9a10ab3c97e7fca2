package io.bitfront.graph;

import io.bitfront.memory.LongArray;
import io.bitfront.parallel.Workers;
import java.util.Arrays;

/// How many columns there are of each degree. Degrees below 65,536 are counted in arrays; of larger ones there are at
/// most m / 65,536, which are listed and sorted.
final class DegreeHistogram {
    private static final int COUNTED = DegreeCounts.COUNTED;
    private static final long GRAIN = 1 << 16;
    private static final int SMALLEST_FITTED = 5;

    /// Distinct degrees, ascending, and how many columns have each.
    private final int[] degrees;
    private final long[] counts;

    private DegreeHistogram(int[] degrees, long[] counts) {
        this.degrees = degrees;
        this.counts = counts;
    }

    static DegreeHistogram of(DegreeCounts counted) {
        int[] large = counted.large().clone();
        Arrays.sort(large);
        return merged(counted.small(), large);
    }

    static DegreeHistogram of(LongArray columnStart, Workers workers) {
        Part[] parts = new Part[workers.threads()];
        Arrays.setAll(parts, i -> new Part());
        workers.forRange(0, columnStart.length() - 1, GRAIN, (worker, begin, end) -> {
            DegreeBlocks.forEach(columnStart, begin, end, (first, degrees, count) -> parts[worker].add(degrees, count));
        });
        long[] small = new long[COUNTED];
        int[] large = new int[0];
        for (Part part : parts) {
            for (int d = 0; d < COUNTED; d++) {
                small[d] += part.small[d];
            }
            int before = large.length;
            large = Arrays.copyOf(large, before + part.largeCount);
            System.arraycopy(part.large, 0, large, before, part.largeCount);
        }
        Arrays.sort(large);
        return merged(small, large);
    }

    private static DegreeHistogram merged(long[] small, int[] large) {
        int[] degrees = new int[COUNTED + large.length];
        long[] counts = new long[degrees.length];
        int length = 0;
        for (int d = 0; d < COUNTED; d++) {
            if (small[d] > 0) {
                degrees[length] = d;
                counts[length++] = small[d];
            }
        }
        for (int degree : large) {
            if (length == 0 || degrees[length - 1] != degree) {
                degrees[length++] = degree;
            }
            counts[length - 1]++;
        }
        return new DegreeHistogram(Arrays.copyOf(degrees, length), Arrays.copyOf(counts, length));
    }

    int largest() {
        return degrees.length == 0 ? 0 : degrees[degrees.length - 1];
    }

    /// Sum of the `columns` largest degrees.
    long sumOfLargest(long columns) {
        long sum = 0;
        long left = columns;
        for (int i = degrees.length - 1; i >= 0; i--) {
            long taken = Math.min(left, counts[i]);
            sum += taken * degrees[i];
            left -= taken;
        }
        return sum;
    }

    /// The straight line through (log k, log number of columns of degree k) for the degrees k of at least 5 that occur,
    /// by least squares.
    PowerLawFit fit() {
        int first = Arrays.binarySearch(degrees, SMALLEST_FITTED);
        first = first < 0 ? -first - 1 : first;
        int points = degrees.length - first;
        double meanX = 0;
        double meanY = 0;
        for (int i = first; i < degrees.length; i++) {
            meanX += StrictMath.log(degrees[i]) / points;
            meanY += StrictMath.log(counts[i]) / points;
        }
        double xx = 0;
        double xy = 0;
        double yy = 0;
        for (int i = first; i < degrees.length; i++) {
            double x = StrictMath.log(degrees[i]) - meanX;
            double y = StrictMath.log(counts[i]) - meanY;
            xx += x * x;
            xy += x * y;
            yy += y * y;
        }
        boolean line = points >= 3 && yy > 0;
        return line ? new PowerLawFit(-xy / xx, xy * xy / (xx * yy)) : new PowerLawFit(0, 0);
    }

    /// @param gamma the negated slope
    /// @param r2 coefficient of determination; both 0 where fewer than three degrees occur, or all equally often
    record PowerLawFit(double gamma, double r2) {}

    private static final class Part {
        private final long[] small = new long[COUNTED];
        private int[] large = new int[16];
        private int largeCount;

        void add(int[] degrees, int count) {
            for (int i = 0; i < count; i++) {
                if (degrees[i] < COUNTED) {
                    small[degrees[i]]++;
                } else {
                    addLarge(degrees[i]);
                }
            }
        }

        private void addLarge(int degree) {
            if (largeCount == large.length) {
                large = Arrays.copyOf(large, 2 * largeCount);
            }
            large[largeCount++] = degree;
        }
    }
}
