/// JaccardWithWindows against Algorithm 1 by its definition.

#include <algorithm>
#include <numeric>

#include "prepare_checks.h"

namespace bitfront::test {

namespace {

/// Algorithm 1 by its definition: the columns of a window, ascending, in their new order.
/// Rows that more than `most_common` of them meet are no common ones.
std::vector<u32> algorithm_1(const Vector& v, std::vector<u32> free, u32 most_common) {
  std::vector<u32> met(v.vertex_count, 0);
  for (const u32 c : free) {
    for (u64 e = v.out_start[c]; e < v.out_start[c + 1]; ++e) ++met[v.out_index[e]];
  }
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
      for (u64 e = v.out_start[*c]; e < v.out_start[*c + 1]; ++e) {
        common += covered[v.out_index[e]] && met[v.out_index[e]] <= most_common ? 1 : 0;
      }
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
std::vector<u32> expected_jaccard(const Vector& v, u32 window_columns, u32 most_common) {
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
                                                   connected.begin() + static_cast<std::ptrdiff_t>(end)},
                                               most_common);
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
  JaccardRun(Device& device, const Vector& v, u32 window_columns, u32 most_common) : device_(device), v_(v) {
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
    windows_.most_common = most_common;
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

}  // namespace

/// The vector's numbers stand for an input's.
void check_jaccard(Device& device, const Vector& v) {
  const u32 window_columns = kSigma * (1 + device.random().below(device.random().below(2) == 0 ? 4 : 40));
  const u32 most_common = device.random().below(2) == 0 ? window_columns : 1 + device.random().below(window_columns);
  expect_equal("jaccard order", JaccardRun(device, v, window_columns, most_common).run(),
               expected_jaccard(v, window_columns, most_common));
}

}  // namespace bitfront::test
