#pragma once
/// Paper Algorithm 5: 256 searches at once by bit products on tensor cores. A level first marks, for the VSSs of active
/// slice sets, what each search reaches; a sweep over the marked slice sets then builds the next frontier.

#include "multi_level.cuh"
#include "tensor.cuh"

namespace bitfront {

constexpr u32 kTensorWords = 8;
constexpr u32 kTensorSources = 32 * kTensorWords;

/// The order of records: by vertex, or as the paper's getVI has it, by column of the slice set first, so that threads that
/// take consecutive slice sets load consecutive records.
enum class RecordOrder { ByVertex, ByColumn };

/// Whether activeSets and dirtySets are kept: which searches a slice set is active in, and which slice sets were marked.
/// Without them every search is multiplied for every queued VSS, and every slice set is swept.
enum class SetTracking { None, Dynamic };

/// A value of this is a column of the paper's Table VI.
struct TensorPolicy {
  RecordOrder order;
  SetTracking tracking;
};

/// One bit per source, in words.
struct TensorRecord {
  u32 of[kTensorWords];
};

BITFRONT_DEVICE TensorRecord load_record(DevicePtr<u32> records, u64 at) {
  TensorRecord record;
  const Quad low = load_quad(records, 2 * at);
  const Quad high = load_quad(records, 2 * at + 1);
#pragma unroll
  for (u32 w = 0; w < 4; ++w) record.of[w] = low.of[w], record.of[4 + w] = high.of[w];
  return record;
}

BITFRONT_DEVICE void store_record(DevicePtr<u32> records, u64 at, const TensorRecord& record) {
  store_quad(records, 2 * at, Quad{record.of[0], record.of[1], record.of[2], record.of[3]});
  store_quad(records, 2 * at + 1, Quad{record.of[4], record.of[5], record.of[6], record.of[7]});
}

BITFRONT_DEVICE u32 any_bits(const TensorRecord& record) {
  u32 any = 0;
#pragma unroll
  for (u32 w = 0; w < kTensorWords; ++w) any |= record.of[w];
  return any;
}

/// Where the record of column `column` of a slice set is.
template <TensorPolicy kPolicy>
BITFRONT_DEVICE u64 record_at(const GraphArrays& graph, u32 slice_set, u32 column) {
  return kPolicy.order == RecordOrder::ByColumn ? u64{column} * graph.slice_set_count + slice_set : u64{slice_set} * kSigma + column;
}

/// The searches that stage 1 multiplies for a slice set.
template <TensorPolicy kPolicy>
BITFRONT_DEVICE TensorRecord active_searches(const MultiTensorArguments& arguments, u32 slice_set) {
  if constexpr (kPolicy.tracking == SetTracking::Dynamic) {
    return load_record(arguments.state.active_sets, slice_set);
  } else {
    TensorRecord all;
    const u32 count = arguments.request.source_count;
#pragma unroll
    for (u32 w = 0; w < kTensorWords; ++w) {
      all.of[w] = count >= 32 * (w + 1) ? ~0u : count > 32 * w ? (1u << (count - 32 * w)) - 1 : 0;
    }
    return all;
  }
}

/// Stage 1, lines 7 to 35: marks what the queued VSSs reach, search by search, and flushes each row's marks once.
///
/// Launch: whole grid, warps converged.
/// Writes: next, by reductions that no warp waits for; dirty_sets.
/// Cost:   640 bytes per VSS and eight frontier records; two bit MMAs for each active search.
template <TensorPolicy kPolicy>
BITFRONT_DEVICE void mark_searches(const MultiTensorArguments& arguments, DevicePtr<u32> queue, u32 queued) {
  const GraphArrays& graph = arguments.graph;
  const MultiTensorState& state = arguments.state;
  for (QueueCursor cursor = first_item(queue, queued); cursor.item < queued;) {
    const u32 vss = take_item(cursor, queue, queued);
    const u32 slice_set = load_readonly(graph.virtual_to_real, vss);
    const Tile tile = load_tile(graph, vss);
    TensorRecord column{};
    if (lane_id() < kSigma) column = load_record(state.frontier, record_at<kPolicy>(graph, slice_set, lane_id()));
    const TensorRecord active = active_searches<kPolicy>(arguments, slice_set);
    TensorRecord marks[kRowsPerLane] = {};
#pragma unroll
    for (u32 w = 0; w < kTensorWords; ++w) {
      for (u32 left = active.of[w]; left != 0; left &= left - 1) {
        const u32 search = lowest_bit(left);
        const TileHits hits = multiply(tile, ballot((column.of[w] >> search & 1) != 0));
#pragma unroll
        for (u32 q = 0; q < kRowsPerLane; ++q) marks[q].of[w] |= u32{hits.hit[q]} << search;
      }
    }
#pragma unroll
    for (u32 q = 0; q < kRowsPerLane; ++q) {
      if (any_bits(marks[q]) == 0) continue;
      const u32 row = tile.rows.of[q];
      const u64 at = record_at<kPolicy>(graph, row / kSigma, row % kSigma) * kTensorWords;
#pragma unroll
      for (u32 w = 0; w < kTensorWords; ++w) {
        if (marks[q].of[w] != 0) reduce_or(state.next, at + w, marks[q].of[w]);
      }
      if constexpr (kPolicy.tracking == SetTracking::Dynamic) store_relaxed(state.dirty_sets, row / kSigma, u8{1});
    }
  }
}

/// Adds to a lane's counts, of which it has one for each word, how many lanes hold the bit of its number in that word.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE void count_searches(TensorRecord& counts, const TensorRecord& fresh) {
#pragma unroll
  for (u32 w = 0; w < kTensorWords; ++w) {
    if (ballot(fresh.of[w] != 0) == 0) continue;
    counts.of[w] += popcount(transpose_bits(fresh.of[w]));
  }
}

