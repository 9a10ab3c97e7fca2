#pragma once
/// A traversal that its limit of levels has ended, looked at by the host, which may run levels of few vertices itself, and gone on with.

#include "reset.cuh"

namespace bitfront {

/// Finds what is reached, and the vertices of the last level; clears what a resumed traversal adds up.
///
/// Launch: any grid, block size a multiple of 32.
/// Cost:   a level per vertex.
BITFRONT_DEVICE void survey(const SurveyArguments& arguments) {
  const DevicePtr<u32> found{arguments.found.address};
  const u32 n = arguments.vertex_count;
  u32 targets = 0;
  for (u32 word = warp_in_grid(); word < bitmap_words(n); word += warp_count()) {
    const u32 vertex = 32 * word + lane_id();
    const i32 level = vertex < n ? load_readonly(arguments.level, vertex) : -1;
    const u32 reached = ballot(level >= 0);
    const bool is_last = level == static_cast<i32>(arguments.last_level);
    const u32 last = ballot(is_last);
    u32 first = 0;
    if (lane_id() == 0) {
      store(arguments.reached, word, reached);
      if (!arguments.targets.is_null()) targets += popcount(reached & load_readonly(arguments.targets, word));
      if (last != 0) first = atomic_add(found, offsetof(SurveyFound, last) / 4, popcount(last));
    }
    if (last == 0) continue;
    const u32 at = shuffle(first, 0) + popcount(last & ((1u << lane_id()) - 1));
    if (is_last && at < arguments.capacity) store(arguments.vertices, at, vertex);
  }
  if (targets != 0) reduce_add(found, offsetof(SurveyFound, targets) / 4, targets);
  if (thread_in_grid() == 0) {
    store_stand({arguments.control.address + offsetof(BfsControl, start)}, {arguments.last_level, 0, 0, 0, 0, 0, 0, 0, {}});
  }
}

/// Stores levels that the host has found.
///
/// Launch: any grid.
BITFRONT_DEVICE void settle(const SettleArguments& arguments) {
  for (u32 i = thread_in_grid(); i < arguments.count; i += thread_count()) {
    store(arguments.level, load_readonly(arguments.vertices, i), static_cast<i32>(load_readonly(arguments.levels, i)));
  }
  if (thread_in_grid() == 0) {
    store(counter(arguments.control, offsetof(BfsControl, steps)), 0, arguments.steps);
    store(counter(arguments.control, offsetof(BfsControl, start) + offsetof(BfsStand, level)), 0, arguments.steps);
  }
}

/// Makes an adaptive traversal go on after the level that `survey` or `settle` was told, of whichever kernel the levels are.
///
/// Launch: any grid, block size a multiple of 32; after `survey`.
/// Writes: everything that `reset_adaptive` does but the levels.
/// Cost:   a level per vertex, the offsets of those that are reached.
template <Offsets kOffsets>
BITFRONT_DEVICE void resume(const BfsArguments& arguments) {
  const BfsState& state = arguments.state;
  const GraphArrays& graph = arguments.graph;
  const DevicePtr<BfsStand> start = stand_at(state, offsetof(BfsControl, start));
  const u32 last_level = load(stand_word(start, offsetof(BfsStand, level)), 0);
  const bool leaves_out = leaves_strays_out(arguments);
  u32 vertices = 0, visited = 0, targets = 0;
  u64 frontier_edges = 0, edges = 0;
  for (u32 word = warp_in_grid(); word < bitmap_words(graph.vertex_count); word += warp_count()) {
    const u32 vertex = 32 * word + lane_id();
    const i32 level = vertex < graph.vertex_count ? load(state.level, vertex) : -1;
    const bool is_last = level == static_cast<i32>(last_level);
    const u32 reached = ballot(level >= 0);
    const u32 last = ballot(is_last);
    if (lane_id() == 0) {
      const u32 strays = leaves_out ? load_readonly(graph.strays, word) : 0;
      store(state.visited, word, reached | strays);
      store(state.frontier, word, (reached & ~last) | strays);
      store(state.next, word, 0u);
      targets += targets_among(arguments.request, word, reached);
    }
    if (reached == 0) continue;
    const EdgeRange list = level >= 0 ? out_edges<kOffsets>(graph, vertex) : EdgeRange{};
    visited += level >= 0 ? 1 : 0;
    edges += list.end - list.begin;
    if (last == 0) continue;
    vertices += is_last ? 1 : 0;
    const EdgeRange queued = is_last ? list : EdgeRange{};
    frontier_edges += queued.end - queued.begin;
    write_pieces(state.pieces[0], reserve_pieces(stand_word(start, offsetof(BfsStand, queued)), piece_count(queued)), queued);
  }
  vertices = lanes_sum(vertices);
  visited = lanes_sum(visited);
  edges = lanes_sum_wide(edges);
  frontier_edges = lanes_sum_wide(frontier_edges);
  if (lane_id() == 0 && visited != 0) {
    reduce_add(stand_word(start, offsetof(BfsStand, visited)), 0, visited);
    reduce_add(as<u64>(stand_word(start, offsetof(BfsStand, edges))), 0, edges);
    if (vertices != 0) reduce_add(stand_word(start, offsetof(BfsStand, vertices)), 0, vertices);
    if (frontier_edges != 0) reduce_add(as<u64>(stand_word(start, offsetof(BfsStand, frontier_edges))), 0, frontier_edges);
    if (targets != 0) reduce_add(stand_word(start, offsetof(BfsStand, targets)), 0, targets);
  }
  if (thread_in_grid() != 0) return;
  reset_counters(state, 0, 0, leaves_out ? graph.stray_vertices : 0, leaves_out ? graph.stray_edges : 0);
}

}  // namespace bitfront
