#pragma once
/// Paper Algorithm 2: levels are stored, and slice sets queued, the moment a vertex is discovered.

#include "level.cuh"
#include "queue.cuh"
#include "tensor.cuh"

namespace bitfront {

/// One level's working set: the frontier that is expanded and the one that is built.
struct EagerLevel {
  u32 level;
  DevicePtr<u32> queue, frontier;
  DevicePtr<u32> next_queue, next_length, next_frontier;
};

/// Stores the level of the rows hit for the first time and queues the slice sets that become active.
///
/// Launch: all 32 lanes, converged.
/// Reads:  levels, possibly stale: a vertex found twice in a level is only stored twice.
/// Writes: level, next frontier, next queue.
/// Cost:   the four rows' loads are in flight together, then their atomics; two round trips instead of eight.
BITFRONT_DEVICE void discover(const BfsArguments& arguments, const EagerLevel& step, const Hits& hits) {
  const BfsState& state = arguments.state;
  bool fresh[kRowsPerLane];
#pragma unroll
  for (u32 c = 0; c < kRowsPerLane; ++c) {
    fresh[c] = hits.hit[c] && load_stale(state.level, hits.rows.of[c]) < 0;
  }
  VssRange ranges[kRowsPerLane] = {};
  u32 before[kRowsPerLane];
#pragma unroll
  for (u32 c = 0; c < kRowsPerLane; ++c) {
    const u32 row = hits.rows.of[c];
    before[c] = ~0u;
    if (!fresh[c]) continue;
    store_relaxed(state.level, row, static_cast<i32>(step.level));
    ranges[c] = vss_range(arguments.graph, row / kSigma);
    before[c] = atomic_or(step.next_frontier, row / 32, 1u << row % 32);
  }
#pragma unroll
  for (u32 c = 0; c < kRowsPerLane; ++c) {
    const u32 row = hits.rows.of[c];
    const bool opens_set = (before[c] >> row / kSigma % 4 * kSigma & 0xFF) == 0;
    ranges[c].count = opens_set ? ranges[c].count : 0;
    if ((before[c] >> row % 32 & 1) == 0) count_targets(arguments, row / 32, 1u << row % 32);
  }
  append(step.next_queue, step.next_length, ranges);
}

template <Layout kLayout>
BITFRONT_DEVICE void expand_eagerly(const BfsArguments& arguments, const EagerLevel& step, QueueCursor cursor,
                                    u32 queued) {
  while (cursor.item < queued) {
    const u32 vss = take_item(cursor, step.queue, queued);
    const u32 frontier = frontier_byte(step.frontier, load_readonly(arguments.graph.virtual_to_real, vss));
#pragma unroll
    for (u32 group = 0; group < kHitGroups<kLayout>; ++group) {
      discover(arguments, step, tensor_hits<kLayout>(arguments.graph, vss, group, frontier));
    }
  }
}

/// Asks for what the expansion of the cursor's slice set reads and no level changes.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE void prefetch_item(const GraphArrays& graph, const QueueCursor& cursor, u32 queued) {
  if (cursor.item >= queued) return;
  const u64 tile = static_cast<u64>(cursor.vss) * kLanes + lane_id();
  prefetch(graph.row_ids, tile * kRowsPerLane);
  prefetch(graph.tile_masks, tile);
  if (lane_id() == 0) prefetch(graph.virtual_to_real, cursor.vss);
}

/// The whole traversal.
///
/// Launch: cooperative, all blocks resident, block size a multiple of 32.
/// Needs:  state reset for the source.
/// Cost:   three grid barriers per level; a warp's first slice set is on its way from memory while it waits at them.
template <BfsPolicy kPolicy>
BITFRONT_DEVICE void traverse_eagerly(const BfsArguments& arguments) {
  const BfsState& state = arguments.state;
  const BfsRequest& request = arguments.request;
  BITFRONT_SHARED(u64, clock_since, 1);
  const LevelClock clock{clock_since};
  start_clock(clock, request);
  u32 level = 0;
  bool more = !source_suffices(request);
  u32 queued = load(queue_length(state, 0), 0);
  QueueCursor cursor = first_item(state.queue[0], queued);
  while (more && level < request.max_level) {
    const u32 parity = level % 2;
    ++level;
    const DevicePtr<u32> frontier = parity == 0 ? state.frontier : state.next;
    const DevicePtr<u32> next_frontier = parity == 0 ? state.next : state.frontier;
    expand_eagerly<kPolicy.layout>(arguments,
                                   {level, state.queue[parity], frontier, state.queue[1 - parity],
                                    queue_length(state, 1 - parity), next_frontier},
                                   cursor, queued);
    synchronise(state);
    const u32 expanded = queued;
    queued = load(queue_length(state, 1 - parity), 0);
    more = queued > 0 && !targets_reached(arguments);
    cursor = first_item(state.queue[1 - parity], queued);
    synchronise(state);
    prefetch_item(arguments.graph, cursor, queued);
    if (thread_in_grid() == 0) store(queue_length(state, parity), 0, 0u);
    for (u32 word = thread_in_grid(); word < bitmap_words(arguments.graph.vertex_count); word += thread_count()) {
      store(frontier, word, 0u);
    }
    synchronise(state);
    record_level(clock, request, level, LevelMode::Tensor, expanded);
  }
  if (thread_in_grid() == 0) store(counter(state.control, offsetof(BfsControl, steps)), 0, level);
}

}  // namespace bitfront
