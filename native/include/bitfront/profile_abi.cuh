#pragma once
/// What host and device agree on for sums from cells: every vertex of a cell from searches of the cell's border alone.

#include "bitfront/abi.cuh"

namespace bitfront {

/// Entries of shared memory that a block of `profile_sums` has for levels and for hops from a border.
constexpr u32 kMostBorder = 6144;
/// Vertices of a cell: bits of shared memory of a block of `profile_sums`.
constexpr u32 kMostCell = 1 << 17;
/// Hops within a cell's border and to its vertices; twice as many fit 16 bits with a sign.
constexpr u32 kMostCellHops = 16383;
/// Profiles of a tile of `profile_offsets`; the capacity of profiles is a multiple.
constexpr u32 kProfileTile = 128;

/// Why a cell's sums are not to be had: bits of `ProfileControl::failure`.
enum class ProfileFailure : u32 { TooMany = 1, Collision = 2, OutOfRange = 4, HistogramFull = 8 };

struct ProfileControl {
  u32 count;                            ///< profiles
  u32 failure;                          ///< bits of ProfileFailure
};

/// The argument of every `profile_*`. The graph is one connected component of an undirected graph; a cell is `cell_size` vertices
/// from `cell_begin` on, and its border is every vertex outside that has a neighbour inside. All but the cell are grouped by their
/// profile, what their hops from each border vertex are beyond those from the first.
struct ProfileArguments {
  DevicePtr<const u32> start;           ///< vertex_count + 1 offsets into neighbour
  DevicePtr<const u32> neighbour;
  DevicePtr<const u16> rows;            ///< hops to every vertex, a row of row_stride for each vertex searched from
  DevicePtr<const u32> border;          ///< border_size vertices
  DevicePtr<const u32> border_row;      ///< and their rows
  DevicePtr<const u64> words;           ///< border_size factors of the hash; their sum is 0 modulo 2^64
  DevicePtr<u64> keys;                  ///< table_mask + 1 hashes of profiles, 0 before
  DevicePtr<u32> profile_at;            ///< per place of keys its profile
  DevicePtr<u32> profile_of;            ///< per vertex its place of keys, then its profile; ~0 inside the cell
  DevicePtr<ProfileControl> control;    ///< 0 before
  DevicePtr<u32> example;               ///< per profile a vertex
  DevicePtr<u32> members;               ///< per profile vertices
  DevicePtr<u64> hops_sum;              ///< of their hops from the first border vertex
  DevicePtr<u32> farthest;              ///< most of them
  DevicePtr<u32> not_nearest;           ///< complement of the fewest of them
  DevicePtr<u32> histogram_begin;       ///< per profile its first entry of histogram
  DevicePtr<u32> histogram;             ///< per profile vertices by hops, from the nearest on; 0 before
  DevicePtr<u16> difference;            ///< hops beyond the first's, with a sign: a row of profile_capacity per border vertex
  DevicePtr<u16> offset;                ///< to be added to the first's hops, with a sign: a row of profile_capacity per source
  DevicePtr<u32> queue;                 ///< per block of `profile_sums` cell_size + border_size vertices
  DevicePtr<u32> counts;                ///< per block of `profile_sums` level_capacity vertices by level, for the cell alone
  DevicePtr<u64> distance;              ///< out, per source: sum of hops
  DevicePtr<double> harmonic;           ///< out, per source: sum of 1 / hops, nearest level first; null: not wanted
  DevicePtr<u32> eccentricity;          ///< out, per source: largest hops
  u64 row_stride;                       ///< even
  u32 vertex_count;
  u32 cell_begin;
  u32 cell_size;                        ///< at most kMostCell
  u32 border_size;                      ///< from 1 to kMostBorder
  u32 first_source;                     ///< of `profile_offsets` and `profile_sums`: vertex of the cell, counted from cell_begin
  u32 source_count;
  u32 profile_capacity;                 ///< a multiple of kProfileTile
  u32 table_mask;                       ///< a power of two, at least twice profile_capacity, less 1
  u32 histogram_capacity;
  u32 level_capacity;                   ///< more than any hops
  u32 lanes_log;                        ///< log2 of the lanes that follow a list, at most 5
  u32 reserved;
};

static_assert(sizeof(ProfileControl) == 8);

}  // namespace bitfront
