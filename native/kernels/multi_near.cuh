#pragma once
/// A level bottom-up over candidates alone: the vertices that gained bits at the last level and their neighbours. On a
/// graph of near numbers and short lists these are little more than the next frontier, and a level has one barrier. A *team*
/// of lanes takes a candidate, four words of its record in each, so that a warp has several under way.

#include "multi_pull.cuh"
#include "multi_push.cuh"

namespace bitfront {

/// How the lanes of a warp share records of `kWordCount` words.
template <u32 kWordCount>
struct Team {
  static constexpr u32 kWords = kWordCount;
  static constexpr u32 kMembers = kWords / 4;
  static constexpr u32 kCount = kLanes / kMembers;

  /// This lane's team.
  static BITFRONT_DEVICE u32 own() { return lane_id() / kMembers; }
  /// Which four words of a record this lane holds.
  static BITFRONT_DEVICE u32 part() { return lane_id() % kMembers; }
  /// Lane `i` of this lane's team.
  static BITFRONT_DEVICE u32 lane(u32 i) { return own() * kMembers + i; }
  /// Where this lane's words of a vertex's record are, in quads.
  static BITFRONT_DEVICE u64 at(u32 vertex) { return u64{vertex} * kMembers + part(); }
  /// Whether a lane of the own team votes so. Launch: all 32 lanes, converged.
  static BITFRONT_DEVICE bool any(bool vote) { return (ballot(vote) >> lane(0) & ((1u << kMembers) - 1)) != 0; }
};

BITFRONT_DEVICE bool has_bits(const Quad& bits) { return (bits.of[0] | bits.of[1] | bits.of[2] | bits.of[3]) != 0; }

/// The bits of `a` that `b` lacks.
BITFRONT_DEVICE Quad without(const Quad& a, const Quad& b) {
  return {a.of[0] & ~b.of[0], a.of[1] & ~b.of[1], a.of[2] & ~b.of[2], a.of[3] & ~b.of[3]};
}

/// Digits of how many of four teams hold a bit.
constexpr u32 kTeamDigits = 3;

/// How many of four teams hold each bit, of the one word that a lane adds up for them. With more teams, lanes whose teams
/// are four apart have the same word.
struct TeamCounts {
  u32 digit[kTeamDigits];
};

/// The word that a lane adds up.
template <class T>
BITFRONT_DEVICE u32 summed_word() {
  return 4 * T::part() + T::own() % 4;
}

/// Adds up what four teams each hold.
///
/// Launch: all 32 lanes, converged.
/// Cost:   four shuffles: a lane hands two of its words on, then one.
template <class T>
BITFRONT_DEVICE TeamCounts add_teams(const Quad& bits) {
  const bool odd = (T::own() & 1) != 0;
  const bool high = (T::own() & 2) != 0;
  u32 sum[2], carry[2];
#pragma unroll
  for (u32 i = 0; i < 2; ++i) {
    const u32 mine = high ? bits.of[2 + i] : bits.of[i];
    const u32 others = shuffle(high ? bits.of[i] : bits.of[2 + i], lane_id() ^ 2 * T::kMembers);
    sum[i] = mine ^ others;
    carry[i] = mine & others;
  }
  const u32 ones = odd ? sum[1] : sum[0];
  const u32 twos = odd ? carry[1] : carry[0];
  const u32 more_ones = shuffle(odd ? sum[0] : sum[1], lane_id() ^ T::kMembers);
  const u32 more_twos = shuffle(odd ? carry[0] : carry[1], lane_id() ^ T::kMembers);
  const u32 carried = ones & more_ones;
  return {{ones ^ more_ones, twos ^ more_twos ^ carried, (twos & more_twos) | (carried & (twos | more_twos))}};
}

/// Adds up what the teams' vertices gained.
///
/// Launch: all 32 lanes, converged; a team without a vertex brings no bits.
template <class T>
BITFRONT_DEVICE void note_team_gains(const MultiArguments& arguments, const MultiMemory& memory, MultiGains& gains, u32 vertex,
                                     const Quad& gained, u32 level) {
  const MultiRequest& request = arguments.request;
  const TeamCounts counts = add_teams<T>(gained);
  gains.live |= counts.digit[0] | counts.digit[1] | counts.digit[2];
  if (counts_sources(request)) {
    count_bits(gains.counter, counts.digit, 4);
    if (gains.counter.added + 4 > kCounterLimit) flush_counter(gains.counter, memory.counts, summed_word<T>());
  }
  if (!request.levels.is_null()) {
    for (u32 present = ballot(has_bits(gained)); present != 0; present &= present - 1) {
      const u32 holder = lowest_bit(present);
      const u32 row = shuffle(vertex, holder);
#pragma unroll
      for (u32 w = 0; w < 4; ++w) {
        const u32 bits = shuffle(gained.of[w], holder);
        const u32 column = 32 * (holder % T::kMembers * 4 + w) + lane_id();
        if ((bits >> lane_id() & 1) != 0) store_level(request, row, column, level);
      }
    }
  }
  if (request.target_sums.is_null() || level <= request.summed_levels) return;
  u32 sources = popcount(gained.of[0]) + popcount(gained.of[1]) + popcount(gained.of[2]) + popcount(gained.of[3]);
#pragma unroll
  for (u32 distance = 1; distance < T::kMembers; distance *= 2) sources += shuffle(sources, lane_id() ^ distance);
  for (u32 i = T::part(); sources != 0 && i < kTargetSums; i += T::kMembers) {
    const u64 at = u64{kTargetSums} * vertex + i;
    store(request.target_sums, at, load(request.target_sums, at) + target_sum(i, sources, level));
  }
}

/// In-neighbours that a team looks at together, and records that a lane has in flight.
constexpr u32 kChunk = 8;

/// Their numbers: number j in lane j % kMembers of the team.
template <class T>
struct Chunk {
  u32 of[kChunk / T::kMembers];
};

/// Up to kChunk of the `count` in-neighbours from position `at` on, vertex 0 beyond them.
template <class T>
BITFRONT_DEVICE Chunk<T> load_chunk(const GraphArrays& graph, u64 at, u32 count) {
  Chunk<T> chunk;
#pragma unroll
  for (u32 i = 0; i < kChunk / T::kMembers; ++i) {
    const u32 position = i * T::kMembers + T::part();
    chunk.of[i] = position < count ? load_readonly(graph.in_index, at + position) : 0;
  }
  return chunk;
}

/// A team's vertex and what is to be loaded first of it.
template <class T>
struct Turn {
  u32 vertex;
  bool exists;
  u64 at;          ///< its in-neighbours
  u32 count;
  Quad before;     ///< its record
  Chunk<T> chunk;
};

template <class T>
BITFRONT_DEVICE Turn<T> load_turn(const GraphArrays& graph, DevicePtr<u32> records, bool exists, u32 vertex, EdgeRange edges) {
  const auto count = static_cast<u32>(edges.end - edges.begin);
  return {vertex, exists, edges.begin, count, load_quad(records, T::at(vertex)), load_chunk<T>(graph, edges.begin, count)};
}

/// Adds to a team's `found` the records of the in-neighbours of its turn, until it lacks no live source. A source that is
/// not live has reached all that it can, so they bring nothing else.
///
/// Launch: all 32 lanes, converged.
/// Cost:   a record per neighbour, kChunk of each team at a time; where fewer are left, one that all load, for a load that
///         may not be made is a branch and keeps the others from being in flight.
template <class T>
BITFRONT_DEVICE void gather_turn(const GraphArrays& graph, DevicePtr<u32> records, const Turn<T>& turn, const Quad& live, Quad& found) {
  const bool wants = T::any(has_bits(without(live, found)));
  u32 count = turn.exists && wants ? turn.count : 0;
  u64 at = turn.at;
  Chunk<T> chunk = turn.chunk;
  while (ballot(count != 0) != 0) {
    const u32 here = count < kChunk ? count : kChunk;
    const Chunk<T> next = load_chunk<T>(graph, at + kChunk, count - here);
    Quad record[kChunk];
#pragma unroll
    for (u32 k = 0; k < kChunk; ++k) {
      record[k] = load_quad(records, T::at(shuffle(chunk.of[k / T::kMembers], T::lane(k % T::kMembers))));
    }
#pragma unroll
    for (u32 k = 0; k < kChunk; ++k) {
#pragma unroll
      for (u32 w = 0; w < 4; ++w) found.of[w] |= k < here ? record[k].of[w] : 0;
    }
    const bool lacks = T::any(has_bits(without(live, found)));
    count = lacks ? count - here : 0;
    at += kChunk;
    chunk = next;
  }
}

/// Candidates that a warp has marked and not yet listed, so that it lists a warp's worth with one atomic.
struct StagedList {
  SharedPtr<u32> memory;
  u32 first;                ///< of the warp's part of the memory
  u32 held;
  DevicePtr<u32> list, length;
};

/// Room of a warp.
constexpr u32 kStaged = 2 * kLanes;

/// Warps of the largest block.
constexpr u32 kMostWarps = 32;

BITFRONT_DEVICE StagedList stage_into(const MultiMemory& memory, DevicePtr<u32> list, DevicePtr<u32> length) {
  return {memory.staged, thread_in_block() / kLanes * kStaged, 0, list, length};
}

/// Lists the first `count` staged candidates, at most 32.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE void list_staged(StagedList& staged, u32 count) {
  warp_barrier();
  u32 at = 0;
  if (lane_id() == 0) at = atomic_add(staged.length, 0, count);
  at = shuffle(at, 0);
  if (lane_id() < count) store(staged.list, at + lane_id(), load(staged.memory, staged.first + lane_id()));
  staged.held -= count;
  const u32 moved = lane_id() < staged.held ? load(staged.memory, staged.first + count + lane_id()) : 0;
  warp_barrier();
  if (lane_id() < staged.held) store(staged.memory, staged.first + lane_id(), moved);
}

