#pragma once
/// JaccardWithWindows (paper Section 4.1, Algorithm 1), a block to a window, exactly as `io.bitfront.order.JaccardWindow`
/// does it: slice sets grow column by column, each time by the one most similar to the rows covered so far, ties to the
/// smallest input index. All counts are integers and similarities are compared by cross-multiplication, so the order in
/// which threads count changes nothing.
///
/// A window's counts of common rows stay in shared memory: 16 bits each, and 32 for columns of degree above `wide_above`,
/// which stand first. A row is counted once per slice set, at a load of 8 bytes per four columns. Rows that more than
/// `most_common` columns meet are covered and never counted: a column of them would cost the window's width at every set.

#include "bitfront/device.cuh"
#include "bitfront/prepare_abi.cuh"
#include "warp.cuh"

namespace bitfront {

constexpr u32 kMostWindowColumns = 1u << 16;
constexpr u32 kPositionBits = 16;  ///< of a position within its window
constexpr u32 kKeysPerWord = 4;    ///< positions in a word of `row_columns`
constexpr u32 kGroupColumns = 2 * kLanes;  ///< columns whose counts a warp reads at once
constexpr u32 kJaccardThreads = 1024;
constexpr u32 kJaccardWarps = kJaccardThreads / kLanes;
constexpr u32 kFreshAt = 20;       ///< in a sum: rows from here on, pieces of rows below

/// Shared memory of a block.
struct JaccardRoom {
  SharedPtr<u32> counts;    ///< wide columns one to a word, then two to a word
  SharedPtr<u32> assigned;  ///< bitmap of columns
  SharedPtr<u32> least;     ///< smallest degree in each group of narrow columns
  SharedPtr<u32> first_piece, begin, end;  ///< by thread: a freshly covered row's first piece, first key and end
  SharedPtr<u32> sums;      ///< by warp
  SharedPtr<u32> best;      ///< by warp: three words of `Similar`
};

/// The window at hand; the same in all threads of its block.
struct JaccardWindow {
  u64 first;    ///< position of its first column
  u64 base;     ///< `column_starts` of the range's first position
  u32 columns;
  u32 wide;     ///< columns counted in 32 bits
};

/// A candidate: `common` rows of `sum - common` in the union; none yet where `common` is 0.
struct Similar {
  u32 common, sum, column;
};

BITFRONT_DEVICE bool is_assigned(const JaccardRoom& room, u32 column) {
  return (load(room.assigned, column / 32) >> column % 32 & 1) != 0;
}

BITFRONT_DEVICE u32 degree_of(const WindowArguments& arguments, const JaccardWindow& window, u32 column) {
  return load_readonly(arguments.degrees, window.first + column);
}

/// Whether a is more similar than b. Equal degrees stand by ascending index, so only others need a look at it.
BITFRONT_DEVICE bool precedes(const WindowArguments& arguments, const JaccardWindow& window, Similar a, Similar b) {
  const u64 left = u64{a.common} * b.sum, right = u64{b.common} * a.sum;
  if (left != right) return left > right;
  if (a.common == 0 || a.column == b.column) return false;
  if (a.sum == b.sum) return a.column < b.column;
  return load_readonly(arguments.columns, window.first + a.column) < load_readonly(arguments.columns, window.first + b.column);
}

BITFRONT_DEVICE void consider(const WindowArguments& arguments, const JaccardWindow& window, const JaccardRoom& room, u32 covered,
                              u32 column, u32 common, Similar& best) {
  if (common == 0 || is_assigned(room, column)) return;
  const Similar found{common, covered + degree_of(arguments, window, column), column};
  if (precedes(arguments, window, found, best)) best = found;
}

/// This thread's best among every so many free columns. As no column has more common rows than its degree, and degrees
/// fall, a group may be passed over by its largest count, and all from one on by its largest degree.
BITFRONT_DEVICE Similar search(const WindowArguments& arguments, const JaccardWindow& window, const JaccardRoom& room, u32 covered,
                               u32 first_free) {
  Similar best{0, 1, 0};
  for (u32 column = first_free + thread_in_block(); column < window.wide; column += block_threads()) {
    consider(arguments, window, room, covered, column, load(room.counts, column), best);
  }
  const u32 narrow = window.columns - window.wide;
  const u32 start = first_free > window.wide ? (first_free - window.wide) / kGroupColumns : 0;
  const u32 warps = block_threads() / kLanes;
  for (u32 group = start + thread_in_block() / kLanes; group * kGroupColumns < narrow; group += warps) {
    const u32 k = group * kLanes + lane_id();
    if (group > 0) {
      const u32 most = load(room.least, group - 1);
      if (u64{most} * best.sum < u64{best.common} * (covered + most)) break;
    }
    const u32 counts = 2 * k < narrow ? load(room.counts, window.wide + k) : 0;
    if (counts == 0) continue;
    const u32 even = counts & 0xFFFF, odd = counts >> 16;
    if (u64{even > odd ? even : odd} * best.sum < u64{best.common} * (covered + load(room.least, group))) continue;
    consider(arguments, window, room, covered, window.wide + 2 * k, even, best);
    consider(arguments, window, room, covered, window.wide + 2 * k + 1, odd, best);
  }
  return best;
}

BITFRONT_DEVICE Similar best_of_lanes(const WindowArguments& arguments, const JaccardWindow& window, Similar best) {
  for (u32 distance = kLanes / 2; distance > 0; distance /= 2) {
    const u32 from = lane_id() ^ distance;
    const Similar other{shuffle(best.common, from), shuffle(best.sum, from), shuffle(best.column, from)};
    if (precedes(arguments, window, other, best)) best = other;
  }
  return best;
}

/// The free column most similar to the rows covered; `first_free` if none has one of them.
///
/// Launch: whole block. One barrier.
BITFRONT_DEVICE u32 most_similar(const WindowArguments& arguments, const JaccardWindow& window, const JaccardRoom& room,
                                 u32 covered, u32 first_free) {
  const Similar own = best_of_lanes(arguments, window, search(arguments, window, room, covered, first_free));
  if (lane_id() == 0) {
    const u32 at = 3 * (thread_in_block() / kLanes);
    store(room.best, at, own.common);
    store(room.best, at + 1, own.sum);
    store(room.best, at + 2, own.column);
  }
  block_barrier();
  Similar best{0, 1, 0};
  if (lane_id() < block_threads() / kLanes) {
    const u32 at = 3 * lane_id();
    best = {load(room.best, at), load(room.best, at + 1), load(room.best, at + 2)};
  }
  best = best_of_lanes(arguments, window, best);
  return best.common == 0 ? first_free : best.column;
}

/// Stores `value`s before this thread's in `room.first_piece`, without the rows among them.
///
/// Launch: whole block. One barrier.
/// Returns the sum over all threads.
BITFRONT_DEVICE u32 sum_before_thread(const JaccardRoom& room, u32 value) {
  const u32 up_to = lanes_scan(value);
  if (lane_id() == kLanes - 1) store(room.sums, thread_in_block() / kLanes, up_to);
  block_barrier();
  const u32 warps = block_threads() / kLanes;
  const u32 own = lane_id() < warps ? load(room.sums, lane_id()) : 0;
  const u32 sums = lanes_scan(own);
  const u32 before = shuffle(sums - own, thread_in_block() / kLanes);
  store(room.first_piece, thread_in_block(), (before + up_to - value) & ((1u << kFreshAt) - 1));
  return shuffle(sums, kLanes - 1);
}

/// The thread that queued a piece: the last whose first piece is not after it.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE u32 thread_of_piece(const JaccardRoom& room, u32 piece) {
  const u32 warps = block_threads() / kLanes;
  const u32 rough = popcount(ballot(load(room.first_piece, lane_id() * warps) <= piece)) - 1;
  const bool at_or_before = lane_id() < warps && load(room.first_piece, rough * warps + lane_id()) <= piece;
  return rough * warps + popcount(ballot(at_or_before)) - 1;
}

