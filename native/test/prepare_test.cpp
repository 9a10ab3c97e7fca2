/// Runs the kernels that prepare a graph on the emulator: every test vector is built again from its edges, shuffled, with
/// duplicates and self-loops among them, and must come out as the vector says, array by array; every generated stream of
/// edges must be the one that the Java generators made.
///
///   prepare_test FOLDER [--schedules N] [--seed S]
///
/// The host's sorts and scans stand in for CUB's.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <numeric>
#include <stdexcept>

#include "entries.h"
#include "machine.h"
#include "vector.h"

namespace bitfront::test {

namespace {

constexpr std::size_t kMemoryBytes = 64u << 20;

/// Device memory of one run, its machine and its dice.
class Device {
 public:
  explicit Device(u64 seed) : memory_(kMemoryBytes), machine_(memory_), random_(seed) {}

  emulator::Random& random() { return random_; }

  template <class T>
  DevicePtr<const T> upload(const char* name, const std::vector<T>& array) {
    return {memory_.allocate_read_only(name, array.data(), array.size() * sizeof(T))};
  }

  template <class T>
  DevicePtr<T> zeroed(const char* name, u64 count) {
    const DevicePtr<T> array = room<T>(name, count);
    std::memset(memory_.host_view(array.address), 0, count * sizeof(T));
    memory_.set_initialised(array.address, count * sizeof(T));
    return array;
  }

  template <class T>
  DevicePtr<T> room(const char* name, u64 count) {
    return {memory_.allocate(name, count * sizeof(T))};
  }

  template <class T>
  std::vector<T> download(DevicePtr<T> from, u64 count) {
    const T* data = static_cast<const T*>(memory_.host_view(from.address));
    return {data, data + count};
  }

  template <class Arguments>
  void launch(const char* name, void (*kernel)(const Arguments&), const Arguments& arguments) {
    const emulator::GridShape shape{1 + random_.below(4), 1 + random_.below(2)};
    const std::string wrong = machine_.launch(shape, random_.next(), [&] { kernel(arguments); });
    if (!wrong.empty()) throw std::runtime_error(std::string(name) + ": " + wrong);
  }

 private:
  emulator::Memory memory_;
  emulator::Machine machine_;
  emulator::Random random_;
};

template <class T>
void expect_equal(const char* what, const std::vector<T>& found, const std::vector<T>& expected) {
  if (found.size() != expected.size()) {
    throw std::runtime_error(std::string(what) + " has " + std::to_string(found.size()) + " elements, not " +
                             std::to_string(expected.size()));
  }
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (found[i] != expected[i]) {
      throw std::runtime_error(std::string(what) + "[" + std::to_string(i) + "] is " + std::to_string(found[i]) +
                               ", not " + std::to_string(expected[i]));
    }
  }
}

u32 bits_for(u32 count) {
  u32 bits = 1;
  while (bits < 32 && count > 1u << bits) ++bits;
  return bits;
}

struct EdgeList {
  std::vector<u32> sources, targets;