/// Stages the vertices of the lanes that bring one.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE void stage(StagedList& staged, bool brings, u32 vertex) {
  const u32 all = ballot(brings);
  if (all == 0) return;
  if (brings) store(staged.memory, staged.first + staged.held + popcount(all & ((1u << lane_id()) - 1)), vertex);
  staged.held += popcount(all);
  if (staged.held >= kLanes) list_staged(staged, kLanes);
}

/// Neighbours of a lane that are marked together.
constexpr u32 kMarks = 3;

/// Marks the neighbours in the teams' `edges`, and where `itself`, their vertices; stages those that were not marked.
///
/// Launch: all 32 lanes, converged.
/// Reads:  marks that L1 may hold from earlier in this level: they are only added to, and an atomic decides.
template <class T>
BITFRONT_DEVICE void mark_around(const GraphArrays& graph, StagedList& staged, DevicePtr<u32> marked, u32 vertex, bool itself,
                                 EdgeRange edges) {
  const u32 own = itself ? 1 : 0;
  const u32 count = own + static_cast<u32>(edges.end - edges.begin);
  for (u32 first = T::part(); ballot(first < count) != 0; first += kMarks * T::kMembers) {
    u32 of[kMarks], seen[kMarks];
#pragma unroll
    for (u32 k = 0; k < kMarks; ++k) {
      const u32 item = first + k * T::kMembers;
      of[k] = item < count && item >= own ? load_readonly(graph.out_index, edges.begin + (item - own)) : vertex;
    }
#pragma unroll
    for (u32 k = 0; k < kMarks; ++k) seen[k] = first + k * T::kMembers < count ? load_stale(marked, of[k] / 32) : ~0u;
#pragma unroll
    for (u32 k = 0; k < kMarks; ++k) {
      const u32 bit = 1u << of[k] % 32;
      if ((seen[k] & bit) == 0) seen[k] = atomic_or(marked, of[k] / 32, bit);
    }
#pragma unroll
    for (u32 k = 0; k < kMarks; ++k) stage(staged, (seen[k] >> of[k] % 32 & 1) == 0, of[k]);
  }
}

