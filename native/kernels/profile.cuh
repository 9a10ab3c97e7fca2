#pragma once
/// Sums of every vertex of a cell from searches of its border: vertices outside are grouped by their profile, and hops from a
/// vertex of the cell to a profile are the least over the border. The cell itself is searched from each vertex, and its border
/// joins in.

#include "bitfront/profile_abi.cuh"
#include "warp.cuh"

namespace bitfront {

/// Places of the table that are looked at for a hash before there are said to be too many.
constexpr u32 kMostProbes = 4096;

BITFRONT_DEVICE void fail_profiles(const ProfileArguments& arguments, ProfileFailure failure) {
  const DevicePtr<u32> control = as<u32>(arguments.control);
  reduce_or(control, offsetof(ProfileControl, failure) / 4, static_cast<u32>(failure));
}

/// What earlier kernels found; this one may fail while others of its warps still ask.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE ProfileControl profile_control(const ProfileArguments& arguments) {
  const u32 word = load_relaxed(as<u32>(arguments.control), lane_id() == 0 ? 0 : 1);
  return {shuffle(word, 0), shuffle(word, 1)};
}

BITFRONT_DEVICE bool is_inside(const ProfileArguments& arguments, u32 vertex) {
  return vertex - arguments.cell_begin < arguments.cell_size;
}

/// Where row `i` of the border begins among all rows.
BITFRONT_DEVICE u64 border_row(const ProfileArguments& arguments, u32 i) {
  return load_readonly(arguments.border_row, i) * arguments.row_stride;
}

BITFRONT_DEVICE u32 border_hops(const ProfileArguments& arguments, u32 i, u32 vertex) {
  return load(arguments.rows, border_row(arguments, i) + vertex);
}

/// The place of a hash; a new one becomes a profile with `vertex` for an example.
///
/// Launch: one lane.
BITFRONT_DEVICE u32 place_of_key(const ProfileArguments& arguments, u64 key, u32 vertex) {
  u32 place = static_cast<u32>(key * 0x9E3779B97F4A7C15ull >> 32) & arguments.table_mask;
  for (u32 probes = 0; probes < kMostProbes; ++probes, place = (place + 1) & arguments.table_mask) {
    const u64 before = atomic_replace(arguments.keys, place, u64{0}, key);
    if (before == key) return place;
    if (before != 0) continue;
    const u32 profile = atomic_add(as<u32>(arguments.control), offsetof(ProfileControl, count) / 4, 1);
    if (profile >= arguments.profile_capacity) break;
    store(arguments.profile_at, place, profile);
    store(arguments.example, profile, vertex);
    return place;
  }
  fail_profiles(arguments, ProfileFailure::TooMany);
  return place;
}

/// Keeps each lane's vertex's place of its key; lanes with one key look it up once.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE void enter_keys(const ProfileArguments& arguments, u32 vertex, u64 key) {
  const bool exists = vertex < arguments.vertex_count;
  const bool enters = exists && !is_inside(arguments, vertex);
  key = key == 0 ? 1 : key;
  u32 place = ~0u;
  for (u32 open = ballot(enters); open != 0;) {
    const u32 leader = lowest_bit(open);
    u32 found = lane_id() == leader ? place_of_key(arguments, key, vertex) : 0;
    found = shuffle(found, leader);
    const bool alike = shuffle_wide(key, leader) == key;
    if (alike && (open >> lane_id() & 1) != 0) place = found;
    open &= ~ballot(alike);
  }
  if (exists) store(arguments.profile_of, vertex, place);
}