BITFRONT_DEVICE void count_column(const JaccardWindow& window, const JaccardRoom& room, u32 column) {
  if (column < window.wide) {
    reduce_add(room.counts, column, 1);
  } else {
    const u32 narrow = column - window.wide;
    reduce_add(room.counts, window.wide + narrow / 2, 1u << 16 * (narrow % 2));
  }
}

/// Counts the columns of the rows queued, 128 keys of a row to a warp at a time.
BITFRONT_DEVICE void count_pieces(const WindowArguments& arguments, const JaccardWindow& window, const JaccardRoom& room,
                                  u32 pieces) {
  for (u32 piece = thread_in_block() / kLanes; piece < pieces; piece += block_threads() / kLanes) {
    const u32 thread = thread_of_piece(room, piece);
    const u32 begin = load(room.begin, thread), end = load(room.end, thread);
    const u32 word = begin / kKeysPerWord + (piece - load(room.first_piece, thread)) * kLanes + lane_id();
    if (word * u64{kKeysPerWord} >= end) continue;
    const u64 columns = load_readonly(as<const u64>(arguments.row_columns), word);
#pragma unroll
    for (u32 k = 0; k < kKeysPerWord; ++k) {
      const u32 key = word * kKeysPerWord + k;
      if (key >= begin && key < end) count_column(window, room, static_cast<u32>(columns >> kPositionBits * k) & 0xFFFF);
    }
  }
}