  void add(u32 source, u32 target) {
    sources.push_back(source);
    targets.push_back(target);
  }
};

/// Cuts 0 .. end at random into ranges that are not empty.
std::vector<u32> random_cuts(emulator::Random& random, u32 end) {
  std::vector<u32> cuts{0};
  while (cuts.back() < end) cuts.push_back(cuts.back() + 1 + random.below(random.below(3) == 0 ? end : end - cuts.back()));
  cuts.back() = end;
  return cuts;
}

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

std::vector<u32> degrees_of(const std::vector<u64>& start) {
  std::vector<u32> degrees(start.size() - 1);
  for (std::size_t i = 0; i < degrees.size(); ++i) degrees[i] = static_cast<u32>(start[i + 1] - start[i]);
  return degrees;
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

template <class T>
std::vector<T> sums_before(const std::vector<u32>& counts) {
  std::vector<T> sums{0};
  for (const u32 count : counts) sums.push_back(static_cast<T>(sums.back() + count));
  return sums;
}

/// Algorithm 1 by its definition: the columns of a window, ascending, in their new order.
std::vector<u32> algorithm_1(const Vector& v, std::vector<u32> free) {
  const auto degree = [&](u32 c) { return v.out_start[c + 1] - v.out_start[c]; };
  std::vector<u32> order;
  std::vector<bool> covered;
  u64 covered_rows = 0;
  while (!free.empty()) {
    if (order.size() % kSigma == 0) covered.assign(v.vertex_count, false), covered_rows = 0;
    auto chosen = std::max_element(free.begin(), free.end(), [&](u32 a, u32 b) { return degree(a) < degree(b); });
    u64 most = 0, size = 1;
    for (auto c = free.begin(); order.size() % kSigma != 0 && c != free.end(); ++c) {
      u64 common = 0;
      for (u64 e = v.out_start[*c]; e < v.out_start[*c + 1]; ++e) common += covered[v.out_index[e]] ? 1 : 0;
      const u64 united = covered_rows + degree(*c) - common;
      if (common * size <= most * united) continue;
      chosen = c, most = common, size = united;
    }
    for (u64 e = v.out_start[*chosen]; e < v.out_start[*chosen + 1]; ++e) {
      covered_rows += covered[v.out_index[e]] ? 0 : 1;
      covered[v.out_index[e]] = true;
    }
    order.push_back(*chosen);
    free.erase(chosen);
  }
  return order;
}

/// JaccardWithWindows, and what follows it: whole slice sets by their largest in-degree within windows, then windows.
std::vector<u32> expected_jaccard(const Vector& v, u32 window_columns) {
  std::vector<u32> connected, last;
  const std::vector<u32> in = degrees_of(v.in_start), out = degrees_of(v.out_start);
  for (u32 c = 0; c < v.vertex_count; ++c) (in[c] + out[c] == 0 ? last : connected).push_back(c);
  std::vector<std::vector<std::vector<u32>>> windows;
  std::vector<u32> rest;
  const auto largest = [&](const std::vector<u32>& set) {
    u32 most = 0;
    for (const u32 c : set) most = std::max(most, in[c]);
    return most;
  };
  for (std::size_t first = 0; first < connected.size(); first += window_columns) {
    const std::size_t end = std::min<std::size_t>(connected.size(), first + window_columns);
    const std::vector<u32> order = algorithm_1(v, {connected.begin() + static_cast<std::ptrdiff_t>(first),
                                                   connected.begin() + static_cast<std::ptrdiff_t>(end)});
    std::vector<std::vector<u32>> sets;
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i / kSigma * kSigma + kSigma > order.size()) rest.push_back(order[i]);
      else if (i % kSigma == 0) sets.push_back({order[i]});
      else sets.back().push_back(order[i]);
    }
    std::stable_sort(sets.begin(), sets.end(), [&](const auto& a, const auto& b) { return largest(a) > largest(b); });
    if (!sets.empty()) windows.push_back(sets);
  }
  std::stable_sort(windows.begin(), windows.end(),
                   [&](const auto& a, const auto& b) { return largest(a.front()) > largest(b.front()); });
  std::vector<u32> result;
  for (const auto& sets : windows) {
    for (const auto& set : sets) result.insert(result.end(), set.begin(), set.end());
  }
  result.insert(result.end(), rest.begin(), rest.end());
  result.insert(result.end(), last.begin(), last.end());
  return result;
}