/// What lines 49 to 51 keep of a vertex's new bits: its sums, its levels. Vertices without edges have none.
BITFRONT_DEVICE void take_over(const MultiTensorArguments& arguments, u32 vertex, const TensorRecord& fresh, u32 level) {
  const MultiRequest& request = arguments.request;
  if (vertex >= arguments.graph.live_count) return;
  if (!request.target_sums.is_null() && level != 0) {
    u64 sources = 0;
#pragma unroll
    for (u32 w = 0; w < kTensorWords; ++w) sources += popcount(fresh.of[w]);
    for (u32 i = 0; i < kTargetSums; ++i) {
      const u64 at = u64{kTargetSums} * vertex + i;
      store(request.target_sums, at, load(request.target_sums, at) + target_sum(i, sources, level));
    }
  }
  if (request.levels.is_null()) return;
#pragma unroll
  for (u32 w = 0; w < kTensorWords; ++w) {
    for (u32 left = fresh.of[w]; left != 0; left &= left - 1) {
      store_level(request, vertex, 32 * w + lowest_bit(left), level);
    }
  }
}

/// Stage 2, lines 39 to 55: turns marks into the next frontier and queue.
///
/// Launch: whole grid, warps converged; a thread owns a slice set.
/// Writes: visited, frontier, active_sets, the queue; `counts`, of searches.
template <TensorPolicy kPolicy>
BITFRONT_DEVICE void finalise_sets(const MultiTensorArguments& arguments, u32 level, DevicePtr<u32> queue, DevicePtr<u32> length,
                                   TensorRecord& counts) {
  const GraphArrays& graph = arguments.graph;
  const MultiTensorState& state = arguments.state;
  for (u32 base = warp_in_grid() * kLanes; base < graph.slice_set_count; base += thread_count()) {
    const u32 slice_set = base + lane_id();
    bool swept = slice_set < graph.slice_set_count;
    if constexpr (kPolicy.tracking == SetTracking::Dynamic) {
      swept = swept && load(state.dirty_sets, slice_set) != 0;
      if (swept) store(state.dirty_sets, slice_set, u8{0});
      if (ballot(swept) == 0) continue;
    }
    TensorRecord active{};
    for (u32 column = 0; column < kSigma; ++column) {
      TensorRecord fresh{};
      if (swept) {
        const u64 at = record_at<kPolicy>(graph, slice_set, column);
        const TensorRecord next = load_record(state.next, at);
        fresh = load_record(state.visited, at);
#pragma unroll
        for (u32 w = 0; w < kTensorWords; ++w) fresh.of[w] ^= next.of[w], active.of[w] |= fresh.of[w];
        store_record(state.frontier, at, fresh);
        if (any_bits(fresh) != 0) {
          store_record(state.visited, at, next);
          take_over(arguments, kSigma * slice_set + column, fresh, level);
        }
      }
      if (counts_sources(arguments.request)) count_searches(counts, fresh);
    }
    VssRange ranges[kRangesPerLane] = {};
    if (any_bits(active) != 0) ranges[0] = vss_range(graph, slice_set);
    if constexpr (kPolicy.tracking == SetTracking::Dynamic) {
      if (swept) store_record(state.active_sets, slice_set, active);
    }
    append(queue, length, ranges);
  }
}