/// Covers a column's rows and counts them in all columns that meet them, but for rows that very many do.
///
/// Launch: whole block. Ends with a barrier.
/// Returns rows that were not covered before.
BITFRONT_DEVICE u32 cover(const WindowArguments& arguments, const JaccardWindow& window, const JaccardRoom& room, u32 column,
                          u32 stamp) {
  const u64 at = window.first + column;
  const u64 list = load_readonly(arguments.column_starts, at) - window.base;
  const u32 length = load_readonly(as<const u32>(arguments.shared_rows), at);
  u32 covered = load_readonly(as<const u32>(arguments.solo_rows), at);
  for (u32 from = 0; from < length; from += block_threads()) {
    u32 begin = 0, end = 0;
    if (from + thread_in_block() < length) {
      const u32 row = load_readonly(as<const u32>(arguments.column_rows), list + from + thread_in_block());
      if (load(arguments.stamps, row) != stamp) {
        store(arguments.stamps, row, stamp);
        const u64 ends = load_readonly(as<const u64>(arguments.row_ends), row);
        begin = static_cast<u32>(ends);
        end = static_cast<u32>(ends >> 32);
      }
    }
    const bool counts = end - begin <= arguments.most_common;
    const u32 words = counts ? (end + kKeysPerWord - 1) / kKeysPerWord - begin / kKeysPerWord : 0;
    store(room.begin, thread_in_block(), begin);
    store(room.end, thread_in_block(), end);
    const u32 sum = sum_before_thread(room, (end > begin ? 1u << kFreshAt : 0) + (words + kLanes - 1) / kLanes);
    block_barrier();
    count_pieces(arguments, window, room, sum & ((1u << kFreshAt) - 1));
    covered += sum >> kFreshAt;
    block_barrier();
  }
  if (length == 0) block_barrier();
  return covered;
}

BITFRONT_DEVICE void clear_counts(const JaccardWindow& window, const JaccardRoom& room) {
  const u32 words = window.wide + (window.columns - window.wide + 1) / 2;
  for (u32 word = thread_in_block(); word < words; word += block_threads()) store(room.counts, word, 0u);
}

