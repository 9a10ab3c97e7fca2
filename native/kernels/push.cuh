#pragma once
/// Top-down on CUDA cores from queued pieces of adjacency lists, a lane per edge whatever the lists' lengths.

#include "round.cuh"
#include "select.cuh"

namespace bitfront {

/// Pieces that a warp takes at once.
constexpr u32 kBatch = 8;

/// Edges of a lane whose loads are in flight together: more where bandwidth counts, one where latency does.
constexpr u32 kMarkEdges = 4;
constexpr u32 kPushEdges = 1;

/// Mean edges of a piece from which on a warp marks what one leads to after the other, and pieces that it has in flight then.
BITFRONT_TUNABLE(u32, kLongPiece, 80);
constexpr u32 kMarkPieces = 2;

/// Pieces that each of `warps` takes at once so that all of them take the last of `count` at the same time.
BITFRONT_DEVICE u32 even_batch(u32 count, u32 warps) {
  const u32 each = (count + warps - 1) / warps;
  if (each <= kBatch) return each;
  const u32 turns = (each + kBatch - 1) / kBatch;
  return (each + turns - 1) / turns;
}

/// Lists that a warp follows together, one or none of a lane.
struct WarpLists {
  u32 upto;    ///< edges of the lists up to the lane's
  u32 total;   ///< edges of all
  u64 shift;   ///< from the place of an edge among all to where it stands, for the lane's list
};

/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE WarpLists warp_lists(u64 begin, u32 length) {
  const u32 upto = lanes_scan(length);
  return {upto, shuffle(upto, kLanes - 1), begin - (upto - length)};
}

/// What edges `first`, `first + 32`, ... from the lane's own on lead to, kNoVertex beyond the last.
///
/// Launch: all 32 lanes, converged; the first kMost lanes, a power of two, have lists.
/// Cost:   coalesced within a list; a search among kMost sums per edge.
template <u32 kMost, u32 kAtOnce>
BITFRONT_DEVICE void load_edges(const GraphArrays& graph, const WarpLists& lists, u32 first, u32 (&vertex)[kAtOnce]) {
#pragma unroll
  for (u32 k = 0; k < kAtOnce; ++k) {
    const u32 edge = first + k * kLanes + lane_id();
    u32 owner = 0;
#pragma unroll
    for (u32 step = kMost / 2; step != 0; step /= 2) owner += shuffle(lists.upto, owner + step - 1) <= edge ? step : 0;
    const u64 at = shuffle_wide(lists.shift, owner) + edge;
    vertex[k] = edge < lists.total ? load_readonly(graph.out_index, at) : kNoVertex;
  }
}

/// Follows every edge of `count` pieces, lane by lane, with all lanes of a warp in step.
///
/// Launch: whole warps; `warp` of `warps` that share the pieces.
/// Cost:   adjacency read once, coalesced within a list; a search among eight sums per edge.
template <u32 kAtOnce, class Fetch, class Follow>
BITFRONT_DEVICE void follow_pieces(const GraphArrays& graph, u32 warp, u32 warps, u32 count, Fetch fetch, Follow follow) {
  const u32 batch = even_batch(count, warps);
  for (u32 base = warp * batch; base < count; base += warps * batch) {
    const u64 own = lane_id() < batch && base + lane_id() < count ? fetch(base + lane_id()) : 0;
    const WarpLists lists = warp_lists(own >> 8, static_cast<u32>(own & 0xFF));
    for (u32 first = 0; first < lists.total; first += kAtOnce * kLanes) {
      u32 vertex[kAtOnce];
      load_edges<kBatch>(graph, lists, first, vertex);
      follow(vertex);
    }
  }
}

/// The same where most pieces are long: one after the other by all lanes, kPieces in flight at once. With kSkips pieces all of whose
/// edges lead to the first `first` vertices are left out, as their last ones tell.
///
/// Launch: as `follow_pieces`.
/// Cost:   adjacency read once, coalesced; lanes beyond a piece's end have nothing to do, and no sums are searched.
template <u32 kPieces, bool kSkips, class Fetch, class Follow>
BITFRONT_DEVICE void follow_whole_pieces(const GraphArrays& graph, u32 warp, u32 warps, u32 count, u32 first, Fetch fetch, Follow follow) {
  constexpr u32 kChunks = kPieceEdges / kLanes;
  for (u32 base = warp; base < count; base += warps * kLanes) {
    const u32 mine = base + lane_id() * warps;
    u64 own = mine < count ? fetch(mine) : 0;
    u32 kept = ballot(own != 0);
    if (kSkips && first != 0) {
      kept = ballot(own != 0 && load_readonly(graph.out_index, (own >> 8) + (own & 0xFF) - 1) >= first);
      own = shuffle_wide(own, select_bit(kept, lane_id()));
    }
    const u32 some = popcount(kept);
    for (u32 i = 0; i < some; i += kPieces) {
      u32 vertex[kPieces * kChunks];
#pragma unroll
      for (u32 p = 0; p < kPieces; ++p) {
        const u64 piece = i + p < some ? shuffle_wide(own, i + p) : 0;
#pragma unroll
        for (u32 chunk = 0; chunk < kChunks; ++chunk) {
          const u32 at = chunk * kLanes + lane_id();
          vertex[p * kChunks + chunk] = at < (piece & 0xFF) ? load_readonly(graph.out_index, (piece >> 8) + at) : kNoVertex;
        }
      }
      follow(vertex);
    }
  }
}

/// Follows the edges out of the frontier that `round` queued: the block's own pieces, then its share of the
/// `queued` that the grid shares, dealt kBatch at a time. One sequence, so that a small frontier's loads wait once.
template <u32 kAtOnce, bool kWholePieces = false, bool kSkips = false, class Follow>
BITFRONT_DEVICE void follow_frontier(const BfsArguments& arguments, const BlockQueue& block, Round round, u32 queued,
                                     Follow follow, u32 first = 0) {
  const u32 parity = round.queue % 2;
  const u32 own = load(block.length, parity);
  const u32 dealt = (queued + kBatch - 1) / kBatch;
  const u32 batches = dealt > block_index() ? (dealt - block_index() + block_count() - 1) / block_count() : 0;
  const DevicePtr<u64> queue = arguments.state.pieces[parity];
  const auto fetch = [&](u32 i) {
    if (i < own) return load(block.pieces, parity * kLocalPieces + i);
    const u32 at = ((i - own) / kBatch * block_count() + block_index()) * kBatch + (i - own) % kBatch;
    return at < queued ? load(queue, at) : u64{0};
  };
  const u32 warp = thread_in_block() / kLanes;
  const u32 warps = block_threads() / kLanes;
  if constexpr (kWholePieces) {
    follow_whole_pieces<kAtOnce, kSkips>(arguments.graph, warp, warps, own + batches * kBatch, first, fetch, follow);
  } else {
    follow_pieces<kAtOnce>(arguments.graph, warp, warps, own + batches * kBatch, fetch, follow);
  }
}

/// Claims the vertices that lanes hold, kNoVertex is none, of what looks unvisited; stores levels and queues lists of those that
/// are new.
///
/// Launch: all 32 lanes, converged; `room` in the block's queue.
/// Cost:   an atomic per vertex that looks unvisited; its offsets are on their way meanwhile.
template <Offsets kOffsets>
BITFRONT_DEVICE void claim(const BfsArguments& arguments, const BlockQueue& block, Round filled, u32 room, DevicePtr<u32> visited,
                           u32 level, u32 vertex, Found& found) {
  const u32 word = vertex / 32;
  const u32 bit = 1u << vertex % 32;
  EdgeRange edges{};
  bool fresh = vertex != kNoVertex && (load_stale(visited, word) & bit) == 0;
  if (fresh) {
    edges = out_edges<kOffsets>(arguments.graph, vertex);
    fresh = (atomic_or(visited, word, bit) & bit) == 0;
  }
  if (ballot(fresh) == 0) return;
  if (fresh) {
    store(arguments.state.level, vertex, static_cast<i32>(level));
    ++found.vertices;
    found.targets += targets_among(arguments.request, word, bit);
    found.edges += edges.end - edges.begin;
  }
  queue_lists(arguments, block, filled, room, fresh ? edges : EdgeRange{});
}

/// One level, levels stored and pieces queued on discovery.
///
/// Launch: whole grid.
/// Reads:  the queue of `round`.
/// Writes: `visited`, level, the queue of the next.
template <Offsets kOffsets>
BITFRONT_DEVICE Found push(const BfsArguments& arguments, const BlockQueue& block, Round round, u32 queued,
                           DevicePtr<u32> visited, u32 level) {
  Found found{};
  follow_frontier<kPushEdges>(arguments, block, round, queued, [&](const u32(&vertices)[kPushEdges]) {
    claim<kOffsets>(arguments, block, after(round), arguments.request.costs.local_pieces, visited, level, vertices[0], found);
  });
  return found;
}

/// Marks what the frontier reaches; with kSkips of the first `first` vertices only some, as these look for themselves. How long pieces
/// are on average is known where blocks keep none to themselves; edges of vertices that are not queued make them look longer.
///
/// Launch: whole grid.
/// Writes: `marks`, clear before: visited vertices too.
/// Cost:   a reduction per edge; where many edges lead to one hub a load per edge, and a reduction where it is to a vertex
///         that looks unmarked.
template <bool kSkips>
BITFRONT_DEVICE void mark_by_push(const BfsArguments& arguments, const Marks& marks, const BlockQueue& block, Round round,
                                  u32 queued, u64 edges, u32 first) {
  if (arguments.request.costs.local_pieces == 0 && edges >= u64{queued} * kLongPiece) {
    follow_frontier<kMarkPieces, true, kSkips>(
        arguments, block, round, queued, [&](const u32(&vertices)[kMarkPieces * kPieceEdges / kLanes]) { mark(marks, vertices); }, first);
  } else {
    follow_frontier<kMarkEdges>(arguments, block, round, queued,
                                [&](const u32(&vertices)[kMarkEdges]) { mark(marks, vertices); });
  }
}

/// Words that a warp looks at together where all their vertices are looked at, and that it takes at a time a multiple of.
constexpr u32 kEvenWords = 4;

/// Words of the bitmaps that a warp takes at a time, 32 at most: so few that no warp takes a turn more than others for want of words.
BITFRONT_DEVICE u32 even_words(u32 words) {
  const u32 turns = (words + thread_count() - 1) / thread_count();
  const u32 each = (words + turns * warp_count() - 1) / (turns * warp_count());
  return (each + kEvenWords - 1) / kEvenWords * kEvenWords;
}

/// The word of a lane where a warp has them from `base` on, kEvenWords side by side, the next ones `stride` further.
BITFRONT_DEVICE u32 dealt_word(u32 base, u32 stride, u32 lane) { return base + lane / kEvenWords * stride + lane % kEvenWords; }

/// Stores `level` for the vertices of all lanes' bitmap words, 32 neighbouring vertices at a time. `word_of`: a lane's word.
///
/// Launch: all 32 lanes, converged.
template <class WordOf>
BITFRONT_DEVICE void store_levels_of_words(DevicePtr<i32> levels, WordOf word_of, u32 fresh, u32 level) {
  for (u32 pending = ballot(fresh != 0); pending != 0; pending &= pending - 1) {
    const u32 owner = lowest_bit(pending);
    const u32 word = word_of(owner);
    if ((shuffle(fresh, owner) >> lane_id() & 1) != 0) {
      store(levels, 32ull * word + lane_id(), static_cast<i32>(level));
    }
  }
}

/// Edges to follow out of the vertices of `word` that `fresh` holds, if all 32 had the same number.
template <Offsets kOffsets>
BITFRONT_DEVICE u64 estimate_edges(const GraphArrays& graph, u32 word, u32 fresh) {
  const u32 begin = 32 * word;
  if (begin >= followed_count(graph)) return 0;
  const u32 end = begin + 32 < graph.vertex_count ? begin + 32 : graph.vertex_count;
  const u64 edges = load_offset<kOffsets>(graph.out_start, end) - load_offset<kOffsets>(graph.out_start, begin);
  return edges * popcount(fresh) / (end - begin) + 1;
}

/// Takes over what was marked among the vertices of a lane's word, and clears the marks. `gathered`: those that are not in `next`.
/// The vertices that are new.
///
/// Writes: `after` = `before` and the marked; `next`; not the levels.
template <Offsets kOffsets>
BITFRONT_DEVICE u32 sweep_word(const BfsArguments& arguments, DevicePtr<u32> before, DevicePtr<u32> after, u32 word, u32 gathered,
                               Found& found) {
  const u32 told = load(arguments.state.next, word);
  const u32 seen = load(before, word);
  const u32 marked = told | gathered;
  const u32 fresh = marked & ~seen;
  store(after, word, seen | marked);
  if (told != 0) store(arguments.state.next, word, 0u);
  if (fresh != 0) {
    found.vertices += popcount(fresh);
    found.targets += targets_among(arguments.request, word, fresh);
    found.edges += estimate_edges<kOffsets>(arguments.graph, word, fresh);
  }
  return fresh;
}

/// Stores the levels of what was marked, and clears the marks.
///
/// Launch: whole grid, warps converged; a lane owns a word of the bitmaps, dealt four at a time, as those of the first vertices have most
///         that is new.
/// Writes: `after` = `before` and the marked; `next`; level.
template <Offsets kOffsets>
BITFRONT_DEVICE Found sweep(const BfsArguments& arguments, DevicePtr<u32> before, DevicePtr<u32> after, u32 level) {
  const u32 words = bitmap_words(arguments.graph.live_count);
  const u32 each = even_words(words);
  Found found{};
  const u32 stride = warp_count() * kEvenWords;
  for (u32 base = warp_in_grid() * kEvenWords; base < words; base += warp_count() * each) {
    const auto word_of = [&](u32 lane) { return dealt_word(base, stride, lane); };
    const u32 word = word_of(lane_id());
    const bool owns = lane_id() < each && word < words;
    const u32 fresh = owns ? sweep_word<kOffsets>(arguments, before, after, word, 0, found) : 0;
    store_levels_of_words(arguments.state.level, word_of, fresh, level);
  }
  return found;
}

/// Queues the pieces of a frontier that only two bitmaps hold, found by a level.
///
/// Launch: whole grid, warps converged; the first vertices have a warp each, and neighbouring words are of neighbouring warps, as
///         neighbouring vertices may all be hubs, whose pieces take long to write.
/// Reads:  visited vertices before and after the last level.
/// Writes: the grid's queue of `round`.
/// Cost:   an atomic for each of the first vertices and per 32 others; lanes are full however few vertices a word has.
template <Offsets kOffsets>
BITFRONT_DEVICE void queue_frontier(const BfsArguments& arguments, Round round, DevicePtr<u32> before, DevicePtr<u32> after) {
  const GraphArrays& graph = arguments.graph;
  const u32 words = bitmap_words(followed_count(graph));
  const u32 stride = warp_count();
  const auto queue_lists_of_lanes = [&](EdgeRange edges) {
    write_pieces(arguments.state.pieces[round.queue % 2], reserve_pieces(arguments.state, round, piece_count(edges)), edges);
  };
  const u32 first_words = words < stride / 32 ? words : stride / 32;
  const u32 own = warp_in_grid() / 32;
  if (own < first_words && ((load(before, own) ^ load(after, own)) >> warp_in_grid() % 32 & 1) != 0) {
    queue_lists_of_lanes(lane_id() == 0 ? out_edges<kOffsets>(graph, warp_in_grid()) : EdgeRange{});
  }
  for (u32 base = first_words + warp_in_grid(); base < words; base += kLanes * stride) {
    const u32 word = base + stride * lane_id();
    const u32 frontier = word < words ? load(before, word) ^ load(after, word) : 0;
    const u32 upto = lanes_scan(popcount(frontier));
    const u32 total = shuffle(upto, kLanes - 1);
    for (u32 first = 0; first < total; first += kLanes) {
      const u32 rank = first + lane_id();
      const u32 vertex = select_vertex(base, stride, frontier, upto, rank < total ? rank : total - 1);
      queue_lists_of_lanes(rank < total ? out_edges<kOffsets>(graph, vertex) : EdgeRange{});
    }
  }
}

}  // namespace bitfront
