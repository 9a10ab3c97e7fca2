#pragma once
/// Slice against frontier products on tensor cores.

#include "queue.cuh"

namespace bitfront {

/// Up to four rows that a lane has to mark: those whose slice meets the frontier.
struct Hits {
  Rows rows;
  bool hit[kRowsPerLane];
};

/// Groups of hits that a VSS yields per lane.
template <Layout kLayout>
constexpr u32 kHitGroups = kLayout == Layout::Packed ? 1 : 4;

/// This lane's four slices of a VSS: their rows and masks.
struct Tile {
  Rows rows;
  u32 slices;
};

BITFRONT_DEVICE Tile load_tile(const GraphArrays& graph, u32 vss) {
  const u64 tile = static_cast<u64>(vss) * kLanes + lane_id();
  const Rows rows = load_rows(graph.row_ids, tile);
  return {rows, load_readonly(graph.tile_masks, tile)};
}

/// Which of the four slices meet the frontier.
struct TileHits {
  bool hit[kRowsPerLane];
};

/// popc(slice & frontier_byte) != 0 for the four slices this lane holds (paper Section 5.1).
///
/// Launch: all 32 lanes, converged.
/// Reads:  no other lane's registers.
/// Cost:   two m8n8k128 bit MMAs, two slices each; every accumulator is used.
///
/// Column 2j of B meets only chunk j's low slice, column 2j+1 only its high slice, so the two accumulators a lane
/// receives answer for its own two slices.
BITFRONT_DEVICE TileHits multiply(const Tile& tile, u32 frontier_byte) {
  const u32 column = lane_id() / 4;
  const u32 chunk = lane_id() % 4;
  const u32 b = column / 2 == chunk ? frontier_byte << 8 * (column % 2) : 0;
  const CountPair low = and_popc_m8n8k128(tile.slices & 0xFFFF, b);
  const CountPair high = and_popc_m8n8k128(tile.slices >> 16, b);
  return {{low.even != 0, low.odd != 0, high.even != 0, high.odd != 0}};
}

/// The hits of a VSS, of its 32 tile masks and 128 row ids.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE Hits packed_hits(const GraphArrays& graph, u32 vss, u32 frontier_byte) {
  const Tile tile = load_tile(graph, vss);
  const TileHits hits = multiply(tile, frontier_byte);
  return {tile.rows, {hits.hit[0], hits.hit[1], hits.hit[2], hits.hit[3]}};
}

/// The hits of slices `32 group .. 32 group + 31` of a VSS, one slice per row of A and one useful column of B, so that 8 of 64
/// results are used (variant A of the paper's Table IV). Lane 4i answers for slices 32 group + 8 r + i.
///
/// Launch: all 32 lanes, converged.
/// Cost:   four m8n8k128 bit MMAs, eight slices each.
BITFRONT_DEVICE Hits naive_hits(const GraphArrays& graph, u32 vss, u32 group, u32 frontier_byte) {
  const u64 first = static_cast<u64>(vss) * kTau + group * 32;
  const bool holds_slice = lane_id() % 4 == 0;
  const u32 b = lane_id() == 0 ? frontier_byte : 0;
  Hits hits{};
#pragma unroll
  for (u32 round = 0; round < kRowsPerLane; ++round) {
    const u64 slice = first + 8 * round + lane_id() / 4;
    u32 a = 0;
    if (holds_slice) {
      a = load_readonly(graph.tile_masks, slice / 4) >> 8 * (slice % 4) & 0xFF;
      hits.rows.of[round] = load_readonly(graph.row_ids, slice);
    }
    const CountPair counts = and_popc_m8n8k128(a, b);
    hits.hit[round] = holds_slice && counts.even != 0;
  }
  return hits;
}

template <Layout kLayout>
BITFRONT_DEVICE Hits tensor_hits(const GraphArrays& graph, u32 vss, u32 group, u32 frontier_byte) {
  if constexpr (kLayout == Layout::Packed) {
    return packed_hits(graph, vss, frontier_byte);
  } else {
    return naive_hits(graph, vss, group, frontier_byte);
  }
}

/// Marks the rows that the queued VSSs reach; `byte_of` yields the frontier bits of a slice set's columns, `mark` takes
/// each lane's hits.
///
/// Launch: whole grid, warps converged.
/// Cost:   640 bytes and two bit MMAs per VSS.
template <Layout kLayout, class ByteOf, class Mark>
BITFRONT_DEVICE void mark_by_tensor(const GraphArrays& graph, DevicePtr<u32> queue, u32 queued, ByteOf byte_of,
                                    Mark mark) {
  for (QueueCursor cursor = first_item(queue, queued); cursor.item < queued;) {
    const u32 vss = take_item(cursor, queue, queued);
    const u32 frontier = byte_of(load_readonly(graph.virtual_to_real, vss));
#pragma unroll
    for (u32 group = 0; group < kHitGroups<kLayout>; ++group) {
      mark(tensor_hits<kLayout>(graph, vss, group, frontier));
    }
  }
}

/// Packed VSSs that a warp has in flight: with one its loads wait for each other, with four it has no registers for them.
constexpr u32 kVssTogether = 2;
constexpr u32 kNoVss = ~0u;

/// The VSSs of a warp's next turn, kNoVss beyond the end of the queue.
struct VssTurn {
  u32 of[kVssTogether];
};

BITFRONT_DEVICE VssTurn load_turn(DevicePtr<u32> queue, u32 first, u32 queued) {
  VssTurn turn;
#pragma unroll
  for (u32 k = 0; k < kVssTogether; ++k) {
    const u32 item = first + k * warp_count();
    turn.of[k] = item < queued ? load(queue, item) : kNoVss;
  }
  return turn;
}

/// The same with kVssTogether packed VSSs at a time: `mark` takes the rows of each and which are hit.
///
/// Launch: whole grid, warps converged.
template <class ByteOf, class Mark>
BITFRONT_DEVICE void mark_by_tiles(const GraphArrays& graph, DevicePtr<u32> queue, u32 queued, ByteOf byte_of, Mark mark) {
  VssTurn next = load_turn(queue, warp_in_grid(), queued);
  for (u32 first = warp_in_grid(); first < queued; first += kVssTogether * warp_count()) {
    const VssTurn turn = next;
    Tile tiles[kVssTogether] = {};
    u32 sets[kVssTogether];
#pragma unroll
    for (u32 k = 0; k < kVssTogether; ++k) {
      if (turn.of[k] == kNoVss) continue;
      sets[k] = load_readonly(graph.virtual_to_real, turn.of[k]);
      tiles[k] = load_tile(graph, turn.of[k]);
    }
    next = load_turn(queue, first + kVssTogether * warp_count(), queued);
    TileHits hits[kVssTogether];
#pragma unroll
    for (u32 k = 0; k < kVssTogether; ++k) hits[k] = multiply(tiles[k], turn.of[k] == kNoVss ? 0 : byte_of(sets[k]));
    mark(tiles, hits);
  }
}

}  // namespace bitfront
