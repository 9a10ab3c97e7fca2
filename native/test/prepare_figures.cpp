/// Degrees, components and update divergence.

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "prepare_checks.h"

namespace bitfront::test {

namespace {

/// Divergence of one VSS, from its row ids and masks.
double divergence_of(const Vector& v, u32 vss) {
  double sum = 0;
  u32 columns = 0;
  for (u32 c = 0; c < kRowsPerLane; ++c) {
    std::vector<u32> rows;
    for (u32 lane = 0; lane < kLanes; ++lane) {
      const bool real = (v.tile_masks[vss * kLanes + lane] >> 8 * c & 0xFF) != 0;
      if (real) rows.push_back(v.row_ids[vss * kTau + lane * kRowsPerLane + c]);
    }
    if (rows.empty()) continue;
    ++columns;
    const double mean = static_cast<double>(std::accumulate(rows.begin(), rows.end(), u64{0})) / static_cast<double>(rows.size());
    double squares = 0;
    for (const u32 row : rows) squares += (row - mean) * (row - mean);
    sum += std::sqrt(squares / static_cast<double>(rows.size()));
  }
  return sum / columns;
}

void check_components(Device& device, const Vector& v, FigureArguments arguments) {
  arguments.parent = device.room<u32>("parent", v.vertex_count);
  arguments.first_neighbours = device.random().below(3);
  arguments.sample_count = 1 + device.random().below(9);
  arguments.samples = device.room<u32>("samples", arguments.sample_count);
  device.launch("prepare_components", prepare_components, arguments);
  device.launch("prepare_unite_first", prepare_unite_first, arguments);
  arguments.roots = device.zeroed<u64>("roots", 1);
  device.launch("prepare_flatten", prepare_flatten, arguments);
  device.launch("prepare_samples", prepare_samples, arguments);
  const std::vector<u32> samples = device.download(arguments.samples, arguments.sample_count);
  const std::vector<u32> labels = device.download(arguments.parent, v.vertex_count);
  std::vector<u32> expected;
  for (u64 i = 0; i < arguments.sample_count; ++i) expected.push_back(labels[v.vertex_count * i / arguments.sample_count]);
  expect_equal("samples", samples, expected);
  arguments.largest = samples[device.random().below(arguments.sample_count)];
  device.launch("prepare_unite_rest", prepare_unite_rest, arguments);
  arguments.roots = device.zeroed<u64>("roots", 1);
  device.launch("prepare_flatten", prepare_flatten, arguments);
  const std::vector<u32> roots = component_labels(v);
  expect_equal("labels of components", device.download(arguments.parent, v.vertex_count), roots);
  u64 components = 0;
  for (u32 vertex = 0; vertex < v.vertex_count; ++vertex) components += roots[vertex] == vertex ? 1 : 0;
  expect_equal("components", device.download(arguments.roots, 1), {components});
}

void check_divergence(Device& device, const Vector& v, FigureArguments arguments) {
  const u32 sets = static_cast<u32>(v.real_ptrs.size() - 1);
  std::vector<u64> slice_starts{0};
  for (u32 set = 0; set < sets; ++set) {
    u64 slices = 0;
    for (u32 vss = v.real_ptrs[set]; vss < v.real_ptrs[set + 1]; ++vss) {
      for (u32 i = 0; i < kTau; ++i) slices += (v.tile_masks[vss * kLanes + i / 4] >> 8 * (i % 4) & 0xFF) != 0 ? 1 : 0;
    }
    slice_starts.push_back(slice_starts.back() + slices);
  }
  arguments.real_ptrs = device.upload("real_ptrs", v.real_ptrs);
  arguments.virtual_to_real = device.upload("virtual_to_real", v.virtual_to_real);
  arguments.row_ids = device.upload("row_ids", v.row_ids);
  arguments.slice_starts = device.upload("slice_starts", slice_starts);
  arguments.piece_cost = 1 + device.random().below(2000);
  arguments.set_cost = device.random().below(64);
  const auto cost_before = [&](u64 set) {
    return v.out_start[std::min<u64>(set * kSigma, v.vertex_count)] + set * arguments.set_cost;
  };
  arguments.piece_count = static_cast<u32>((cost_before(sets) + arguments.piece_cost - 1) / arguments.piece_cost);
  std::vector<double> expected(arguments.piece_count);
  u64 piece = 0;
  for (u32 set = 0; set < sets; ++set) {
    while ((piece + 1) * arguments.piece_cost <= cost_before(set)) ++piece;
    for (u32 vss = v.real_ptrs[set]; vss < v.real_ptrs[set + 1]; ++vss) expected[piece] += divergence_of(v, vss);
  }
  arguments.divergences = device.room<double>("divergences", arguments.piece_count);
  device.launch("prepare_divergence", prepare_divergence, arguments);
  expect_equal("divergences", device.download(arguments.divergences, arguments.piece_count), expected);
}

}  // namespace

void check_figures(Device& device, const Vector& v) {
  FigureArguments arguments{};
  arguments.vertex_count = v.vertex_count;
  arguments.out_start = device.upload("out_start", v.out_start);
  arguments.out_index = device.upload("out_index", v.out_index);
  if (v.directed) arguments.in_start = device.upload("in_start", v.in_start);
  if (v.directed) arguments.in_index = device.upload("in_index", v.in_index);
  arguments.counted = 1024 + device.random().below(1000);
  arguments.degree_counts = device.zeroed<u32>("degree_counts", arguments.counted);
  arguments.large_degrees = device.room<u32>("large_degrees", v.vertex_count);
  arguments.large_count = device.zeroed<u32>("large_count", 1);
  device.launch("prepare_degrees", prepare_degrees, arguments);
  std::vector<u32> counts(arguments.counted), large;
  for (const u32 degree : degrees_of(v.out_start)) {
    if (degree < arguments.counted) ++counts[degree];
    else large.push_back(degree);
  }
  std::vector<u32> found = device.download(arguments.large_degrees, device.download(arguments.large_count, 1)[0]);
  std::sort(found.begin(), found.end());
  std::sort(large.begin(), large.end());
  expect_equal("degree_counts", device.download(arguments.degree_counts, arguments.counted), counts);
  expect_equal("large_degrees", found, large);
  check_components(device, v, arguments);
  check_divergence(device, v, arguments);
}

}  // namespace bitfront::test
