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
}

/// Launch: any grid.
/// Writes: what an adaptive traversal needs, for a frontier of the source alone: its pieces in the grid's first queue.
template <Offsets kOffsets>
BITFRONT_DEVICE void reset_adaptive(const BfsArguments& arguments) {
  const BfsState& state = arguments.state;
  const u32 source = arguments.request.source;
  const EdgeRange edges = out_edges<kOffsets>(arguments.graph, source);
  for (u32 vertex = thread_in_grid(); vertex < arguments.graph.vertex_count; vertex += thread_count()) {
    store(state.level, vertex, vertex == source ? 0 : -1);
  }
  for (u32 word = thread_in_grid(); word < bitmap_words(arguments.graph.vertex_count); word += thread_count()) {
    store(state.frontier, word, 0u);
    store(state.visited, word, word == source / 32 ? 1u << source % 32 : 0);
    store(state.next, word, 0u);
  }
  for (u32 i = thread_in_grid(); i < piece_count(edges); i += thread_count()) store(state.pieces[0], i, piece(edges, i));
  if (thread_in_grid() != 0) return;
  for (u32 tally = 0; tally < 3; ++tally) clear_tally(state, tally);
  for (u32 parity = 0; parity < 2; ++parity) store(small_sum(state, parity), 0, u64{0});
  store(tally_queue_length(state, 0), 0, piece_count(edges));
  store(tally_vertices(state, 0), 0, 1u);
  store(tally_edges(state, 0), 0, edges.end - edges.begin);
  store(counter(state.control, offsetof(BfsControl, steps)), 0, 0u);
}

}  // namespace bitfront