/// Runs the kernels of the jaccard order as the product does, in random ranges of windows.
class JaccardRun {
 public:
  JaccardRun(Device& device, const Vector& v, u32 window_columns) : device_(device), v_(v) {
    in_ = degrees_of(v.in_start), out_ = degrees_of(v.out_start);
    std::vector<u32> natural(v.vertex_count), rank(v.vertex_count);
    std::iota(natural.begin(), natural.end(), 0u);
    const auto isolated = [&](u32 a) { return in_[a] + out_[a] == 0; };
    std::stable_partition(natural.begin(), natural.end(), [&](u32 a) { return !isolated(a); });
    for (u32 i = 0; i < v.vertex_count; ++i) rank[natural[i]] = i;
    place_.natural = device.upload("natural", rank);
    place_.out_degrees = device.upload("out-degrees", out_);
    place_.in_degrees = device.upload("in-degrees", in_);
    place_.vertex_count = v.vertex_count;
    place_.connected = static_cast<u32>(std::count_if(natural.begin(), natural.end(), [&](u32 a) { return !isolated(a); }));
    place_.window_columns = window_columns;
    place_.wide_above = device.random().below(2) == 0 ? 65535 : device.random().below(6);
    place_.most_wide = window_columns;
    windows_.window_columns = window_columns;
    windows_.connected = place_.connected;
    windows_.wide_above = place_.wide_above;
    windows_.count_words = window_columns;
    windows_.row_bits = bits_for(v.vertex_count);
  }

  std::vector<u32> run() {
    columns();
    const u32 windows = (place_.connected + place_.window_columns - 1) / place_.window_columns;
    windows_.starts = device_.upload("out_start", v_.out_start);
    windows_.rows = device_.upload("out_index", v_.out_index);
    windows_.order = device_.room<u32>("order", place_.connected);
    windows_.shared_rows = device_.zeroed<u32>("shared_rows", v_.vertex_count);
    windows_.solo_rows = device_.zeroed<u32>("solo_rows", v_.vertex_count);
    const std::vector<u32> cuts = random_cuts(device_.random(), windows);
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) add_range(cuts[i], cuts[i + 1]);
    place_.order = {windows_.order.address};
    return placed();
  }

 private:
  /// The host's stable sort of `ids` by `keys`.
  std::vector<u32> sorted(DevicePtr<u32> ids, u64 count) {
    const std::vector<u32> keys = device_.download(place_.keys, count), values = device_.download(ids, count);
    std::vector<u32> at(count), result;
    std::iota(at.begin(), at.end(), 0u);
    std::stable_sort(at.begin(), at.end(), [&](u32 a, u32 b) { return keys[a] < keys[b]; });
    for (const u32 i : at) result.push_back(values[i]);
    return result;
  }

  void columns() {
    const u32 n = v_.vertex_count;
    std::vector<u32> by_degree(n);
    std::iota(by_degree.begin(), by_degree.end(), 0u);
    std::stable_sort(by_degree.begin(), by_degree.end(), [&](u32 a, u32 b) {
      const bool a_last = in_[a] + out_[a] == 0, b_last = in_[b] + out_[b] == 0;
      return a_last != b_last ? b_last : out_[a] > out_[b];
    });
    place_.ids = {device_.upload("by degree", by_degree).address};
    place_.keys = device_.room<u32>("keys", n);
    device_.launch("prepare_key_windows", prepare_key_windows, place_);
    const std::vector<u32> columns = sorted(place_.ids, n);
    place_.columns = windows_.columns = device_.upload("columns", columns);
    place_.degrees = device_.room<u32>("degrees", n + 1ull);
    place_.too_wide = device_.zeroed<u32>("too_wide", 1);
    device_.launch("prepare_list_degrees", prepare_list_degrees, place_);
    const std::vector<u32> degrees = device_.download(place_.degrees, n + 1ull);
    windows_.degrees = {place_.degrees.address};
    starts_ = {0};
    for (const u32 degree : degrees) starts_.push_back(starts_.back() + degree);
    windows_.column_starts = device_.upload("column_starts", starts_);
    expect_equal("too_wide", device_.download(place_.too_wide, 1), {0});
    place_.most_wide = device_.random().below(place_.window_columns);
    device_.launch("prepare_list_degrees", prepare_list_degrees, place_);
    bool too_wide = false;
    for (u32 p = 0; p < n; ++p) {
      too_wide |= out_[columns[p]] > place_.wide_above && p % place_.window_columns >= place_.most_wide;
    }
    expect_equal("too_wide", device_.download(place_.too_wide, 1), {too_wide ? 1u : 0u});
  }

  void add_range(u32 first, u32 end) {
    const auto start = [&](u32 window) {
      return starts_[std::min<u64>(u64{window} * windows_.window_columns, v_.vertex_count)];
    };
    const u64 count = start(end) - start(first);
    windows_.first_window = first;
    windows_.end_window = end;
    windows_.key_count = count;
    windows_.keys = device_.room<u64>("keys", count);
    device_.launch("prepare_window_keys", prepare_window_keys, windows_);
    std::vector<u64> keys = device_.download(windows_.keys, count);
    std::stable_sort(keys.begin(), keys.end(), [](u64 a, u64 b) { return a >> 16 < b >> 16; });
    windows_.keys = {device_.upload("sorted keys", keys).address};
    windows_.heads = device_.room<u32>("heads", count + 1);
    device_.launch("prepare_window_heads", prepare_window_heads, windows_);
    const std::vector<u32> positions = sums_before<u32>(device_.download(windows_.heads, count + 1));
    windows_.positions = device_.upload("positions", positions);
    windows_.row_columns = device_.room<u64>("row_columns", (count + 3) / 4);
    windows_.row_ends = device_.room<u32>("row_ends", 2 * u64{positions.back()});
    windows_.column_rows = device_.room<u32>("column_rows", count);
    windows_.stamps = device_.zeroed<u32>("stamps", positions.back());
    device_.launch("prepare_window_rows", prepare_window_rows, windows_);
    windows_.next_window = device_.zeroed<u32>("next_window", 1);
    device_.launch("prepare_jaccard", prepare_jaccard, windows_);
  }

  std::vector<u32> placed() {
    const u32 n = v_.vertex_count, sets = place_.connected / kSigma, window_sets = place_.window_columns / kSigma;
    place_.ids = device_.room<u32>("sets", sets);
    device_.launch("prepare_key_sets", prepare_key_sets, place_);
    place_.ids = {device_.upload("sets by key", sorted(place_.ids, sets)).address};
    device_.launch("prepare_key_set_windows", prepare_key_set_windows, place_);
    place_.ids = {device_.upload("sets by window", sorted(place_.ids, sets)).address};
    const u32 windows = (sets + window_sets - 1) / window_sets;
    place_.old_id_of = device_.room<u32>("windows", windows);
    device_.launch("prepare_key_first_sets", prepare_key_first_sets, place_);
    const std::vector<u32> by_key = sorted(place_.old_id_of, windows);
    std::vector<u32> ranks(windows);
    for (u32 i = 0; i < windows; ++i) ranks[by_key[i]] = i;
    place_.window_ranks = device_.upload("window_ranks", ranks);
    place_.old_id_of = device_.room<u32>("old_id_of", n);
    device_.launch("prepare_place_sets", prepare_place_sets, place_);
    return device_.download(place_.old_id_of, n);
  }

  Device& device_;
  const Vector& v_;
  std::vector<u32> in_, out_;
  std::vector<u64> starts_;
  PlaceArguments place_{};
  WindowArguments windows_{};
};

