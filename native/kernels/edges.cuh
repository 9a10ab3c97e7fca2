#pragma once
/// Edges as a pure function of their index, in the arithmetic of `io.bitfront.generate`.

#include "bitfront/device.cuh"
#include "bitfront/prepare_abi.cuh"

namespace bitfront {

struct Edge {
  u32 source, target;
  bool exists;
};

/// SplitMix64's output `counter` under `key`: `io.bitfront.random.CounterHash`.
BITFRONT_DEVICE u64 draw_bits(u64 key, u64 counter) {
  u64 z = key + (counter + 1) * 0x9E3779B97F4A7C15ull;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ z >> 27) * 0x94D049BB133111EBull;
  return z ^ z >> 31;
}

/// The upper 64 bits of a 64 x 32 bit product.
BITFRONT_DEVICE u32 scale_below(u64 bits, u32 bound) {
  const u64 low = (bits & 0xFFFFFFFF) * bound;
  return static_cast<u32>(((bits >> 32) * bound + (low >> 32)) >> 32);
}

BITFRONT_DEVICE u32 draw_levels(const EdgeStream& edges, u32 bits) {
  const u32 column = bits >> 24;
  const bool beyond = (bits & 0xFFFFFF) >= load_readonly(edges.limits, column);
  return beyond ? column ^ load_readonly(edges.swaps, column) : column;
}

BITFRONT_DEVICE u32 renumber_id(const EdgeStream& edges, u32 id) {
  u32 mask = edges.id_count - 1;
  for (u32 shift = 1; shift < 32; shift *= 2) mask |= mask >> shift;
  u32 x = id;
  do {
#pragma unroll
    for (u32 round = 0; round < 4; ++round) {
      x = (x * edges.factors[round] + edges.summands[round]) & mask;
      x ^= x >> edges.id_shift;
    }
  } while (x >= edges.id_count);
  return x;
}

BITFRONT_DEVICE Edge kronecker_edge(const EdgeStream& edges, u64 index) {
  const u32 draws = (edges.width + 7) / 8;
  const u32 surplus = draws * 8 - edges.width;
  u32 source = 0, target = 0;
  for (u32 d = 0; d < draws; ++d) {
    const u64 bits = draw_bits(edges.key, index * draws + d);
    const u32 high = draw_levels(edges, static_cast<u32>(bits >> 32));
    const u32 low = draw_levels(edges, static_cast<u32>(bits));
    source = source << 8 | (high & 0xF0) | low >> 4;
    target = target << 8 | (high & 0xF) << 4 | (low & 0xF);
  }
  return {renumber_id(edges, source >> surplus), renumber_id(edges, target >> surplus), true};
}

BITFRONT_DEVICE Edge road_edge(const EdgeStream& edges, u64 index) {
  const u32 vertex = static_cast<u32>(index / 2);
  const u64 bits = draw_bits(edges.key, vertex);
  if (index % 2 == 0) {
    return {vertex, vertex + 1, vertex % edges.width + 1 < edges.width && bits >> 32 < edges.threshold};
  }
  return {vertex, vertex + edges.width,
          vertex / edges.width + 1 < edges.height && (bits & 0xFFFFFFFF) < edges.threshold};
}

/// Edge `first + i` of the stream, 0 <= i < count.
template <EdgeKind kKind>
BITFRONT_DEVICE Edge edge_at(const EdgeStream& edges, u64 i) {
  if constexpr (kKind == EdgeKind::Arrays) {
    return {load_readonly(edges.sources, i), load_readonly(edges.targets, i), true};
  } else if constexpr (kKind == EdgeKind::Kronecker) {
    return kronecker_edge(edges, edges.first + i);
  } else if constexpr (kKind == EdgeKind::Uniform) {
    const u64 counter = 2 * (edges.first + i);
    return {scale_below(draw_bits(edges.key, counter), edges.width),
            scale_below(draw_bits(edges.key, counter + 1), edges.width), true};
  } else {
    return road_edge(edges, edges.first + i);
  }
}

}  // namespace bitfront
