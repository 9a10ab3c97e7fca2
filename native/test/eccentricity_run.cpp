#include "eccentricity_run.h"

#include <algorithm>
#include <cstring>
#include <tuple>

#include "entries.h"

namespace bitfront::test {

namespace {

using Hops = std::vector<i32>;

std::string difference(const std::string& what, u64 found, u64 expected) {
  return found == expected ? "" : what + " is " + std::to_string(found) + ", expected " + std::to_string(expected);
}

struct Bounds {
  u32 least, most, total;

  bool is_known() const { return least == most; }
};

class EccentricityRun {
 public:
  EccentricityRun(EmulatedGraph& graph, emulator::Random& random)
      : graph_(graph), vector_(graph.vector()), memory_(graph.memory()), random_(random), wide_(random.below(2) == 0) {
    arguments_.graph = graph.arrays(wide_, random.below(2) == 0);
    const u32 live = arguments_.graph.live_count;
    const std::vector<bool> strays = strays_of(vector_, live);
    for (u32 v = 0; v < live; ++v) {
      if (!strays[v]) members_.push_back(v);
    }
    // Of the input, where a smaller number is preferred.
    std::sort(members_.begin(), members_.end(), [&](u32 a, u32 b) { return vector_.old_id_of[a] < vector_.old_id_of[b]; });
    bounds_.resize(vector_.vertex_count);
    for (const u32 v : members_) bounds_[v] = {0, static_cast<u32>(members_.size()) - 1, 0};
    arguments_.least = {memory_.allocate("least", live * 4ull)};
    arguments_.most = {memory_.allocate("most", live * 4ull)};
    arguments_.total = {memory_.allocate("total", live * 4ull)};
    arguments_.control = {memory_.allocate("control", sizeof(EccentricityControl))};
  }

  std::string all() {
    clear();
    std::string wrong = launch("degree", wide_ ? eccentricity_degree_64 : eccentricity_degree_32);
    if (wrong.empty()) wrong = launch("first", wide_ ? eccentricity_first_64 : eccentricity_first_32);
    const u32 first = *std::max_element(members_.begin(), members_.end(), [&](u32 a, u32 b) { return degree(a) < degree(b); });
    if (wrong.empty()) wrong = difference("the first", ~control().not_first, vector_.old_id_of[first]);
    u32 source = first;
    for (u32 round = 0; wrong.empty(); ++round) {
      wrong = search(source, round);
      if (wrong.empty()) wrong = check_bounds();
      if (wrong.empty()) wrong = check_next(round + 1, source);
      if (!wrong.empty()) return "round " + std::to_string(round) + ": " + wrong;
      if (control().open == 0) return check_end();
    }
    return wrong;
  }

 private:
  u32 degree(u32 v) const { return static_cast<u32>(vector_.out_start[v + 1] - vector_.out_start[v]); }

  Hops hops_from(u32 source) const {
    Hops hops(vector_.vertex_count, -1);
    std::vector<u32> queue{source};
    hops[source] = 0;
    for (std::size_t head = 0; head < queue.size(); ++head) {
      for (u64 e = vector_.out_start[queue[head]]; e < vector_.out_start[queue[head] + 1]; ++e) {
        const u32 w = vector_.out_index[e];
        if (hops[w] >= 0) continue;
        hops[w] = hops[queue[head]] + 1;
        queue.push_back(w);
      }
    }
    return hops;
  }

  static u32 farthest(const Hops& hops) { return static_cast<u32>(*std::max_element(hops.begin(), hops.end())); }

  EccentricityControl& control() { return *static_cast<EccentricityControl*>(memory_.host_view(arguments_.control.address)); }

  void clear() {
    control() = {};
    memory_.set_initialised(arguments_.control.address, sizeof(EccentricityControl));
  }

  std::string launch(const char* name, void (*kernel)(const EccentricityArguments&)) {
    const emulator::GridShape shape = draw_shape(random_, vector_, 8);
    const std::string wrong = graph_.machine().launch(shape, random_.next(), [&] { kernel(arguments_); });
    return wrong.empty() ? wrong : std::string(name) + ": " + wrong;
  }

  std::string search(u32 source, u32 round) {
    const Hops hops = hops_from(source);
    arguments_.eccentricity = farthest(hops);
    arguments_.is_first = round == 0 ? 1 : 0;
    arguments_.level = {memory_.allocate_read_only("level", hops.data(), hops.size() * 4)};
    for (const u32 v : members_) {
      const u32 h = static_cast<u32>(hops[v]), e = arguments_.eccentricity;
      Bounds& of = bounds_[v];
      of = {std::max({of.least, h, e - std::min(e, h)}), std::min(of.most, e + h), of.total + h};
    }
    clear();
    return launch("bound", eccentricity_bound);
  }

