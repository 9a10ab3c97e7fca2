#include "profile_run.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

#include "entries.h"

namespace bitfront::test {

namespace {

using Hops = std::vector<u32>;

/// What a search says of its source.
struct Sums {
  u64 distance = 0;
  double harmonic = 0;
  u32 eccentricity = 0;
};

/// A component, its vertices numbered so that a cell's lie together.
struct Component {
  std::vector<u32> start, neighbour;
  u32 cell_begin = 0, cell_size = 0;
  std::vector<u32> border;

  u32 vertex_count() const { return static_cast<u32>(start.size()) - 1; }
  bool is_inside(u32 vertex) const { return vertex - cell_begin < cell_size; }

  Hops hops(u32 source) const {
    Hops hops(vertex_count(), ~0u);
    std::vector<u32> queue{source};
    hops[source] = 0;
    for (std::size_t head = 0; head < queue.size(); ++head) {
      const u32 v = queue[head];
      for (u32 e = start[v]; e < start[v + 1]; ++e) {
        if (hops[neighbour[e]] != ~0u) continue;
        hops[neighbour[e]] = hops[v] + 1;
        queue.push_back(neighbour[e]);
      }
    }
    return hops;
  }

  Sums sums(u32 source) const {
    std::map<u32, u64> levels;
    for (const u32 of : hops(source)) ++levels[of];
    Sums sums;
    for (const auto& [level, count] : levels) {
      sums.distance += count * level;
      if (level != 0) sums.harmonic += static_cast<double>(count) / level;
      sums.eccentricity = level;
    }
    return sums;
  }
};

void shuffle(std::vector<u32>& values, emulator::Random& random) {
  for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[random.below(static_cast<u32>(i))]);
}

/// The vertices that hang together with one, nearest first.
std::vector<u32> flood(const Vector& vector, u32 source) {
  std::vector<bool> seen(vector.vertex_count);
  std::vector<u32> queue{source};
  seen[source] = true;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    for (u64 e = vector.out_start[queue[head]]; e < vector.out_start[queue[head] + 1]; ++e) {
      const u32 w = vector.out_index[e];
      if (!seen[w]) queue.push_back(w);
      seen[w] = true;
    }
  }
  return queue;
}

/// A ball around a vertex, or vertices from all over the component, with others before and after it.
Component draw_component(const Vector& vector, emulator::Random& random) {
  const Traversal& traversal = vector.traversals[random.below(static_cast<u32>(vector.traversals.size()))];
  std::vector<u32> order = flood(vector, traversal.source);
  const auto n = static_cast<u32>(order.size());
  Component component;
  if (n < 2) return component;
  if (random.below(3) == 0) shuffle(order, random);
  component.cell_size = 1 + random.below(std::min(n - 1, 40u));
  component.cell_begin = random.below(n - component.cell_size + 1);
  std::rotate(order.begin(), order.end() - component.cell_begin, order.end());
  std::vector<u32> number(vector.vertex_count);
  for (u32 i = 0; i < n; ++i) number[order[i]] = i;
  component.start.push_back(0);
  std::set<u32> border;
  for (u32 i = 0; i < n; ++i) {
    for (u64 e = vector.out_start[order[i]]; e < vector.out_start[order[i] + 1]; ++e) {
      const u32 w = number[vector.out_index[e]];
      component.neighbour.push_back(w);
      if (component.is_inside(i) && !component.is_inside(w)) border.insert(w);
    }
    component.start.push_back(static_cast<u32>(component.neighbour.size()));
  }
  component.border.assign(border.begin(), border.end());
  shuffle(component.border, random);
  return component;
}

class ProfileRun {
 public:
  ProfileRun(EmulatedGraph& graph, const Component& component, emulator::Random& random)
      : graph_(graph), memory_(graph.memory()), component_(component), random_(random), harmonic_(random.below(2) == 0) {
    for (const u32 vertex : component.border) border_hops_.push_back(component.hops(vertex));
    draw_words();
    draw_capacities();
    place();
  }

  std::string all() {
    std::string wrong = launch("group", profile_group);
    if (wrong.empty()) wrong = launch("store", profile_store);
    if (wrong.empty()) wrong = launch("members", profile_members);
    if (wrong.empty() && harmonic_) wrong = launch("places", profile_places, 1);
    if (wrong.empty() && harmonic_) wrong = launch("histogram", profile_histogram);
    const u32 chunk = 1 + random_.below(component_.cell_size);
    for (u32 first = 0; first < component_.cell_size && wrong.empty(); first += chunk) {
      wrong = run_sources(first, std::min(chunk, component_.cell_size - first));
    }
    return wrong;
  }