/// Launch: whole block. Ends with a barrier.
BITFRONT_DEVICE JaccardWindow enter_window(const WindowArguments& arguments, const JaccardRoom& room, u32 index) {
  JaccardWindow window{};
  window.first = u64{index} * arguments.window_columns;
  const u64 left = arguments.connected - window.first;
  window.columns = left < arguments.window_columns ? static_cast<u32>(left) : arguments.window_columns;
  window.base = load_readonly(arguments.column_starts, u64{arguments.first_window} * arguments.window_columns);
  u32 count = window.columns;
  while (count > 0) {
    const u32 half = count / 2;
    const bool wide = degree_of(arguments, window, window.wide + half) > arguments.wide_above;
    window.wide = wide ? window.wide + half + 1 : window.wide;
    count = wide ? count - half - 1 : half;
  }
  clear_counts(window, room);
  for (u32 word = thread_in_block(); word * 32 < window.columns; word += block_threads()) store(room.assigned, word, 0u);
  const u32 narrow = window.columns - window.wide;
  for (u32 group = thread_in_block(); group * kGroupColumns < narrow; group += block_threads()) {
    const u32 end = (group + 1) * kGroupColumns < narrow ? (group + 1) * kGroupColumns : narrow;
    store(room.least, group, degree_of(arguments, window, window.wide + end - 1));
  }
  block_barrier();
  return window;
}

/// Launch: whole block.
BITFRONT_DEVICE void order_window(const WindowArguments& arguments, const JaccardRoom& room, u32 index) {
  const JaccardWindow window = enter_window(arguments, room, index);
  u32 first_free = 0;
  for (u32 set = 0; set * kSigma < window.columns; ++set) {
    const u32 set_end = (set + 1) * kSigma < window.columns ? (set + 1) * kSigma : window.columns;
    u32 covered = 0;
    for (u32 place = set * kSigma; place < set_end; ++place) {
      u32 chosen = first_free;
      if (place > set * kSigma) chosen = most_similar(arguments, window, room, covered, first_free);
      if (thread_in_block() == 0) {
        store(arguments.order, window.first + place, load_readonly(arguments.columns, window.first + chosen));
        reduce_or(room.assigned, chosen / 32, 1u << chosen % 32);
      }
      if (place + 1 < set_end) {
        covered += cover(arguments, window, room, chosen, set + 1);
      } else {
        block_barrier();
      }
      while (first_free < window.columns && is_assigned(room, first_free)) ++first_free;
    }
    clear_counts(window, room);
    block_barrier();
  }
}

/// Blocks take windows by turns.
///
/// Launch: any grid of at most 1,024 threads a block, a multiple of 32; dynamic shared memory of `count_words` words.
/// Needs:  wide columns + half the others <= count_words, in every window; window_columns <= 65,536.
/// Cost:   per column a look at the window's counts; per slice set and row that it covers the row's columns in the window,
///         `most_common` of them at most.
BITFRONT_DEVICE void order_windows(const WindowArguments& arguments) {
  BITFRONT_DYNAMIC_SHARED(u32, counts, arguments.count_words);
  BITFRONT_SHARED(u32, assigned, kMostWindowColumns / 32);
  BITFRONT_SHARED(u32, least, kMostWindowColumns / kGroupColumns);
  BITFRONT_SHARED(u32, first_piece, kJaccardThreads);
  BITFRONT_SHARED(u32, begin, kJaccardThreads);
  BITFRONT_SHARED(u32, end, kJaccardThreads);
  BITFRONT_SHARED(u32, sums, kJaccardWarps);
  BITFRONT_SHARED(u32, best, 3 * kJaccardWarps);
  BITFRONT_SHARED(u32, next, 1);
  const JaccardRoom room{counts, assigned, least, first_piece, begin, end, sums, best};
  while (true) {
    if (thread_in_block() == 0) store(next, 0, atomic_add(arguments.next_window, 0, 1));
    block_barrier();
    const u32 index = arguments.first_window + load(next, 0);
    if (index >= arguments.end_window) return;
    order_window(arguments, room, index);
  }
}