  std::string check_bounds() {
    diameter_ = 0;
    radius_ = ~0u;
    for (const u32 v : members_) {
      const Bounds& of = bounds_[v];
      const std::string vertex = "of vertex " + std::to_string(v);
      std::string wrong = difference("least " + vertex, at(arguments_.least, v), of.least);
      if (wrong.empty()) wrong = difference("most " + vertex, at(arguments_.most, v), of.most);
      if (wrong.empty()) wrong = difference("total " + vertex, at(arguments_.total, v), of.total);
      if (!wrong.empty()) return wrong;
      if (!of.is_known()) continue;
      diameter_ = std::max(diameter_, of.least);
      radius_ = std::min(radius_, of.least);
    }
    const std::string wrong = difference("diameter", control().diameter, diameter_);
    return wrong.empty() ? difference("radius", ~control().not_radius, radius_) : wrong;
  }

  u32 at(DevicePtr<u32> array, u32 v) { return static_cast<const u32*>(memory_.host_view(array.address))[v]; }

  bool is_open(u32 v) const { return !bounds_[v].is_known() && (bounds_[v].most > diameter_ || bounds_[v].least < radius_); }

  std::string check_next(u32 round, u32& source) {
    arguments_.upwards = round % 2;
    std::string wrong = launch("open", eccentricity_open);
    if (wrong.empty()) wrong = launch("tie", eccentricity_tie);
    if (wrong.empty()) wrong = launch("next", eccentricity_next);
    if (!wrong.empty()) return wrong;
    u32 open = 0;
    const u32* best = nullptr;
    const auto rank = [&](u32 v) {
      const Bounds& of = bounds_[v];
      return round % 2 != 0 ? std::tuple(i64{of.most}, i64{of.total}) : std::tuple(-i64{of.least}, -i64{of.total});
    };
    for (const u32& v : members_) {
      if (!is_open(v)) continue;
      ++open;
      if (best == nullptr || rank(v) > rank(*best)) best = &v;
    }
    wrong = difference("open", control().open, open);
    if (!wrong.empty() || best == nullptr) return wrong;
    source = *best;
    return difference("the next", ~control().not_next, vector_.old_id_of[source]);
  }

  std::string check_end() {
    u32 diameter = 0, radius = ~0u, widest = 0, centre = 0;
    for (const u32 v : members_) {
      const u32 of = farthest(hops_from(v));
      diameter = std::max(diameter, of);
      radius = std::min(radius, of);
      if (vector_.old_id_of[v] == ~control().not_farthest) widest = of;
      if (vector_.old_id_of[v] == ~control().not_centre) centre = of;
    }
    std::string wrong = difference("the diameter", diameter_, diameter);
    if (wrong.empty()) wrong = difference("the radius", radius_, radius);
    if (wrong.empty()) wrong = difference("the eccentricity of the farthest", widest, diameter);
    if (wrong.empty()) wrong = difference("the eccentricity of the centre", centre, radius);
    return wrong.empty() ? check_at() : wrong;
  }

  std::string check_at() {
    const u32 source = members_[random_.below(static_cast<u32>(members_.size()))];
    const Hops hops = hops_from(source);
    arguments_.level = {memory_.allocate_read_only("level", hops.data(), hops.size() * 4)};
    arguments_.eccentricity = random_.below(farthest(hops) + 2);
    clear();
    std::string wrong = launch("at", eccentricity_at);
    u32 expected = 0;
    for (const u32 v : members_) {
      if (hops[v] == static_cast<i32>(arguments_.eccentricity)) expected = std::max(expected, ~vector_.old_id_of[v]);
    }
    return wrong.empty() ? difference("the complement of who is so far", control().not_at, expected) : wrong;
  }

  EmulatedGraph& graph_;
  const Vector& vector_;
  emulator::Memory& memory_;
  emulator::Random& random_;
  bool wide_;
  std::vector<u32> members_;
  std::vector<Bounds> bounds_;
  u32 diameter_ = 0, radius_ = 0;
  EccentricityArguments arguments_{};
};

/// All pairs of vertices are looked at.
constexpr u32 kLargest = 1500;

}  // namespace

std::string run_eccentricities(EmulatedGraph& graph, u64 seed) {
  const u32 live = graph.arrays(false).live_count;
  if (graph.vector().directed || live == 0 || live > kLargest) return {};
  emulator::Random random(seed);
  const std::size_t mark = graph.memory().mark();
  std::string wrong = EccentricityRun(graph, random).all();
  graph.memory().release_to(mark);
  return wrong;
}

}  // namespace bitfront::test