/// Lists the candidates around a queued frontier.
///
/// Launch: whole grid, warps converged; a team takes a piece.
template <MultiPolicy kPolicy>
BITFRONT_DEVICE void list_candidates(const MultiArguments& arguments, const MultiMemory& memory, const MultiArrays& arrays,
                                     u32 count, u32 round) {
  using T = Team<kPolicy.words>;
  StagedList staged = stage_into(memory, arrays.candidates, listed_count(arguments.state, round));
  for (u32 base = warp_in_grid() * T::kCount; base < count; base += warp_count() * T::kCount) {
    const u32 item = base + T::own();
    const u64 piece = item < count ? load(arrays.pieces, item) : 0;
    const u32 vertex = static_cast<u32>(piece >> 32);
    EdgeRange edges{};
    if (item < count) {
      edges = piece_range(out_edges<kPolicy.offsets>(arguments.graph, vertex), static_cast<u32>(piece), arguments.state.piece_edges);
    }
    mark_around<T>(arguments.graph, staged, arrays.marked, vertex, item < count && static_cast<u32>(piece) == 0, edges);
  }
  if (staged.held != 0) list_staged(staged, staged.held);
}

/// Pulls for every candidate and marks the next ones.
///
/// Launch: whole grid, warps converged; a team takes a candidate.
/// Writes: other records of all candidates, next_active, ever, the next candidates; clears marks, and active bits, all of
///         which are candidates'.
/// Cost:   loads of the three turns ahead are in flight: a candidate's number, its list's place, its record.
template <MultiPolicy kPolicy>
BITFRONT_DEVICE void pull_candidates(const MultiArguments& arguments, const MultiMemory& memory, const MultiArrays& arrays,
                                     const MultiPosition& at) {
  using T = Team<kPolicy.words>;
  const GraphArrays& graph = arguments.graph;
  const MultiState& state = arguments.state;
  const u32 step = warp_count() * T::kCount;
  StagedList staged = stage_into(memory, arrays.next_candidates, listed_count(state, at.round + 1));
  u32 item = warp_in_grid() * T::kCount + T::own();
  const auto number = [&](u32 i) { return i < at.candidates ? load(arrays.candidates, i) : 0; };
  const auto place = [&](u32 i, u32 vertex) { return i < at.candidates ? in_edges<kPolicy.offsets>(graph, vertex) : EdgeRange{}; };
  const auto turn_of = [&](u32 i, u32 vertex, EdgeRange edges) {
    return load_turn<T>(graph, arrays.records, i < at.candidates, vertex, edges);
  };
  const Quad live = load_quad(live_words(state, at.level - 1), T::part());
  MultiGains gains{};
  u32 first = number(item), second = number(item + step);
  EdgeRange edges = place(item, first);
  Turn<T> following = turn_of(item, first, edges);
  edges = place(item + step, second);
  u32 third = number(item + 2 * step);
  for (; ballot(item < at.candidates) != 0; item += step) {
    const Turn<T> turn = following;
    following = turn_of(item + step, second, edges);
    second = third;
    edges = place(item + 2 * step, second);
    third = number(item + 3 * step);
    Quad found = turn.before;
    gather_turn<T>(graph, arrays.records, turn, live, found);
    const Quad gained = without(found, turn.before);
    const bool gains_bits = T::any(has_bits(gained));
    if (turn.exists) store_quad(arrays.other_records, T::at(turn.vertex), found);
    note_team_gains<T>(arguments, memory, gains, turn.vertex, gained, at.level);
    const bool leads = turn.exists && T::part() == 0;
    const EdgeRange out = gains_bits ? out_edges<kPolicy.offsets>(graph, turn.vertex) : EdgeRange{};
    if (leads) store_relaxed(arrays.marked, turn.vertex / 32, 0u), store_relaxed(arrays.active, turn.vertex / 32, 0u);
    if (leads && gains_bits) {
      reduce_or(arrays.next_active, turn.vertex / 32, 1u << turn.vertex % 32);
      reduce_or(state.ever, turn.vertex / 32, 1u << turn.vertex % 32);
    }
    note_vertices(memory, leads && gains_bits ? 1 : 0, leads ? out.end - out.begin : 0);
    mark_around<T>(graph, staged, arrays.next_marked, turn.vertex, gains_bits, out);
  }
  if (staged.held != 0) list_staged(staged, staged.held);
  flush_counter(gains.counter, memory.counts, summed_word<T>());
  if (gains.live != 0) reduce_or(memory.live, summed_word<T>(), gains.live);
}