/// Groups the vertices outside the cell by a linear hash of their profile.
///
/// Launch: any grid.
/// Cost:   every row of the border read once.
BITFRONT_DEVICE void group_vertices(const ProfileArguments& arguments) {
  const DevicePtr<const u32> pairs{arguments.rows.address};
  const u32 words = (arguments.vertex_count + 1) / 2;
  for (u32 word = thread_in_grid(); ballot(word < words) != 0; word += thread_count()) {
    u64 even = 0, odd = 0;
    if (word < words) {
#pragma unroll 8
      for (u32 b = 0; b < arguments.border_size; ++b) {
        const u32 pair = load_readonly(pairs, border_row(arguments, b) / 2 + word);
        const u64 factor = load_readonly(arguments.words, b);
        even += factor * (pair & 0xFFFF);
        odd += factor * (pair >> 16);
      }
    }
    enter_keys(arguments, word < words ? 2 * word : ~0u, even);
    enter_keys(arguments, word < words ? 2 * word + 1 : ~0u, odd);
  }
}

/// Stores every profile, by its example, and begins its figures.
///
/// Launch: any grid.
BITFRONT_DEVICE void store_profiles(const ProfileArguments& arguments) {
  const ProfileControl control = profile_control(arguments);
  if (control.failure != 0) return;
  const u64 all = u64{control.count} * arguments.border_size;
  for (u64 i = thread_in_grid(); i < all; i += thread_count()) {
    const auto b = static_cast<u32>(i / control.count);
    const auto profile = static_cast<u32>(i % control.count);
    const u32 vertex = load(arguments.example, profile);
    const auto beyond = static_cast<i32>(border_hops(arguments, b, vertex) - border_hops(arguments, 0, vertex));
    const u32 size = beyond < 0 ? static_cast<u32>(-beyond) : static_cast<u32>(beyond);
    if (size > kMostCellHops) fail_profiles(arguments, ProfileFailure::OutOfRange);
    store(arguments.difference, u64{b} * arguments.profile_capacity + profile, static_cast<u16>(beyond));
    if (b != 0) continue;
    store(arguments.members, profile, 0u);
    store(arguments.hops_sum, profile, u64{0});
    store(arguments.farthest, profile, 0u);
    store(arguments.not_nearest, profile, 0u);
  }
}

/// Whether a vertex sees the border as its profile's example does.
BITFRONT_DEVICE bool fits_profile(const ProfileArguments& arguments, u32 vertex, u32 profile, u32 first_hops) {
  u32 wrong = 0;
#pragma unroll 8
  for (u32 b = 1; b < arguments.border_size; ++b) {
    const u32 beyond = load(arguments.difference, u64{b} * arguments.profile_capacity + profile);
    wrong |= ((border_hops(arguments, b, vertex) - first_hops) ^ beyond) & 0xFFFF;
  }
  return wrong == 0;
}

/// Adds a vertex of each lane that has one to its profile's figures; where all have one profile, at once.
///
/// Launch: all 32 lanes, converged.
BITFRONT_DEVICE void add_members(const ProfileArguments& arguments, bool has, u32 profile, u32 hops) {
  const u32 lanes = ballot(has);
  if (lanes == 0) return;
  const u32 leader = lowest_bit(lanes);
  const u32 of_leader = shuffle(profile, leader);
  const bool alike = ballot(has && profile != of_leader) == 0;
  if (alike) {
    const u32 sum = lanes_sum(has ? hops : 0);
    const u32 nearest = lanes_min(has ? hops : ~0u);
    const u32 not_farthest = lanes_min(has ? ~hops : ~0u);
    if (lane_id() != leader) return;
    reduce_add(arguments.members, profile, popcount(lanes));
    reduce_add(arguments.hops_sum, profile, sum);
    reduce_max(arguments.farthest, profile, ~not_farthest);
    reduce_max(arguments.not_nearest, profile, ~nearest);
  } else if (has) {
    reduce_add(arguments.members, profile, 1);
    reduce_add(arguments.hops_sum, profile, hops);
    reduce_max(arguments.farthest, profile, hops);
    reduce_max(arguments.not_nearest, profile, ~hops);
  }
}