 private:
  /// Mostly random words, which do not collide; else few values, which do.
  void draw_words() {
    weak_ = random_.below(3) == 0;
    words_.push_back(0);
    for (std::size_t b = 1; b < component_.border.size(); ++b) {
      words_.push_back(weak_ ? random_.below(2) : random_.next());
      words_[0] -= words_[b];
    }
  }

  void draw_capacities() {
    const u32 n = component_.vertex_count();
    arguments_.profile_capacity = (random_.below(2) == 0 ? 1 : (n + kProfileTile - 1) / kProfileTile) * kProfileTile;
    arguments_.table_mask = std::bit_ceil(2 * arguments_.profile_capacity) - 1;
    arguments_.histogram_capacity = random_.below(4) == 0 ? 1 + random_.below(n) : n * n;
    u32 deepest = 0;
    for (const Hops& hops : border_hops_) deepest = std::max(deepest, *std::max_element(hops.begin(), hops.end()));
    arguments_.level_capacity = 2 * deepest + 2;
    arguments_.lanes_log = random_.below(6);
    arguments_.row_stride = (n + 1) / 2 * 2 + 2 * random_.below(3);
  }

  template <class T>
  u64 filled(const char* name, const std::vector<T>& values) {
    return memory_.allocate_read_only(name, values.data(), values.size() * sizeof(T));
  }

  u64 zeroed(const char* name, u64 bytes) {
    const u64 address = memory_.allocate(name, bytes);
    std::memset(memory_.host_view(address), 0, bytes);
    memory_.set_initialised(address, bytes);
    return address;
  }

  void place() {
    const u64 n = component_.vertex_count();
    const u64 profiles = arguments_.profile_capacity;
    const auto border = static_cast<u32>(component_.border.size());
    std::vector<u32> row(border + random_.below(3));
    for (u32 i = 0; i < row.size(); ++i) row[i] = i;
    shuffle(row, random_);
    std::vector<u16> rows(row.size() * arguments_.row_stride, 0xFFFF);
    for (u32 b = 0; b < border; ++b) std::copy(border_hops_[b].begin(), border_hops_[b].end(), rows.begin() + static_cast<std::ptrdiff_t>(row[b] * arguments_.row_stride));
    row.resize(border);
    arguments_.start = {filled("start", component_.start)};
    arguments_.neighbour = {filled("neighbour", component_.neighbour)};
    arguments_.rows = {filled("rows", rows)};
    arguments_.border = {filled("border", component_.border)};
    arguments_.border_row = {filled("border rows", row)};
    arguments_.words = {filled("words", words_)};
    arguments_.keys = {zeroed("keys", (arguments_.table_mask + 1) * 8ull)};
    arguments_.profile_at = {memory_.allocate("profile at", (arguments_.table_mask + 1) * 4ull)};
    arguments_.profile_of = {memory_.allocate("profile of", n * 4)};
    arguments_.control = {zeroed("control", sizeof(ProfileControl))};
    arguments_.example = {memory_.allocate("example", profiles * 4)};
    arguments_.members = {memory_.allocate("members", profiles * 4)};
    arguments_.hops_sum = {memory_.allocate("hops sum", profiles * 8)};
    arguments_.farthest = {memory_.allocate("farthest", profiles * 4)};
    arguments_.not_nearest = {memory_.allocate("not nearest", profiles * 4)};
    arguments_.histogram_begin = {memory_.allocate("histogram begin", profiles * 4)};
    arguments_.histogram = {zeroed("histogram", arguments_.histogram_capacity * 4ull)};
    arguments_.difference = {memory_.allocate("difference", border * profiles * 2)};
    arguments_.offset = {memory_.allocate("offset", component_.cell_size * profiles * 2)};
    arguments_.distance = {memory_.allocate("distance", component_.cell_size * 8ull)};
    arguments_.eccentricity = {memory_.allocate("eccentricity", component_.cell_size * 4ull)};
    if (harmonic_) arguments_.harmonic = {memory_.allocate("harmonic", component_.cell_size * 8ull)};
    arguments_.vertex_count = static_cast<u32>(n);
    arguments_.cell_begin = component_.cell_begin;
    arguments_.cell_size = component_.cell_size;
    arguments_.border_size = border;
  }

