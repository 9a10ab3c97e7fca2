/// Generated streams of edges against those that the Java generators made.

#include <algorithm>
#include <fstream>

#include "prepare_checks.h"

namespace bitfront::test {

Stream read_stream(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const auto read = [&](void* to, std::size_t bytes) {
    if (!file.read(static_cast<char*>(to), static_cast<std::streamsize>(bytes))) throw std::runtime_error(path + ": ends early");
  };
  Stream s;
  u64 edges = 0;
  read(&s.kind, 4), read(&s.vertex_count, 4), read(&s.indices, 8);
  EdgeStream& c = s.constants;
  read(&c.key, 8), read(&c.threshold, 8), read(&c.width, 4), read(&c.height, 4), read(&c.id_count, 4), read(&c.id_shift, 4);
  read(c.factors, 16), read(c.summands, 16), read(s.limits.data(), 1024), read(s.swaps.data(), 1024), read(&edges, 8);
  for (u64 e = 0; e < edges; ++e) {
    u32 ends[2];
    read(ends, 8);
    if (ends[0] != ends[1]) s.keys.push_back(u64{ends[0]} << 32 | ends[1]);
  }
  return s;
}

namespace {

/// The edges of a random geometric graph, as keys source << 32 | target.
void check_points(Device& device, const Stream& stream) {
  PointArguments arguments{};
  const u32 n = stream.vertex_count, cells = stream.constants.width * stream.constants.width;
  arguments.key = stream.constants.key;
  arguments.squared_radius = stream.constants.threshold;
  arguments.point_count = n;
  arguments.side = stream.constants.width;
  arguments.keys = device.room<u32>("keys", n);
  arguments.ids = device.room<u32>("ids", n);
  arguments.cell_counts = device.zeroed<u32>("cell_counts", cells);
  device.launch("prepare_points", prepare_points, arguments);
  const std::vector<u32> keys = device.download(arguments.keys, n);
  std::vector<u32> ids = device.download(arguments.ids, n);
  std::stable_sort(ids.begin(), ids.end(), [&](u32 a, u32 b) { return keys[a] < keys[b]; });
  arguments.ids = {device.upload("sorted ids", ids).address};
  arguments.cell_starts = device.upload("cell_starts", sums_before<u32>(device.download(arguments.cell_counts, cells)));
  arguments.x = device.room<u32>("x", n);
  arguments.y = device.room<u32>("y", n);
  device.launch("prepare_coordinates", prepare_coordinates, arguments);
  arguments.counts = device.room<u32>("counts", n + 1ull);
  device.launch("prepare_near_counts", prepare_near_counts, arguments);
  const std::vector<u64> starts = sums_before<u64>(device.download(arguments.counts, n + 1ull));
  arguments.starts = device.upload("starts", starts);
  arguments.sources = device.room<u32>("sources", starts.back());
  arguments.targets = device.room<u32>("targets", starts.back());
  device.launch("prepare_near", prepare_near, arguments);
  const std::vector<u32> sources = device.download(arguments.sources, starts.back());
  const std::vector<u32> targets = device.download(arguments.targets, starts.back());
  std::vector<u64> expected = stream.keys, found;
  for (std::size_t e = 0; e < sources.size(); ++e) found.push_back(u64{sources[e]} << 32 | targets[e]);
  std::sort(expected.begin(), expected.end());
  std::sort(found.begin(), found.end());
  expect_equal("edges", found, expected);
}

}  // namespace

void check_stream(Device& device, const Stream& stream) {
  if (stream.kind == 4) return check_points(device, stream);
  ColumnArguments arguments{};
  arguments.edges = stream.constants;
  arguments.edges.limits = device.upload("limits", stream.limits);
  arguments.edges.swaps = device.upload("swaps", stream.swaps);
  arguments.end_column = stream.vertex_count;
  arguments.row_bits = 32;
  arguments.by_source = 1;
  arguments.keys = device.room<u64>("keys", stream.keys.size());
  arguments.cursor = device.zeroed<u32>("cursor", 1);
  void (*const kernels[])(const ColumnArguments&) = {prepare_keys_kron, prepare_keys_urand, prepare_keys_road};
  void (*const counts[])(const ColumnArguments&) = {prepare_count_kron, prepare_count_urand, prepare_count_road};
  arguments.counts = device.zeroed<u32>("counts", stream.vertex_count);
  arguments.self_loops = device.zeroed<u64>("self_loops", 1);
  for (u64 first = 0; first < stream.indices; first += arguments.edges.count) {
    arguments.edges.first = first;
    arguments.edges.count = std::min<u64>(stream.indices - first, 1 + device.random().below(500));
    device.launch("prepare_keys", kernels[stream.kind - 1], arguments);
    device.launch("prepare_count", counts[stream.kind - 1], arguments);
  }
  std::vector<u64> expected = stream.keys, found = device.download(arguments.keys, stream.keys.size());
  std::sort(expected.begin(), expected.end());
  std::sort(found.begin(), found.end());
  expect_equal("cursor", device.download(arguments.cursor, 1), {static_cast<u32>(expected.size())});
  expect_equal("edges", found, expected);
  std::vector<u32> degrees(stream.vertex_count, 0);
  for (const u64 key : expected) ++degrees[key >> 32];
  expect_equal("counts", device.download(arguments.counts, stream.vertex_count), degrees);
}

}  // namespace bitfront::test