/// Finds each vertex's profile, checks that it has it, and counts it there.
///
/// Launch: any grid.
/// Cost:   every row of the border read once more.
BITFRONT_DEVICE void add_to_profiles(const ProfileArguments& arguments) {
  if (profile_control(arguments).failure != 0) return;
  for (u32 vertex = thread_in_grid(); ballot(vertex < arguments.vertex_count) != 0; vertex += thread_count()) {
    const bool has = vertex < arguments.vertex_count && !is_inside(arguments, vertex);
    u32 profile = 0, hops = 0;
    if (has) {
      profile = load(arguments.profile_at, load(arguments.profile_of, vertex));
      hops = border_hops(arguments, 0, vertex);
      store(arguments.profile_of, vertex, profile);
      if (!fits_profile(arguments, vertex, profile, hops)) fail_profiles(arguments, ProfileFailure::Collision);
    }
    add_members(arguments, has, profile, hops);
  }
}

/// Gives every profile its entries of the histogram.
///
/// Launch: one block of at most 32 warps.
BITFRONT_DEVICE void place_histograms(const ProfileArguments& arguments) {
  BITFRONT_SHARED(u32, sums, 32);
  const ProfileControl control = profile_control(arguments);
  if (control.failure != 0) return;
  const u32 warp = thread_in_block() / kLanes;
  u64 base = 0;
  for (u32 first = 0; first < control.count; first += block_threads()) {
    const u32 profile = first + thread_in_block();
    const bool exists = profile < control.count;
    const u32 entries = exists ? load(arguments.farthest, profile) - ~load(arguments.not_nearest, profile) + 1 : 0;
    const u32 scanned = lanes_scan(entries);
    if (lane_id() == kLanes - 1) store(sums, warp, scanned);
    block_barrier();
    u64 before = base;
    for (u32 w = 0; w < block_threads() / kLanes; ++w) {
      const u32 sum = load(sums, w);
      before += w < warp ? sum : 0;
      base += sum;
    }
    if (exists) store(arguments.histogram_begin, profile, static_cast<u32>(before + scanned - entries));
    block_barrier();
  }
  if (thread_in_block() == 0 && base > arguments.histogram_capacity) fail_profiles(arguments, ProfileFailure::HistogramFull);
}

/// Counts the vertices of every profile by their hops from the first border vertex.
///
/// Launch: any grid.
BITFRONT_DEVICE void count_hops(const ProfileArguments& arguments) {
  if (profile_control(arguments).failure != 0) return;
  for (u32 vertex = thread_in_grid(); vertex < arguments.vertex_count; vertex += thread_count()) {
    if (is_inside(arguments, vertex)) continue;
    const u32 profile = load(arguments.profile_of, vertex);
    const u32 nearest = ~load(arguments.not_nearest, profile);
    const u32 entry = load(arguments.histogram_begin, profile) + border_hops(arguments, 0, vertex) - nearest;
    reduce_add(arguments.histogram, entry, 1);
  }
}

/// A tile of offsets: sources by pairs of profiles. Sixteen threads in a row have kOwnPairs pairs each, 16 apart, and as many
/// rows as the block has kOwnSources sources each, as far apart as there are rows.
constexpr u32 kTilePairs = kProfileTile / 2;
constexpr u32 kTileBorder = 16;
constexpr u32 kTileThreads = 256;
constexpr u32 kTileColumns = 16;
constexpr u32 kOwnSources = 8;
constexpr u32 kOwnPairs = kTilePairs / kTileColumns;
constexpr u32 kMostTileSources = kTileThreads / kTileColumns * kOwnSources;

/// Memory of the block: for some border vertices, hops to the tile's sources, twice in each word, and the tile's profiles.
struct TileMemory {
  SharedPtr<u32> hops, profiles;
};

/// A thread's place in a tile, and the tile's in the product.
struct OffsetTile {
  u32 column, row, rows;
  u32 source, pair;  ///< first ones
  u32 pairs;         ///< in all
};

