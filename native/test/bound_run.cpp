#include "bound_run.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "entries.h"

namespace bitfront::test {

namespace {

/// A vertex and what is two hops away from it at most.
struct Bounded {
  u32 vertex;
  u64 second;

  bool operator==(const Bounded&) const = default;
};

std::string difference(const std::string& what, u64 found, u64 expected) {
  return found == expected ? "" : what + " is " + std::to_string(found) + ", expected " + std::to_string(expected);
}

/// The largest component of an undirected graph, or a directed graph, by its vertices' lists.
class Oracle {
 public:
  Oracle(const Vector& vector, u32 live, u32 source)
      : vector_(vector), stray_(vector.directed ? std::vector<bool>(live) : strays_of(vector, live)), kind_(live) {
    if (directed()) {
      meet(vector.out_start, vector.out_index, source, 1);
      meet(vector.in_start, vector.in_index, source, 2);
    }
    for (u32 v = 0; v < live; ++v) {
      if (stray_[v]) continue;
      ++of_kind_[kind_[v]];
      ++of_class_[class_of(v)];
    }
  }

  bool directed() const { return vector_.directed; }
  u32 live() const { return static_cast<u32>(stray_.size()); }
  bool is_counted(u32 v) const { return !stray_[v] && degree(v) != 0; }
  u32 of_class(u32 k) const { return of_class_[k]; }
  u32 of_kind(u32 k) const { return of_kind_[k]; }
  u32 kind(u32 v) const { return kind_[v]; }
  u32 degree(u32 v) const { return static_cast<u32>(vector_.out_start[v + 1] - vector_.out_start[v]); }
  u32 back(u32 v) const { return static_cast<u32>(vector_.in_start[v + 1] - vector_.in_start[v]); }
  u32 class_of(u32 v) const { return back(v) >= 1 && back(v) <= kFewClasses ? back(v) - 1 : kFewClasses; }

  /// Vertices that one of a kind reaches at most, itself included.
  u32 most(u32 kind) const {
    if (!directed()) return of_kind_[0];
    const u32 both = of_kind_[3], all = live();
    return kind == 3 ? of_kind_[1] + both : kind == 2 ? all : kind == 1 ? of_kind_[1] : all - of_kind_[2] - both;
  }

  /// Vertices that one reaches, itself included.
  u32 reached(u32 v) const {
    std::vector<u32> met(live());
    meet(vector_.out_start, vector_.out_index, v, 1, met);
    return static_cast<u32>(std::count(met.begin(), met.end(), 1u));
  }

  template <class Visit>
  void each_neighbour(u32 v, Visit visit) const {
    for (u64 e = vector_.out_start[v]; e < vector_.out_start[v + 1]; ++e) visit(vector_.out_index[e]);
  }

  /// Ways of two edges from a vertex to vertices of a class; in undirected graphs but for those back to it.
  u64 ways(u32 v, u32 k) const {
    u64 count = 0;
    each_neighbour(v, [&](u32 w) { each_neighbour(w, [&](u32 x) { count += (directed() || x != v) && class_of(x) == k ? 1 : 0; }); });
    return count;
  }

  u64 second(u32 v) const {
    u64 all = 0;
    for (u32 k = 0; k <= kFewClasses; ++k) all += ways(v, k);
    return std::min<u64>(all, most(kind_[v]) - 1 - degree(v));
  }

  u64 second_by_classes(u32 v) const {
    u64 sum = 0;
    for (u32 k = 0; k <= kFewClasses; ++k) {
      u64 others = of_class_[k];
      each_neighbour(v, [&](u32 w) { others -= class_of(w) == k ? 1 : 0; });
      sum += std::min(ways(v, k), others);
    }
    return std::min<u64>(sum, most(kind_[v]) - 1 - degree(v));
  }

  /// How many vertices are two hops away.
  u64 truth(u32 v) const {
    std::vector<bool> seen(vector_.vertex_count);
    seen[v] = true;
    each_neighbour(v, [&](u32 w) { seen[w] = true; });
    u64 count = 0;
    each_neighbour(v, [&](u32 w) {
      each_neighbour(w, [&](u32 x) {
        count += seen[x] ? 0 : 1;
        seen[x] = true;
      });
    });
    return count;
  }

