#include "decisions.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace bitfront {

extern u32 kDenseShare, kWarpProbes;  // of pull.cuh
extern u64 kScannedShare;  // of scan.cuh

}  // namespace bitfront

namespace bitfront::test {

namespace {

constexpr u32 kPull = bit_of_mode(LevelMode::Pull);
constexpr u32 kAlone = bit_of_mode(LevelMode::PushAlone);
constexpr u32 kSmall = bit_of_mode(LevelMode::PushSmall);
constexpr u32 kTensor = bit_of_mode(LevelMode::Tensor);
constexpr u32 kPushes = bit_of_mode(LevelMode::Push) | bit_of_mode(LevelMode::PushMarked);

/// Whether a mode leaves its frontier queued. The compiler names a mode that is missing here: it belongs among `kFreeModes`,
/// too, or is drawn by itself, else no test runs it.
bool leaves_a_queue(LevelMode mode) {
  switch (mode) {
    case LevelMode::Push:
    case LevelMode::PushSmall:
    case LevelMode::PushAlone: return true;
    case LevelMode::Tensor:
    case LevelMode::Pull:
    case LevelMode::PushMarked: return false;
  }
  return false;
}

}  // namespace

Decisions::Decisions(const Vector& vector, u64 edges, const Expectation& expected, const BfsRequest& request,
                     const std::vector<u32>& forced, const std::vector<bool>& left_out, u32 followed, bool samples, bool small,
                     bool scans, bool divides)
    : followed_(followed), vector_(vector), expected_(expected), request_(request), forced_(forced),
      special_(request.costs.allowed & (small ? kSmall : kAlone)),
      scans_(scans), divides_(divides), edges_(edges), visited_(1), left_out_(left_out), samples_(samples ? samples_of(vector) : std::vector<PullSample>{}) {
  frontier_edges_ = seen_edges_ = expected.edges[0];
  live_ = vector.vertex_count;
  const auto isolated = [&](u32 v) {
    return vector.in_start[v] == vector.in_start[v + 1] && vector.out_start[v] == vector.out_start[v + 1];
  };
  while (live_ > 0 && isolated(live_ - 1)) --live_;
  followed_ = std::min(followed_, live_);
  for (u32 v = 0; v < live_; ++v) {
    if (!left_out[v]) continue;
    ++visited_;
    seen_edges_ += vector_.out_start[v + 1] - vector_.out_start[v];
  }
}

u32 Decisions::allowed(u32 level) const {
  if (level <= forced_.size() && forced_[level - 1] != 0) return 1u << forced_[level - 1];
  if (guesses_ && request_.policy.rule != SwitchRule::Paper) return ~0u;
  if (request_.policy.rule == SwitchRule::Auto) {
    const u32 modes = request_.costs.allowed & ~kSmall & ~kAlone;
    const u32 small = special_ & kSmall;
    if (!may_run_alone(level)) return small | cheapest(level, modes, is_queued());
    // Blocks may keep some of a queue's pieces, by which it looks shorter.
    if (pieces_of(level - 1) <= request_.costs.alone_edges) return kAlone;
    return is_queued() ? kAlone | cheapest(level, modes, true) : cheapest(level, modes, true);
  }
  if (request_.policy.rule == SwitchRule::Paper) {
    // Vertices without edges are not looked at, though the slice set of a source without edges may have slices.
    if (level == 1 && frontier_edges_ == 0) return kPull | kTensor;
    const u64 unvisited = vector_.vertex_count - visited_;
    return unvisited < u64{request_.policy.alpha} * expected_.queued[level - 1] ? kPull : kTensor;
  }
  return pulls(level) ? kPull : cheapest(level, kPushes, is_queued());
}

bool Decisions::is_queued() const {
  return modes_.empty() || leaves_a_queue(modes_.back());
}

/// Few edges out of a frontier are for one block, unless levels before had more.
bool Decisions::may_run_alone(u32 level) const {
  return (special_ & kAlone) != 0 && level > forced_.size() && frontier_edges_ <= request_.costs.alone_edges &&
         few_ >= request_.costs.alone_after;
}

/// Pieces of the lists of a level's vertices, as they are or will be queued: a frontier that bitmaps hold by their words.
u64 Decisions::pieces_of(u32 level) const {
  u64 pieces = 0;
  const u64 count = is_queued() ? vector_.vertex_count : std::min<u64>(vector_.vertex_count, (followed_ + 31) / 32 * 32);
  for (u32 v = 0; v < count; ++v) {
    if (expected_.level[v] == static_cast<i32>(level)) pieces += (vector_.out_start[v + 1] - vector_.out_start[v] + kPieceEdges - 1) / kPieceEdges;
  }
  return pieces;
}

bool Decisions::knows_vain() const {
  return seen_edges_ - vain_seen_ < edges_ / 8 + 1 && frontier_edges_ < 4 * vain_frontier_;
}

/// Whether samples are looked at, where these modes are as cheap as each other without.
bool Decisions::samples_before(u32 near) const {
  return (near & kPull) != 0 && !samples_.empty() && request_.policy.rule == SwitchRule::Auto && !knows_vain() &&
         request_.costs.allowed != kPull && edges_ >= seen_edges_ + request_.costs.sampled_edges &&
         edges_ > seen_edges_ + 2 * frontier_edges_;
}

/// Samples that a pull after this level would look at in vain.
u32 Decisions::vain_after(u32 level) const {
  const auto visited = [&](u32 v) { return expected_.level[v] >= 0 && expected_.level[v] <= static_cast<i32>(level); };
  u32 vain = 0;
  for (const PullSample& sample : samples_) {
    if (visited(sample.vertex) || left_out_[sample.vertex]) continue;
    const u64 begin = vector_.in_start[sample.vertex];
    const u64 end = std::min(vector_.in_start[sample.vertex + 1], begin + kSampleLooks);
    bool any = visited(sample.hub);
    for (u64 at = begin; at < end; ++at) any |= visited(vector_.in_index[at]);
    vain += !any;
  }
  return vain;
}

u32 Decisions::cheapest(u32 level, u32 among, bool queued) const {
  const u32 near = cheapest(level, among, queued, knows_vain() ? vain_ : 0);
  return samples_before(near) ? (near & ~kPull) | cheapest(level, among, queued, vain_after(level - 1)) : near;
}

/// The costs as `SwitchCosts` states them, in doubles.
u32 Decisions::cheapest(u32 level, u32 among, bool queued, u32 vain) const {
  const SwitchCosts& costs = request_.costs;
  const LevelCosts& of = costs.level;
  const double all = std::max<double>(1, static_cast<double>(edges_));
  const double edges = std::max<double>(1, static_cast<double>(frontier_edges_));
  const double unmet = 1 - std::min(1.0, static_cast<double>(seen_edges_) * kHubShare / all);
  const double finding = edges * std::max(0.0, static_cast<double>(edges_) - static_cast<double>(seen_edges_)) / all;
  const double unvisited = static_cast<double>(live_ - visited_);
  const double vss = std::min(static_cast<double>(expected_.vertices[level - 1]) + edges / 16,
                              static_cast<double>(vector_.virtual_to_real.size()));
  std::map<LevelMode, double> cost;
  cost[LevelMode::Push] = of.push_level + of.push_burst * unmet * std::min<double>(finding, kBurstEdges) + of.push_new * finding + of.push_edge * edges;
  cost[LevelMode::PushMarked] = of.mark_level + of.mark_root * std::sqrt(edges) + of.mark_edge * edges;
  cost[LevelMode::Pull] = of.pull_level + of.pull_vertex * unvisited +
                          of.pull_probe * unvisited * std::min<double>(all / edges, of.probe_limit) +
                          costs.pull_vain * vain * all / kPullSamples;
  cost[LevelMode::Tensor] = (of.tensor_level + of.tensor_vss * vss + (queued ? of.tensor_scan : 0)) * costs.tensor_doubt;
  double least = 1e300;
  for (auto& [mode, nanoseconds] : cost) {
    const bool wants_queue = mode == LevelMode::Push || mode == LevelMode::PushMarked;
    if (wants_queue && !queued) nanoseconds += of.queue_level;
    if (wants_queue != queued) nanoseconds *= costs.stay;
    if ((among >> static_cast<u32>(mode) & 1) != 0) least = std::min(least, nanoseconds);
  }
  u32 near = 0;
  for (const auto& [mode, nanoseconds] : cost) {
    if (nanoseconds <= least * (1 + 1e-5)) near |= 1u << static_cast<u32>(mode);
  }
  return near & among;
}

/// The rules as their papers state them, in numbers that cannot be rounded: every quotient is a product of the other side.
bool Decisions::pulls(u32 level) const {
  using Wide = unsigned __int128;
  const SwitchPolicy& p = request_.policy;
  const bool pulled_before = !modes_.empty() && modes_.back() == LevelMode::Pull;
  const Wide n = vector_.vertex_count, m = edges_;
  const Wide vertices = expected_.vertices[level - 1], edges = frontier_edges_;
  const Wide edges_left = m > seen_edges_ ? m - seen_edges_ : Wide{0};
  const bool never_back = p.beta == 0;
  switch (p.rule) {
    case SwitchRule::Never: return false;
    case SwitchRule::SepGraph:
      if (m < p.delta * n) return false;
      [[fallthrough]];
    case SwitchRule::Beamer:
      if (pulled_before) return never_back || !(vertices * p.beta < n);
      return edges * p.alpha > edges_left;
    case SwitchRule::Ligra:
      return pulled_before ? never_back || !(edges * p.beta < m) : edges * p.alpha > m;
    case SwitchRule::PushPull:
    case SwitchRule::GraphBlast:
      return pulled_before ? never_back || !(vertices * p.beta < n) : vertices * p.alpha > n;
    case SwitchRule::Gunrock: {
      const u64 forward = static_cast<u64>(vertices * m / n);
      const u64 backward = static_cast<u64>((n - visited_) * n / visited_);
      if (pulled_before) return never_back || !(Wide{forward} * p.beta < backward);
      const bool ever = std::find(modes_.begin(), modes_.end(), LevelMode::Pull) != modes_.end();
      return !ever && Wide{forward} * p.alpha > backward;
    }
    default: return false;
  }
}

/// Edges out of a level's vertices as the kernels know them: counted where a push found the vertices; where a pull had many open
/// ones, these are taken to have even degrees, else those of each word of 32.
u64 Decisions::edges_of(u32 level, LevelMode found_by) const {
  if (level >= expected_.vertices.size()) return 0;
  if (leaves_a_queue(found_by)) return expected_.edges[level];
  const bool is_scan = scans_ && seen_edges_ <= edges_ / kScannedShare;
  const u64 open = live_ - visited_;
  if (found_by == LevelMode::Pull && !is_scan && open * kDenseShare >= live_) {
    const u64 left = edges_ > seen_edges_ ? edges_ - seen_edges_ : 0;
    u64 followed = 0;
    for (u32 vertex = 0; vertex < vector_.vertex_count; ++vertex) {
      if (expected_.level[vertex] == static_cast<i32>(level) && vertex / 32 * 32 < followed_) ++followed;
    }
    return followed * (left / (open * followed_ / live_ + 1) + 1);
  }
  std::map<u32, u64> found;
  for (u32 vertex = 0; vertex < vector_.vertex_count; ++vertex) {
    if (expected_.level[vertex] == static_cast<i32>(level)) ++found[vertex / 32];
  }
  u64 sum = 0;
  for (const auto& [word, count] : found) {
    if (32 * word >= followed_) continue;
    const u32 end = std::min(32 * word + 32, vector_.vertex_count);
    sum += (vector_.out_start[end] - vector_.out_start[32 * word]) * count / (end - 32 * word) + 1;
  }
  return sum;
}

/// Whether a pull may have left the list of a vertex of the level to the grid, which counts that vertex's edges.
bool Decisions::may_share(u32 level) const {
  for (u32 v = 0; v < vector_.vertex_count; ++v) {
    if (expected_.level[v] == static_cast<i32>(level) && vector_.in_start[v + 1] - vector_.in_start[v] > kWarpProbes) return true;
  }
  return false;
}

void Decisions::ran(LevelMode mode) {
  const u32 next = static_cast<u32>(modes_.size()) + 1;
  const bool ruled = mode != LevelMode::PushSmall && mode != LevelMode::PushAlone;
  if (ruled && (next > forced_.size() || forced_[next - 1] == 0)) {
    const u32 modes = request_.costs.allowed & ~kSmall & ~kAlone;
    const u32 near = cheapest(next, modes, is_queued(), knows_vain() ? vain_ : 0);
    if (samples_before(near)) {
      guesses_ |= near != kPull;
      vain_ = vain_after(next - 1);
      vain_seen_ = seen_edges_;
      vain_frontier_ = frontier_edges_ + 1;
    }
  }
  modes_.push_back(mode);
  const u32 level = static_cast<u32>(modes_.size());
  const bool looks = mode == LevelMode::Pull || (divides_ && mode == LevelMode::PushMarked);
  guesses_ |= looks && may_share(level);
  frontier_edges_ = edges_of(level, mode);
  if (level < expected_.vertices.size()) visited_ += expected_.vertices[level];
  const bool as_ruled = mode != LevelMode::PushSmall && mode != LevelMode::PushAlone;
  if (as_ruled) few_ = frontier_edges_ <= request_.costs.alone_edges ? few_ + 1 : 0;
  if (mode != LevelMode::PushSmall) seen_edges_ += frontier_edges_;
}

}  // namespace bitfront::test
