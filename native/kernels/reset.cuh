#pragma once
/// State as it is before the first level of a traversal.

#include "level.cuh"
#include "queue.cuh"
#include "round.cuh"

namespace bitfront {

/// Launch: any grid.
/// Writes: level, the three bitmaps, queue 0 and every counter but the barrier, for a frontier of the source alone.
template <Update kUpdate>
BITFRONT_DEVICE void reset_state(const BfsArguments& arguments) {
  const BfsState& state = arguments.state;
  const u32 source = arguments.request.source;
  const u32 source_bit = 1u << source % 32;
  const VssRange range = vss_range(arguments.graph, source / kSigma);
  for (u32 vertex = thread_in_grid(); vertex < arguments.graph.vertex_count; vertex += thread_count()) {
    store(state.level, vertex, vertex == source ? 0 : -1);
  }
  for (u32 word = thread_in_grid(); word < bitmap_words(arguments.graph.vertex_count); word += thread_count()) {
    const u32 bits = word == source / 32 ? source_bit : 0;
    store(state.frontier, word, bits);
    store(state.visited, word, bits);
    store(state.next, word, kUpdate == Update::Eager ? 0 : bits);
  }
  for (u32 item = thread_in_grid(); item < range.count; item += thread_count()) {
    store(state.queue[0], item, range.begin + item);
  }
  if (thread_in_grid() != 0) return;
  store(queue_length(state, 0), 0, range.count);
  store(queue_length(state, 1), 0, 0u);
  store(visited_count(state), 0, 1u);
  store(targets_found(state), 0, is_target(arguments.request, source) ? 1u : 0u);
  store(counter(state.control, offsetof(BfsControl, steps)), 0, 0u);
  store(counter(state.control, offsetof(BfsControl, unfinished)), 0, 0u);
  store(outside_vertices(state), 0, 0u);
  store(outside_edges(state), 0, u64{0});
}

/// Counters of a traversal whose frontier is its source, with `queued` pieces in the grid's first queue.
///
/// Launch: one thread.
BITFRONT_DEVICE void reset_counters(const BfsState& state, u32 queued, u64 edges, u32 vertices_outside, u64 edges_outside) {
  for (u32 tally = 0; tally < 3; ++tally) clear_tally(state, tally);
  for (u32 parity = 0; parity < 2; ++parity) store(small_sum(state, parity), 0, u64{0});
  store(tally_queue_length(state, 0), 0, queued);
  store(tally_vertices(state, 0), 0, 1u);
  store(tally_edges(state, 0), 0, edges);
  store(counter(state.control, offsetof(BfsControl, steps)), 0, 0u);
  store(counter(state.control, offsetof(BfsControl, unfinished)), 0, 0u);
  store(outside_vertices(state), 0, vertices_outside);
  store(outside_edges(state), 0, edges_outside);
}

/// Launch: any grid.
/// Writes: what a traversal by rounds of several levels needs, for a frontier of the source alone.
BITFRONT_DEVICE void reset_hops(const BfsArguments& arguments) {
  const BfsState& state = arguments.state;
  const u32 source = arguments.request.source;
  for (u32 vertex = thread_in_grid(); vertex < arguments.graph.vertex_count; vertex += thread_count()) {
    store(state.level, vertex, vertex == source ? 0 : -1);
  }
  for (u32 word = thread_in_grid(); 8ull * word < arguments.graph.vertex_count; word += thread_count()) {
    store(arguments.hops.near, word, word == source / 8 ? 0xFu << source % 8 * 4 : 0);
  }
  if (thread_in_grid() != 0) return;
  const u64 piece = load_readonly(arguments.hops.pieces, source);
  store(state.pieces[0], 0, piece);
  reset_counters(state, (piece & 0xFF) != 0 ? 1 : 0, piece & 0xFF, 0, 0);
}

/// Launch: any grid.
/// Writes: what a correcting traversal needs.
BITFRONT_DEVICE void reset_correcting(const BfsArguments& arguments) {
  const BfsState& state = arguments.state;
  for (u32 vertex = thread_in_grid(); vertex < arguments.graph.vertex_count; vertex += thread_count()) {
    store(state.level, vertex, vertex == arguments.request.source ? 0 : -1);
  }
  for (u64 word = thread_in_grid(); word < state.told_count; word += thread_count()) store(state.told, word, u64{0});
  if (thread_in_grid() == 0) reset_counters(state, 0, 0, 0, 0);
}

/// Whether a traversal is told of strays that it does not reach: its source is none.
BITFRONT_DEVICE bool leaves_strays_out(const BfsArguments& arguments) {
  const u32 source = arguments.request.source;
  const DevicePtr<const u32> strays = arguments.graph.strays;
  return !strays.is_null() && (load_readonly(strays, source / 32) >> source % 32 & 1) == 0;
}

/// Launch: any grid.
/// Writes: what an adaptive traversal needs, for a frontier of the source alone: its pieces in the grid's first queue. Strays are
///         left out, where the source is none.
template <Offsets kOffsets>
BITFRONT_DEVICE void reset_adaptive(const BfsArguments& arguments) {
  const BfsState& state = arguments.state;
  const u32 source = arguments.request.source;
  const GraphArrays& graph = arguments.graph;
  const EdgeRange edges = out_edges<kOffsets>(graph, source);
  const bool leaves_out = leaves_strays_out(arguments);
  for (u32 vertex = thread_in_grid(); vertex < graph.vertex_count; vertex += thread_count()) {
    store(state.level, vertex, vertex == source ? 0 : -1);
  }
  for (u32 word = thread_in_grid(); word < bitmap_words(graph.vertex_count); word += thread_count()) {
    const u32 strays = leaves_out ? load_readonly(graph.strays, word) : 0;
    store(state.frontier, word, strays);
    store(state.visited, word, word == source / 32 ? strays | 1u << source % 32 : strays);
    store(state.next, word, 0u);
  }
  for (u32 i = thread_in_grid(); i < piece_count(edges); i += thread_count()) store(state.pieces[0], i, piece(edges, i));
  if (thread_in_grid() != 0) return;
  const u64 degree = edges.end - edges.begin;
  reset_counters(state, piece_count(edges), degree, leaves_out ? graph.stray_vertices : 0, leaves_out ? graph.stray_edges : 0);
  store_stand(stand_at(state, offsetof(BfsControl, start)),
              {0, 0, 1, piece_count(edges), 1, is_target(arguments.request, source) ? 1u : 0u, degree, degree, {}});
}

/// Leaves the vertices of other components than the source's out of an adaptive traversal: both bitmaps hold them from the
/// start, so that no level looks for a way to them, and they are counted.
///
/// Launch: any grid, block size a multiple of 32; after `reset_adaptive` or `resume`.
/// Needs:  components.
/// Cost:   a label per vertex, offsets of what is left out.
template <Offsets kOffsets>
BITFRONT_DEVICE void leave_out_components(const BfsArguments& arguments) {
  const GraphArrays& graph = arguments.graph;
  const u32 own = load_readonly(graph.components, arguments.request.source);
  u32 vertices = 0;
  u64 edges = 0;
  for (u32 word = warp_in_grid(); word < bitmap_words(graph.live_count); word += warp_count()) {
    const u32 vertex = 32 * word + lane_id();
    const bool is_outside = vertex < graph.live_count && load_readonly(graph.components, vertex) != own;
    const u32 outside = ballot(is_outside);
    if (outside == 0) continue;
    if (lane_id() == 0) {
      store(arguments.state.visited, word, load(arguments.state.visited, word) | outside);
      store(arguments.state.frontier, word, load(arguments.state.frontier, word) | outside);
    }
    if (!is_outside) continue;
    const EdgeRange list = out_edges<kOffsets>(graph, vertex);
    ++vertices;
    edges += list.end - list.begin;
  }
  vertices = lanes_sum(vertices);
  edges = lanes_sum_wide(edges);
  if (lane_id() != 0 || vertices == 0) return;
  reduce_add(outside_vertices(arguments.state), 0, vertices);
  reduce_add(outside_edges(arguments.state), 0, edges);
}

}  // namespace bitfront
