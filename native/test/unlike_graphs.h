#pragma once
/// Graphs unlike those that kernels are tuned for, each small enough for the emulator: what is slow about them shows in what
/// a search does.

#include "vector.h"

namespace bitfront::test {

/// An undirected graph by its edges.
struct Edges {
  u32 vertex_count = 0;
  std::vector<std::pair<u32, u32>> edges;

  /// Adds a graph beside; its first vertex.
  u32 add(const Edges& other);
};

Edges chain(u32 vertices);
Edges clique(u32 vertices);
Edges star(u32 leaves);
Edges grid(u32 width, u32 height);

/// A grid with diagonals: a mesh of triangles.
Edges triangles(u32 width, u32 height);

/// Gives a vertex so many neighbours that have no others.
void add_leaves(Edges& graph, u32 vertex, u32 leaves);

/// Edges gather at few vertices, which all others reach in a few hops: connected.
Edges hubs(u32 vertices, u32 degree, u64 seed);

/// In descending order of degree, so that vertices without edges are last, or as they are numbered. No slice sets.
enum class Numbering { Degree, Natural };
Vector prepare(const char* name, const Edges& graph, Numbering numbering = Numbering::Degree);

/// The engine's number of a vertex.
u32 number_of(const Vector& vector, u32 vertex);

/// Levels by a plain queue.
std::vector<i32> plain_levels(const Vector& vector, u32 source);

}  // namespace bitfront::test
