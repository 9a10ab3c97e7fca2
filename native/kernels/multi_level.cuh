#pragma once
/// Levels of a multi-source traversal: what they share, how they end.

#include "multi_record.cuh"

namespace bitfront {

/// Of either kind of state.
template <class State>
BITFRONT_DEVICE DevicePtr<u32> multi_counter(const State& state, u64 offset) {
  return {state.control.address + offset};
}

BITFRONT_DEVICE void synchronise(const MultiState& state) {
  grid_barrier(multi_counter(state, offsetof(MultiControl, barrier)));
}

BITFRONT_DEVICE void synchronise(const MultiTensorState& state) {
  grid_barrier(multi_counter(state, offsetof(MultiControl, barrier)));
}

BITFRONT_DEVICE u64 multi_tally(u32 round, u64 member) {
  return offsetof(MultiControl, tally) + round % 3 * sizeof(MultiTally) + member;
}

BITFRONT_DEVICE DevicePtr<u32> found_count(const MultiState& state, u32 round) {
  return multi_counter(state, multi_tally(round, offsetof(MultiTally, found)));
}

BITFRONT_DEVICE DevicePtr<u32> queued_pieces(const MultiState& state, u32 round) {
  return multi_counter(state, multi_tally(round, offsetof(MultiTally, pieces)));
}

/// How many candidates of a sparse pull are listed.
BITFRONT_DEVICE DevicePtr<u32> listed_count(const MultiState& state, u32 round) {
  return multi_counter(state, multi_tally(round, offsetof(MultiTally, candidates)));
}

/// How many vertices a pull left without a bit of a live source.
BITFRONT_DEVICE DevicePtr<u32> open_count(const MultiState& state, u32 round) {
  return multi_counter(state, multi_tally(round, offsetof(MultiTally, open)));
}

/// How many items of a pull warps have taken.
BITFRONT_DEVICE DevicePtr<u32> dealt_count(const MultiState& state, u32 round) {
  return multi_counter(state, multi_tally(round, offsetof(MultiTally, dealt)));
}

BITFRONT_DEVICE DevicePtr<u32> live_words(const MultiState& state, u32 level) {
  return multi_counter(state, offsetof(MultiControl, live) + u64{level % 3} * kMaxRecordWords * 4);
}

template <class State>
BITFRONT_DEVICE DevicePtr<u32> level_counts(const State& state, u32 level) {
  return multi_counter(state, offsetof(MultiControl, counts) + u64{level % 3} * kMaxSources * 4);
}

/// The length of the queue of a parity of levels.
BITFRONT_DEVICE DevicePtr<u32> tensor_queue_length(const MultiTensorState& state, u32 parity) {
  return multi_counter(state, multi_tally(parity, offsetof(MultiTally, pieces)));
}

/// Sums that a block keeps.
enum BlockSumIndex : u32 { kVertexSum, kEdgeSum, kProbeSum, kOpenSum, kBlockSums };

/// Memory of the block: counts, by word, then plane; live words; sums; candidates that warps have yet to list; what warps
/// gather, `kGatherWords` each.
struct MultiMemory {
  SharedPtr<u32> counts, live;
  SharedPtr<u64> sums;
  SharedPtr<u32> staged, records;
};

/// Where a batch stands: the same in all threads but for `live`, of which each lane has its word.
struct MultiPosition {
  u32 level;        ///< the last one completed
  u32 round;        ///< barriers that ended one
  u32 live;         ///< sources that reached something at that level
  u32 vertices;     ///< that gained bits at that level
  u32 earlier;      ///< that did at the one before
  u32 pieces;       ///< queued of them
  u32 candidates;   ///< listed around them
  u64 edges;        ///< out of them
  u64 probes;       ///< expected of a pull
  u32 current;      ///< which records, active bits, pieces and candidates are current
  bool queued;      ///< the frontier is in the queue of pieces, and the other active bits are clear
  bool listed;      ///< it and its neighbours are in the list of candidates; else no candidate is marked
  bool complete;    ///< no vertex lacks a bit of a live source
};

/// What this lane's warp gained in a level: how often each bit of its word, and which at all.
struct MultiGains {
  BitCounter counter;
  u32 live;
};

/// Adds vertices that gained bits, a lane's share, to the block's sums.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE void note_vertices(const MultiMemory& memory, u32 vertices, u64 edges) {
  vertices = lanes_sum(vertices);
  if (vertices == 0) return;
  edges = lanes_sum_wide(edges);
  if (lane_id() == 0) reduce_add(memory.sums, kVertexSum, vertices), reduce_add(memory.sums, kEdgeSum, edges);
}

