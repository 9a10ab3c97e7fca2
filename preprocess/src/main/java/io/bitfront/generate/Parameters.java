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

    static void checkWidth(int width) {
        if (width < 1) {
            throw new IllegalArgumentException("width %d, expected at least 1".formatted(width));
        }
    }

    static void checkKeep(double keep) {
        if (!(keep >= 0 && keep <= 1)) {
            throw new IllegalArgumentException("keep %s is outside 0..1".formatted(keep));
        }
    }

    /// A number of 32 random bits is below it with probability `keep`.
    static long threshold(double keep) {
        return Math.round(keep * 0x1p32);
    }

    static void checkDegree(int degree) {
        if (degree < 1) {
            throw new IllegalArgumentException("degree %d, expected at least 1".formatted(degree));
        }
    }
}