/// Adds the lanes' counts to the grid's, by way of the block's memory.
///
/// Launch: whole blocks.
BITFRONT_DEVICE void sum_searches(const MultiTensorState& state, SharedPtr<u32> counts, u32 level, TensorRecord& of_lane) {
#pragma unroll
  for (u32 w = 0; w < kTensorWords; ++w) {
    if (of_lane.of[w] != 0) reduce_add(counts, 32 * w + lane_id(), of_lane.of[w]);
  }
  of_lane = {};
  block_barrier();
  for (u32 source = thread_in_block(); source < kTensorSources; source += block_threads()) {
    const u32 count = load(counts, source);
    if (count == 0) continue;
    reduce_add(level_counts(state, level), source, count);
    store(counts, source, 0u);
  }
}

/// Line 2, first half: forgets the batch before.
///
/// Launch: whole grid.
template <TensorPolicy kPolicy>
BITFRONT_DEVICE void clear_searches(const MultiTensorArguments& arguments) {
  const MultiTensorState& state = arguments.state;
  const u32 slice_sets = arguments.graph.slice_set_count;
  for (u32 slice_set = thread_in_grid(); slice_set < slice_sets; slice_set += thread_count()) {
    for (u32 column = 0; column < kSigma; ++column) {
      const u64 at = u64{column} * slice_sets + slice_set;
      for (const DevicePtr<u32> records : {state.visited, state.next, state.frontier}) store_record(records, at, {});
    }
    if constexpr (kPolicy.tracking == SetTracking::Dynamic) store(state.dirty_sets, slice_set, u8{0});
  }
  if (thread_in_grid() < 2) store(tensor_queue_length(state, thread_in_grid()), 0, 0u);
  clear_sums(arguments.request);
}

/// Line 2, second half: marks the sources, which the sweep of level 0 then makes the first frontier.
///
/// Launch: whole grid.
template <TensorPolicy kPolicy>
BITFRONT_DEVICE void mark_sources(const MultiTensorArguments& arguments) {
  const MultiRequest& request = arguments.request;
  for (u32 source = thread_in_grid(); source < request.source_count; source += thread_count()) {
    const u32 vertex = load_readonly(request.sources, source);
    const u64 at = record_at<kPolicy>(arguments.graph, vertex / kSigma, vertex % kSigma) * kTensorWords;
    reduce_or(arguments.state.next, at + source / 32, 1u << source % 32);
    if constexpr (kPolicy.tracking == SetTracking::Dynamic) store_relaxed(arguments.state.dirty_sets, vertex / kSigma, u8{1});
  }
}

/// A whole batch.
///
/// Launch: cooperative, all blocks resident, block size a multiple of 32.
/// Cost:   per level two grid barriers, and where sets are not tracked a sweep over all records.
template <TensorPolicy kPolicy>
BITFRONT_DEVICE void traverse_by_tensor(const MultiTensorArguments& arguments) {
  BITFRONT_SHARED(u32, counts, kTensorSources);
  const MultiTensorState& state = arguments.state;
  const MultiRequest& request = arguments.request;
  for (u32 i = thread_in_block(); i < kTensorSources; i += block_threads()) store(counts, i, 0u);
  clear_searches<kPolicy>(arguments);
  synchronise(state);
  mark_sources<kPolicy>(arguments);
  synchronise(state);
  TensorRecord of_lane{};
  finalise_sets<kPolicy>(arguments, 0, state.queue[0], tensor_queue_length(state, 0), of_lane);
  of_lane = {};
  synchronise(state);
  BITFRONT_SHARED(u64, clock_since, 1);
  const LevelClock clock{clock_since};
  start_clock(clock, request);
  u32 level = 0;
  u32 queued = load(tensor_queue_length(state, 0), 0);
  while (queued != 0) {
    ++level;
    if (exceeds_matrix(request, level)) break;
    const u32 parity = level % 2;
    const DevicePtr<u32> next_length = tensor_queue_length(state, parity);
    mark_searches<kPolicy>(arguments, state.queue[1 - parity], queued);
    if (thread_in_grid() == 0) store(next_length, 0, 0u);
    synchronise(state);
    finalise_sets<kPolicy>(arguments, level, state.queue[parity], next_length, of_lane);
    if (counts_sources(request)) sum_searches(state, counts, level, of_lane);
    synchronise(state);
    record_choice(request, level, {MultiLevelMode::Tensor, queued, 0, {}, 0});
    record_time(clock, request, level);
    queued = load(next_length, 0);
    fold_counts(state, request, level);
  }
  if (thread_in_grid() == 0) store(multi_counter(state, offsetof(MultiControl, levels)), 0, level);
}

}  // namespace bitfront
