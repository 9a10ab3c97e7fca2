#pragma once
/// Finds set bits by rank, so that a warp's lanes are full however few bits a word has.

#include "bitfront/device.cuh"

namespace bitfront {

/// Position of the set bit of `word` that has `rank` set bits below it.
BITFRONT_DEVICE u32 select_bit(u32 word, u32 rank) {
  u32 at = 0;
#pragma unroll
  for (u32 half = 16; half != 0; half /= 2) {
    const u32 low = popcount(word >> at & ((1u << half) - 1));
    const bool above = rank >= low;
    rank -= above ? low : 0;
    at += above ? half : 0;
  }
  return at;
}

/// The lane whose word holds the bit that is `rank`th among the set bits of all lanes' words; `upto` counts each lane's and those
/// below.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE u32 select_lane(u32 upto, u32 rank) {
  u32 owner = 0;
#pragma unroll
  for (u32 step = kLanes / 2; step != 0; step /= 2) owner += shuffle(upto, owner + step - 1) <= rank ? step : 0;
  return owner;
}

/// The vertex that is `rank`th so, where lanes have the words `base + stride lane`.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE u32 select_vertex(u32 base, u32 stride, u32 word, u32 upto, u32 rank) {
  const u32 owner = select_lane(upto, rank);
  const u32 bits = shuffle(word, owner);
  const u32 before = shuffle(upto, owner) - popcount(bits);
  return 32 * (base + stride * owner) + select_bit(bits, rank - before);
}

}  // namespace bitfront