/// Brings border vertices `first` to `first + kTileBorder` of a tile.
///
/// Launch: whole block.
BITFRONT_DEVICE void bring_tile(const ProfileArguments& arguments, const TileMemory& memory, const OffsetTile& tile, u32 first) {
  const DevicePtr<const u32> profiles{arguments.difference.address};
  const u32 sources = tile.rows * kOwnSources;
  for (u32 i = tile.row; i < kTileBorder && first + i < arguments.border_size; i += tile.rows) {
    const u64 row = border_row(arguments, first + i) + arguments.cell_begin + arguments.first_source;
    for (u32 s = tile.column; s < sources; s += kTileColumns) {
      const u32 source = tile.source + s;
      const u32 hops = source < arguments.source_count ? load(arguments.rows, row + source) : 0;
      store(memory.hops, i * kMostTileSources + s, hops << 16 | hops);
    }
    const u64 beyond = u64{first + i} * (arguments.profile_capacity / 2);
    for (u32 p = tile.column; p < kTilePairs; p += kTileColumns) {
      const u32 pair = tile.pair + p;
      store(memory.profiles, i * kTilePairs + p, pair < tile.pairs ? load_readonly(profiles, beyond + pair) : 0);
    }
  }
}

/// Takes in the border vertices of a tile that are in the block's memory.
BITFRONT_DEVICE void take_tile(const TileMemory& memory, const OffsetTile& tile, u32 count, u32 (&least)[kOwnSources][kOwnPairs]) {
  for (u32 b = 0; b < count; ++b) {
    u32 beyond[kOwnPairs];
#pragma unroll
    for (u32 p = 0; p < kOwnPairs; ++p) beyond[p] = load(memory.profiles, b * kTilePairs + tile.column + kTileColumns * p);
#pragma unroll
    for (u32 s = 0; s < kOwnSources; ++s) {
      const u32 hops = load(memory.hops, b * kMostTileSources + tile.row + tile.rows * s);
#pragma unroll
      for (u32 p = 0; p < kOwnPairs; ++p) least[s][p] = least_sums(hops, beyond[p], least[s][p]);
    }
  }
}

/// Finds the offsets of one tile.
///
/// Launch: whole block.
BITFRONT_DEVICE void find_tile(const ProfileArguments& arguments, const TileMemory& memory, const OffsetTile& tile) {
  u32 least[kOwnSources][kOwnPairs];
#pragma unroll
  for (u32 s = 0; s < kOwnSources; ++s) {
#pragma unroll
    for (u32 p = 0; p < kOwnPairs; ++p) least[s][p] = 0x7FFF7FFF;
  }
  for (u32 first = 0; first < arguments.border_size; first += kTileBorder) {
    bring_tile(arguments, memory, tile, first);
    block_barrier();
    const u32 left = arguments.border_size - first;
    take_tile(memory, tile, left < kTileBorder ? left : kTileBorder, least);
    block_barrier();
  }
  const DevicePtr<u32> offsets = as<u32>(arguments.offset);
#pragma unroll
  for (u32 s = 0; s < kOwnSources; ++s) {
    const u32 source = tile.source + tile.row + tile.rows * s;
    const u64 row = u64{source} * (arguments.profile_capacity / 2);
#pragma unroll
    for (u32 p = 0; p < kOwnPairs; ++p) {
      const u32 pair = tile.pair + tile.column + kTileColumns * p;
      if (source < arguments.source_count && pair < tile.pairs) store(offsets, row + pair, least[s][p]);
    }
  }
}

/// What must be added to hops from the first border vertex to make them hops from a source: the least over the border, for each
/// profile. A product of matrices, sums for products and minima for sums.
///
/// Launch: any grid, blocks of whole warps, at most kTileThreads.
/// Needs:  hops to sources at most kMostCellHops.
BITFRONT_DEVICE void find_offsets(const ProfileArguments& arguments) {
  BITFRONT_SHARED(u32, hops, kTileBorder * kMostTileSources);
  BITFRONT_SHARED(u32, profiles, kTileBorder * kTilePairs);
  const ProfileControl control = profile_control(arguments);
  if (control.failure != 0) return;
  OffsetTile tile{thread_in_block() % kTileColumns, thread_in_block() / kTileColumns, block_threads() / kTileColumns, 0, 0,
            (control.count + 1) / 2};
  const u32 sources = tile.rows * kOwnSources;
  const u32 across = (tile.pairs + kTilePairs - 1) / kTilePairs;
  const u32 tiles = (arguments.source_count + sources - 1) / sources * across;
  for (u32 i = block_index(); i < tiles; i += block_count()) {
    tile.source = i / across * sources;
    tile.pair = i % across * kTilePairs;
    find_tile(arguments, {hops, profiles}, tile);
  }
}