/// Adds a warp's probes.
BITFRONT_DEVICE void note_probes(const MultiMemory& memory, u32 probes) {
  if (lane_id() == 0 && probes != 0) reduce_add(memory.sums, kProbeSum, probes);
}

/// The current arrays and the others.
struct MultiArrays {
  DevicePtr<u32> records, other_records, active, next_active;
  DevicePtr<u64> pieces, next_pieces;
  DevicePtr<u32> marked, next_marked, candidates, next_candidates;
};

BITFRONT_DEVICE MultiArrays arrays_at(const MultiState& state, u32 current) {
  const u32 other = current ^ 1;
  const auto of = [](const auto& pair, u32 i) { return i == 0 ? pair[0] : pair[1]; };
  return {of(state.records, current),    of(state.records, other), of(state.active, current), of(state.active, other),
          of(state.pieces, current),     of(state.pieces, other),  of(state.marked, current), of(state.marked, other),
          of(state.candidates, current), of(state.candidates, other)};
}

/// Sums are per source or per target.
BITFRONT_DEVICE bool counts_sources(const MultiRequest& request) {
  return request.target_sums.is_null() && !request.reached.is_null();
}

constexpr u32 kTargetSums = 4;

/// What `sources` new sources at a level add to sum `i` of a vertex.
BITFRONT_DEVICE u64 target_sum(u32 i, u64 sources, u32 level) {
  const u64 hops = sources * level;
  return i == 0 ? sources : i == 1 ? hops : i == 2 ? hops * level : sources * ((u64{1} << 40) / level);
}

/// Stores entry `at` of the request's levels.
BITFRONT_DEVICE void store_cell(const MultiRequest& request, u64 at, u32 level) {
  if (request.level_bytes == 1) {
    store(request.levels, at, static_cast<u8>(level));
  } else if (request.level_bytes == 2) {
    store(as<u16>(request.levels), at, static_cast<u16>(level));
  } else {
    store(as<u32>(request.levels), at, level);
  }
}

/// Stores an entry of the level matrix.
BITFRONT_DEVICE void store_level(const MultiRequest& request, u32 vertex, u32 source, u32 level) {
  store_cell(request, u64{vertex} * request.level_stride + source, level);
}

/// Stores a vertex's row, the columns `gained` of its record, a word's 32 columns at once.
///
/// Launch: all 32 lanes, converged; lanes that hold the same word bring the same bits.
template <u32 kWords>
BITFRONT_DEVICE void store_levels(const MultiRequest& request, u32 vertex, u32 gained, u32 level) {
  for (u32 present = ballot(gained != 0) & kGroupLanes<kWords>; present != 0; present &= present - 1) {
    const u32 word = lowest_bit(present);
    if ((shuffle(gained, word) >> lane_id() & 1) != 0) store_level(request, vertex, 32 * word + lane_id(), level);
  }
}

/// Whether a matrix is wanted that cannot hold the level.
BITFRONT_DEVICE bool exceeds_matrix(const MultiRequest& request, u32 level) {
  return !request.levels.is_null() && level >> (8 * request.level_bytes - 1) != 0;
}

/// Whether the batch is to stop before the level.
BITFRONT_DEVICE bool exceeds_limit(const MultiRequest& request, u32 level) {
  return request.most_levels != 0 && level > request.most_levels;
}

