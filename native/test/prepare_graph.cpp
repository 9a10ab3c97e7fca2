/// Adjacency, order, hubs and slice sets, built again from a vector's edges.

#include <algorithm>
#include <numeric>

#include "prepare_checks.h"

namespace bitfront::test {

namespace {

struct EdgeList {
  std::vector<u32> sources, targets;

  void add(u32 source, u32 target) {
    sources.push_back(source);
    targets.push_back(target);
  }
};

/// The edges of a vector in the input's numbering, shuffled; an undirected one once, either way round. A few stand there
/// twice, and a few self-loops between them.
EdgeList scrambled(const Vector& v, emulator::Random& random, u64& self_loops) {
  std::vector<std::pair<u32, u32>> edges;
  for (u32 from = 0; from < v.vertex_count; ++from) {
    for (u64 e = v.out_start[from]; e < v.out_start[from + 1]; ++e) {
      const u32 to = v.out_index[e];
      if (!v.directed && to < from) continue;
      for (u32 copies = random.below(8) == 0 ? 2 : 1; copies > 0; --copies) {
        const bool turned = !v.directed && random.below(2) == 0;
        edges.emplace_back(turned ? to : from, turned ? from : to);
      }
    }
    if (random.below(10) == 0) edges.emplace_back(from, from), ++self_loops;
  }
  for (std::size_t i = edges.size(); i > 1; --i) std::swap(edges[i - 1], edges[random.below(static_cast<u32>(i))]);
  EdgeList list;
  for (const auto& [from, to] : edges) list.add(v.old_id_of[from], v.old_id_of[to]);
  return list;
}

struct Csc {
  std::vector<u64> start;
  std::vector<u32> index;
};

/// Builds a CSC as the product does, in random ranges of columns.
class CscRun {
 public:
  CscRun(Device& device, const Vector& v, const EdgeList& edges, const std::vector<u32>* new_id_of)
      : device_(device), v_(v) {
    arguments_.edges.sources = device.upload("sources", edges.sources);
    arguments_.edges.targets = device.upload("targets", edges.targets);
    arguments_.edges.count = edges.sources.size();
    if (new_id_of != nullptr) arguments_.new_id_of = device.upload("new_id_of", *new_id_of);
    arguments_.row_bits = bits_for(v.vertex_count);
    arguments_.symmetrise = v.directed ? 0 : 1;
  }

  std::vector<u32> counts(bool by_source, u64 self_loops) {
    arguments_.by_source = by_source;
    arguments_.counts = device_.zeroed<u32>("counts", v_.vertex_count);
    arguments_.self_loops = device_.zeroed<u64>("self_loops", 1);
    device_.launch("prepare_count_arrays", prepare_count_arrays, arguments_);
    expect_equal("self_loops", device_.download(arguments_.self_loops, 1), {self_loops});
    return device_.download(arguments_.counts, v_.vertex_count);
  }

  Csc build(bool by_source, const std::vector<u32>& counts, const Csc& expected) {
    arguments_.by_source = by_source;
    CompressArguments into{};
    into.starts = device_.room<u64>("starts", v_.vertex_count + 1ull);
    into.rows = device_.room<u32>("rows", expected.index.size());
    into.degrees = device_.room<u32>("degrees", v_.vertex_count);
    const std::vector<u32> cuts = random_cuts(device_.random(), v_.vertex_count);
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) add_range(cuts[i], cuts[i + 1], counts, into);
    std::vector<u32> degrees;
    for (u32 column = 0; column < v_.vertex_count; ++column) {
      degrees.push_back(static_cast<u32>(expected.start[column + 1] - expected.start[column]));
    }
    expect_equal("degrees", device_.download(into.degrees, v_.vertex_count), degrees);
    return {device_.download(into.starts, v_.vertex_count + 1ull), device_.download(into.rows, into.base)};
  }