/// Memory of the block. `levels` are hops from each border vertex while the cell is searched, then vertices by level.
struct CellMemory {
  SharedPtr<u32> levels, seen, joined, found, not_deepest;
  SharedPtr<u64> distance;
};

/// What is known of a source, the same in all threads but for `distance`, of which each has its part.
struct CellSums {
  u64 distance;
  u32 depth;  ///< within the cell, then all in all
};

/// The block's own part.
struct CellState {
  DevicePtr<u32> queue, counts;
};

/// Follows lists of queued vertices within the cell, one to a group of lanes; what is met first is queued from `tail` on.
///
/// Launch: whole block.
BITFRONT_DEVICE void follow_in_cell(const ProfileArguments& arguments, const CellMemory& memory, const CellState& own, u32 begin,
                                    u32 end, u32 level) {
  const u32 lanes = 1u << arguments.lanes_log;
  const u32 member = lane_id() & (lanes - 1);
  const u32 step = block_threads() >> arguments.lanes_log;
  for (u32 item = begin + (thread_in_block() >> arguments.lanes_log); ballot(item < end) != 0; item += step) {
    const u32 vertex = item < end ? load(own.queue, item) : 0;
    const u32 last = item < end ? load_readonly(arguments.start, vertex + 1ull) : 0;
    u32 edge = item < end ? load_readonly(arguments.start, vertex) + member : 0;
    for (; ballot(edge < last) != 0; edge += lanes) {
      if (edge >= last) continue;
      const u32 local = load_readonly(arguments.neighbour, edge) - arguments.cell_begin;
      if (local >= arguments.cell_size) continue;
      const u32 bit = 1u << local % 32;
      if ((load_relaxed(memory.seen, local / 32) & bit) != 0) continue;
      if ((atomic_or(memory.seen, local / 32, bit) & bit) != 0) continue;
      const u32 place = atomic_add(memory.found, level % 3, 1);
      store(own.queue, end + place, arguments.cell_begin + local);
    }
  }
}

/// Queues the border vertices that are `level` hops away.
///
/// Launch: whole block.
BITFRONT_DEVICE void join_border(const ProfileArguments& arguments, const CellMemory& memory, const CellState& own, u32 end,
                                 u32 level) {
  for (u32 b = thread_in_block(); b < arguments.border_size; b += block_threads()) {
    if (load(memory.levels, b) != level) continue;
    store(own.queue, end + atomic_add(memory.joined, level % 3, 1), load_readonly(arguments.border, b));
  }
}

/// Brings the hops from the border to a source and marks the source as seen.
///
/// Launch: whole block; a barrier of the block follows.
BITFRONT_DEVICE void begin_in_cell(const ProfileArguments& arguments, const CellMemory& memory, const CellState& own, u32 source) {
  bool far = false;
  for (u32 b = thread_in_block(); b < arguments.border_size; b += block_threads()) {
    const u32 hops = border_hops(arguments, b, source);
    far |= hops > kMostCellHops;
    store(memory.levels, b, hops);
  }
  if (far) fail_profiles(arguments, ProfileFailure::OutOfRange);
  const u32 local = source - arguments.cell_begin;
  for (u32 word = thread_in_block(); word < (arguments.cell_size + 31) / 32; word += block_threads()) {
    store(memory.seen, word, word == local / 32 ? 1u << local % 32 : 0);
  }
  if (thread_in_block() != 0) return;
  store(own.queue, 0, source);
  store(memory.joined, 0, 0u);
  store(memory.found, 0, 0u);
}