/// Sums of a source that has reached itself.
///
/// Launch: whole grid, a thread per source.
BITFRONT_DEVICE void clear_sums(const MultiRequest& request) {
  if (!counts_sources(request)) return;
  for (u32 source = thread_in_grid(); source < request.source_count; source += thread_count()) {
    store(request.reached, source, u64{1});
    store(request.distance, source, u64{0});
    store(request.harmonic, source, 0.0);
    store(request.eccentricity, source, 0u);
    if (!request.limits.is_null()) store(request.cut, source, 0u);
  }
}

/// Before the level runs, so that nothing of it is kept meanwhile.
BITFRONT_DEVICE void record_choice(const MultiRequest& request, u32 level, const MultiTraceRecord& record) {
  if (is_timed(request) && level <= request.trace_capacity) store(request.trace, level - 1ull, record);
}

BITFRONT_DEVICE void record_time(LevelClock clock, const MultiRequest& request, u32 level) {
  if (!is_timed(request)) return;
  const u64 elapsed = lap(clock);
  constexpr u64 kRecord = sizeof(MultiTraceRecord) / sizeof(u64);
  constexpr u64 kTime = offsetof(MultiTraceRecord, nanoseconds) / sizeof(u64);
  if (level <= request.trace_capacity) store(as<u64>(request.trace), kRecord * (level - 1) + kTime, elapsed);
}

/// Adds up what one vertex gained.
///
/// Launch: all 32 lanes, converged; lanes that hold the same word bring the same bits.
template <u32 kWords>
BITFRONT_DEVICE void note_gain(const MultiArguments& arguments, const MultiMemory& memory, MultiGains& gains, u32 vertex,
                               u32 gained, u32 level) {
  gains.live |= gained;
  const MultiRequest& request = arguments.request;
  if (!request.levels.is_null()) store_levels<kWords>(request, vertex, gained, level);
  if (counts_sources(request)) {
    count_bits(gains.counter, {own_group<kWords>() == 0 ? gained : 0}, 1);
    if (gains.counter.added == kCounterLimit) flush_counter(gains.counter, memory.counts, own_word<kWords>());
  }
  const DevicePtr<u64> sums = request.target_sums;
  if (sums.is_null() || level <= request.summed_levels) return;
  const u64 sources = lanes_sum(popcount(gained)) / kGroups<kWords>;
  const u64 at = u64{kTargetSums} * vertex + lane_id();
  if (lane_id() < kTargetSums) store(sums, at, load(sums, at) + target_sum(lane_id(), sources, level));
}

/// Pieces of `edges` edges, at least one.
BITFRONT_DEVICE u32 multi_piece_count(u64 edges, u32 piece_edges) {
  return edges == 0 ? 1 : static_cast<u32>((edges + piece_edges - 1) / piece_edges);
}

/// Piece `i` of a vertex's list as queues hold it.
BITFRONT_DEVICE u64 multi_piece(u32 vertex, u32 i) { return u64{vertex} << 32 | i; }

/// Edges of piece `i` of a list.
BITFRONT_DEVICE EdgeRange piece_range(EdgeRange list, u32 i, u32 piece_edges) {
  const u64 begin = list.begin + u64{i} * piece_edges;
  return {begin, begin + piece_edges < list.end ? begin + piece_edges : list.end};
}

/// Queues the out-edges of the vertices that some lanes hold.
///
/// Launch: all 32 lanes, converged.
/// Cost:   one atomic per warp.
BITFRONT_DEVICE void queue_pieces(const MultiState& state, DevicePtr<u64> queue, u32 round, bool holds_vertex, u32 vertex,
                                  u64 edges) {
  const u32 count = holds_vertex ? multi_piece_count(edges, state.piece_edges) : 0;
  const u32 upto = lanes_scan(count);
  u32 first = 0;
  if (lane_id() == kLanes - 1 && upto != 0) first = atomic_add(queued_pieces(state, round), 0, upto);
  const u32 at = shuffle(first, kLanes - 1) + upto - count;
  for (u32 i = 0; i < count && i < kOwnIds; ++i) store(queue, at + i, multi_piece(vertex, i));
  share_long_lists(count > kOwnIds, [&](u32 owner) {
    const u32 of_owner = shuffle(vertex, owner);
    const u32 start = shuffle(at, owner);
    const u32 end = shuffle(count, owner);
    for (u32 i = kOwnIds + lane_id(); i < end; i += kLanes) store(queue, start + i, multi_piece(of_owner, i));
  });
}