 private:
  void meet(const std::vector<u64>& start, const std::vector<u32>& index, u32 source, u32 mark) {
    meet(start, index, source, mark, kind_);
  }

  static void meet(const std::vector<u64>& start, const std::vector<u32>& index, u32 source, u32 mark, std::vector<u32>& met) {
    std::vector<u32> queue{source};
    met[source] |= mark;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (u64 e = start[queue[i]]; e < start[queue[i] + 1]; ++e) {
        if ((met[index[e]] & mark) != 0) continue;
        met[index[e]] |= mark;
        queue.push_back(index[e]);
      }
    }
  }

  const Vector& vector_;
  std::vector<bool> stray_;
  std::vector<u32> kind_;
  u32 of_class_[kFewClasses + 1] = {};
  u32 of_kind_[kBoundKinds] = {};
};

class BoundRun {
 public:
  BoundRun(EmulatedGraph& graph, emulator::Random& random)
      : graph_(graph), memory_(graph.memory()), random_(random), wide_(random.below(2) == 0),
        source_(random.below(graph.arrays(false).live_count)),
        oracle_(graph.vector(), graph.arrays(false).live_count, source_) {
    arguments_.graph = graph.arrays(wide_, random.below(2) == 0);
    const u64 live = oracle_.live();
    arguments_.control = {zeroed("control", sizeof(BoundControl))};
    arguments_.degrees = {memory_.allocate("degrees", live * 4)};
    arguments_.back = arguments_.degrees;
    if (oracle_.directed()) {
      arguments_.graph.strays = {};
      arguments_.back = {memory_.allocate("back", live * 4)};
      arguments_.ahead = {memory_.allocate("ahead", bitmap_words(oracle_.live()) * 4ull)};
      arguments_.behind = {memory_.allocate("behind", bitmap_words(oracle_.live()) * 4ull)};
    }
    arguments_.sums = {zeroed("sums", live * 8)};
    arguments_.few = {zeroed("few", live * 4 * kFewClasses)};
    arguments_.weight = random.below(2) == 0 ? 2 : 4;
    for (u32 kind = 0; kind < kBoundKinds; ++kind) arguments_.most[kind] = oracle_.most(kind);
    if (random.below(2) == 0) skip_some();
    arguments_.shared_list = 1 + random.below(random.below(2) == 0 ? 8 : 200);
  }

  std::string all() {
    std::string wrong = launch("degrees", wide_ ? bound_degrees_64 : bound_degrees_32);
    if (wrong.empty()) wrong = check_counts();
    if (wrong.empty() && oracle_.directed()) wrong = check_kinds();
    if (wrong.empty()) wrong = check_most();
    if (wrong.empty()) wrong = launch("long sums", wide_ ? bound_long_sums_64 : bound_long_sums_32);
    std::vector<Bounded> first;
    if (wrong.empty()) wrong = check_sums(first);
    if (!wrong.empty() || first.empty()) return wrong;
    wrong = launch("long few", wide_ ? bound_long_few_64 : bound_long_few_32);
    if (wrong.empty()) wrong = launch("few", wide_ ? bound_few_64 : bound_few_32);
    return wrong.empty() ? check_last(first) : wrong;
  }

 private:
  u64 zeroed(const char* name, u64 bytes) {
    const u64 address = memory_.allocate(name, bytes);
    std::memset(memory_.host_view(address), 0, bytes);
    memory_.set_initialised(address, bytes);
    return address;
  }

  void skip_some() {
    skipped_.resize(oracle_.live() / 32 + 1);
    for (u32& word : skipped_) word = static_cast<u32>(random_.next() & random_.next());
    arguments_.skipped = {memory_.allocate_read_only("skipped", skipped_.data(), skipped_.size() * 4)};
  }

  bool is_skipped(u32 v) const { return !skipped_.empty() && (skipped_[v / 32] >> v % 32 & 1) != 0; }

  BoundControl& control() { return *static_cast<BoundControl*>(memory_.host_view(arguments_.control.address)); }

  std::string launch(const char* name, void (*kernel)(const BoundArguments&)) {
    control().found = 0;
    const emulator::GridShape shape = draw_shape(random_, graph_.vector(), 8);
    const std::string wrong = graph_.machine().launch(shape, random_.next(), [&] { kernel(arguments_); });
    return wrong.empty() ? wrong : std::string(name) + ": " + wrong;
  }

