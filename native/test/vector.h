#pragma once
/// A `.bfv` file: one small graph as the engine holds it, and what traversals of it must find. Little-endian, packed,
/// in this order:
///
/// | type             | field             | meaning                                                    |
/// |------------------|-------------------|------------------------------------------------------------|
/// | u8[8]            | magic             | `BFVECTOR`                                                 |
/// | u32              | version           | 1                                                          |
/// | u32              | vertex_count      | n                                                          |
/// | u64              | edge_count        | m, an undirected edge twice                                |
/// | u32              | directed          | 1 if in-neighbours follow apart from out-neighbours, else 0 |
/// | u32              | slice_set_count   | s                                                          |
/// | u32              | vss_count         | v                                                          |
/// | u32              | traversal_count   | t                                                          |
/// | u64[n+1], u32[m] | out               | starts and rows of the CSC of A: out-neighbours            |
/// | u64[n+1], u32[m] | in                | in-neighbours, only where directed                         |
/// | u32[n]           | old_id_of         | input index of each vertex                                 |
/// | u32[s+1]         | real_ptrs         | as in `io.bitfront.graph.Bvss`                             |
/// | u32[v]           | virtual_to_real   |                                                            |
/// | u32[128 v]       | row_ids           |                                                            |
/// | u32[32 v]        | tile_masks        |                                                            |
/// | t times          | u32               | source, a vertex                                           |
/// |                  | i32[n]            | level by input index, -1 where unreached                   |
/// |                  | i32[n]            | parent by input index: an input index, the source's own, -1 |

#include <string>
#include <vector>

#include "bitfront/abi.cuh"

namespace bitfront::test {

struct Traversal {
  u32 source;
  std::vector<i32> level;
  std::vector<i32> parent;
};

struct Vector {
  std::string name;  ///< the file's, without folder and suffix
  u32 vertex_count = 0;
  bool directed = false;
  std::vector<u64> out_start, in_start;
  std::vector<u32> out_index, in_index;
  std::vector<u32> old_id_of;
  std::vector<u32> real_ptrs, virtual_to_real, row_ids, tile_masks;
  std::vector<Traversal> traversals;
};

/// Throws `std::runtime_error` starting with the path. `in_*` of an undirected graph are copies of `out_*`.
Vector read_vector(const std::string& path);

void write_vector(const Vector& vector, const std::string& path);

/// Paths of the `.bfv` files in a folder, sorted; throws if there are none.
std::vector<std::string> list_vectors(const std::string& folder);

/// For each vertex the first one of its weakly connected component.
std::vector<u32> component_labels(const Vector& vector);

/// By vertex below `live_count`, whether it is outside the component that most of these are of.
/// Samples of a graph with edges, as hosts lay them out; none of one without.
std::vector<PullSample> samples_of(const Vector& vector);

std::vector<bool> strays_of(const Vector& vector, u32 live_count);

/// For each vertex its in-neighbour of largest in-degree, ~0 where it has none.
std::vector<u32> hubs_of(const Vector& vector);

/// Four for each vertex: its first in-neighbours besides its hub, ~0 for none; the fourth has the top bit set where it is the last.
std::vector<u32> firsts_of(const Vector& vector);

}  // namespace bitfront::test
