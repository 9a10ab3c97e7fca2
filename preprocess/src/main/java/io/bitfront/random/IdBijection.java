package io.bitfront.random;

/// A random renumbering of 0..n-1 that needs no table: a keyed bijection of the k-bit words, k = bits of n-1, walked
/// until it comes back below n. With `mask` = 2ᵏ-1, `h` = (k+1)/2 and the key's draws as constants,
///
///     once(x):  for r = 0..3:  x = (x * (draw(key, 2 r) | 1) + draw(key, 2 r + 1)) & mask
///                              x = x ^ x >>> h
///     of(x):    do x = once(x) while x >= n
///
/// Multiplying by an odd number and xoring with a right shift are both invertible on k-bit words. Any thread may use
/// it.
public final class IdBijection {
    private static final int ROUNDS = 4;

    private final int count;
    private final int mask;
    private final int shift;
    private final int[] factors = new int[ROUNDS];
    private final int[] summands = new int[ROUNDS];

    public IdBijection(int count, long key) {
        int bits = count < 2 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(count - 1);
        this.count = count;
        this.mask = (1 << bits) - 1;
        this.shift = (bits + 1) / 2;
        for (int r = 0; r < ROUNDS; r++) {
            factors[r] = (int) CounterHash.draw(key, 2L * r) | 1;
            summands[r] = (int) CounterHash.draw(key, 2L * r + 1);
        }
    }

    /// The new number of `id`, which must be one of 0..n-1.
    public int of(int id) {
        int x = id;
        do {
            x = once(x);
        } while (x >= count);
        return x;
    }

    public int shift() {
        return shift;
    }

    public int[] factors() {
        return factors.clone();
    }

    public int[] summands() {
        return summands.clone();
    }

    private int once(int id) {
        int x = id;
        for (int r = 0; r < ROUNDS; r++) {
            x = x * factors[r] + summands[r] & mask;
            x ^= x >>> shift;
        }
        return x;
    }
}