  std::string check_counts() {
    std::vector<u32> buckets(kDegreeBuckets), classes(kFewClasses + 1);
    for (u32 v = 0; v < oracle_.live(); ++v) {
      if (!oracle_.is_counted(v)) continue;
      const u32 degree = oracle_.degree(v), power = std::bit_width(degree) - 1;
      ++buckets[8 * power + (8 * u64{degree} >> power) % 8];
    }
    std::string wrong;
    for (u32 i = 0; i < kDegreeBuckets && wrong.empty(); ++i) {
      wrong = difference("bucket " + std::to_string(i), control().degrees[i], buckets[i]);
    }
    for (u32 k = 0; k <= kFewClasses && wrong.empty(); ++k) {
      wrong = difference("class " + std::to_string(k), control().of_class[k], oracle_.of_class(k));
    }
    return wrong;
  }

  /// Searches along the edges and against them.
  std::string check_kinds() {
    const u64 live = oracle_.live();
    const u64 marks = zeroed("marks", 2 * live * 4);
    std::string wrong = search(marks);
    if (wrong.empty()) {
      std::swap(arguments_.graph.out_start, arguments_.graph.in_start);
      std::swap(arguments_.graph.out_index, arguments_.graph.in_index);
      wrong = search(marks + live * 4);
      std::swap(arguments_.graph.out_start, arguments_.graph.in_start);
      std::swap(arguments_.graph.out_index, arguments_.graph.in_index);
    }
    arguments_.marks = {marks};
    if (wrong.empty()) wrong = launch("kinds", bound_kinds);
    const auto* ahead = static_cast<const u32*>(memory_.host_view(arguments_.ahead.address));
    const auto* behind = static_cast<const u32*>(memory_.host_view(arguments_.behind.address));
    for (u32 v = 0; v < live && wrong.empty(); ++v) {
      const u32 kind = (ahead[v / 32] >> v % 32 & 1) + 2 * (behind[v / 32] >> v % 32 & 1);
      wrong = difference("kind of " + std::to_string(v), kind, oracle_.kind(v));
    }
    for (u32 kind = 0; kind < kBoundKinds && wrong.empty(); ++kind) {
      wrong = difference("kind " + std::to_string(kind), control().of_kind[kind], oracle_.of_kind(kind));
    }
    const u32 v = random_.below(oracle_.live()), most = oracle_.most(oracle_.kind(v)), reached = oracle_.reached(v);
    const bool right = oracle_.kind(v) == 3 ? reached == most : reached <= most;
    return wrong.empty() && !right ? "the oracle bounds badly what is reached" : wrong;
  }

  std::string search(u64 marks) {
    arguments_.marks = {marks};
    static_cast<u32*>(memory_.host_view(marks))[source_] = 1;
    std::string wrong;
    arguments_.round = 0;
    do {
      ++arguments_.round;
      wrong = launch("spread", wide_ ? bound_spread_64 : bound_spread_32);
    } while (wrong.empty() && control().found != 0);
    return wrong;
  }

  /// Runs a kernel that lists the expected, with room for all of them or for fewer.
  std::string check_list(const char* name, void (*kernel)(const BoundArguments&), const std::vector<Bounded>& expected,
                         bool tells_second, std::vector<Bounded>& listed) {
    const auto all = static_cast<u32>(expected.size());
    arguments_.capacity = all > 0 && random_.below(4) == 0 ? random_.below(all) : all + random_.below(3);
    arguments_.listed = {memory_.allocate("listed", arguments_.capacity * 4ull)};
    arguments_.second = tells_second ? DevicePtr<u64>{memory_.allocate("second", arguments_.capacity * 8ull)} : DevicePtr<u64>{};
    std::string wrong = launch(name, kernel);
    if (wrong.empty()) wrong = difference(std::string(name) + " found", control().found, all);
    if (!wrong.empty()) return wrong;
    const u32 count = std::min(all, arguments_.capacity);
    const auto* vertices = static_cast<const u32*>(memory_.host_view(arguments_.listed.address));
    const auto* second = tells_second ? static_cast<const u64*>(memory_.host_view(arguments_.second.address)) : nullptr;
    for (u32 i = 0; i < count; ++i) listed.push_back({vertices[i], tells_second ? second[i] : 0});
    std::sort(listed.begin(), listed.end(), [](const Bounded& a, const Bounded& b) { return a.vertex < b.vertex; });
    for (u32 i = 0; i < count; ++i) {
      const std::string at = std::string(name) + ": vertex " + std::to_string(listed[i].vertex);
      if (i > 0 && listed[i].vertex == listed[i - 1].vertex) return at + " is listed twice";
      if (std::find(expected.begin(), expected.end(), listed[i]) == expected.end()) {
        return at + " is listed with " + std::to_string(listed[i].second) + ", which is wrong";
      }
    }
    return {};
  }

