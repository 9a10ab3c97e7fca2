package io.bitfront.testkit;

/// Distance sums of the vertices of regular graphs, from their geometry.
public final class ClosedForms {
    private ClosedForms() {}

    /// Vertex v of [Shapes#chain].
    public static DistanceSums chain(int n, int v) {
        long left = v;
        long right = n - 1L - v;
        return new DistanceSums(
                n, left * (left + 1) / 2 + right * (right + 1) / 2, harmonicNumber(left) + harmonicNumber(right), (int)
                        Math.max(left, right));
    }

    /// Any vertex of [Shapes#cycle].
    public static DistanceSums cycle(int n) {
        long half = n / 2;
        return n % 2 != 0
                ? new DistanceSums(n, half * (half + 1), 2 * harmonicNumber(half), (int) half)
                : new DistanceSums(n, half * half, 2 * harmonicNumber(half) - 1.0 / half, (int) half);
    }

    /// Vertex v of [Shapes#star] with at least two vertices.
    public static DistanceSums star(int n, int v) {
        return v == 0
                ? new DistanceSums(n, n - 1L, n - 1.0, 1)
                : new DistanceSums(n, 1 + 2 * (n - 2L), 1 + (n - 2) / 2.0, n == 2 ? 1 : 2);
    }

    /// Any vertex of [Shapes#complete] with at least two vertices.
    public static DistanceSums complete(int n) {
        return new DistanceSums(n, n - 1L, n - 1.0, 1);
    }

    /// Vertex (x, y) of [Shapes#grid]: distances are |dx| + |dy|.
    public static DistanceSums grid(int width, int height, int x, int y) {
        double harmonic = 0;
        for (int i = 0; i < width; i++) {
            for (int j = 0; j < height; j++) {
                int distance = Math.abs(i - x) + Math.abs(j - y);
                harmonic += distance == 0 ? 0 : 1.0 / distance;
            }
        }
        long sum = height * chain(width, x).distanceSum()
                + width * chain(height, y).distanceSum();
        int eccentricity = Math.max(x, width - 1 - x) + Math.max(y, height - 1 - y);
        return new DistanceSums((long) width * height, sum, harmonic, eccentricity);
    }

    private static double harmonicNumber(long k) {
        double sum = 0;
        for (long i = 1; i <= k; i++) {
            sum += 1.0 / i;
        }
        return sum;
    }
}