/// The vector's numbers stand for an input's.
void check_jaccard(Device& device, const Vector& v) {
  const u32 window_columns = kSigma * (1 + device.random().below(device.random().below(2) == 0 ? 4 : 40));
  expect_equal("jaccard order", JaccardRun(device, v, window_columns).run(), expected_jaccard(v, window_columns));
}

void check_hubs(Device& device, const Vector& v) {
  const std::vector<u32> degrees = degrees_of(v.in_start);
  HubArguments arguments{};
  arguments.in_start = device.upload("in_start", v.in_start);
  arguments.in_index = device.upload("in_index", v.in_index);
  arguments.hubs = device.room<u32>("hubs", v.vertex_count);
  arguments.vertex_count = v.vertex_count;
  arguments.descending = std::is_sorted(degrees.rbegin(), degrees.rend()) ? device.random().below(2) : 0;
  device.launch("prepare_hubs", prepare_hubs, arguments);
  expect_equal("hubs", device.download(arguments.hubs, v.vertex_count), hubs_of(v));
}

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

/// Weakly connected components, by a search from each vertex not yet met.
u64 components_of(const Vector& v) {
  u64 components = 0;
  std::vector<bool> met(v.vertex_count);
  for (u32 start = 0; start < v.vertex_count; ++start) {
    if (met[start]) continue;
    ++components;
    met[start] = true;
    for (std::vector<u32> open{start}; !open.empty();) {
      const u32 at = open.back();
      open.pop_back();
      const auto meet = [&](u32 other) {
        if (!met[other]) met[other] = true, open.push_back(other);
      };
      for (u64 e = v.out_start[at]; e < v.out_start[at + 1]; ++e) meet(v.out_index[e]);
      for (u64 e = v.in_start[at]; e < v.in_start[at + 1]; ++e) meet(v.in_index[e]);
    }
  }
  return components;
}

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
  expect_equal("components", device.download(arguments.roots, 1), {components_of(v)});
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