  std::string check_most() {
    const u32 v = random_.below(oracle_.live());
    arguments_.least[0] = oracle_.degree(v) + random_.below(2);
    std::vector<Bounded> expected, listed;
    for (u32 w = 0; w < oracle_.live(); ++w) {
      if (oracle_.is_counted(w) && oracle_.degree(w) >= arguments_.least[0]) expected.push_back({w, 0});
    }
    return check_list("most", bound_most, expected, false, listed);
  }

  bool is_admitted(u32 v, u64 second) const {
    const u32 kind = oracle_.kind(v), degree = oracle_.degree(v);
    return u64{arguments_.weight} * degree + second >= arguments_.least[kind] || degree + second >= arguments_.near[kind];
  }

  /// For each kind what one of the vertices reaches, or a little more or less; all are good enough where it is 0.
  void draw_limits() {
    for (u32 kind = 0; kind < kBoundKinds; ++kind) {
      arguments_.least[kind] = draw_limit(arguments_.weight);
      arguments_.near[kind] = random_.below(2) == 0 ? ~u64{0} : draw_limit(1);
    }
  }

  u64 draw_limit(u32 weight) {
    const u32 v = random_.below(oracle_.live());
    if (random_.below(3) == 0 || !oracle_.is_counted(v)) return 0;
    const u64 second = random_.below(2) == 0 ? oracle_.second(v) : oracle_.second_by_classes(v);
    return u64{weight} * oracle_.degree(v) + second + random_.below(3) - 1;
  }

  std::string check_sums(std::vector<Bounded>& listed) {
    draw_limits();
    std::vector<Bounded> expected;
    for (u32 v = 0; v < oracle_.live(); ++v) {
      if (!oracle_.is_counted(v) || is_skipped(v)) continue;
      if (is_admitted(v, oracle_.second(v))) expected.push_back({v, oracle_.second(v)});
    }
    return check_list("sums", wide_ ? bound_sums_64 : bound_sums_32, expected, true, listed);
  }

  std::string check_last(const std::vector<Bounded>& candidates) {
    std::vector<u32> vertices;
    std::vector<Bounded> expected, listed;
    for (const Bounded& candidate : candidates) {
      const u64 second = oracle_.second_by_classes(candidate.vertex);
      vertices.push_back(candidate.vertex);
      if (is_admitted(candidate.vertex, second)) expected.push_back({candidate.vertex, second});
      if (second > candidate.second || second < oracle_.truth(candidate.vertex)) return "the oracle bounds badly";
    }
    arguments_.candidate_count = static_cast<u32>(vertices.size());
    arguments_.candidates = {memory_.allocate_read_only("candidates", vertices.data(), vertices.size() * 4)};
    arguments_.ways = {zeroed("ways", vertices.size() * 8 * kFewClasses)};
    const std::string wrong = launch("ways", wide_ ? bound_ways_64 : bound_ways_32);
    return wrong.empty() ? check_list("last", bound_last, expected, true, listed) : wrong;
  }

  EmulatedGraph& graph_;
  emulator::Memory& memory_;
  emulator::Random& random_;
  bool wide_;
  u32 source_;
  Oracle oracle_;
  std::vector<u32> skipped_;
  BoundArguments arguments_{};
};

}  // namespace

std::string run_bounds(EmulatedGraph& graph, u64 seed) {
  if (graph.arrays(false).live_count == 0) return {};
  emulator::Random random(seed);
  const std::size_t mark = graph.memory().mark();
  std::string wrong = BoundRun(graph, random).all();
  graph.memory().release_to(mark);
  return wrong;
}

}  // namespace bitfront::test
