#pragma once
/// Ours: breadth-first searches from up to 1,024 sources at once in one launch, every level run the way that looks
/// cheapest. A source whose component is finished is no longer live, and no vertex looks for it.

#include "multi_near.cuh"

namespace bitfront {

/// Candidates of a sparse pull of the next level: listed, or as many as the frontier grows to at its pace. The first
/// frontier is taken to meet none of itself.
BITFRONT_DEVICE u64 expected_candidates(const MultiPosition& at) {
  if (at.listed) return at.candidates;
  return at.earlier == 0 ? at.vertices + at.edges
                         : u64{at.vertices} * (at.vertices > at.earlier ? at.vertices / at.earlier + 1 : 1);
}

/// How often the costs of `MultiCosts` of the same names are paid.
struct MultiTerms {
  u64 push_level, push_edge, push_vertex, queue_word, pull_vertex, pull_record, pull_probe, barrier;
  u64 sparse_level, sparse_vertex, sparse_record;
};

/// What the next level pays where it is run in a mode. A pull is expected to look at as many neighbours as the one before,
/// the first one at all.
BITFRONT_DEVICE MultiTerms mode_terms(MultiLevelMode mode, const GraphArrays& graph, const MultiPosition& at, u64 edge_count) {
  MultiTerms terms{};
  if (mode == MultiLevelMode::Pull || mode == MultiLevelMode::FilteredPull) {
    const u64 active_probes = at.probes / 1024 * (at.edges * 1024 / (edge_count + 1) + 1);
    terms.pull_vertex = graph.live_count;
    terms.pull_record = mode == MultiLevelMode::Pull ? at.probes : active_probes;
    terms.pull_probe = mode == MultiLevelMode::Pull ? 0 : at.probes;
    return terms;
  }
  const bool lists = mode == MultiLevelMode::SparsePull && !at.listed;
  if (!at.queued && (lists || mode == MultiLevelMode::Push)) {
    terms.queue_word = bitmap_words(graph.live_count);
    terms.barrier = 1;
  }
  if (mode == MultiLevelMode::Push) {
    terms.push_level = 1;
    terms.push_edge = at.edges;
    terms.push_vertex = at.vertices;
    return terms;
  }
  const u64 candidates = expected_candidates(at);
  terms.sparse_level = 1;
  terms.sparse_vertex = candidates;
  terms.sparse_record = candidates * (edge_count / (graph.live_count + 1ull) + 1) + (lists ? at.edges : 0);
  terms.barrier += lists ? 1 : 0;
  return terms;
}

BITFRONT_DEVICE u64 cost_of(const MultiTerms& terms, const MultiCosts& costs) {
  return terms.push_level * costs.push_level + terms.push_edge * costs.push_edge + terms.push_vertex * costs.push_vertex +
         terms.queue_word * costs.queue_word + terms.pull_vertex * costs.pull_vertex + terms.pull_record * costs.pull_record +
         terms.pull_probe * costs.pull_probe + terms.barrier * costs.barrier + terms.sparse_level * costs.sparse_level +
         terms.sparse_vertex * costs.sparse_vertex + terms.sparse_record * costs.sparse_record;
}

/// The cheapest allowed way for the next level.
template <Levels kLevels>
BITFRONT_DEVICE MultiLevelMode choose_mode(const MultiArguments& arguments, const MultiPosition& at, u64 edge_count) {
  const MultiCosts& costs = arguments.request.costs;
  MultiLevelMode best = MultiLevelMode::Push;
  u64 least = ~u64{0};
  const auto consider = [&](MultiLevelMode mode) {
    const u64 cost = cost_of(mode_terms(mode, arguments.graph, at, edge_count), costs);
    if ((costs.allowed >> static_cast<u32>(mode) & 1) == 0 || cost >= least) return;
    best = mode;
    least = cost;
  };
  consider(MultiLevelMode::Push);
  if constexpr (kLevels == Levels::Near) {
    consider(MultiLevelMode::SparsePull);
  } else {
    consider(MultiLevelMode::FilteredPull);
    consider(MultiLevelMode::Pull);
  }
  return best;
}

/// A level's trace as far as it is known before it runs.
BITFRONT_DEVICE MultiTraceRecord traced(const GraphArrays& graph, const MultiPosition& at, MultiLevelMode mode, u64 edge_count) {
  const MultiTerms t = mode_terms(mode, graph, at, edge_count);
  const auto paid = [](u64 times) { return static_cast<float>(times); };
  return {.mode = mode,
          .vertices = at.vertices,
          .nanoseconds = 0,
          .terms = {.push_level = paid(t.push_level),
                    .push_edge = paid(t.push_edge),
                    .push_vertex = paid(t.push_vertex),
                    .queue_word = paid(t.queue_word),
                    .pull_vertex = paid(t.pull_vertex),
                    .pull_record = paid(t.pull_record),
                    .pull_probe = paid(t.pull_probe),
                    .barrier = paid(t.barrier),
                    .sparse_level = paid(t.sparse_level),
                    .sparse_vertex = paid(t.sparse_vertex),
                    .sparse_record = paid(t.sparse_record)},
          .reserved = 0};
}

/// Clears what the batch before has touched, and counters.
///
/// Launch: whole grid, warps converged; a warp takes a word of the bitmaps.
template <u32 kWords>
BITFRONT_DEVICE void clear_batch(const MultiArguments& arguments) {
  const MultiState& state = arguments.state;
  const u32 words = state.clear_words;
  for (u32 base = warp_in_grid() * kLanes; base < words; base += thread_count()) {
    const u32 word = base + lane_id();
    const u32 touched = word < words ? load(state.ever, word) : 0;
    for (u32 left = ballot(touched != 0); left != 0; left &= left - 1) {
      const u32 owner = lowest_bit(left);
      for (u32 bits = shuffle(touched, owner); bits != 0; bits &= bits - 1) {
        const u64 at = word_at<kWords>(32 * (base + owner) + lowest_bit(bits));
        if (own_group<kWords>() == 0) store(state.records[0], at, 0u), store(state.records[1], at, 0u);
      }
    }
    if (word >= words) continue;
    for (const DevicePtr<u32> bitmap : {state.ever, state.done, state.active[0], state.active[1], state.marked[0]}) {
      store(bitmap, word, 0u);
    }
  }
  for (u32 i = thread_in_grid(); i < kWords; i += thread_count()) store(live_words(state, 0), i, 0u);
  for (u32 i = thread_in_grid(); i < 3 * kMaxSources; i += thread_count()) store(level_counts(state, 0), i, 0u);
  clear_sums(arguments.request);
}

/// Gives every source that has out-edges its bit.
///
/// Launch: whole grid, warps converged; a lane per source.
/// Writes: what a push level writes for the vertices it finds.
template <MultiPolicy kPolicy>
BITFRONT_DEVICE void seed(const MultiArguments& arguments, const MultiMemory& memory, const MultiPosition& at) {
  const MultiState& state = arguments.state;
  const u32 count = arguments.request.source_count;
  for (u32 base = warp_in_grid() * kLanes; base < count; base += thread_count()) {
    const u32 source = base + lane_id();
    const u32 vertex = source < count ? load_readonly(arguments.request.sources, source) : 0;
    if (source < count && !arguments.request.levels.is_null() && vertex < arguments.graph.live_count) {
      store_level(arguments.request, vertex, source, 0);
    }
    const EdgeRange edges = source < count ? out_edges<kPolicy.offsets>(arguments.graph, vertex) : EdgeRange{};
    const u32 bit = 1u << vertex % 32;
    bool fresh = false;
    if (edges.end != edges.begin) {
      reduce_or(state.records[0], u64{vertex} * kPolicy.words + source / 32, 1u << source % 32);
      reduce_or(live_words(state, 0), source / 32, 1u << source % 32);
      fresh = (atomic_or(state.active[0], vertex / 32, bit) & bit) == 0;
    }
    if (fresh) reduce_or(state.ever, vertex / 32, bit);
    note_vertices(memory, fresh ? 1 : 0, fresh ? edges.end - edges.begin : 0);
    queue_pieces(state, state.pieces[0], at.round + 1, fresh, vertex, edges.end - edges.begin);
  }
}

/// Says which searches a batch has left undone, whose last level is the one before `at.level` where it was stopped.
template <u32 kWords>
BITFRONT_DEVICE void tell_going_on(const MultiRequest& request, const MultiPosition& at) {
  if (request.going_on.is_null() || warp_in_grid() != 0 || own_group<kWords>() != 0) return;
  store(request.going_on, own_word<kWords>(), exceeds_limit(request, at.level) ? at.live : 0);
}

/// A whole batch, or its levels up to `most_levels`.
///
/// Launch: cooperative, all blocks resident, block size a multiple of 32.
/// Needs:  state as the batch before left it or, where components are known, as `begin_batch` does; hubs prepared; no edge at
///         a vertex beyond live_count.
template <MultiPolicy kPolicy>
BITFRONT_DEVICE void traverse_wide(const MultiArguments& arguments) {
  constexpr u32 kWords = kPolicy.words;
  BITFRONT_SHARED(u32, counts, kPlaneStride * kWords);
  BITFRONT_SHARED(u32, live, kWords);
  BITFRONT_SHARED(u64, sums, kBlockSums);
  // What only the other kind of level needs takes next to no room.
  constexpr bool kNear = kPolicy.levels == Levels::Near;
  BITFRONT_SHARED(u32, staged, kNear ? kMostWarps * kStaged : 1);
  BITFRONT_SHARED(u32, records, kNear ? 4 : kWideWarps * kGatherWords);
  const MultiMemory memory{counts, live, sums, staged, records};
  const MultiState& state = arguments.state;
  for (u32 i = thread_in_block(); i < kPlaneStride * kWords; i += block_threads()) store(counts, i, 0u);
  for (u32 i = thread_in_block(); i < kWords; i += block_threads()) store(live, i, 0u);
  for (u32 i = thread_in_block(); i < kBlockSums; i += block_threads()) store(sums, i, u64{0});
  block_barrier();
  const u64 edge_count = load_offset<kPolicy.offsets>(arguments.graph.in_start, arguments.graph.vertex_count);
  MultiPosition at{};
  at.probes = edge_count;
  at.queued = true;
  MultiGains gains{};
  clear_batch<kWords>(arguments);
  end_multi_round(state, at);
  seed<kPolicy>(arguments, memory, at);
  end_level<kWords>(state, memory, at, gains);
  const MultiRequest& request = arguments.request;
  BITFRONT_SHARED(u64, clock_since, 1);
  const LevelClock clock{clock_since};
  start_clock(clock, request);
  while (at.vertices != 0 && !at.complete) {
    gains = {};
    const MultiLevelMode mode = choose_mode<kPolicy.levels>(arguments, at, edge_count);
    ++at.level;
    if (exceeds_matrix(request, at.level) || exceeds_limit(request, at.level)) break;
    if (is_timed(request)) record_choice(request, at.level, traced(arguments.graph, at, mode, edge_count));
    if (at.listed && mode != MultiLevelMode::SparsePull) drop_candidates(arguments, at);
    if (mode == MultiLevelMode::Push) {
      push_level<kPolicy>(arguments, memory, at, gains);
    } else if constexpr (kPolicy.levels == Levels::Near) {
      sparse_level<kPolicy>(arguments, memory, at);
    } else if (mode == MultiLevelMode::Pull) {
      pull_level<kPolicy, false>(arguments, memory, at, gains);
    } else {
      pull_level<kPolicy, true>(arguments, memory, at, gains);
    }
    at.current ^= 1;
    end_level<kWords>(state, memory, at, gains);
    fold_counts<kPolicy.levels == Levels::Any ? 1 : 0>(state, request, at.level);
    record_time(clock, request, at.level);
    if constexpr (kPolicy.levels == Levels::Any) {
      if (request.limits.is_null()) continue;
      end_searches<kWords>(state, request, at);
      if (ballot(at.live != 0) == 0) break;
    }
  }
  if (at.listed) drop_candidates(arguments, at);
  tell_going_on<kWords>(request, at);
  if (thread_in_grid() == 0) store(multi_counter(state, offsetof(MultiControl, levels)), 0, at.level);
}

/// Lists hubs and all but the first of the pieces of their in-neighbours. Once per graph, before the first batch.
///
/// Launch: any grid, warps converged.
/// Needs:  hub_count and hub_pieces zero.
template <Offsets kOffsets>
BITFRONT_DEVICE void list_hubs(const MultiArguments& arguments) {
  const MultiState& state = arguments.state;
  for (u32 base = warp_in_grid() * kLanes; base < arguments.graph.live_count; base += thread_count()) {
    const u32 vertex = base + lane_id();
    const EdgeRange edges = vertex < arguments.graph.live_count ? in_edges<kOffsets>(arguments.graph, vertex) : EdgeRange{};
    const u32 count = multi_piece_count(edges.end - edges.begin, state.piece_edges);
    if (count < 2) continue;
    store(state.hubs, atomic_add(multi_counter(state, offsetof(MultiControl, hub_count)), 0, 1), vertex);
    const u32 first = atomic_add(multi_counter(state, offsetof(MultiControl, hub_pieces)), 0, count - 1);
    for (u32 i = 1; i < count; ++i) store(state.hub_pieces, first + i - 1, multi_piece(vertex, i));
  }
}

}  // namespace bitfront