/// Ends a round: its counts become visible, those of the next are cleared.
///
/// Launch: whole grid.
BITFRONT_DEVICE void end_multi_round(const MultiState& state, MultiPosition& at) {
  ++at.round;
  if (thread_in_grid() == 0) {
    const u32 cleared = at.round + 1;
    store(found_count(state, cleared), 0, 0u);
    store(queued_pieces(state, cleared), 0, 0u);
    store(listed_count(state, cleared), 0, 0u);
    store(open_count(state, cleared), 0, 0u);
    store(dealt_count(state, cleared), 0, 0u);
    store(multi_counter(state, multi_tally(cleared, offsetof(MultiTally, vertices))), 0, 0u);
    store(as<u64>(multi_counter(state, multi_tally(cleared, offsetof(MultiTally, edges)))), 0, u64{0});
    store(as<u64>(multi_counter(state, multi_tally(cleared, offsetof(MultiTally, probes)))), 0, u64{0});
  }
  synchronise(state);
}

/// Adds the lanes' gains to the grid's, by way of the block's memory, where their counts stay.
///
/// Launch: whole blocks.
template <u32 kWords>
BITFRONT_DEVICE void sum_gains(const MultiState& state, const MultiMemory& memory, u32 round, u32 level, MultiGains& gains) {
  flush_counter(gains.counter, memory.counts, own_word<kWords>());
  if (ballot(gains.live != 0) != 0 && own_group<kWords>() == 0) reduce_or(memory.live, own_word<kWords>(), gains.live);
  block_barrier();
  if (thread_in_block() == 0) {
    const u64 vertices = load(memory.sums, kVertexSum);
    const u64 probes = load(memory.sums, kProbeSum);
    const u64 open = load(memory.sums, kOpenSum);
    if (vertices != 0) {
      reduce_add(multi_counter(state, multi_tally(round, offsetof(MultiTally, vertices))), 0, static_cast<u32>(vertices));
      reduce_add(as<u64>(multi_counter(state, multi_tally(round, offsetof(MultiTally, edges)))), 0, load(memory.sums, kEdgeSum));
    }
    if (probes != 0) reduce_add(as<u64>(multi_counter(state, multi_tally(round, offsetof(MultiTally, probes)))), 0, probes);
    if (open != 0) reduce_add(open_count(state, round), 0, static_cast<u32>(open));
    for (u32 i = 0; i < kBlockSums; ++i) store(memory.sums, i, u64{0});
  }
  if (thread_in_block() < kWords) {
    const u32 live = load(memory.live, thread_in_block());
    if (live != 0) {
      reduce_or(live_words(state, level), thread_in_block(), live);
      store(memory.live, thread_in_block(), 0u);
    }
  }
}

/// Adds the block's counts to the grid's and clears them.
///
/// Launch: whole blocks, after a barrier; a warp takes a word.
/// Cost:   a reduction for each source that the block saw reach something.
template <u32 kWords>
BITFRONT_DEVICE void sum_counts(const MultiState& state, const MultiMemory& memory, u32 level) {
  for (u32 word = thread_in_block() / kLanes; word < kWords; word += block_threads() / kLanes) {
    const u32 at = kPlaneStride * word + lane_id();
    const u32 plane = load(memory.counts, at);
    if (ballot(plane != 0) == 0) continue;
    store(memory.counts, at, 0u);
    const u32 count = transpose_bits(plane);
    if (count != 0) reduce_add(level_counts(state, level), 32 * word + lane_id(), count);
  }
}

