#pragma once
/// What host and kernels agree on for traversals from many sources at once; rules as in `abi.cuh`.
///
/// A vertex has a *record* of one bit per source. Records are kept twice, by turns: the current ones hold everything
/// reached up to the last level, the others the same without what the last level added. Where components are known, a record
/// has the bits of all sources of other components from the start.

#include "bitfront/abi.cuh"

namespace bitfront {

constexpr u32 kMaxSources = 1024;
constexpr u32 kMaxRecordWords = kMaxSources / 32;

/// What one round, the stretch between two grid barriers, found, summed over the grid.
struct MultiTally {
  u32 found;            ///< vertices that a push has reached
  u32 pieces;           ///< pieces of adjacency lists queued for a push
  u32 vertices;         ///< vertices that gained bits
  u32 candidates;       ///< vertices listed for a sparse pull
  u64 edges;            ///< out of them
  u64 probes;           ///< positions of adjacency lists that a pull looked at
  u32 open;             ///< vertices that a pull left without a bit of a live source
  u32 dealt;            ///< items of a pull that warps have taken, their first ones not counted
  u32 pad0[22];
};

/// Counters of one batch. Groups that are written at different times are 128 bytes apart.
struct MultiControl {
  u32 barrier;                          ///< grid barrier; zero before the first launch, then left alone
  u32 pad0[31];
  u32 hub_count;                        ///< vertices whose in-neighbours make more than one piece; zero before
  u32 hub_pieces;                       ///< `multi_prepare`, which counts both: pieces but for the first of each hub
  u32 pad1[30];
  u32 levels;                           ///< out: levels run, the last of which may have found nothing; one more than a
                                        ///< level matrix can hold where that ended the batch
  u32 pad2[31];
  MultiTally tally[3];                  ///< by round modulo 3: one is read, one is summed, one is cleared
  u32 live[3][kMaxRecordWords];         ///< by level modulo 3: sources that reached something
  u32 counts[3][kMaxSources];           ///< by level modulo 3: vertices that each source reached; zero before the first
                                        ///< batch. `multi_wide_*` clears a level's one level later, the last with the next
                                        ///< batch, others a level's at once
  u32 kept[2][kMaxRecordWords];         ///< by level modulo 2, where searches have limits: sources of `live` that go on
};

/// State of batches, zero before the first one; each clears what the one before has touched.
struct MultiState {
  DevicePtr<u32> records[2];            ///< vertex_count records each
  DevicePtr<u32> active[2];             ///< bitmaps: vertices that gained bits at the last level, at this one
  DevicePtr<u32> done;                  ///< bitmap: vertices that nothing more can reach; both records the same if not active
  DevicePtr<u32> ever;                  ///< bitmap: vertices that a source has reached
  DevicePtr<u64> pieces[2];             ///< multi_piece_capacity each: pieces of the frontier's adjacency lists
  DevicePtr<u32> found;                 ///< vertex_count vertices that a push has reached
  DevicePtr<u32> hubs;                  ///< written by `multi_prepare`: vertices
  DevicePtr<u64> hub_pieces;            ///< written by `multi_prepare`: pieces of hubs' in-neighbours but for the first ones
  DevicePtr<u32> marked[2];             ///< bitmaps: candidates of this level's sparse pull, of the next one's; where all
                                        ///< vertices pull, the first holds what light sources reached at the last level
  DevicePtr<u32> candidates[2];         ///< vertex_count each: the same as lists
  DevicePtr<MultiControl> control;
  u32 piece_edges;                      ///< edges of a piece; not changed after `multi_prepare`
  u32 clear_words;                      ///< words of bitmaps that a batch clears, and what they say of records: of those over
                                        ///< live_count vertices, 0 where `multi_begin` has done so
};

/// State of batches by the paper's Algorithm 5, 256 sources wide; cleared by each batch. A record is that of a vertex, in
/// the order that the entry's policy says, up to 8 slice_set_count. As long as `MultiState`.
struct MultiTensorState {
  DevicePtr<u32> visited;               ///< records: reached up to the last level
  DevicePtr<u32> next;                  ///< records: and what this level marks
  DevicePtr<u32> frontier;              ///< records: what the last level added
  DevicePtr<u32> active_sets;           ///< a record per slice set: the sources with a vertex of it in the frontier
  DevicePtr<u8> dirty_sets;             ///< 1 where this level has marked a vertex of the slice set
  DevicePtr<u32> queue[2];              ///< vss_count VSS ids each, by level parity
  DevicePtr<MultiControl> control;
  u64 reserved[9];
};

/// How a search that is run by itself ended.
enum class SearchEnd : u32 { Whole = 1, QueueFull = 2, TooDeep = 3 };

/// State of batches whose searches are independent of each other: a block runs one after the other, in a bitmap and a queue of
/// its own, and waits for no other block.
struct IndependentState {
  DevicePtr<u32> seen;                  ///< per block a bitmap of seen_words words; zero before the first batch and after each
  DevicePtr<u32> queue;                 ///< per block a ring of queue_capacity vertices
  DevicePtr<u32> dealt;                 ///< one word: sources that blocks have taken beyond their first; zeroed by the caller
  DevicePtr<u32> ends;                  ///< out, per source: its SearchEnd
  DevicePtr<u32> rows;                  ///< per vertex its first neighbours, 4 for each of a list's lanes; null: searches go by lists alone
  DevicePtr<const u32> columns;         ///< per source the column of its levels; null: its own number
  u64 cell_row;                         ///< level of vertex v from source s: entry v cell_row + (column of s) cell_column of the
  u64 cell_column;                      ///< request's levels
  u32 seen_words;                       ///< at least bitmap_words(live_count), a multiple of 4
  u32 queue_capacity;                   ///< a power of two; a frontier and the one it finds fit, or the search ends QueueFull
  u32 lanes_log;                        ///< log2 of the lanes that follow a list or a row, at most 5
  u32 long_list;                        ///< neighbours beyond which a list is followed by the whole block; ~0: none is so long
};

/// How a level was run, in traces. A filtered pull looks at a neighbour's record only if it gained bits; a sparse one only
/// at the neighbours of vertices that did.
enum class MultiLevelMode : u32 { Push = 1, Pull = 2, FilteredPull = 3, SparsePull = 4, Tensor = 5 };

/// Costs by which the mode of a level is chosen, in picoseconds of the whole grid; see `mode_terms`.
struct MultiCosts {
  u32 allowed;                          ///< bit `1 << mode` for each mode that may be chosen; at least one
  u32 push_level;                       ///< per level pushed
  u32 push_edge;                        ///< per edge out of the frontier
  u32 push_vertex;                      ///< per vertex of the frontier
  u32 queue_word;                       ///< per bitmap word of queueing a frontier that a pull found
  u32 pull_vertex;                      ///< per vertex with edges
  u32 pull_record;                      ///< per neighbour's record
  u32 pull_probe;                       ///< per neighbour looked up in the frontier
  u32 barrier;                          ///< per further grid barrier
  u32 sparse_level;                     ///< per sparse pull
  u32 sparse_vertex;                    ///< per candidate of a sparse pull
  u32 sparse_record;                    ///< per neighbour of a candidate
};

/// How often a level pays the costs of `MultiCosts` of the same names, as far as is known before it runs.
struct MultiPaid {
  float push_level;
  float push_edge;
  float push_vertex;
  float queue_word;
  float pull_vertex;
  float pull_record;
  float pull_probe;
  float barrier;
  float sparse_level;
  float sparse_vertex;
  float sparse_record;
};

/// One level of a batch, in traces.
struct MultiTraceRecord {
  MultiLevelMode mode;
  u32 vertices;                         ///< of the frontier; `Tensor`: queued VSSs
  u64 nanoseconds;
  MultiPaid terms;                      ///< of the mode; `Tensor`: 0
  u32 reserved;
};

/// What ends a search early: that with all it has not met one level farther than the last, its sum of hops is beyond
/// `distance`, or that of 1 / hops below `harmonic`.
struct SearchLimit {
  u64 reached;                          ///< vertices that it reaches in all, itself included
  u64 distance;
  double harmonic;
};

/// One batch. Sums are per source, or per vertex where `target_sums` is set.
struct MultiRequest {
  DevicePtr<const u32> sources;         ///< source_count vertices, in any order, duplicates allowed
  DevicePtr<u64> reached;               ///< out, per source: vertices, itself included; null: no sums per source
  DevicePtr<u64> distance;              ///< out, per source: sum of hops
  DevicePtr<double> harmonic;           ///< out, per source: sum of 1 / hops, nearest level first
  DevicePtr<u32> eccentricity;          ///< out, per source: largest hops
  DevicePtr<u64> target_sums;           ///< null, or four per vertex that are added to: sources that reach it, hops, squared
                                        ///< hops, 1 / hops in units of 2^-40 rounded down; the source itself not counted
  DevicePtr<MultiTraceRecord> trace;    ///< null: no trace
  u32 trace_capacity;                   ///< records that fit; later levels go unrecorded
  u32 source_count;                     ///< at most the kernel's width
  MultiCosts costs;
  DevicePtr<u8> levels;                 ///< null, or a matrix of -1 to be filled in: a row per vertex below live_count, a
                                        ///< signed column per source. A level that does not fit ends the batch, unwritten
  u32 level_bytes;                      ///< of an entry: 1, 2 or 4
  u32 level_stride;                     ///< entries of a row, a multiple of 4
  DevicePtr<const SearchLimit> limits;  ///< null, or one per source; for `multi_wide_*` with sums per source
  DevicePtr<u32> cut;                   ///< out, with limits, per source: the level after which they ended it, its sums those up
                                        ///< to there; 0 where they did not
  u32 most_levels;                      ///< levels after which a batch of `multi_wide_*` or `multi_near_*` stops; 0: it goes on to the end
  u32 summed_levels;                    ///< levels that `target_sums` have already of these sources; not for `multi_tensor_*`
  DevicePtr<u32> going_on;              ///< null, or out: a bitmap of the kernel's width, the sources that had reached something at
                                        ///< the last level when most_levels stopped the batch; 0 where it did not
};

/// The argument of `multi_prepare_*` and of every `multi_wide_*`. Traversals follow out-edges; for the other direction
/// the host exchanges `in_*` and `out_*`.
struct MultiArguments {
  GraphArrays graph;
  MultiState state;
  MultiRequest request;
};

/// The argument of every `multi_tensor_*`; offsets as in `MultiArguments`.
struct MultiTensorArguments {
  GraphArrays graph;
  MultiTensorState state;
  MultiRequest request;
};

/// The argument of `multi_independent_*` and of `multi_fold`. Sums per source as in `MultiArguments`, but those of a search that
/// did not end Whole are 0. With `target_sums`, `levels` are 2 or 4 bytes for each vertex and source, all -1 before, cell_row is 1
/// and cell_column even, and `multi_fold` adds those of the searches that ended Whole to the sums and leaves all -1 behind.
struct IndependentArguments {
  GraphArrays graph;
  IndependentState state;
  MultiRequest request;
};

/// Room for the pieces of all adjacency lists: a list without edges has one too.
constexpr u64 multi_piece_capacity(u64 vertices, u64 edges, u32 piece_edges) { return vertices + edges / piece_edges; }

static_assert(sizeof(MultiTally) == 128);
static_assert(sizeof(MultiTensorState) == sizeof(MultiState));
static_assert(sizeof(MultiCosts) == 4 + sizeof(MultiPaid));

}  // namespace bitfront