/// Searches the cell from a vertex of it; the border joins in. What each level found goes to the block's counts.
///
/// Launch: whole block.
/// Cost:   two barriers of the block a level.
BITFRONT_DEVICE CellSums search_cell(const ProfileArguments& arguments, const CellMemory& memory, const CellState& own, u32 source) {
  begin_in_cell(arguments, memory, own, source);
  block_barrier();
  CellSums sums{0, 0};
  u32 begin = 0, end = 1, seen = 1;
  for (u32 level = 0; seen < arguments.cell_size && level + 1 < arguments.level_capacity; ++level) {
    join_border(arguments, memory, own, end, level);
    if (thread_in_block() == 0) {
      store(memory.joined, (level + 1) % 3, 0u);
      store(memory.found, (level + 1) % 3, 0u);
    }
    block_barrier();
    end += load(memory.joined, level % 3);
    follow_in_cell(arguments, memory, own, begin, end, level);
    block_barrier();
    const u32 found = load(memory.found, level % 3);
    begin = end;
    end += found;
    seen += found;
    if (found != 0) sums.depth = level + 1;
    if (thread_in_block() == 0) {
      sums.distance += u64{found} * (level + 1);
      store(own.counts, level + 1, found);
    }
  }
  if (seen != arguments.cell_size) fail_profiles(arguments, ProfileFailure::OutOfRange);
  return sums;
}

/// Adds the hops to all profiles.
///
/// Launch: whole block.
BITFRONT_DEVICE void add_profiles(const ProfileArguments& arguments, const CellMemory& memory, u32 count, u64 offsets, CellSums& sums) {
  u32 deepest = sums.depth;
  for (u32 profile = thread_in_block(); profile < count; profile += block_threads()) {
    const i32 offset = static_cast<i16>(load(arguments.offset, offsets + profile));
    const auto members = static_cast<i64>(load(arguments.members, profile));
    sums.distance += load(arguments.hops_sum, profile) + static_cast<u64>(members * offset);
    const u32 depth = load(arguments.farthest, profile) + static_cast<u32>(offset);
    deepest = depth > deepest ? depth : deepest;
  }
  const u32 not_deepest = lanes_min(~deepest);
  if (lane_id() == 0) store(memory.not_deepest, thread_in_block() / kLanes, not_deepest);
  if (thread_in_block() == 0) store(memory.distance, 0, u64{0});
  block_barrier();
  reduce_add(memory.distance, 0, sums.distance);
  for (u32 warp = 0; warp < block_threads() / kLanes; ++warp) {
    const u32 depth = ~load(memory.not_deepest, warp);
    sums.depth = depth > sums.depth ? depth : sums.depth;
  }
  block_barrier();
  sums.distance = load(memory.distance, 0);
}

/// Entries of a histogram that one lane adds by itself.
constexpr u32 kOwnEntries = 16;

/// A profile's histogram, its levels as seen from a source less those before the window of levels at hand.
struct SeenHistogram {
  u32 begin, entries, level;
};

BITFRONT_DEVICE SeenHistogram seen_histogram(const ProfileArguments& arguments, u32 profile, u64 offsets, u32 base) {
  const u32 nearest = ~load(arguments.not_nearest, profile);
  const i32 offset = static_cast<i16>(load(arguments.offset, offsets + profile));
  return {load(arguments.histogram_begin, profile), load(arguments.farthest, profile) - nearest + 1,
          nearest + static_cast<u32>(offset) - base};
}

BITFRONT_DEVICE void add_entry(const ProfileArguments& arguments, const CellMemory& memory, const SeenHistogram& seen, u32 entry) {
  const u32 level = seen.level + entry;
  if (level < kMostBorder) reduce_add(memory.levels, level, load(arguments.histogram, seen.begin + entry));
}

