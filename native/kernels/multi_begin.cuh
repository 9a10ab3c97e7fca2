#pragma once
/// How a batch begins on a graph whose components are known: every record has the bits of the sources of other components from
/// the start, so that no vertex looks for them at any level.

#include "multi_level.cuh"
#include "pull.cuh"

namespace bitfront {

/// Marks the first vertices of the sources' components, and sets in their other records, before zero, the bits of the sources
/// there.
///
/// Launch: whole grid, a thread per source; barriers before and after.
/// Writes: marked[0], before clear.
template <u32 kWords>
BITFRONT_DEVICE void gather_components(const MultiArguments& arguments) {
  const MultiState& state = arguments.state;
  for (u32 source = thread_in_grid(); source < arguments.request.source_count; source += thread_count()) {
    const u32 first = load_readonly(arguments.graph.components, load_readonly(arguments.request.sources, source));
    if (first >= arguments.graph.live_count) continue;
    reduce_or(state.records[1], u64{first} * kWords + source / 32, 1u << source % 32);
    reduce_or(state.marked[0], first / 32, 1u << first % 32);
  }
}

/// Gives every vertex's record the bits of all sources but those of its component, which it shall not look for; where there
/// are none, nothing can reach it.
///
/// Launch: whole grid, warps converged; a warp owns a word of the bitmaps. After `gather_components` and a barrier.
/// Writes: records[0]; done.
/// Cost:   a label and a record for each vertex.
template <u32 kWords>
BITFRONT_DEVICE void fill_records(const MultiArguments& arguments) {
  const MultiState& state = arguments.state;
  const GraphArrays& graph = arguments.graph;
  for (u32 word = warp_in_grid(); word < bitmap_words(graph.live_count); word += warp_count()) {
    const u32 vertex = 32 * word + lane_id();
    const bool exists = vertex < graph.live_count;
    const u32 first = exists ? load_readonly(graph.components, vertex) : 0;
    const bool sought = exists && (load(state.marked[0], first / 32) >> first % 32 & 1) != 0;
    const u32 reachable = ballot(sought);
    for (u32 left = ballot(exists); left != 0; left &= left - 1) {
      const u32 owner = lowest_bit(left);
      const u64 from = word_at<kWords>(shuffle(first, owner));
      const u32 own = (reachable >> owner & 1) != 0 ? load(state.records[1], from) : 0;
      if (own_group<kWords>() == 0) store(state.records[0], word_at<kWords>(32 * word + owner), ~own);
    }
    if (lane_id() == 0) store(state.done, word, existing(word, graph.live_count) & ~reachable);
  }
}

/// Makes both records of all vertices the same, and clears the marks of components.
///
/// Launch: whole grid; after a barrier.
template <u32 kWords>
BITFRONT_DEVICE void copy_records(const MultiArguments& arguments) {
  const MultiState& state = arguments.state;
  const u32 live = arguments.graph.live_count;
  for (u64 quad = thread_in_grid(); quad < u64{live} * kWords / 4; quad += thread_count()) {
    store_quad(state.records[1], quad, load_quad(state.records[0], quad));
  }
  for (u32 word = thread_in_grid(); word < bitmap_words(live); word += thread_count()) store(state.marked[0], word, 0u);
}

/// Begins a batch. A kernel by itself: what one more register costs is paid at every level.
///
/// Launch: cooperative, all blocks resident, block size a multiple of 32.
/// Cost:   three grid barriers; both records of all vertices written, one of them read.
template <u32 kWords>
BITFRONT_DEVICE void begin_batch(const MultiArguments& arguments) {
  const MultiState& state = arguments.state;
  const MultiRequest& request = arguments.request;
  for (u32 word = thread_in_grid(); word < bitmap_words(arguments.graph.live_count); word += thread_count()) {
    for (const DevicePtr<u32> bitmap : {state.ever, state.active[0], state.active[1], state.marked[0]}) store(bitmap, word, 0u);
  }
  for (u32 source = warp_in_grid(); source < request.source_count; source += warp_count()) {
    const u32 first = load_readonly(arguments.graph.components, load_readonly(request.sources, source));
    if (first < arguments.graph.live_count && lane_id() < kWords) store_relaxed(state.records[1], u64{first} * kWords + lane_id(), 0u);
  }
  synchronise(state);
  gather_components<kWords>(arguments);
  synchronise(state);
  fill_records<kWords>(arguments);
  synchronise(state);
  copy_records<kWords>(arguments);
}

}  // namespace bitfront