 private:
  void add_range(u32 first, u32 end, const std::vector<u32>& counts, CompressArguments& into) {
    const u64 most = std::accumulate(counts.begin() + first, counts.begin() + end, u64{0});
    arguments_.first_column = first;
    arguments_.end_column = end;
    arguments_.keys = device_.room<u64>("keys", most);
    arguments_.cursor = device_.zeroed<u32>("cursor", 1);
    device_.launch("prepare_keys_arrays", prepare_keys_arrays, arguments_);
    expect_equal("cursor", device_.download(arguments_.cursor, 1), {static_cast<u32>(most)});
    std::vector<u64> keys = device_.download(arguments_.keys, most);
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    into.keys = device_.upload("sorted keys", keys);
    into.key_count = keys.size();
    into.first_column = first;
    into.end_column = end;
    into.row_bits = arguments_.row_bits;
    device_.launch("prepare_columns", prepare_columns, into);
    into.base += keys.size();
  }

  Device& device_;
  const Vector& v_;
  ColumnArguments arguments_{};
};

}  // namespace

void check_csc(Device& device, const Vector& v) {
  u64 self_loops = 0;
  const EdgeList edges = scrambled(v, device.random(), self_loops);
  std::vector<u32> new_id_of(v.vertex_count);
  for (u32 vertex = 0; vertex < v.vertex_count; ++vertex) new_id_of[v.old_id_of[vertex]] = vertex;
  CscRun run(device, v, edges, &new_id_of);
  for (const bool by_source : {true, false}) {
    const Csc expected = by_source ? Csc{v.out_start, v.out_index} : Csc{v.in_start, v.in_index};
    const std::vector<u32> counts = run.counts(by_source, self_loops);
    const Csc found = run.build(by_source, counts, expected);
    expect_equal(by_source ? "out starts" : "in starts", found.start, expected.start);
    expect_equal(by_source ? "out rows" : "in rows", found.index, expected.index);
  }
}

void check_order(Device& device, const Vector& v) {
  const std::vector<u32> in = degrees_of(v.in_start), out = degrees_of(v.out_start);
  for (const bool by_degree : {true, false}) {
    OrderArguments arguments{};
    arguments.in_degrees = device.upload("in-degrees", in);
    arguments.out_degrees = device.upload("out-degrees", out);
    arguments.keys = device.room<u32>("keys", v.vertex_count);
    arguments.old_id_of = device.room<u32>("old_id_of", v.vertex_count);
    arguments.new_id_of = device.room<u32>("new_id_of", v.vertex_count);
    arguments.isolated = device.zeroed<u64>("isolated", 1);
    arguments.vertex_count = v.vertex_count;
    arguments.by_degree = by_degree;
    device.launch("prepare_order_keys", prepare_order_keys, arguments);
    const std::vector<u32> keys = device.download(arguments.keys, v.vertex_count);
    std::vector<u32> found = device.download(arguments.old_id_of, v.vertex_count);
    std::stable_sort(found.begin(), found.end(), [&](u32 a, u32 b) { return keys[a] < keys[b]; });
    std::vector<u32> expected(v.vertex_count);
    std::iota(expected.begin(), expected.end(), 0u);
    const auto isolated = [&](u32 a) { return in[a] + out[a] == 0; };
    const auto isolated_count = std::count_if(expected.begin(), expected.end(), isolated);
    expect_equal("isolated", device.download(arguments.isolated, 1), {static_cast<u64>(isolated_count)});
    std::stable_sort(expected.begin(), expected.end(), [&](u32 a, u32 b) {
      if (isolated(a) != isolated(b)) return isolated(b);
      return by_degree && in[a] > in[b];
    });
    expect_equal("order", found, expected);
    arguments.old_id_of = {device.upload("order", found).address};
    device.launch("prepare_inverse", prepare_inverse, arguments);
    const std::vector<u32> inverse = device.download(arguments.new_id_of, v.vertex_count);
    for (u32 i = 0; i < v.vertex_count; ++i) {
      if (inverse[found[i]] != i) throw std::runtime_error("prepare_inverse gives no inverse");
    }
  }
}

