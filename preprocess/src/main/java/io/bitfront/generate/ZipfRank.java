package io.bitfront.generate;

import io.bitfront.random.CounterHash;

/// Ranks of which rank r is drawn about in proportion to 1 / (r + 1), in whole numbers: with b = the largest whole
/// number such that 2ᵇ <= count, and o = the upper 64 bits of `draw(key, 2 c)` * (b + 1),
///
///     rank = 0                                                      where o = 0
///     rank = 2ᵒ⁻¹ + the upper 64 bits of draw(key, 2 c + 1) * 2ᵒ⁻¹  else
///
/// The same number of draws falls on each power of two; ranks from 2ᵇ on are never drawn.
///
/// @param count at least 1
record ZipfRank(int count, long key) {
    int of(long counter) {
        int octaves = Integer.SIZE - Integer.numberOfLeadingZeros(count);
        int octave = CounterHash.below(octaves, key, 2 * counter);
        return octave == 0 ? 0 : (1 << octave - 1) + CounterHash.below(1 << octave - 1, key, 2 * counter + 1);
    }
}