/// Adds the vertices of all profiles that lie `base` to `base + kMostBorder` hops away to the block's levels.
///
/// Launch: whole block.
BITFRONT_DEVICE void add_histograms(const ProfileArguments& arguments, const CellMemory& memory, u32 count, u64 offsets, u32 base) {
  for (u32 first = thread_in_block() - lane_id(); first < count; first += block_threads()) {
    const u32 profile = first + lane_id();
    const SeenHistogram seen = profile < count ? seen_histogram(arguments, profile, offsets, base) : SeenHistogram{};
    const bool is_long = seen.entries > kOwnEntries;
    for (u32 entry = 0; !is_long && entry < seen.entries; ++entry) add_entry(arguments, memory, seen, entry);
    share_long_lists(is_long, [&](u32 leader) {
      const SeenHistogram shared{shuffle(seen.begin, leader), shuffle(seen.entries, leader), shuffle(seen.level, leader)};
      for (u32 entry = lane_id(); entry < shared.entries; entry += kLanes) add_entry(arguments, memory, shared, entry);
    });
  }
}

/// Sum of 1 / hops, nearest level first, as searches fold it; good in the first thread.
///
/// Launch: whole block, after a barrier.
BITFRONT_DEVICE double fold_levels_of(const ProfileArguments& arguments, const CellMemory& memory, const CellState& own, u32 count,
                                      u64 offsets, u32 inside_depth, u32 depth) {
  double harmonic = 0;
  for (u32 base = 0; base <= depth; base += kMostBorder) {
    for (u32 i = thread_in_block(); i < kMostBorder && base + i <= depth; i += block_threads()) {
      store(memory.levels, i, base + i != 0 && base + i <= inside_depth ? load(own.counts, base + i) : 0);
    }
    block_barrier();
    add_histograms(arguments, memory, count, offsets, base);
    block_barrier();
    for (u32 i = 0; thread_in_block() == 0 && i < kMostBorder && base + i <= depth; ++i) {
      if (base + i != 0) harmonic += static_cast<double>(load(memory.levels, i)) / (base + i);
    }
    block_barrier();
  }
  return harmonic;
}

/// The sums of sources, each by one block.
///
/// Launch: any grid, block of whole warps, at most 32.
/// Needs:  `find_offsets` of the same sources.
BITFRONT_DEVICE void sum_sources(const ProfileArguments& arguments) {
  BITFRONT_SHARED(u32, levels, kMostBorder);
  BITFRONT_SHARED(u32, seen, kMostCell / 32);
  BITFRONT_SHARED(u32, joined, 3);
  BITFRONT_SHARED(u32, found, 3);
  BITFRONT_SHARED(u32, not_deepest, 32);
  BITFRONT_SHARED(u64, distance, 1);
  const CellMemory memory{levels, seen, joined, found, not_deepest, distance};
  const ProfileControl control = profile_control(arguments);
  if (thread_in_block() == 0) store(memory.found, 0, control.failure);
  block_barrier();
  const u32 failure = load(memory.found, 0);
  block_barrier();
  if (failure != 0) return;
  const u64 block = block_index();
  const CellState own{{arguments.queue.address + block * (arguments.cell_size + arguments.border_size) * 4},
                      {arguments.counts.address + block * arguments.level_capacity * 4}};
  for (u32 source = block_index(); source < arguments.source_count; source += block_count()) {
    const u64 offsets = u64{source} * arguments.profile_capacity;
    CellSums sums = search_cell(arguments, memory, own, arguments.cell_begin + arguments.first_source + source);
    const u32 inside_depth = sums.depth;
    add_profiles(arguments, memory, control.count, offsets, sums);
    double harmonic = 0;
    if (!arguments.harmonic.is_null()) {
      harmonic = fold_levels_of(arguments, memory, own, control.count, offsets, inside_depth, sums.depth);
    }
    if (thread_in_block() == 0) {
      store(arguments.distance, source, sums.distance);
      store(arguments.eccentricity, source, sums.depth);
      if (!arguments.harmonic.is_null()) store(arguments.harmonic, source, harmonic);
    }
    block_barrier();
  }
}

}  // namespace bitfront