/// Launch: any grid, block size a multiple of 32.
BITFRONT_DEVICE void emit_window_keys(const WindowArguments& arguments) {
  const u64 first = u64{arguments.first_window} * arguments.window_columns;
  const u64 last = u64{arguments.end_window} * arguments.window_columns;
  const u64 end = last < arguments.connected ? last : arguments.connected;
  const u64 base = load_readonly(arguments.column_starts, first);
  for (u64 position = first + warp_in_grid(); position < end; position += warp_count()) {
    const u64 window = position / arguments.window_columns - arguments.first_window;
    const u32 column = load_readonly(arguments.columns, position);
    const u64 into = load_readonly(arguments.column_starts, position) - base;
    const u64 begin = load_readonly(arguments.starts, column), count = load_readonly(arguments.starts, column + 1ull) - begin;
    for (u64 e = lane_id(); e < count; e += kLanes) {
      const u64 row = window << arguments.row_bits | load_readonly(arguments.rows, begin + e);
      store(arguments.keys, into + e, row << kPositionBits | position % arguments.window_columns);
    }
  }
}

/// A key, and whether the key before, and the one after, is of the same row.
struct WindowEntry {
  u64 key;
  bool begun, continued;
};

BITFRONT_DEVICE WindowEntry window_entry(const WindowArguments& arguments, u64 i) {
  const DevicePtr<const u64> keys = as<const u64>(arguments.keys);
  const u64 key = load_readonly(keys, i), row = key >> kPositionBits;
  return {key, i > 0 && load_readonly(keys, i - 1) >> kPositionBits == row,
          i + 1 < arguments.key_count && load_readonly(keys, i + 1) >> kPositionBits == row};
}

/// Launch: any grid.
BITFRONT_DEVICE void flag_window_heads(const WindowArguments& arguments) {
  for (u64 i = thread_in_grid(); i <= arguments.key_count; i += thread_count()) {
    u32 head = 0;
    if (i < arguments.key_count) {
      const WindowEntry entry = window_entry(arguments, i);
      head = !entry.begun && entry.continued ? 1 : 0;
    }
    store(arguments.heads, i, head);
  }
}

/// Launch: any grid. Cost: an atomic per key.
BITFRONT_DEVICE void list_window_rows(const WindowArguments& arguments) {
  const u64 base = load_readonly(arguments.column_starts, u64{arguments.first_window} * arguments.window_columns);
  for (u64 word = thread_in_grid(); word * kKeysPerWord < arguments.key_count; word += thread_count()) {
    u64 columns = 0;
    for (u64 i = word * kKeysPerWord; i < (word + 1) * kKeysPerWord && i < arguments.key_count; ++i) {
      const WindowEntry entry = window_entry(arguments, i);
      const u64 in_window = entry.key & ((1u << kPositionBits) - 1);
      columns |= in_window << kPositionBits * (i % kKeysPerWord);
      const u64 window = arguments.first_window + (entry.key >> (kPositionBits + arguments.row_bits));
      const u64 position = window * arguments.window_columns + in_window;
      if (!entry.begun && !entry.continued) {
        reduce_add(arguments.solo_rows, position, 1);
        continue;
      }
      const u32 row = load_readonly(arguments.positions, i) - (entry.begun ? 1 : 0);
      if (!entry.begun) store(arguments.row_ends, u64{row} * 2, static_cast<u32>(i));
      if (!entry.continued) store(arguments.row_ends, u64{row} * 2 + 1, static_cast<u32>(i + 1));
      const u32 slot = atomic_add(arguments.shared_rows, position, 1);
      store(arguments.column_rows, load_readonly(arguments.column_starts, position) - base + slot, row);
    }
    store(arguments.row_columns, word, columns);
  }
}

/// Sorts vertices by window. Launch: any grid.
BITFRONT_DEVICE void key_windows(const PlaceArguments& arguments) {
  for (u32 i = thread_in_grid(); i < arguments.vertex_count; i += thread_count()) {
    const u32 vertex = load_readonly(as<const u32>(arguments.ids), i);
    store(arguments.keys, i, load_readonly(arguments.natural, vertex) / arguments.window_columns);
  }
}

