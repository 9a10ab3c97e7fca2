#pragma once
/// Slice sets of the frontier of an adaptive traversal, for its tensor levels.

#include "push.cuh"
#include "tensor.cuh"

namespace bitfront {

/// The frontier's bits in this lane's word `base + lane`, from the levels.
///
/// Launch: all 32 lanes, converged.
/// Cost:   levels read once, coalesced.
BITFRONT_DEVICE u32 bits_at_level(const BfsArguments& arguments, u32 base, u32 words, u32 level) {
  const u32 live = arguments.graph.live_count;
  u32 mine = 0;
  for (u32 i = 0; i < kLanes && base + i < words; ++i) {
    const u32 vertex = 32 * (base + i) + lane_id();
    const u32 bits = ballot(vertex < live && load(arguments.state.level, vertex) == static_cast<i32>(level));
    mine = lane_id() == i ? bits : mine;
  }
  return mine;
}

/// Queues the VSSs of the frontier, vertices of `level`.
///
/// Launch: whole grid, warps converged; a lane owns a word of the bitmaps.
/// Reads:  `visited`; `before`, visited vertices before the frontier, or where `queued` the levels.
/// Writes: queue 0, its length in the tally of `round`; where `queued`, `before`.
BITFRONT_DEVICE void queue_slices(const BfsArguments& arguments, Round round, DevicePtr<u32> visited, DevicePtr<u32> before,
                                  bool queued, u32 level) {
  const u32 words = bitmap_words(arguments.graph.live_count);
  for (u32 base = warp_in_grid() * kLanes; base < words; base += thread_count()) {
    const u32 word = base + lane_id();
    const u32 seen = word < words ? load(visited, word) : 0;
    u32 frontier = 0;
    if (queued) {
      frontier = bits_at_level(arguments, base, words, level);
      if (word < words) store(before, word, seen ^ frontier);
    } else if (word < words) {
      frontier = seen ^ load(before, word);
    }
    VssRange ranges[kRangesPerLane] = {};
#pragma unroll
    for (u32 set = 0; set < kRangesPerLane; ++set) {
      if ((frontier >> kSigma * set & 0xFF) != 0) ranges[set] = vss_range(arguments.graph, 4 * word + set);
    }
    append(arguments.state.queue[0], tally_queue_length(arguments.state, round.tally), ranges);
  }
}

/// Marks the rows of some VSSs that are hit. Rows ascend within a VSS, over its lanes, so where they have near numbers those of one
/// word are set at once, by one lane of four.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE void mark_rows(const Marks& marks, const Tile (&tiles)[kVssTogether], const TileHits (&hits)[kVssTogether]) {
  constexpr u32 kLast = kRowsPerLane - 1;
  const auto row = [&](u32 k) { return tiles[k / kRowsPerLane].rows.of[k % kRowsPerLane]; };
  u32 bits[kVssTogether * kRowsPerLane];
#pragma unroll
  for (u32 k = 0; k < kVssTogether * kRowsPerLane; ++k) {
    bits[k] = hits[k / kRowsPerLane].hit[k % kRowsPerLane] ? 1u << row(k) % 32 : 0;
    if (k % kRowsPerLane == 0 || row(k) / 32 != row(k - 1) / 32) continue;
    bits[k] |= bits[k - 1];
    bits[k - 1] = 0;
  }
#pragma unroll
  for (u32 k = kLast; k < kVssTogether * kRowsPerLane; k += kRowsPerLane) {
#pragma unroll
    for (u32 distance = 1; distance < 4; distance *= 2) {
      const u32 partner = lane_id() ^ distance;
      const u32 others = shuffle(bits[k], partner);
      if (shuffle(row(k) / 32, partner) == row(k) / 32) bits[k] = lane_id() > partner ? bits[k] | others : 0;
    }
  }
  mark_words<kVssTogether * kRowsPerLane>(marks, [&](u32 k) { return row(k) / 32; }, [&](u32 k) { return bits[k]; });
}

/// Marks what the `sliced` queued VSSs reach.
///
/// Launch: whole grid, warps converged.
/// Writes: `marks`, clear before: visited vertices too.
/// Cost:   a load for each word of rows that are hit besides (of all rows where marks are gathered), and a reduction where it looks
///         unmarked: many slices hit the rows of hubs.
BITFRONT_DEVICE void mark_by_slices(const BfsArguments& arguments, const Marks& marks, u32 sliced, DevicePtr<u32> visited,
                                    DevicePtr<u32> before) {
  mark_by_tiles(
      arguments.graph, arguments.state.queue[0], sliced,
      [&](u32 set) { return frontier_byte(visited, set) ^ frontier_byte(before, set); },
      [&](const Tile(&tiles)[kVssTogether], const TileHits(&hits)[kVssTogether]) { mark_rows(marks, tiles, hits); });
}

}  // namespace bitfront
