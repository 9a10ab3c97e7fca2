#pragma once
/// What host and kernels agree on: the arguments of every kernel, laid out so that a host without a C++ compiler can
/// fill them in by offset. All structs are little-endian, naturally aligned and passed by value; addresses are 8-byte
/// device addresses; every byte is a field's or is there to align the next. `native/abi.layout` is how the compiler lays
/// them out, compared with these headers by every native build; Java's setters are made from it (`make layout`). Any change
/// of an offset, a meaning or an entry's name raises `kAbiVersion`, which the compiled module exports as
/// `bitfront_abi_version`.

#include <cstddef>
#include <cstdint>

namespace bitfront {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i16 = std::int16_t;
using i32 = std::int32_t;
using i64 = std::int64_t;

constexpr u32 kAbiVersion = 30;

/// An address in device memory. It is a number, so that nothing but the device header can follow it: the emulator sees
/// every access of a kernel because the compiler admits no other.
template <class T>
struct DevicePtr {
  u64 address;

  constexpr bool is_null() const { return address == 0; }
};

/// In-neighbours of a sample that are looked at besides its hub.
constexpr u32 kSampleLooks = 16;

/// Samples of a graph.
constexpr u32 kPullSamples = 128;

/// A vertex at which one of so many edges, evenly spread over all, ends: what a pull would have to look at is estimated by these.
struct PullSample {
  u32 vertex;
  u32 hub;
  u32 pad[2];
  u32 neighbours[kSampleLooks];  ///< the first in-neighbours, ~0 where there are no more
};

/// The graph, read only. Layouts as in `io.bitfront.graph.Bvss` and `io.bitfront.graph.Csc`.
struct GraphArrays {
  DevicePtr<const u32> real_ptrs;        ///< slice_set_count + 1
  DevicePtr<const u32> virtual_to_real;  ///< vss_count
  DevicePtr<const u32> row_ids;          ///< 128 per VSS, 16-byte aligned
  DevicePtr<const u32> tile_masks;       ///< 32 per VSS
  DevicePtr<const void> in_start;        ///< vertex_count + 1 offsets into in_index, as wide as the entry's name says
  DevicePtr<const u32> in_index;         ///< in-neighbours, ascending per vertex
  DevicePtr<const void> out_start;       ///< vertex_count + 1 offsets; in_start again where the graph is undirected
  DevicePtr<const u32> old_id_of;        ///< input index of each vertex
  DevicePtr<const u32> out_index;        ///< out-neighbours; in_index again where the graph is undirected
  DevicePtr<const u32> hubs;             ///< per vertex its in-neighbour of largest in-degree, ~0 where it has none
  DevicePtr<const u32> firsts;           ///< per vertex below single_from four in-neighbours, see `pull.cuh`; null: not laid out
  DevicePtr<const u32> components;       ///< per vertex the first one of its weakly connected component; null: not known
  DevicePtr<const u32> strays;           ///< bitmap: live vertices outside the largest component, where few are; null: not
                                         ///< known, or `components` tells of them
  DevicePtr<const PullSample> samples;   ///< kPullSamples; null: none, pulls are expected to find what they look for
  u64 stray_edges;                       ///< out of strays
  u32 vertex_count;
  u32 slice_set_count;                   ///< ceil(vertex_count / 8)
  u32 vss_count;
  u32 live_count;                        ///< no vertex from this one on has an edge
  u32 stray_vertices;
  u32 single_from;                       ///< no vertex from this one on has more than one in-neighbour
};

/// What one round of an adaptive traversal found, summed over the grid.
struct BfsTally {
  u32 queue_length;     ///< pieces in the grid's queue; blocks keep others to themselves
  u32 vertices;
  u64 edges;            ///< out of the vertices; estimated where no adjacency was looked at
  u32 targets;          ///< among the vertices
  u32 pad[27];
};

/// What the blocks of a grid add up while they wait for each other; see `join_sum`.
struct BlockSum {
  u64 sum;
  u32 pad[30];
};

/// Where an adaptive traversal stands.
struct BfsStand {
  u32 level;            ///< the last one
  u32 queue;            ///< the round whose queue holds the frontier
  u32 vertices;         ///< of the frontier
  u32 queued;           ///< pieces of their lists, all in the grid's queue
  u32 visited;
  u32 targets;          ///< found
  u64 frontier_edges;
  u64 edges;            ///< out of visited vertices
  u32 pad[22];
};

/// Counters of one traversal. Groups that are written at different times are 128 bytes apart.
struct BfsControl {
  u32 barrier;          ///< grid barrier; zero before the first launch, then left alone
  u32 pad0[31];
  u32 queue_length[2];  ///< by level parity
  u32 pad1[30];
  u32 visited_count;    ///< kept only where a level may be pulled
  u32 targets_found;
  u32 pad2[30];
  u32 steps;            ///< out: level steps run; no vertex has a higher level
  u32 unfinished;       ///< out, adaptive: 1 where a limit of levels ended it and there are edges left to follow
  u32 pad3[30];
  u32 outside_vertices; ///< adaptive: with edges, in other components than the source, where these are known
  u32 pad4;
  u64 outside_edges;    ///< out of them
  u32 pad5[28];
  BfsTally tally[3];    ///< by turns: one is read, one is summed, one is cleared
  BlockSum small[2];    ///< of small rounds, by turns
  BfsStand start;       ///< where the traversal begins
  BfsStand alone;       ///< after levels that one block has run alone
};

/// State of one traversal, written by `bfs_reset`, then by a traversal. Bitmaps have `bitmap_words(n)` words.
struct BfsState {
  DevicePtr<i32> level;      ///< vertex_count hops from the source, -1 where unreached; 16-byte aligned
  DevicePtr<u32> frontier;   ///< bitmap; adaptive: visited before the last level, by turns with `visited`
  DevicePtr<u32> next;       ///< bitmap; eager: the next frontier; lazy: visited including the next frontier; adaptive:
                             ///< vertices that a level has marked
  DevicePtr<u32> visited;    ///< bitmap; lazy and adaptive only
  DevicePtr<u32> queue[2];   ///< vss_count VSS ids each; adaptive: only the first
  DevicePtr<BfsControl> control;
  DevicePtr<u64> pieces[2];  ///< piece_capacity(graph) pieces of adjacency lists each, at a multiple of 16; adaptive and correcting
  DevicePtr<u64> told;       ///< correcting only: told_words(blocks) words by which its blocks deal
  u64 told_count;            ///< of them
};

/// How a level was run, in traces. `Push` stores levels on discovery, `PushMarked` in a sweep over what it marked,
/// `PushSmall` as `Push` but in a round that ends without a grid barrier, `PushAlone` in one block while the others wait.
enum class LevelMode : u32 { Tensor = 1, Pull = 2, Push = 3, PushMarked = 4, PushSmall = 5, PushAlone = 6 };

/// One level of a trace; frontier sizes follow from `bfs_summary`.
struct TraceRecord {
  LevelMode mode;
  u32 queue_length;                ///< queued VSSs; adaptive: vertices of the frontier
  u64 nanoseconds;
};

/// What a level costs each way, in nanoseconds of the whole grid; see `cheapest_mode`. Per-level costs include everything that
/// depends on the graph alone: barriers, passes over bitmaps.
struct LevelCosts {
  float push_level;                ///< per level
  float push_burst;                ///< per edge that is expected to find a vertex, of the first kBurstEdges
  float push_new;                  ///< per edge that is expected to find a vertex
  float push_edge;                 ///< per edge out of the frontier
  float queue_level;               ///< per level that pushes after a pull or a sweep, which leave no queue
  float mark_level;                ///< per level that pushes marks, whose vertices a sweep stores
  float mark_root;                 ///< per square root of the edges: what few edges wait for, many do not
  float mark_edge;                 ///< per edge out of the frontier
  float pull_level;                ///< per level
  float pull_vertex;               ///< per unvisited vertex
  float pull_probe;                ///< per in-neighbour expected to be looked at
  float probe_limit;               ///< most in-neighbours an unvisited vertex is expected to look at
  float tensor_level;              ///< per level
  float tensor_scan;               ///< per level that finds a queue, and so has to look for the frontier in the levels
  float tensor_vss;                ///< per VSS of the frontier
};

/// By what an adaptive traversal chooses how to run a level.
struct SwitchCosts {
  u32 allowed;                     ///< bit `1 << mode` for each mode that `SwitchRule::Auto` may choose; at least one
                                   ///< besides PushSmall and PushAlone
  LevelCosts level;
  float stay;                      ///< what leaving a direction must gain: 1.1 asks for a tenth
  float tensor_doubt;              ///< what choosing a tensor level must gain besides, as its VSSs are guessed from edges
  u32 local_pieces;                ///< pieces a block keeps to itself between levels, at most kLocalPieces
  u32 alone_edges;                 ///< most edges out of a frontier that one block follows while the others wait
  u32 alone_after;                 ///< levels of no more in a row before it does
  u32 small_edges;                 ///< most edges out of a frontier with which small rounds begin
  u32 small_vertices;              ///< most vertices of a frontier with which they go on
  u32 small_pieces;                ///< pieces beyond twice the mean with which a block lets all be dealt anew
  u32 small_lanes_log;             ///< log2 of the lanes that follow a piece there, at most 5
  u32 list_edges;                  ///< correcting: edges of a lane in flight together, 2 or else 4
  u32 look;                        ///< 1: small rounds and marks look at a word before they set a bit of it, which pays
                                   ///< where most are set or many edges lead to few vertices; pulls without firsts
                                   ///< look at the hub twice
  u32 gathered_words;              ///< words of marks, those of the first vertices, that a block gathers in its own memory
                                   ///< before it sets them, at most kGatheredWords; pays where most edges lead there
  u32 gather_edges;                ///< fewest edges out of a frontier with which blocks do so
  u32 gathered_first;              ///< of these words, those that a block gathers where fewer edges lead out of a frontier
  u32 gather_first_edges;          ///< fewest with which it does so
  float pull_vain;                 ///< per in-neighbour that a pull is expected to look at in vain, by samples
  u32 sampled_edges;               ///< fewest edges out of unvisited vertices with which samples are looked at before a pull
  u32 sort_edges;                  ///< fewest edges out of a frontier with which marks are sorted first, where that is compiled
};

/// Rules by which levels of an adaptive traversal run bottom-up or top-down; see `switching.cuh`. `Auto` and `Paper` choose
/// among all modes, the others say the direction and leave its cheapest mode to `SwitchCosts`.
enum class SwitchRule : u32 {
  Auto = 0, Paper = 1, Beamer = 2, Ligra = 3, PushPull = 4, GraphBlast = 5, Gunrock = 6, SepGraph = 7, Never = 8
};

/// A rule and its constants, all below 2^20.
struct SwitchPolicy {
  SwitchRule rule;
  u32 alpha;                       ///< larger pulls earlier; Paper: eta
  u32 beta;                        ///< larger pulls longer; 0 never goes back
  u32 delta;                       ///< SepGraph: edges per vertex below which no level is pulled
};

/// What one traversal is to do.
struct BfsRequest {
  u32 source;
  u32 max_level;                   ///< last level to be completed
  u32 eta;                         ///< Eq. 6: pull when unvisited < eta x queue length; 0 never pulls
  u32 target_count;                ///< stop when so many vertices of `targets` are reached; 0: no targets
  DevicePtr<const u32> targets;    ///< bitmap, null without targets
  DevicePtr<TraceRecord> trace;    ///< null: no trace
  u32 trace_capacity;              ///< records that fit; later levels go unrecorded
  u32 forced_count;                ///< adaptive only: levels that `forced` speaks of
  SwitchCosts costs;               ///< adaptive only
  SwitchPolicy policy;             ///< adaptive only
  DevicePtr<const u32> forced;     ///< the `LevelMode` of each level from the first on, 0: by `policy`
  u32 most_shared;                 ///< adaptive only: levels run by the whole grid in one launch after which it ends; 0: as many as there are
  u32 reserved;
};

/// For each vertex what it reaches in at most `radius` hops, which rounds of as many levels follow; `bfs_hops` alone reads it.
struct HopLists {
  DevicePtr<const u64> pieces;     ///< per vertex its list as queues hold pieces: where it begins, and in the low byte how many
  DevicePtr<const u32> index;      ///< entries: a vertex, and in the bits from kHopShift on its hops less one; near ones first
  DevicePtr<u32> near;             ///< state of a traversal: 4 bits a vertex, bit `d - 1` set where it was reached in d hops or
                                   ///< fewer from a round's frontier
  u32 radius;                      ///< 2 to kMostHops
  u32 reserved;
};

/// The argument of `bfs_reset` and of every traversal.
struct BfsArguments {
  GraphArrays graph;
  BfsState state;
  BfsRequest request;
  HopLists hops;
};

/// What `graph_hops_*` counts.
struct HopCounts {
  u32 entries;                     ///< of all lists
  u32 longest;                     ///< list; more than kMostListed where one has no room
};

/// The argument of `graph_hops_*`.
struct HopArguments {
  GraphArrays graph;
  DevicePtr<u64> pieces;           ///< as HopLists has them; null: lists are counted only
  DevicePtr<u32> index;
  DevicePtr<HopCounts> counts;     ///< zeroed by the caller
  u32 capacity;                    ///< entries that there is room for; lists beyond are not written
  u32 radius;
  u32 stride;                      ///< 1, or of so many vertices one is counted
  u32 reserved;
};

/// What the host is told of a traversal, in its own memory. The vertices of `level_count` levels and the edges out of them follow.
struct BfsReport {
  u32 steps;
  u32 unfinished;
  u64 outside_edges;
  u32 outside_vertices;
  u32 reserved;
};

/// What `bfs_survey` finds.
struct SurveyFound {
  u32 last;                  ///< vertices of the last level
  u32 targets;               ///< among the vertices reached
};

/// The argument of `bfs_survey`: of a traversal that its limit of levels has ended.
struct SurveyArguments {
  DevicePtr<const i32> level;
  DevicePtr<u32> reached;          ///< out: bitmap of the vertices reached
  DevicePtr<u32> vertices;         ///< out: those of the last level, `capacity` at most, in no order
  DevicePtr<const u32> targets;    ///< bitmap; null: none
  DevicePtr<SurveyFound> found;    ///< zeroed by the caller
  DevicePtr<BfsControl> control;   ///< out: its sums are zero, for `bfs_resume_*`
  u32 vertex_count;
  u32 last_level;
  u32 capacity;
  u32 reserved;
};

/// The argument of `bfs_settle`: levels that the host has found for vertices not reached before.
struct SettleArguments {
  DevicePtr<i32> level;
  DevicePtr<const u32> vertices;   ///< each once
  DevicePtr<const u32> levels;     ///< of each
  DevicePtr<BfsControl> control;
  u32 count;
  u32 steps;                       ///< the last level of all
};

/// The argument of `graph_firsts_*`.
struct FirstsArguments {
  GraphArrays graph;
  DevicePtr<u32> firsts;     ///< 4 x single_from
};

/// The argument of `bfs_summary_*`.
struct SummaryArguments {
  GraphArrays graph;
  DevicePtr<const i32> level;
  DevicePtr<u64> vertices;   ///< per level, zero before
  DevicePtr<u64> edges;      ///< per level, out of its vertices; zero before
  DevicePtr<BfsControl> control;  ///< the traversal's; not read without a report
  DevicePtr<BfsReport> report;    ///< in the host's memory, of levels that there are; then the sums are zero again. Null: they stay
  u32 level_count;           ///< levels to count
  u32 reserved;
};

/// What a check of levels finds.
struct VerifyDefects {
  u32 count;                 ///< vertices with a wrong level
  u32 vertex;                ///< one of them
};

/// The argument of `bfs_verify_*`.
struct VerifyArguments {
  GraphArrays graph;
  DevicePtr<const i32> level;
  DevicePtr<VerifyDefects> defects;  ///< zeroed by the caller
  DevicePtr<u32> spanning;   ///< bitmap of what `bfs_verify_long_*` finds: vertices with an out-neighbour too deep; zeroed
  DevicePtr<u32> parented;   ///< bitmap of what it finds: vertices with an in-neighbour one level up; zeroed by the caller
  u32 source;
  u32 shared_list;           ///< neighbours beyond which a list is left to it, in pieces of so many
};

/// The argument of `bfs_parents_*`; levels in the engine's numbering, parents in the input's.
struct ParentArguments {
  GraphArrays graph;
  DevicePtr<const i32> level;
  DevicePtr<i32> parent;     ///< per input index: input index of the parent, the source's own, -1 where unreached
  u32 shared_list;           ///< in-neighbours beyond which a vertex is left to `bfs_long_parents_*`, in pieces of so many
  u32 reserved;
};

/// The argument of `renumber`: `to[old_id_of[v]] = from[v]`, or one more in fewer bytes, where 0 is unreached; and of `widen_levels`, which
/// takes `to` of that as `from`: `to[i] = from[i] - 1`.
struct RenumberArguments {
  DevicePtr<const u32> old_id_of;   ///< null for `widen_levels`
  DevicePtr<const i32> from;
  DevicePtr<i32> to;
  u32 vertex_count;
  u32 level_bytes;           ///< of an entry of `to`, for `widen_levels` of `from`: 4 for levels as they are; 1 or 2 for one more,
                             ///< none past the largest
};

/// The argument of `narrow_offsets`: `to[i] = from[i]`, all below 2^32.
struct NarrowArguments {
  DevicePtr<const u64> from;
  DevicePtr<u32> to;
  u64 count;
};

constexpr u32 kSigma = 8;                ///< columns of a slice set
constexpr u32 kLanes = 32;
constexpr u32 kTau = 128;                ///< slices of a VSS
constexpr u32 kRowsPerLane = kTau / kLanes;

constexpr u32 kPieceEdges = 128;         ///< edges of a piece of an adjacency list, the last piece of a list has fewer
constexpr u32 kLocalPieces = 512;
constexpr u32 kMostHops = 4;             ///< levels of a round that follows lists of vertices some hops away
constexpr u32 kMostListed = 255;         ///< entries of a list of vertices some hops away: it is one piece
constexpr u32 kHopShift = 30;            ///< in an entry of such a list: bits of the vertex
constexpr u32 kGatheredWords = 9'984;     ///< with all else in a block's memory just below 48 KiB
constexpr float kHubShare = 8;            ///< one in so many edges leads out of a visited vertex: then so do hubs' edges, which a search
                                          ///< meets first, and no `push_burst` is left to come
constexpr float kBurstEdges = 256;        ///< edges by which most warps have one; more are followed at the same time

/// Bins that marks are sorted into, and vertices that 16 bits tell apart in all of them together.
constexpr u32 kBins = 256;
constexpr u32 kMostBinned = kBins << 16;

/// Edges of the largest graph whose marks are sorted: so many that no place in the bins' memory passes 32 bits.
constexpr u32 kMostSorted = 0x7FFF'FFFF;

/// Room for the pieces of any frontier.
constexpr u64 piece_capacity(u64 vertices, u64 edges) { return vertices + edges / kPieceEdges; }

/// Pieces that a block of a correcting traversal keeps for its next step.
constexpr u32 kMostKept = 1024;

/// Words by which so many blocks tell each other what they keep: how much each does, then its pieces.
constexpr u64 told_words(u64 blocks) { return blocks * (kMostKept + u64{1}); }

/// Words of a bitmap over `vertices` vertices.
constexpr u32 bitmap_words(u32 vertices) { return vertices / 32 + (vertices % 32 != 0); }

static_assert(sizeof(DevicePtr<u32>) == 8);
static_assert(sizeof(BfsStand) == 128 && sizeof(BfsTally) == 128 && sizeof(BlockSum) == 128);

}  // namespace bitfront