/// Launch: any grid.
BITFRONT_DEVICE void list_degrees(const PlaceArguments& arguments) {
  for (u64 p = thread_in_grid(); p <= arguments.vertex_count; p += thread_count()) {
    u32 degree = 0;
    if (p < arguments.vertex_count) degree = load_readonly(arguments.out_degrees, load_readonly(arguments.columns, p));
    store(arguments.degrees, p, degree);
    if (degree > arguments.wide_above && p % arguments.window_columns >= arguments.most_wide) {
      store_relaxed(arguments.too_wide, 0, 1u);
    }
  }
}

/// The complement of the largest in-degree in a slice set, by which sets are sorted.
BITFRONT_DEVICE u32 set_key(const PlaceArguments& arguments, u32 set) {
  u32 largest = 0;
  for (u64 place = u64{set} * kSigma; place < (set + 1ull) * kSigma; ++place) {
    const u32 degree = load_readonly(arguments.in_degrees, load_readonly(arguments.order, place));
    largest = degree > largest ? degree : largest;
  }
  return ~largest;
}

/// Launch: any grid.
BITFRONT_DEVICE void key_sets(const PlaceArguments& arguments) {
  for (u32 set = thread_in_grid(); set < arguments.connected / kSigma; set += thread_count()) {
    store(arguments.keys, set, set_key(arguments, set));
    store(arguments.ids, set, set);
  }
}

/// Sorts slice sets by window. Launch: any grid.
BITFRONT_DEVICE void key_set_windows(const PlaceArguments& arguments) {
  for (u32 i = thread_in_grid(); i < arguments.connected / kSigma; i += thread_count()) {
    const u32 set = load_readonly(as<const u32>(arguments.ids), i);
    store(arguments.keys, i, set / (arguments.window_columns / kSigma));
  }
}

/// Sorts windows by their first slice set, the sets standing by window and key. `keys` and `old_id_of` receive the keys and the
/// windows.
///
/// Launch: any grid.
BITFRONT_DEVICE void key_first_sets(const PlaceArguments& arguments) {
  const u32 sets = arguments.connected / kSigma, window_sets = arguments.window_columns / kSigma;
  for (u32 window = thread_in_grid(); u64{window} * window_sets < sets; window += thread_count()) {
    const u32 set = load_readonly(as<const u32>(arguments.ids), u64{window} * window_sets);
    store(arguments.keys, window, set_key(arguments, set));
    store(arguments.old_id_of, window, window);
  }
}

/// Places whole slice sets by window rank and key, what is left behind them.
///
/// Launch: any grid.
BITFRONT_DEVICE void place_sets(const PlaceArguments& arguments) {
  const u32 sets = arguments.connected / kSigma, window_sets = arguments.window_columns / kSigma;
  const u32 last = sets == 0 ? 0 : (sets - 1) / window_sets;
  const u32 missing = (last + 1) * window_sets - sets;
  for (u32 p = thread_in_grid(); p < arguments.vertex_count; p += thread_count()) {
    if (p / kSigma >= sets) {
      store(arguments.old_id_of, p, load_readonly(p < arguments.connected ? arguments.order : arguments.columns, p));
      continue;
    }
    const u32 window = p / kSigma / window_sets;
    const u32 rank = load_readonly(arguments.window_ranks, window);
    const u32 shift = rank > load_readonly(arguments.window_ranks, last) ? missing : 0;
    const u64 to = u64{rank} * window_sets - shift + p / kSigma % window_sets;
    const u32 set = load_readonly(as<const u32>(arguments.ids), p / kSigma);
    store(arguments.old_id_of, to * kSigma + p % kSigma, load_readonly(arguments.order, u64{set} * kSigma + p % kSigma));
  }
}

}  // namespace bitfront
