package io.bitfront.generate;

/// Checks of what generators are asked for.
final class Parameters {
    /// 2³⁰ is the largest power of two below the limit of 2³¹ vertices.
    static final int LARGEST_SCALE = 30;

    private Parameters() {}

    static void checkScale(int scale) {
        if (scale < 0 || scale > LARGEST_SCALE) {
            throw new IllegalArgumentException("scale %d is outside 0..%d".formatted(scale, LARGEST_SCALE));
        }
    }

    /// 2^scale.
    static int vertexCount(int scale) {
        checkScale(scale);
        return 1 << scale;
    }

    static void checkVertexCount(int vertexCount) {
        if (vertexCount < 1) {
            throw new IllegalArgumentException("vertex count %d, expected at least 1".formatted(vertexCount));
        }
    }

    static void checkDegree(int degree) {
        if (degree < 1) {
            throw new IllegalArgumentException("degree %d, expected at least 1".formatted(degree));
        }
    }
}
