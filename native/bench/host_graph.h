#pragma once
/// Graphs on the host for the stand-alone bench: generators, CSC, BVSS and oracles, in parallel by OpenMP. It shares no
/// code with the product's preprocessing, so each checks the other through the test vectors.

#include <string>
#include <vector>

#include "../test/vector.h"

namespace bitfront::bench {

struct Edge {
  u32 from, to;
};

/// Out- and in-neighbours, ascending, without duplicates or self-loops; and BVSS of the out-neighbours.
/// Large arrays are left uninitialised until filled, hence the plain vectors with a no-init allocator.
template <class T>
struct NoInit : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = NoInit<U>;
  };
  template <class U>
  void construct(U* p) noexcept {
    ::new (static_cast<void*>(p)) U;
  }
  template <class U, class... A>
  void construct(U* p, A&&... a) {
    ::new (static_cast<void*>(p)) U(static_cast<A&&>(a)...);
  }
};

template <class T>
using Array = std::vector<T, NoInit<T>>;

struct HostGraph {
  std::string name;
  u32 vertex_count = 0;
  bool directed = false;
  Array<u64> out_start, in_start;  ///< in_* empty where undirected
  Array<u32> out_index, in_index;
  Array<u32> real_ptrs, virtual_to_real, row_ids, tile_masks;
  Array<u32> hubs;      ///< per vertex its in-neighbour of largest in-degree, ~0 where it has none
  u32 live_count = 0;   ///< one more than the last vertex with an edge

  u64 edge_count() const { return out_index.size(); }
  const Array<u64>& in_starts() const { return directed ? in_start : out_start; }
  const Array<u32>& in_indices() const { return directed ? in_index : out_index; }
  u32 out_degree(u32 v) const { return static_cast<u32>(out_start[v + 1] - out_start[v]); }
};

/// Renumbers vertices by descending degree, ties by number: isolated ones come last.
void order_by_degree(u32 vertex_count, Array<Edge>& edges);

/// Finds hubs and the last live vertex.
void find_hubs(HostGraph& graph);

/// Mean out-degree of the vertex that an edge leads to.
u32 mean_neighbour_degree(const HostGraph& graph);

/// Drops self-loops and duplicates; adds every edge's reverse where undirected; finds hubs; packs BVSS where asked to.
HostGraph build_graph(std::string name, u32 vertex_count, const Array<Edge>& edges, bool directed, bool packed = true);

/// GAP's Kronecker graph: A=.57 B=.19 C=.19, 16 edges per vertex, ids permuted.
Array<Edge> kron_edges(u32 scale, u64 seed);
/// 16 edges per vertex between uniformly drawn ends.
Array<Edge> urand_edges(u32 scale, u64 seed);
/// A width x height grid in row-major order, each edge kept with probability `keep`.
Array<Edge> road_edges(u32 width, u32 height, double keep, u64 seed);
/// Points of the unit square, ids in cell order, an edge where closer than `radius`.
Array<Edge> rgg_edges(u32 scale, double radius, u64 seed);

/// Groups of `width` vertices, each joined with probability one half, and a link of every vertex to any other.
Array<Edge> community_edges(u32 scale, u32 width, u64 seed);

/// What a linear-time check of levels finds wrong; empty if nothing.
std::string check_levels(const HostGraph& graph, u32 source, const i32* level);

/// Whether BVSS holds exactly the out-edges; a sentence if not.
std::string check_packing(const HostGraph& graph);

/// A test vector with levels and parents by a plain queue; vertices shuffled against the input's numbering.
test::Vector to_vector(const HostGraph& graph, u32 traversals, u64 seed);

}  // namespace bitfront::bench