/// A `.bfe` file: the constants of a generator as `io.bitfront.graph.EdgeStream` has them, and the edges it makes.
/// Little-endian: u32 kind (1 kron, 2 urand, 3 road, 4 rgg), u32 vertex_count, u64 indices, u64 key, u64 threshold, u32 width,
/// height, id_count, id_shift, factors[4], summands[4], u32[256] limits, u32[256] swaps, u64 m, m times u32 source, target.
struct Stream {
  u32 kind, vertex_count;
  u64 indices;
  EdgeStream constants{};
  std::vector<u32> limits = std::vector<u32>(256), swaps = std::vector<u32>(256);
  std::vector<u64> keys;  ///< source << 32 | target
};

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

std::vector<std::string> list_streams(const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".bfe") paths.push_back(entry.path());
  }
  if (paths.size() < 4) throw std::runtime_error(folder + ": holds no .bfe files");
  std::sort(paths.begin(), paths.end());
  return paths;
}

int run(const std::string& folder, u64 schedules, u64 seed) {
  u64 runs = 0, failures = 0;
  const auto attempt = [&](const std::string& name, const std::function<void(Device&)>& check) {
    Device device(emulator::Random(seed * 1'000'003 + runs).next());
    ++runs;
    try {
      check(device);
    } catch (const std::runtime_error& e) {
      std::printf("FAILED %s: %s\n  again: prepare_test %s --seed %llu\n", name.c_str(), e.what(), folder.c_str(),
                  static_cast<unsigned long long>(seed));
      ++failures;
    }
  };
  void (*const checks[])(Device&, const Vector&) = {check_csc, check_order, check_hubs, check_bvss, check_figures};
  for (const std::string& path : list_vectors(folder)) {
    const Vector vector = read_vector(path);
    if (vector.vertex_count == 0) continue;
    for (u64 i = 0; i < schedules && failures < 5; ++i) {
      for (const auto check : checks) attempt(vector.name, [&](Device& device) { check(device, vector); });
    }
    if (failures < 5) attempt(vector.name, [&](Device& device) { check_jaccard(device, vector); });
  }
  for (const std::string& path : list_streams(folder)) {
    const Stream stream = read_stream(path);
    for (u64 i = 0; i < schedules && failures < 5; ++i) {
      attempt(path, [&](Device& device) { check_stream(device, stream); });
    }
  }
  std::printf("prepare_test: %llu runs, %llu failed\n", static_cast<unsigned long long>(runs),
              static_cast<unsigned long long>(failures));
  return failures == 0 ? 0 : 1;
}

}  // namespace

}  // namespace bitfront::test

int main(int count, char** words) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  if (count < 2) {
    std::fprintf(stderr, "prepare_test: no folder of test vectors given\n");
    return 2;
  }
  bitfront::u64 schedules = 3, seed = 1;
  for (int i = 2; i + 1 < count; i += 2) {
    (std::strcmp(words[i], "--seed") == 0 ? seed : schedules) = std::strtoull(words[i + 1], nullptr, 10);
  }
  try {
    return bitfront::test::run(words[1], schedules, seed);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "prepare_test: %s\n", e.what());
    return 2;
  }
}