/// Clears the marks of candidates that no sparse pull will take.
///
/// Launch: whole grid.
BITFRONT_DEVICE void drop_candidates(const MultiArguments& arguments, MultiPosition& at) {
  const MultiArrays arrays = arrays_at(arguments.state, at.current);
  for (u32 item = thread_in_grid(); item < at.candidates; item += thread_count()) {
    store_relaxed(arrays.marked, load(arrays.candidates, item) / 32, 0u);
  }
  at.listed = false;
}

/// One level.
///
/// Launch: whole grid, warps converged.
/// Cost:   a grid barrier where the candidates are not listed, one more where the frontier is not queued either.
template <MultiPolicy kPolicy>
BITFRONT_DEVICE void sparse_level(const MultiArguments& arguments, const MultiMemory& memory, MultiPosition& at) {
  const MultiState& state = arguments.state;
  const MultiArrays arrays = arrays_at(state, at.current);
  if (!at.listed) {
    queue_frontier<kPolicy>(arguments, arrays, at);
    list_candidates<kPolicy>(arguments, memory, arrays, at.pieces, at.round + 1);
    end_multi_round(state, at);
    at.candidates = load(listed_count(state, at.round), 0);
  }
  pull_candidates<kPolicy>(arguments, memory, arrays, at);
  at.queued = false;
  at.listed = true;
}

}  // namespace bitfront
