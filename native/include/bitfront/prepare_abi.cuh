#pragma once
/// The arguments of the kernels that prepare a graph on the device; conventions as in `abi.cuh`, versioned with it.
///
/// A CSC is built a range of columns at a time: `prepare_count_*` counts the entries of each column, `prepare_keys_*`
/// emits those of a range as keys `(column - first_column) << row_bits | row`, a sort and a removal of equal neighbours
/// follow (the host's, by CUB), `prepare_columns` takes the result apart. A BVSS is packed a range of slice sets at a time:
/// `prepare_slice_keys` emits `((set - first_set) << row_bits | row) << 3 | column % 8`, sorted by the host;
/// `prepare_slice_heads` flags the first of each (set, row), a scan numbers them, `prepare_slices` folds each group into a
/// slice `row << 8 | mask`, `prepare_vss` deals slices to VSSs.
///
/// JaccardWithWindows stands columns in windows of the input's order without isolated vertices, within each by descending
/// out-degree: the place of a column there is its position. Ranges of whole windows are emitted by `prepare_window_keys` as
/// `((window - first_window) << row_bits | row) << 16 | position in the window`, sorted above bit 16 by the host;
/// `prepare_window_heads` flags the first entry of each row that at least two columns of its window meet, a scan numbers
/// these rows, `prepare_window_rows` lists columns by row and rows by column, `prepare_jaccard` runs Algorithm 1.

#include "bitfront/abi.cuh"

