#pragma once
/// Bottom-up where hardly anything is visited yet, so that no vertex would find a visited in-neighbour before the end of its list:
/// all lists are read in one stream, and the few visited neighbours' owners marked.

#include "pull.cuh"

namespace bitfront {

/// A level is scanned while visited vertices have at most one in so many of all edges.
BITFRONT_TUNABLE(u64, kScannedShare, 512);

/// Quads of in-neighbours that a lane loads together.
constexpr u32 kScanQuads = 4;

/// Which cells of equally many words have visited vertices, in the block's memory: almost all in-neighbours need no look beyond it.
struct VisitedCells {
  SharedPtr<u32> cells;
  u32 shift;            ///< log2 of the words of a cell
};

/// Launch: whole block; `room` words of its memory, at least one.
BITFRONT_DEVICE VisitedCells find_visited_cells(SharedPtr<u32> memory, u32 room, DevicePtr<u32> visited, u32 words) {
  u32 shift = 0;
  while ((words - 1) >> shift >= 32 * room) ++shift;
  for (u32 i = thread_in_block(); i < room; i += block_threads()) store(memory, i, 0u);
  block_barrier();
  for (u32 word = thread_in_block(); word < words; word += block_threads()) {
    if (load(visited, word) != 0) reduce_or(memory, (word >> shift) / 32, 1u << (word >> shift) % 32);
  }
  block_barrier();
  return {memory, shift};
}

/// The vertex whose list has position `at`.
template <Offsets kOffsets>
BITFRONT_DEVICE u32 owner_of(const GraphArrays& graph, u64 at) {
  u32 low = 0, high = graph.live_count;
  while (high - low > 1) {
    const u32 middle = low + (high - low) / 2;
    if (load_offset<kOffsets>(graph.in_start, middle) <= at) low = middle;
    else high = middle;
  }
  return low;
}

/// Marks what has a visited in-neighbour.
///
/// Launch: whole grid; `room` words of the block's memory.
/// Writes: the marks, clear before: visited vertices too.
/// Cost:   all lists once, as a stream; a search among the offsets for each edge out of a visited vertex.
template <Offsets kOffsets>
BITFRONT_DEVICE void mark_by_scan(const BfsArguments& arguments, SharedPtr<u32> memory, u32 room, DevicePtr<u32> visited,
                                  u64 edge_count) {
  const GraphArrays& graph = arguments.graph;
  const u64 first = load_offset<kOffsets>(graph.in_start, 0);
  const VisitedCells known = find_visited_cells(memory, room, visited, bitmap_words(graph.live_count));
  const auto meet = [&](u64 at, u32 neighbour) {
    const u32 cell = neighbour / 32 >> known.shift;
    if ((load(known.cells, cell / 32) >> cell % 32 & 1) == 0 || !holds(visited, neighbour)) return;
    const u32 owner = owner_of<kOffsets>(graph, at);
    reduce_or(arguments.state.next, owner / 32, 1u << owner % 32);
  };
  const u64 quads_begin = (first + 3) / 4, quads_end = edge_count / 4;
  for (u64 base = quads_begin + thread_in_grid(); base < quads_end; base += u64{kScanQuads} * thread_count()) {
    Rows quads[kScanQuads];
#pragma unroll
    for (u32 k = 0; k < kScanQuads; ++k) {
      const u64 at = base + u64{k} * thread_count();
      quads[k] = load_rows(graph.in_index, at < quads_end ? at : base);
    }
#pragma unroll
    for (u32 k = 0; k < kScanQuads; ++k) {
      const u64 at = base + u64{k} * thread_count();
      if (at >= quads_end) continue;
#pragma unroll
      for (u32 j = 0; j < kRowsPerLane; ++j) meet(4 * at + j, quads[k].of[j]);
    }
  }
  if (thread_in_grid() != 0) return;
  for (u64 at = first; at < 4 * quads_begin && at < edge_count; ++at) meet(at, load_readonly(graph.in_index, at));
  for (u64 at = 4 * (quads_end > quads_begin ? quads_end : quads_begin); at < edge_count; ++at) {
    meet(at, load_readonly(graph.in_index, at));
  }
}

}  // namespace bitfront
