#pragma once
/// What the stand-alone benches share: the words of their command lines, generated graphs, drawn sources, summaries.

#include <chrono>
#include <string>
#include <vector>

#include "host_graph.h"

namespace bitfront::bench {

std::vector<std::string> split(const std::string& text, char separator);

/// The graph of a job, `KIND:SIZE...[@degree]`:
///   kron:SCALE dkron:SCALE urand:SCALE    (dkron: directed)
///   road:WIDTHxHEIGHT:KEEP rgg:SCALE:RADIUS star:LOG_LEAVES chain:LOG_LENGTH
/// with `@degree`, vertices are numbered by descending degree; with `@cells:SIZE`, ball after ball of so many.
HostGraph generate(const std::string& job, bool packed);

/// All vertices that have edges, ball after ball of up to `size`, each grown by breadth-first search from the smallest vertex not
/// yet taken.
std::vector<u32> grow_cells(const HostGraph& graph, u32 size);

/// Up to `count` seeded vertices that have out-edges.
std::vector<u32> draw_sources(const HostGraph& graph, u32 count);

double median(std::vector<double> values);

/// Writes a list of JSON objects, one a line.
void write_json(const std::string& path, const std::vector<std::string>& objects);

double seconds_since(std::chrono::steady_clock::time_point start);

}  // namespace bitfront::bench
