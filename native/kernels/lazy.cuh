#pragma once
/// Paper Algorithms 3 and 4: a level only marks vertices; a sweep over the bitmaps then stores levels and builds the
/// next frontier and queue. `next` holds everything visited up to the level being marked, `visited` up to the one before.

#include "level.cuh"
#include "queue.cuh"
#include "tensor.cuh"

namespace bitfront {

/// Writes: `next`, by reductions that no warp waits for.
BITFRONT_DEVICE void mark_hits(DevicePtr<u32> next, const Hits& hits) {
#pragma unroll
  for (u32 c = 0; c < kRowsPerLane; ++c) {
    const u32 row = hits.rows.of[c];
    if (hits.hit[c]) reduce_or(next, row / 32, 1u << row % 32);
  }
}

/// Marks the unvisited vertices that have an in-neighbour in the frontier, looking until the first one.
///
/// Launch: whole grid; a warp owns 32 vertices, a lane one of them.
/// Reads:  `frontier`, in which words without a new vertex keep older frontiers: harmless, since whatever those reach is
///         visited.
/// Writes: `next`.
template <Offsets kOffsets>
BITFRONT_DEVICE void mark_by_pull(const BfsArguments& arguments) {
  const GraphArrays& graph = arguments.graph;
  for (u32 word = warp_in_grid(); word < bitmap_words(graph.vertex_count); word += warp_count()) {
    const u32 bit = 1u << lane_id();
    const u32 vertex = 32 * word + lane_id();
    if ((load(arguments.state.visited, word) & bit) != 0 || vertex >= graph.vertex_count) continue;
    const u64 end = load_offset<kOffsets>(graph.in_start, vertex + 1ull);
    for (u64 edge = load_offset<kOffsets>(graph.in_start, vertex); edge < end; ++edge) {
      const u32 neighbour = load_readonly(graph.in_index, edge);
      if ((load(arguments.state.frontier, neighbour / 32) >> neighbour % 32 & 1) != 0) {
        reduce_or(arguments.state.next, word, bit);
        break;
      }
    }
  }
}

/// Stores the level of each vertex of `found`, bits of bitmap word `word`.
BITFRONT_DEVICE void store_levels(DevicePtr<i32> levels, u32 word, u32 found, u32 level) {
  for (; found != 0; found &= found - 1) {
    store(levels, 32ull * word + lowest_bit(found), static_cast<i32>(level));
  }
}

/// Turns what was marked into levels, the next frontier and the next queue.
///
/// Launch: whole grid, warps converged; a thread owns a word of the bitmaps.
/// Reads:  next. Writes: visited, frontier, level, the queue, visited_count where a level may be pulled.
template <BfsPolicy kPolicy>
BITFRONT_DEVICE void finalise(const BfsArguments& arguments, u32 level, DevicePtr<u32> queue, DevicePtr<u32> length) {
  const BfsState& state = arguments.state;
  const u32 words = bitmap_words(arguments.graph.vertex_count);
  u32 found = 0;
  for (u32 base = warp_in_grid() * kLanes; base < words; base += thread_count()) {
    const u32 word = base + lane_id();
    VssRange ranges[kRangesPerLane] = {};
    const u32 marked = word < words ? load(state.next, word) : 0;
    const u32 fresh = word < words ? marked ^ load(state.visited, word) : 0;
    if (fresh != 0) {
      store(state.visited, word, marked);
      store(state.frontier, word, fresh);
#pragma unroll
      for (u32 set = 0; set < kRangesPerLane; ++set) {
        if ((fresh >> kSigma * set & 0xFF) != 0) ranges[set] = vss_range(arguments.graph, 4 * word + set);
      }
      store_levels(state.level, word, fresh, level);
      count_targets(arguments, word, fresh);
      found += popcount(fresh);
    }
    append(queue, length, ranges);
  }
  if constexpr (kPolicy.pull == Pull::WhenCheaper) {
    const u32 of_warp = lanes_sum(found);
    if (lane_id() == 0 && of_warp != 0) reduce_add(visited_count(state), 0, of_warp);
  }
}

/// Eq. 6: the same answer for all threads between two barriers.
template <BfsPolicy kPolicy>
BITFRONT_DEVICE LevelMode choose_mode(const BfsArguments& arguments, u32 queued) {
  if constexpr (kPolicy.pull == Pull::WhenCheaper) {
    const u32 unvisited = arguments.graph.vertex_count - load(visited_count(arguments.state), 0);
    if (unvisited < static_cast<u64>(arguments.request.eta) * queued) return LevelMode::Pull;
  }
  return LevelMode::Tensor;
}

/// The whole traversal.
///
/// Launch: cooperative, all blocks resident, block size a multiple of 32.
/// Needs:  state reset for the source.
/// Cost:   three grid barriers and a sweep over the bitmaps per level.
template <BfsPolicy kPolicy>
BITFRONT_DEVICE void traverse_lazily(const BfsArguments& arguments) {
  const BfsState& state = arguments.state;
  const BfsRequest& request = arguments.request;
  BITFRONT_SHARED(u64, clock_since, 1);
  const LevelClock clock{clock_since};
  start_clock(clock, request);
  u32 level = 0;
  bool more = !source_suffices(request);
  while (more && level < request.max_level) {
    const u32 parity = level % 2;
    ++level;
    const DevicePtr<u32> next_length = queue_length(state, 1 - parity);
    const u32 queued = load(queue_length(state, parity), 0);
    const LevelMode mode = choose_mode<kPolicy>(arguments, queued);
    if (kPolicy.pull == Pull::WhenCheaper && mode == LevelMode::Pull) {
      mark_by_pull<kPolicy.offsets>(arguments);
    } else {
      mark_by_tensor<kPolicy.layout>(
          arguments.graph, state.queue[parity], queued,
          [&](u32 slice_set) { return frontier_byte(state.frontier, slice_set); },
          [&](const Hits& hits) { mark_hits(state.next, hits); });
    }
    if (thread_in_grid() == 0) store(next_length, 0, 0u);
    synchronise(state);
    finalise<kPolicy>(arguments, level, state.queue[1 - parity], next_length);
    synchronise(state);
    more = load(next_length, 0) > 0 && !targets_reached(arguments);
    synchronise(state);
    record_level(clock, request, level, mode, queued);
  }
  if (thread_in_grid() == 0) store(counter(state.control, offsetof(BfsControl, steps)), 0, level);
}

}  // namespace bitfront