/// Folds the counts of a completed level into the sums per source, a thread for each, and clears those of the level that
/// was completed `kKept` earlier, 0 or 1.
template <u32 kKept = 0, class State>
BITFRONT_DEVICE void fold_counts(const State& state, const MultiRequest& request, u32 level) {
  if (!counts_sources(request)) return;
  for (u32 source = thread_in_grid(); source < request.source_count; source += thread_count()) {
    const u64 count = load(level_counts(state, level), source);
    if (kKept != 0 || count != 0) store(level_counts(state, level - kKept), source, 0u);
    if (count == 0) continue;
    store(request.reached, source, load(request.reached, source) + count);
    store(request.distance, source, load(request.distance, source) + count * level);
    store(request.harmonic, source, load(request.harmonic, source) + static_cast<double>(count) / level);
    store(request.eccentricity, source, level);
  }
}

/// Sources of a parity of levels whose searches go on.
BITFRONT_DEVICE DevicePtr<u32> kept_words(const MultiState& state, u32 level) {
  return multi_counter(state, offsetof(MultiControl, kept) + u64{level % 2} * kMaxRecordWords * 4);
}

/// Ends the searches whose limits say so: their sources are live no longer, and nobody hands on or looks for their bits.
///
/// Launch: whole grid, warps converged; after `fold_counts`, which gives a source's sums to the thread that is asked here.
/// Cost:   a grid barrier.
template <u32 kWords>
BITFRONT_DEVICE void end_searches(const MultiState& state, const MultiRequest& request, MultiPosition& at) {
  for (u32 word = warp_in_grid(); word < kWords; word += warp_count()) {
    const u32 source = 32 * word + lane_id();
    const u32 live = load(live_words(state, at.level), word);
    bool ends = false;
    if (source < request.source_count && (live >> lane_id() & 1) != 0) {
      const u64 limits = source * (sizeof(SearchLimit) / sizeof(u64));
      const u64 reached = load(request.reached, source);
      const u64 in_all = load_readonly(as<const u64>(request.limits), limits + offsetof(SearchLimit, reached) / sizeof(u64));
      const u64 left = reached < in_all ? in_all - reached : 0;
      const double harmonic = load(request.harmonic, source) + static_cast<double>(left) / (at.level + 1);
      ends = left != 0 &&
             (load(request.distance, source) + left * (at.level + 1) >
                  load_readonly(as<const u64>(request.limits), limits + offsetof(SearchLimit, distance) / sizeof(u64)) ||
              harmonic < std::bit_cast<double>(load_readonly(as<const u64>(request.limits),
                                                 limits + offsetof(SearchLimit, harmonic) / sizeof(u64))));
      if (ends) store(request.cut, source, at.level);
    }
    const u32 ended = ballot(ends);
    if (lane_id() == 0) store(kept_words(state, at.level), word, live & ~ended);
  }
  synchronise(state);
  at.live = load(kept_words(state, at.level), own_word<kWords>());
}

/// Ends level `at.level`: what the grid gained becomes its position.
///
/// Launch: whole grid.
/// Needs:  at.complete: whether the level has counted the vertices that it left open.
/// Cost:   one grid barrier; per block a reduction for each source that it saw reach something.
template <u32 kWords>
BITFRONT_DEVICE void end_level(const MultiState& state, const MultiMemory& memory, MultiPosition& at, MultiGains& gains) {
  sum_gains<kWords>(state, memory, at.round + 1, at.level, gains);
  sum_counts<kWords>(state, memory, at.level);
  if (block_index() == 0) {
    for (u32 i = thread_in_block(); i < kWords; i += block_threads()) store(live_words(state, at.level + 1), i, 0u);
  }
  end_multi_round(state, at);
  at.live = load(live_words(state, at.level), own_word<kWords>());
  at.earlier = at.vertices;
  at.vertices = load(multi_counter(state, multi_tally(at.round, offsetof(MultiTally, vertices))), 0);
  at.edges = load(as<u64>(multi_counter(state, multi_tally(at.round, offsetof(MultiTally, edges)))), 0);
  const u64 probes = load(as<u64>(multi_counter(state, multi_tally(at.round, offsetof(MultiTally, probes)))), 0);
  if (probes != 0) at.probes = probes;
  at.pieces = load(queued_pieces(state, at.round), 0);
  at.candidates = load(listed_count(state, at.round), 0);
  at.complete = at.complete && load(open_count(state, at.round), 0) == 0;
}

}  // namespace bitfront