namespace bitfront {

/// Where edges come from. `Arrays`: two arrays. The others are those of `io.bitfront.generate`, bit for bit.
enum class EdgeKind { Arrays, Kronecker, Uniform, Road };

struct EdgeStream {
  DevicePtr<const u32> sources;      ///< Arrays: edge i is sources[i] -> targets[i]
  DevicePtr<const u32> targets;
  DevicePtr<const u32> limits;       ///< Kronecker: 256 limits of `KroneckerLevels`
  DevicePtr<const u32> swaps;        ///< Kronecker: 256 of `v ^ alias[v]`
  u64 first;                         ///< index of this launch's first edge; Arrays: 0
  u64 count;                         ///< edges of this launch; Road: two for each vertex, kept or not
  u64 key;                           ///< of the generator's stream 0
  u64 threshold;                     ///< Road: an edge is kept where its 32 bits are below
  u32 width;                         ///< Road: of the grid; Uniform: the number of vertices; Kronecker: scale
  u32 height;                        ///< Road
  u32 id_count;                      ///< Kronecker: the id bijection, of so many ids
  u32 id_shift;
  u32 factors[4];
  u32 summands[4];
};

/// The argument of `prepare_count_*` and `prepare_keys_*`.
struct ColumnArguments {
  EdgeStream edges;
  DevicePtr<const u32> new_id_of;    ///< null: ids stay as they are
  DevicePtr<u32> counts;             ///< count: entries per column, duplicates included; zeroed by the caller
  DevicePtr<u64> self_loops;         ///< count: edges dropped; zeroed by the caller
  DevicePtr<u64> keys;               ///< keys: in no particular order
  DevicePtr<u32> cursor;             ///< keys: how many there are; zeroed by the caller
  u32 first_column, end_column;      ///< keys: the range
  u32 row_bits;
  u32 by_source;                     ///< 1: column = source, row = target; 0: the transpose
  u32 symmetrise;                    ///< 1: both
  u32 reserved;
};

/// The argument of `prepare_columns`.
struct CompressArguments {
  DevicePtr<const u64> keys;         ///< ascending, without duplicates
  DevicePtr<u64> starts;             ///< or null; written for first_column .. end_column, the end included
  DevicePtr<u32> rows;               ///< or null
  DevicePtr<u32> degrees;            ///< or null
  u64 key_count;
  u64 base;                          ///< entries in columns before the range
  u32 first_column, end_column;
  u32 row_bits;
  u32 reserved;
};

/// The argument of `prepare_order_keys` and `prepare_inverse`.
struct OrderArguments {
  DevicePtr<const u32> in_degrees;
  DevicePtr<const u32> out_degrees;
  DevicePtr<u32> keys;               ///< order_keys: sorted ascending and stably they order the vertices
  DevicePtr<u32> old_id_of;          ///< order_keys: 0, 1, 2 ...; inverse: read
  DevicePtr<u32> new_id_of;          ///< inverse
  DevicePtr<u64> isolated;           ///< order_keys: how many have no edge; zeroed by the caller
  u32 vertex_count;
  u32 by_degree;                     ///< 1: descending in-degree; 0: as they are. Vertices without any edge go last
};

/// The argument of `prepare_hubs`.
struct HubArguments {
  DevicePtr<const u64> in_start;
  DevicePtr<const u32> in_index;
  DevicePtr<u32> hubs;               ///< ~0 before
  u32 vertex_count;
  u32 descending;                    ///< 1: vertices stand by descending in-degree
};

/// The argument of the kernels that pack a BVSS.
struct SliceArguments {
  DevicePtr<const u64> starts;       ///< slice_counts: in-neighbours; slice_keys: out-neighbours
  DevicePtr<const u32> rows;
  DevicePtr<u32> set_slices;         ///< slice_counts: slices per set, zeroed by the caller
  DevicePtr<u32> set_vss;            ///< set_vss: VSSs per set, one more than there are sets, the last 0
  DevicePtr<const u64> slice_starts; ///< sums of set_slices before each set, and of all
  DevicePtr<const u32> real_ptrs;    ///< sums of set_vss before each set, and of all
  DevicePtr<u64> keys;               ///< slice_keys: written; heads, slices: sorted
  DevicePtr<u32> heads;              ///< heads: flags
  DevicePtr<const u32> positions;    ///< slices: sums of the flags before each key
  DevicePtr<u64> slices;             ///< slices: written, vss: read
  DevicePtr<u32> virtual_to_real;    ///< vss: as in `GraphArrays`
  DevicePtr<u32> row_ids;
  DevicePtr<u32> tile_masks;
  u64 key_count;
  u32 first_set, end_set;            ///< the range
  u32 vertex_count;
  u32 row_bits;
};

/// The argument of the kernels that order a range of windows.
struct WindowArguments {
  DevicePtr<const u64> starts;        ///< keys: columns in the input's numbering
  DevicePtr<const u32> rows;
  DevicePtr<const u32> columns;       ///< input index at each position
  DevicePtr<const u32> degrees;       ///< out-degree at each position
  DevicePtr<const u64> column_starts; ///< sums of `degrees` before each position
  DevicePtr<u64> keys;                ///< keys: written; heads, rows: sorted
  DevicePtr<u32> heads;               ///< heads: flags, and a 0 behind them
  DevicePtr<const u32> positions;     ///< rows: sums of the flags before each key
  DevicePtr<u64> row_columns;         ///< rows: by key its position in the window, four to a word
  DevicePtr<u32> row_ends;            ///< rows: of each numbered row its first key and the end, by turns
  DevicePtr<u32> column_rows;         ///< rows: numbered rows of each column, from `column_starts` on, in any order
  DevicePtr<u32> shared_rows;         ///< rows: by position how many these are; zeroed by the caller
  DevicePtr<u32> solo_rows;           ///< rows: by position rows that no other column of the window meets; zeroed by the caller
  DevicePtr<u32> stamps;              ///< jaccard: one per numbered row, zeroed by the caller
  DevicePtr<u32> next_window;         ///< jaccard: zeroed by the caller
  DevicePtr<u32> order;               ///< jaccard: input index at each new place, places of a window being its positions
  u64 key_count;
  u32 first_window, end_window;       ///< the range
  u32 window_columns;
  u32 connected;                      ///< positions in use: vertices with an edge
  u32 row_bits;
  u32 wide_above;                     ///< columns of a larger degree are counted in 32 bits, others in 16: at most 65,535
  u32 count_words;                    ///< of dynamic shared memory
  u32 most_common;                    ///< jaccard: rows that more columns of a window meet are common to none
};

/// The argument of the kernels that find positions and place whole slice sets.
struct PlaceArguments {
  DevicePtr<const u32> natural;       ///< by input index its rank, isolated vertices last
  DevicePtr<const u32> out_degrees;
  DevicePtr<const u32> in_degrees;
  DevicePtr<const u32> columns;       ///< as in `WindowArguments`
  DevicePtr<const u32> order;         ///< as in `WindowArguments`
  DevicePtr<const u32> window_ranks;  ///< sets: by window, among those with a whole slice set
  DevicePtr<u32> ids;                 ///< what is sorted: input indices, slice sets, windows
  DevicePtr<u32> keys;                ///< by which, ascending and stably
  DevicePtr<u32> degrees;             ///< degrees: as in `WindowArguments`, and a 0 behind them
  DevicePtr<u32> too_wide;            ///< degrees: set where a window has more wide columns than it may
  DevicePtr<u32> old_id_of;           ///< sets: the result
  u32 vertex_count;
  u32 connected;
  u32 window_columns;
  u32 most_wide;                      ///< columns of a window that can be counted in 32 bits
  u32 wide_above;
  u32 reserved;
};

/// The argument of the kernels that take figures of a prepared graph.
struct FigureArguments {
  DevicePtr<const u64> out_start;
  DevicePtr<const u32> out_index;
  DevicePtr<const u64> in_start;      ///< rest: null where the graph is undirected
  DevicePtr<const u32> in_index;
  DevicePtr<u32> degree_counts;       ///< degrees: `counted` of them, zeroed by the caller
  DevicePtr<u32> large_degrees;       ///< degrees: those of at least `counted`, in any order
  DevicePtr<u32> large_count;         ///< degrees: zeroed by the caller
  DevicePtr<u32> parent;              ///< components: a tree each, roots point at themselves
  DevicePtr<u32> samples;
  DevicePtr<u64> roots;               ///< flatten: zeroed by the caller
  DevicePtr<const u32> real_ptrs;     ///< divergence: as in `GraphArrays`
  DevicePtr<const u32> virtual_to_real;
  DevicePtr<const u32> row_ids;
  DevicePtr<const u64> slice_starts;  ///< divergence: as in `SliceArguments`
  DevicePtr<double> divergences;      ///< divergence: a sum per piece
  u64 piece_cost;                     ///< divergence: of `io.bitfront.graph.Pieces`
  u32 set_cost;
  u32 piece_count;
  u32 vertex_count;
  u32 counted;                        ///< at least 1,024
  u32 first_neighbours;
  u32 largest;                        ///< rest: a root
  u32 sample_count;
  u32 reserved;
};

/// The argument of the kernels that make a random geometric graph.
struct PointArguments {
  DevicePtr<u32> keys;                ///< points: by point as drawn its cell
  DevicePtr<u32> ids;                 ///< points: 0, 1, 2 ...; then sorted by cell, stably
  DevicePtr<u32> cell_counts;         ///< points: zeroed by the caller
  DevicePtr<const u32> cell_starts;   ///< sums of `cell_counts` before each cell, and of all
  DevicePtr<u32> x, y;                ///< by vertex, unit 2^-31
  DevicePtr<u32> counts;              ///< near_counts: edges that each vertex names, and a 0 behind them
  DevicePtr<const u64> starts;        ///< sums of `counts` before each vertex
  DevicePtr<u32> sources, targets;    ///< near: the edges
  u64 key;                            ///< of the generator's stream 0
  u64 squared_radius;                 ///< unit 2^-62
  u32 point_count;
  u32 side;                           ///< cells on a side
};

}  // namespace bitfront