  std::string launch(const char* name, void (*kernel)(const ProfileArguments&), u32 most_blocks = ~0u) {
    emulator::GridShape shape = draw_shape(random_, graph_.vector(), 8);
    shape.blocks = std::min(shape.blocks, most_blocks);
    const std::size_t mark = memory_.mark();
    arguments_.queue = {memory_.allocate("queue", shape.blocks * (component_.cell_size + component_.border.size()) * 4)};
    arguments_.counts = {memory_.allocate("counts", u64{shape.blocks} * arguments_.level_capacity * 4)};
    const std::string wrong = graph_.machine().launch(shape, random_.next(), [&] { kernel(arguments_); });
    memory_.release_to(mark);
    return wrong.empty() ? wrong : std::string(name) + ": " + wrong;
  }

  std::string run_sources(u32 first, u32 count) {
    arguments_.first_source = first;
    arguments_.source_count = count;
    std::string wrong = launch("offsets", profile_offsets);
    if (wrong.empty()) wrong = launch("sums", profile_sums);
    if (!wrong.empty()) return wrong;
    const u32 failure = static_cast<const ProfileControl*>(memory_.host_view(arguments_.control.address))->failure;
    if (failure != expected_failure()) {
      return "failure " + std::to_string(failure) + ", expected " + std::to_string(expected_failure());
    }
    for (u32 i = 0; i < count && failure == 0 && wrong.empty(); ++i) wrong = compare(first + i, i);
    return wrong;
  }

  std::string compare(u32 of_cell, u32 i) {
    const Sums expected = component_.sums(component_.cell_begin + of_cell);
    const auto* distance = static_cast<const u64*>(memory_.host_view(arguments_.distance.address));
    const auto* eccentricity = static_cast<const u32*>(memory_.host_view(arguments_.eccentricity.address));
    const std::string vertex = "vertex " + std::to_string(of_cell) + " of the cell: ";
    if (distance[i] != expected.distance) {
      return vertex + "distance " + std::to_string(distance[i]) + ", expected " + std::to_string(expected.distance);
    }
    if (eccentricity[i] != expected.eccentricity) {
      return vertex + "eccentricity " + std::to_string(eccentricity[i]) + ", expected " + std::to_string(expected.eccentricity);
    }
    if (!harmonic_) return {};
    const double harmonic = static_cast<const double*>(memory_.host_view(arguments_.harmonic.address))[i];
    return harmonic == expected.harmonic ? "" : vertex + "harmonic " + std::to_string(harmonic) + ", expected " + std::to_string(expected.harmonic);
  }

  /// Groups as the kernels are to: by hash, then whether a hash stands for two profiles, then how long histograms are.
  u32 expected_failure() const {
    std::map<u64, std::vector<u32>> profile_of;
    std::map<u64, std::pair<u32, u32>> range;
    bool collides = false;
    for (u32 v = 0; v < component_.vertex_count(); ++v) {
      if (component_.is_inside(v)) continue;
      u64 key = 0;
      std::vector<u32> profile;
      for (std::size_t b = 0; b < words_.size(); ++b) {
        key += words_[b] * border_hops_[b][v];
        profile.push_back(border_hops_[b][v] - border_hops_[0][v]);
      }
      key = key == 0 ? 1 : key;
      collides |= profile_of.emplace(key, profile).first->second != profile;
      auto& [least, most] = range.emplace(key, std::pair{~0u, 0u}).first->second;
      least = std::min(least, border_hops_[0][v]);
      most = std::max(most, border_hops_[0][v]);
    }
    if (profile_of.size() > arguments_.profile_capacity) return static_cast<u32>(ProfileFailure::TooMany);
    if (collides) return static_cast<u32>(ProfileFailure::Collision);
    u64 entries = 0;
    for (const auto& [key, of] : range) entries += of.second - of.first + 1;
    return harmonic_ && entries > arguments_.histogram_capacity ? static_cast<u32>(ProfileFailure::HistogramFull) : 0;
  }

  EmulatedGraph& graph_;
  emulator::Memory& memory_;
  const Component& component_;
  emulator::Random& random_;
  bool harmonic_;
  bool weak_ = false;
  std::vector<Hops> border_hops_;
  std::vector<u64> words_;
  ProfileArguments arguments_{};
};

}  // namespace

std::string run_profiles(EmulatedGraph& graph, u64 seed) {
  if (graph.vector().directed) return {};
  emulator::Random random(seed);
  const Component component = draw_component(graph.vector(), random);
  if (component.border.empty()) return {};
  const std::size_t mark = graph.memory().mark();
  std::string wrong = ProfileRun(graph, component, random).all();
  graph.memory().release_to(mark);
  return wrong;
}

}  // namespace bitfront::test
