#pragma once
/// What all traversals share: counters, stopping, traces.

#include "policy.cuh"

namespace bitfront {

BITFRONT_DEVICE DevicePtr<u32> queue_length(const BfsState& state, u32 parity) {
  return counter(state.control, offsetof(BfsControl, queue_length) + 4 * parity);
}

BITFRONT_DEVICE DevicePtr<u32> visited_count(const BfsState& state) {
  return counter(state.control, offsetof(BfsControl, visited_count));
}

BITFRONT_DEVICE DevicePtr<u32> targets_found(const BfsState& state) {
  return counter(state.control, offsetof(BfsControl, targets_found));
}

BITFRONT_DEVICE DevicePtr<u32> outside_vertices(const BfsState& state) {
  return counter(state.control, offsetof(BfsControl, outside_vertices));
}

BITFRONT_DEVICE DevicePtr<u64> outside_edges(const BfsState& state) {
  return as<u64>(counter(state.control, offsetof(BfsControl, outside_edges)));
}

/// Where a traversal stands: `member` is the offset of its start or of its levels alone in BfsControl.
BITFRONT_DEVICE DevicePtr<BfsStand> stand_at(const BfsState& state, u64 member) { return {state.control.address + member}; }

BITFRONT_DEVICE DevicePtr<u32> stand_word(DevicePtr<BfsStand> stand, u64 member) { return {stand.address + member}; }

/// Launch: one thread.
BITFRONT_DEVICE void store_stand(DevicePtr<BfsStand> to, const BfsStand& stand) {
  store(stand_word(to, offsetof(BfsStand, level)), 0, stand.level);
  store(stand_word(to, offsetof(BfsStand, queue)), 0, stand.queue);
  store(stand_word(to, offsetof(BfsStand, vertices)), 0, stand.vertices);
  store(stand_word(to, offsetof(BfsStand, queued)), 0, stand.queued);
  store(stand_word(to, offsetof(BfsStand, visited)), 0, stand.visited);
  store(stand_word(to, offsetof(BfsStand, targets)), 0, stand.targets);
  store(as<u64>(stand_word(to, offsetof(BfsStand, frontier_edges))), 0, stand.frontier_edges);
  store(as<u64>(stand_word(to, offsetof(BfsStand, edges))), 0, stand.edges);
}

BITFRONT_DEVICE BfsStand load_stand(DevicePtr<BfsStand> from) {
  return {load(stand_word(from, offsetof(BfsStand, level)), 0),
          load(stand_word(from, offsetof(BfsStand, queue)), 0),
          load(stand_word(from, offsetof(BfsStand, vertices)), 0),
          load(stand_word(from, offsetof(BfsStand, queued)), 0),
          load(stand_word(from, offsetof(BfsStand, visited)), 0),
          load(stand_word(from, offsetof(BfsStand, targets)), 0),
          load(as<u64>(stand_word(from, offsetof(BfsStand, frontier_edges))), 0),
          load(as<u64>(stand_word(from, offsetof(BfsStand, edges))), 0),
          {}};
}

/// The first thread of each block runs `once` before the others of its block go on.
template <class Once>
BITFRONT_DEVICE void synchronise(const BfsState& state, Once once) {
  grid_barrier(counter(state.control, offsetof(BfsControl, barrier)), once);
}

BITFRONT_DEVICE void synchronise(const BfsState& state) {
  grid_barrier(counter(state.control, offsetof(BfsControl, barrier)));
}

BITFRONT_DEVICE bool is_target(const BfsRequest& request, u32 vertex) {
  return request.target_count != 0 && (load_readonly(request.targets, vertex / 32) >> vertex % 32 & 1) != 0;
}

/// Whether the source is the only target. Read from the request and not from `targets_found`, which a fast block may
/// raise while a slow one still starts.
BITFRONT_DEVICE bool source_suffices(const BfsRequest& request) {
  return request.target_count == 1 && is_target(request, request.source);
}

/// Whether all targets are reached; false where there are none. The same for all threads between two barriers.
BITFRONT_DEVICE bool targets_reached(const BfsArguments& arguments) {
  return arguments.request.target_count != 0 &&
         load(targets_found(arguments.state), 0) == arguments.request.target_count;
}

/// Targets among the vertices of bitmap word `word` that `found` holds.
BITFRONT_DEVICE u32 targets_among(const BfsRequest& request, u32 word, u32 found) {
  return request.target_count == 0 ? 0 : popcount(found & load_readonly(request.targets, word));
}

/// Counts them.
BITFRONT_DEVICE void count_targets(const BfsArguments& arguments, u32 word, u32 found) {
  const u32 hits = targets_among(arguments.request, word, found);
  if (hits != 0) reduce_add(targets_found(arguments.state), 0, hits);
}

/// Times levels, in one thread of the grid, where a trace is wanted. That thread alone reads its word of the block's memory: in
/// registers it would take three from all threads.
struct LevelClock {
  SharedPtr<u64> since;
};

template <class Request>
BITFRONT_DEVICE bool is_timed(const Request& request) { return !request.trace.is_null() && thread_in_grid() == 0; }

template <class Request>
BITFRONT_DEVICE void start_clock(LevelClock clock, const Request& request) {
  if (is_timed(request)) store(clock.since, 0, nanoseconds());
}

/// Nanoseconds since the last lap, or the start. Needs: `is_timed`.
BITFRONT_DEVICE u64 lap(LevelClock clock) {
  const u64 now = nanoseconds();
  const u64 elapsed = now - load(clock.since, 0);
  store(clock.since, 0, now);
  return elapsed;
}

BITFRONT_DEVICE void record_level(LevelClock clock, const BfsRequest& request, u32 level, LevelMode mode, u32 queued) {
  if (!is_timed(request)) return;
  const u64 elapsed = lap(clock);
  if (level <= request.trace_capacity) store(request.trace, level - 1ull, TraceRecord{mode, queued, elapsed});
}

BITFRONT_DEVICE bool holds(DevicePtr<u32> bitmap, u32 vertex) { return (load(bitmap, vertex / 32) >> vertex % 32 & 1) != 0; }

/// Whether every edge leads both ways, so that in- and out-neighbours are the same array.
BITFRONT_DEVICE bool goes_both_ways(const GraphArrays& graph) { return graph.out_index.address == graph.in_index.address; }

/// Vertices whose lists a search goes on by once a level has found them, as a count of the first: where edges lead both ways, one of a single
/// neighbour was found from that.
BITFRONT_DEVICE u32 followed_count(const GraphArrays& graph) {
  return goes_both_ways(graph) ? graph.single_from : graph.live_count;
}

/// The frontier bits of a slice set's eight columns.
BITFRONT_DEVICE u32 frontier_byte(DevicePtr<u32> frontier, u32 slice_set) {
  return load(as<u8>(frontier), slice_set);
}

}  // namespace bitfront