void check_hubs(Device& device, const Vector& v) {
  const std::vector<u32> degrees = degrees_of(v.in_start);
  HubArguments arguments{};
  arguments.in_start = device.upload("in_start", v.in_start);
  arguments.in_index = device.upload("in_index", v.in_index);
  arguments.hubs = device.filled<u32>("hubs", v.vertex_count, 0xFF);
  arguments.vertex_count = v.vertex_count;
  arguments.descending = std::is_sorted(degrees.rbegin(), degrees.rend()) ? device.random().below(2) : 0;
  device.launch("prepare_hubs", prepare_hubs, arguments);
  expect_equal("hubs", device.download(arguments.hubs, v.vertex_count), hubs_of(v));
}

namespace {

/// Packs the slice sets of `first_set .. end_set - 1`.
void pack_range(Device& device, const Vector& v, SliceArguments& arguments, u32 first_set, u32 end_set) {
  const auto start_of = [&](u32 set) { return v.out_start[std::min<u64>(u64{set} * kSigma, v.vertex_count)]; };
  arguments.first_set = first_set;
  arguments.end_set = end_set;
  arguments.key_count = start_of(end_set) - start_of(first_set);
  arguments.keys = device.room<u64>("keys", arguments.key_count);
  device.launch("prepare_slice_keys", prepare_slice_keys, arguments);
  std::vector<u64> keys = device.download(arguments.keys, arguments.key_count);
  std::sort(keys.begin(), keys.end());
  arguments.keys = {device.upload("sorted keys", keys).address};
  arguments.heads = device.room<u32>("heads", arguments.key_count);
  device.launch("prepare_slice_heads", prepare_slice_heads, arguments);
  const std::vector<u32> positions = sums_before<u32>(device.download(arguments.heads, arguments.key_count));
  arguments.positions = device.upload("positions", positions);
  arguments.slices = device.room<u64>("slices", positions.back());
  device.launch("prepare_slices", prepare_slices, arguments);
  device.launch("prepare_vss", prepare_vss, arguments);
}

}  // namespace

void check_bvss(Device& device, const Vector& v) {
  const u32 sets = static_cast<u32>(v.real_ptrs.size() - 1);
  SliceArguments arguments{};
  arguments.vertex_count = v.vertex_count;
  arguments.row_bits = bits_for(v.vertex_count);
  arguments.end_set = sets;
  arguments.starts = device.upload("in_start", v.in_start);
  arguments.rows = device.upload("in_index", v.in_index);
  arguments.set_slices = device.zeroed<u32>("set_slices", sets);
  arguments.set_vss = device.room<u32>("set_vss", sets + 1ull);
  device.launch("prepare_slice_counts", prepare_slice_counts, arguments);
  device.launch("prepare_vss_counts", prepare_vss_counts, arguments);
  std::vector<u32> real_ptrs = sums_before<u32>(device.download(arguments.set_vss, sets + 1ull));
  real_ptrs.pop_back();
  expect_equal("real_ptrs", real_ptrs, v.real_ptrs);
  arguments.slice_starts = device.upload("slice_starts", sums_before<u64>(device.download(arguments.set_slices, sets)));
  arguments.real_ptrs = device.upload("real_ptrs", real_ptrs);
  arguments.starts = device.upload("out_start", v.out_start);
  arguments.rows = device.upload("out_index", v.out_index);
  arguments.virtual_to_real = device.room<u32>("virtual_to_real", v.virtual_to_real.size());
  arguments.row_ids = device.room<u32>("row_ids", v.row_ids.size());
  arguments.tile_masks = device.room<u32>("tile_masks", v.tile_masks.size());
  const std::vector<u32> cuts = random_cuts(device.random(), sets);
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) pack_range(device, v, arguments, cuts[i], cuts[i + 1]);
  expect_equal("virtual_to_real", device.download(arguments.virtual_to_real, v.virtual_to_real.size()), v.virtual_to_real);
  expect_equal("row_ids", device.download(arguments.row_ids, v.row_ids.size()), v.row_ids);
  expect_equal("tile_masks", device.download(arguments.tile_masks, v.tile_masks.size()), v.tile_masks);
}

}  // namespace bitfront::test
