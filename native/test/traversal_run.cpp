#include "traversal_run.h"

#include <algorithm>
#include <cstring>

#include "decisions.h"
#include "entries.h"

namespace bitfront {
extern u32 kLongPiece;  // of push.cuh
extern u32 kWarpProbes, kSharedProbes, kDenseShare;  // of pull.cuh
extern u32 kBinRunLog;                               // of bins.cuh
extern u64 kScannedShare;               // of scan.cuh
extern u32 kDividedShare, kFirstShare;  // of adaptive.cuh
}

namespace bitfront::test {

namespace {

template <class T>
DevicePtr<const T> upload(emulator::Memory& memory, const char* name, const std::vector<T>& array) {
  return {memory.allocate_read_only(name, array.data(), array.size() * sizeof(T))};
}

std::vector<u32> narrowed(const std::vector<u64>& offsets) { return {offsets.begin(), offsets.end()}; }

/// One more than the last vertex with an edge.
u32 live_count_of(const Vector& v) {
  u32 live = v.vertex_count;
  while (live > 0 && v.in_start[live] == v.in_start[live - 1] && v.out_start[live] == v.out_start[live - 1]) --live;
  return live;
}

/// One more than the last vertex with two in-neighbours.
u32 single_from_of(const Vector& v) {
  u32 vertex = v.vertex_count;
  while (vertex > 0 && v.in_start[vertex] - v.in_start[vertex - 1] < 2) --vertex;
  return vertex;
}

/// What a traversal is told of components.
enum class Known { Nothing, Labels, Strays };

/// Everything a seed draws but the schedule.
struct Draw {
  emulator::GridShape shape;
  const Traversal* traversal;
  Limits limits;
  u32 eta;
  SwitchCosts costs;
  SwitchPolicy policy;
  std::vector<u32> forced;
  bool wide_post;
  bool far;
  Known components;
  bool firsts;
  bool singles;
  bool samples;
  bool traced;
  u32 trace_capacity;
};

constexpr u32 kModes = static_cast<u32>(std::size(kFreeModes));

/// A rule with constants near those that decide on small graphs.
SwitchPolicy draw_policy(emulator::Random& random) {
  if (random.below(2) == 0) return {};
  return {static_cast<SwitchRule>(1 + random.below(8)), 1u << random.below(8), random.below(3) == 0 ? 0 : 1u << random.below(6),
          random.below(4)};
}

/// Modes of the first levels, some free.
std::vector<u32> draw_forced(emulator::Random& random) {
  if (random.below(3) != 0) return {};
  std::vector<u32> forced(1 + random.below(6));
  for (u32& mode : forced) {
    const u32 drawn = random.below(kModes + 1);
    mode = drawn == 0 ? 0 : static_cast<u32>(kFreeModes[drawn - 1]);
  }
  return forced;
}

/// Costs under which any allowed mode may be chosen at any level.
SwitchCosts draw_costs(emulator::Random& random) {
  const auto cost = [&] { return static_cast<float>(random.below(1u << random.below(12))); };
  SwitchCosts costs{};
  u32 all = 0;
  for (const LevelMode mode : kFreeModes) all |= bit_of_mode(mode);
  costs.allowed = random.below(3) == 0 ? bit_of_mode(kFreeModes[random.below(kModes)])
                                       : all & ~(random.below(2) * bit_of_mode(LevelMode::Tensor));
  LevelCosts& level = costs.level;
  for (float* of : {&level.push_level, &level.push_burst, &level.push_new, &level.push_edge, &level.queue_level,
                    &level.mark_level, &level.mark_root, &level.mark_edge, &level.pull_level, &level.pull_vertex,
                    &level.pull_probe, &level.tensor_level, &level.tensor_scan, &level.tensor_vss}) {
    *of = cost();
  }
  level.probe_limit = 1 + static_cast<float>(random.below(40));
  costs.stay = 1 + static_cast<float>(random.below(50)) / 100;
  costs.tensor_doubt = 1 + static_cast<float>(random.below(50)) / 100;
  // Often none: whole pieces are followed one after the other only there.
  costs.local_pieces = random.below(3) == 0 ? kLocalPieces : random.below(2) == 0 ? 0 : random.below(20);
  if (random.below(4) != 0) costs.allowed |= 1u << static_cast<u32>(LevelMode::PushSmall);
  if (random.below(2) == 0) costs.allowed |= 1u << static_cast<u32>(LevelMode::PushAlone);
  costs.alone_edges = 1u << random.below(12);
  costs.alone_after = random.below(3);
  costs.small_edges = 1u << random.below(16);
  costs.small_vertices = 1u << random.below(12);
  costs.look = random.below(2);
  costs.gathered_words = random.below(3) == 0 ? 0 : random.below(4) == 0 ? kGatheredWords : 1 + random.below(6);
  costs.gather_edges = random.below(20);
  costs.gathered_first = random.below(2) == 0 ? 0 : 1 + random.below(3);
  costs.gather_first_edges = random.below(20);
  costs.pull_vain = cost() / 16;
  costs.sampled_edges = random.below(3) == 0 ? random.below(200) : 0;
  costs.sort_edges = random.below(3) == 0 ? 0 : 1u << random.below(12);
  costs.small_pieces = random.below(4) == 0 ? kLocalPieces : random.below(3);
  costs.small_lanes_log = random.below(6);
  return costs;
}

/// Most pieces that a pull may leave to the grid: as many as there is room for, where pieces are as long as kernels have them.
u64 shared_pieces(const Vector& vector) {
  u64 pieces = 0;
  for (u32 v = 0; v < vector.vertex_count; ++v) {
    const u64 positions = vector.in_start[v + 1] - vector.in_start[v];
    pieces += (positions + kSharedProbes - 1) / kSharedProbes;
  }
  return pieces;
}

Draw draw(const Vector& vector, emulator::Random& random) {
  Draw d;
  d.shape = draw_shape(random, vector, 16);
  d.traversal = &vector.traversals[random.below(static_cast<u32>(vector.traversals.size()))];
  if (random.below(4) == 0) d.limits.max_level = random.below(6);
  if (random.below(4) == 0) {
    for (u32 count = 1 + random.below(3); count > 0; --count) {
      const u32 target = random.below(vector.vertex_count);
      if (std::find(d.limits.targets.begin(), d.limits.targets.end(), target) == d.limits.targets.end()) {
        d.limits.targets.push_back(target);
      }
    }
  }
  const u32 etas[] = {0, 10, 10, 1 + random.below(40), ~0u};
  d.eta = etas[random.below(5)];
  d.costs = draw_costs(random);
  d.policy = draw_policy(random);
  d.forced = draw_forced(random);
  d.wide_post = random.below(2) == 0;
  d.far = random.below(2) == 0;
  d.components = static_cast<Known>(random.below(3));
  d.firsts = random.below(3) != 0;
  d.singles = random.below(3) != 0;
  d.samples = random.below(3) != 0;
  kScannedShare = random.below(3) == 0 ? 512 : 1 + random.below(20);
  kDenseShare = random.below(3) == 0 ? 4 : random.below(20);
  kWarpProbes = random.below(4) == 0 ? 128 : random.below(64);
  kBinRunLog = random.below(4) == 0 ? 10 : 5 + random.below(3);
  kLongPiece = random.below(4) == 0 ? 80 : random.below(10);
  kDividedShare = random.below(4) == 0 ? 32 : 1 + random.below(200);
  kFirstShare = 1 + random.below(8);
  kSharedProbes = random.below(4) == 0 ? 1'024 : 1 + random.below(200);
  while (shared_pieces(vector) > piece_capacity(vector.vertex_count, vector.in_index.size())) kSharedProbes *= 2;
  d.traced = random.below(2) == 0;
  d.trace_capacity = random.below(4) == 0 ? random.below(3) : 4096;
  return d;
}

template <class T>
const T* view(emulator::Memory& memory, u64 address) {
  return static_cast<const T*>(memory.host_view(address));
}

template <class T>
std::string first_difference(const char* what, const T* found, const std::vector<T>& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (found[i] != expected[i]) {
      return std::string(what) + "[" + std::to_string(i) + "] is " + std::to_string(found[i]) + ", not " +
             std::to_string(expected[i]);
    }
  }
  return {};
}

std::vector<u64> first(const std::vector<u64>& sums, std::size_t count) {
  return {sums.begin(), sums.begin() + static_cast<std::ptrdiff_t>(std::min(count, sums.size()))};
}

/// One traversal's buffers and steps; each step returns what went wrong, or nothing.
class Run {
 public:
  Run(EmulatedGraph& graph, const Variant& variant, emulator::Random& random)
      : graph_(graph), memory_(graph.memory()), variant_(variant), random_(random), draw_(draw(graph.vector(), random)) {
    expected_ = expect(graph.vector(), *draw_.traversal, draw_.limits);
    allocate();
  }

  std::string all() {
    using Step = std::string (Run::*)();
    for (const Step step : {&Run::lay_out_firsts, &Run::reset, &Run::traverse, &Run::check_trace, &Run::summarise, &Run::find_parents,
                            &Run::renumber_levels, &Run::narrow}) {
      std::string wrong = (this->*step)();
      if (!wrong.empty()) return wrong;
    }
    return {};
  }

 private:
  u64 words(const char* name, u64 count) { return memory_.allocate(name, count * 4); }

  void allocate() {
    const Vector& v = graph_.vector();
    const u32 bitmap = bitmap_words(v.vertex_count);
    arguments_.graph = graph_.arrays(variant_.wide, draw_.far);
    if (draw_.components != Known::Labels) arguments_.graph.components = {};
    if (draw_.components != Known::Strays) arguments_.graph.strays = {};
    if (!draw_.firsts) arguments_.graph.firsts = {};
    if (!draw_.singles) arguments_.graph.single_from = arguments_.graph.live_count;
    if (!draw_.samples) arguments_.graph.samples = {};
    arguments_.state.level = {words("level", v.vertex_count)};
    arguments_.state.frontier = {words("frontier", bitmap)};
    arguments_.state.next = {words("next", bitmap)};
    arguments_.state.visited = {words("visited", bitmap)};
    arguments_.state.queue[0] = {words("queue 0", v.virtual_to_real.size())};
    arguments_.state.queue[1] = {words("queue 1", v.virtual_to_real.size())};
    const u64 pieces = piece_capacity(v.vertex_count, v.out_index.size());
    arguments_.state.pieces[0] = {memory_.allocate("pieces 0", pieces * 8)};
    arguments_.state.pieces[1] = {memory_.allocate("pieces 1", pieces * 8)};
    arguments_.state.control = {memory_.allocate("control", sizeof(BfsControl))};
    arguments_.request = {draw_.traversal->source, draw_.limits.max_level, draw_.eta,
                          static_cast<u32>(draw_.limits.targets.size()), {}, {}, draw_.trace_capacity,
                          static_cast<u32>(draw_.forced.size()), draw_.costs, draw_.policy, {}, 0, 0};
    if (!draw_.forced.empty()) arguments_.request.forced = upload(memory_, "forced", draw_.forced);
    if (!draw_.limits.targets.empty()) {
      std::vector<u32> targets(bitmap, 0);
      for (const u32 target : draw_.limits.targets) targets[target / 32] |= 1u << target % 32;
      arguments_.request.targets = upload(memory_, "targets", targets);
    }
    if (draw_.traced) {
      arguments_.request.trace = {memory_.allocate("trace", draw_.trace_capacity * sizeof(TraceRecord))};
    }
  }

  template <class Arguments>
  std::string launch(const char* name, void (*kernel)(const Arguments&), const Arguments& arguments) {
    std::string wrong = graph_.machine().launch(draw_.shape, random_.next(), [&] { kernel(arguments); });
    return wrong.empty() ? wrong : std::string(name) + ": " + wrong;
  }

  std::string lay_out_firsts() {
    if (random_.below(4) != 0) return {};
    const std::vector<u32> expected = firsts_of(graph_.vector());
    const FirstsArguments arguments{graph_.arrays(draw_.wide_post, draw_.far), {words("laid out", expected.size())}};
    std::string wrong = launch("firsts", draw_.wide_post ? graph_firsts_64 : graph_firsts_32, arguments);
    if (!wrong.empty()) return wrong;
    const u64 laid_out = 4ull * arguments.graph.single_from;
    return first_difference("firsts", view<u32>(memory_, arguments.firsts.address),
                            std::vector<u32>(expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(laid_out)));
  }

  std::string reset() {
    std::string wrong = launch("reset", variant_.reset, arguments_);
    if (!wrong.empty() || variant_.choice != Variant::Choice::Auto) return wrong;
    if (draw_.components == Known::Labels) {
      wrong = launch("leave out", variant_.wide ? bfs_leave_out_64 : bfs_leave_out_32, arguments_);
      if (!wrong.empty()) return wrong;
    }
    u32 vertices = 0;
    u64 edges = 0;
    const Vector& vector = graph_.vector();
    const std::vector<bool> out = left_out();
    for (u32 v = 0; v < out.size(); ++v) {
      if (!out[v]) continue;
      ++vertices;
      edges += vector.out_start[v + 1] - vector.out_start[v];
    }
    const bool counts = control().outside_vertices == vertices && control().outside_edges == edges;
    return counts ? "" : "what is left out is counted wrongly";
  }

  std::string traverse() {
    const bool in_parts = variant_.choice == Variant::Choice::Auto && !draw_.traced && draw_.forced.empty() && random_.below(3) == 0;
    std::string wrong = in_parts ? traverse_in_parts() : launch("traverse", variant_.traverse, arguments_);
    if (!wrong.empty()) return wrong;
    const u32 steps = control().steps;
    const bool in_order = expected_.ends_by_limit ? steps == expected_.last_level
                                                  : steps == expected_.last_level || steps == expected_.last_level + 1;
    if (!in_order) {
      return "steps is " + std::to_string(steps) + " where the last level is " + std::to_string(expected_.last_level);
    }
    return first_difference("level", view<i32>(memory_, arguments_.state.level.address), expected_.level);
  }

  /// A few levels at a time, with some between that the host settles, as it may where few vertices are found.
  std::string traverse_in_parts() {
    const u32 most = draw_.limits.max_level;
    for (u32 limit = 1 + random_.below(4);; limit = control().steps + 1 + random_.below(4)) {
      arguments_.request.max_level = std::min(limit, most);
      arguments_.request.most_shared = random_.below(2) == 0 ? 0 : 1 + random_.below(3);
      std::string wrong = launch("traverse a part", variant_.traverse, arguments_);
      if (!wrong.empty()) return wrong;
      wrong = check_unfinished();
      if (!wrong.empty() || control().unfinished == 0 || control().steps >= most) return wrong;
      wrong = survey();
      if (!wrong.empty() || surveyed_.last == 0 || finds_all_targets()) return wrong;
      wrong = random_.below(2) == 0 ? settle() : std::string{};
      if (!wrong.empty() || control().steps >= expected_.last_level) return wrong;
      for (const u64 bitmap : {arguments_.state.frontier.address, arguments_.state.visited.address, arguments_.state.next.address}) {
        std::memset(memory_.host_view(bitmap), 0xA5, 4ull * bitmap_words(graph_.vector().vertex_count));
      }
      wrong = launch("resume", variant_.wide ? bfs_resume_64 : bfs_resume_32, arguments_);
      if (wrong.empty() && draw_.components == Known::Labels) {
        wrong = launch("leave out", variant_.wide ? bfs_leave_out_64 : bfs_leave_out_32, arguments_);
      }
      if (!wrong.empty()) return wrong;
    }
  }

  /// A part ends where a limit says so, or there is nothing left to run.
  std::string check_unfinished() {
    const BfsControl& of = control();
    const BfsRequest& request = arguments_.request;
    const bool farther = of.steps < expected_.last_level;
    if (farther && of.unfinished == 0) return "levels are left after level " + std::to_string(of.steps) + ", and none is said to be";
    if (of.unfinished != 0 && of.steps < request.max_level && request.most_shared == 0) {
      return "a part ends after level " + std::to_string(of.steps) + " where nothing ends it";
    }
    return {};
  }

  bool finds_all_targets() const {
    return !draw_.limits.targets.empty() && surveyed_.targets == draw_.limits.targets.size();
  }

  /// Of what there is after the levels run.
  std::string survey() {
    const u32 n = graph_.vector().vertex_count, steps = control().steps;
    const std::vector<i32>& levels = expected_.level;
    const auto reached = [&](u32 v) { return levels[v] >= 0 && levels[v] <= static_cast<i32>(steps); };
    std::vector<u32> last, bitmap(bitmap_words(n), 0);
    u32 targets = 0;
    for (u32 v = 0; v < n; ++v) {
      if (!reached(v)) continue;
      bitmap[v / 32] |= 1u << v % 32;
      if (levels[v] == static_cast<i32>(steps)) last.push_back(v);
    }
    for (const u32 target : draw_.limits.targets) targets += reached(target);
    const u64 found = memory_.allocate("survey", sizeof(SurveyFound));
    std::memset(memory_.host_view(found), 0, sizeof(SurveyFound));
    memory_.set_initialised(found, sizeof(SurveyFound));
    const u32 capacity = random_.below(2) == 0 ? n : random_.below(8);
    const SurveyArguments arguments{{arguments_.state.level.address}, {words("reached", bitmap.size())}, {words("last", n)},
                                    arguments_.request.targets, {found}, arguments_.state.control, n, steps, capacity, 0};
    std::string wrong = launch("survey", bfs_survey, arguments);
    if (!wrong.empty()) return wrong;
    surveyed_ = *view<SurveyFound>(memory_, found);
    if (surveyed_.last != last.size() || surveyed_.targets != targets) {
      return "a survey after level " + std::to_string(steps) + " finds " + std::to_string(surveyed_.last) + " vertices and " +
             std::to_string(surveyed_.targets) + " targets, not " + std::to_string(last.size()) + " and " + std::to_string(targets);
    }
    wrong = first_difference("reached", view<u32>(memory_, arguments.reached.address), bitmap);
    if (!wrong.empty() || last.size() > capacity) return wrong;
    const u32* vertices = view<u32>(memory_, arguments.vertices.address);
    std::vector<u32> listed(vertices, vertices + last.size());
    std::ranges::sort(listed);
    return first_difference("vertex of the last level", listed.data(), last);
  }

  /// A level or more, as many as there are up to then.
  std::string settle() {
    const u32 steps = std::min(control().steps + 1 + random_.below(3), expected_.last_level);
    std::vector<u32> vertices, levels;
    for (u32 v = 0; v < graph_.vector().vertex_count; ++v) {
      const i32 level = expected_.level[v];
      if (level <= static_cast<i32>(control().steps) || level > static_cast<i32>(steps)) continue;
      vertices.push_back(v);
      levels.push_back(static_cast<u32>(level));
    }
    const u32 count = static_cast<u32>(vertices.size());
    return launch("settle", bfs_settle,
                  SettleArguments{arguments_.state.level, upload(memory_, "settled", vertices), upload(memory_, "their levels", levels),
                                  arguments_.state.control, count, steps});
  }

  const BfsControl& control() { return *view<BfsControl>(memory_, arguments_.state.control.address); }

  LevelMode mode_by_eq6(u64 unvisited, u32 queued) const {
    const bool pulls = variant_.choice == Variant::Choice::Paper && unvisited < u64{draw_.eta} * queued;
    return pulls ? LevelMode::Pull : LevelMode::Tensor;
  }

  /// By vertex, whether the traversal is told that no path leads to it.
  std::vector<bool> left_out() const {
    const u32 live = arguments_.graph.live_count, source = arguments_.request.source;
    std::vector<bool> out(live, false);
    if (draw_.components == Known::Labels) {
      const std::vector<u32> label = component_labels(graph_.vector());
      for (u32 v = 0; v < live; ++v) out[v] = label[v] != label[source];
    } else if (draw_.components == Known::Strays) {
      const std::vector<bool> strays = strays_of(graph_.vector(), live);
      if (source >= live || !strays[source]) return strays;
    }
    return out;
  }

  std::string check_trace() {
    if (!draw_.traced) return {};
    const auto* records = view<TraceRecord>(memory_, arguments_.request.trace.address);
    u64 unvisited = graph_.vector().vertex_count;
    const u64 edges = graph_.vector().out_index.size() + (variant_.wide && draw_.far ? kFar : 0);
    const u32 followed = graph_.vector().directed ? graph_.vector().vertex_count : arguments_.graph.single_from;
    Decisions decisions(graph_.vector(), edges, expected_, arguments_.request, draw_.forced, left_out(), followed, draw_.samples,
                        variant_.small, variant_.scans, variant_.divides);
    for (u32 level = 1; level <= std::min(control().steps, draw_.trace_capacity); ++level) {
      const TraceRecord& record = records[level - 1];
      const u32 queued = expected_.queued[level - 1];
      unvisited -= expected_.vertices[level - 1];
      const bool in_order = variant_.choice == Variant::Choice::Auto
                                ? record.queue_length == expected_.vertices[level - 1] &&
                                      (decisions.allowed(level) >> static_cast<u32>(record.mode) & 1) != 0
                                : record.queue_length == queued && record.mode == mode_by_eq6(unvisited, queued);
      if (!in_order || record.nanoseconds == 0) {
        return "trace of level " + std::to_string(level) + " says mode " +
               std::to_string(static_cast<u32>(record.mode)) + " and " + std::to_string(record.queue_length) +
               " queued, not " + std::to_string(queued);
      }
      decisions.ran(record.mode);
    }
    return {};
  }

  std::string summarise() {
    const u32 levels = control().steps + 1;
    const u32 count = random_.below(4) == 0 ? 1 + random_.below(levels) : levels;
    SummaryArguments arguments{graph_.arrays(draw_.wide_post, draw_.far), {arguments_.state.level.address}, {}, {}, {}, {}, count, 0};
    const bool reports = random_.below(2) == 0;
    if (reports) {
      arguments.control = arguments_.state.control;
      arguments.report = {memory_.allocate("report", sizeof(BfsReport) + count * 16ull)};
    }
    for (DevicePtr<u64>* sums : {&arguments.vertices, &arguments.edges}) {
      sums->address = memory_.allocate("sums", count * 8ull);
      std::fill_n(static_cast<u64*>(memory_.host_view(sums->address)), count, 0);
      memory_.set_initialised(sums->address, count * 8ull);
    }
    std::string wrong = launch("summary", draw_.wide_post ? bfs_summary_64 : bfs_summary_32, arguments);
    if (!wrong.empty()) return wrong;
    const u64* vertices = view<u64>(memory_, arguments.vertices.address);
    const u64* edges = view<u64>(memory_, arguments.edges.address);
    if (reports) {
      const BfsReport& report = *view<BfsReport>(memory_, arguments.report.address);
      const BfsControl& of = control();
      if (report.steps != of.steps || report.outside_vertices != of.outside_vertices || report.outside_edges != of.outside_edges) {
        return "the report does not say what the traversal counted";
      }
      if (std::any_of(vertices, vertices + count, std::identity()) || std::any_of(edges, edges + count, std::identity())) {
        return "sums are not zero after the report";
      }
      vertices = view<u64>(memory_, arguments.report.address + sizeof(BfsReport));
      edges = vertices + count;
    }
    wrong = first_difference("vertices", vertices, first(expected_.vertices, count));
    return wrong.empty() ? first_difference("edges", edges, first(expected_.edges, count)) : wrong;
  }

  std::string find_parents() {
    const ParentArguments arguments{graph_.arrays(draw_.wide_post, draw_.far),
                                    {arguments_.state.level.address},
                                    {words("parent", graph_.vector().vertex_count)},
                                    random_.below(3) == 0 ? 8'192 : 1 + random_.below(100),
                                    0};
    std::string wrong = launch("parents", draw_.wide_post ? bfs_parents_64 : bfs_parents_32, arguments);
    if (wrong.empty()) wrong = launch("long parents", draw_.wide_post ? bfs_long_parents_64 : bfs_long_parents_32, arguments);
    if (!wrong.empty()) return wrong;
    return first_difference("parent", view<i32>(memory_, arguments.parent.address), expected_.parent_by_input);
  }

  std::string renumber_levels() {
    std::string wrong = renumber_as<i32>("renumbered level", 0);
    if (wrong.empty()) wrong = renumber_as<u16>("level of 2 bytes", 1);
    if (wrong.empty() && *std::ranges::max_element(expected_.level_by_input) < 255) {
      wrong = renumber_as<u8>("level of 1 byte", 1);
    }
    return wrong;
  }

  template <typename Entry>
  std::string renumber_as(const char* what, i32 more) {
    const u32 count = graph_.vector().vertex_count;
    const RenumberArguments arguments{arguments_.graph.old_id_of,
                                      {arguments_.state.level.address},
                                      {memory_.allocate(what, count * sizeof(Entry))},
                                      count,
                                      sizeof(Entry)};
    std::string wrong = launch("renumber", renumber, arguments);
    if (!wrong.empty()) return wrong;
    const Entry* entries = view<Entry>(memory_, arguments.to.address);
    std::vector<i32> found(entries, entries + count);
    for (i32& level : found) level -= more;
    wrong = first_difference(what, found.data(), expected_.level_by_input);
    if (!wrong.empty() || more == 0) return wrong;
    const RenumberArguments widening{{}, {arguments.to.address}, {words("widened", count)}, count, sizeof(Entry)};
    wrong = launch("widen", widen_levels, widening);
    return wrong.empty() ? first_difference("widened level", view<i32>(memory_, widening.to.address), expected_.level_by_input) : wrong;
  }

  std::string narrow() {
    const std::vector<u64>& offsets = graph_.vector().in_start;
    const NarrowArguments arguments{{graph_.arrays(true).in_start.address},
                                    {words("narrowed", offsets.size())},
                                    offsets.size()};
    std::string wrong = launch("narrow", narrow_offsets, arguments);
    if (!wrong.empty()) return wrong;
    return first_difference("offset", view<u32>(memory_, arguments.to.address), narrowed(offsets));
  }

  EmulatedGraph& graph_;
  emulator::Memory& memory_;
  const Variant& variant_;
  emulator::Random& random_;
  Draw draw_;
  Expectation expected_;
  BfsArguments arguments_{};
  SurveyFound surveyed_{};
};

}  // namespace

EmulatedGraph::EmulatedGraph(emulator::Memory& memory, const Vector& vector)
    : vector_(vector), memory_(memory), machine_(memory_) {
  memory_.release_to(0);
  GraphArrays g{};
  g.real_ptrs = upload(memory_, "real_ptrs", vector_.real_ptrs);
  g.virtual_to_real = upload(memory_, "virtual_to_real", vector_.virtual_to_real);
  g.row_ids = upload(memory_, "row_ids", vector_.row_ids);
  g.tile_masks = upload(memory_, "tile_masks", vector_.tile_masks);
  g.in_index = upload(memory_, "in_index", vector_.in_index);
  g.old_id_of = upload(memory_, "old_id_of", vector_.old_id_of);
  g.out_index = vector_.directed ? upload(memory_, "out_index", vector_.out_index) : g.in_index;
  g.hubs = upload(memory_, "hubs", hubs_of(vector_));
  g.firsts = upload(memory_, "firsts", firsts_of(vector_));
  const std::vector<PullSample> samples = samples_of(vector_);
  if (!samples.empty()) g.samples = upload(memory_, "samples", samples);
  g.components = upload(memory_, "components", component_labels(vector_));
  g.live_count = live_count_of(vector_);
  g.single_from = single_from_of(vector_);
  std::vector<u32> strays(bitmap_words(vector_.vertex_count), 0);
  const std::vector<bool> is_stray = strays_of(vector_, g.live_count);
  for (u32 v = 0; v < g.live_count; ++v) {
    if (!is_stray[v]) continue;
    strays[v / 32] |= 1u << v % 32;
    ++g.stray_vertices;
    g.stray_edges += vector_.out_start[v + 1] - vector_.out_start[v];
  }
  g.strays = upload(memory_, "strays", strays);
  g.vertex_count = vector_.vertex_count;
  g.slice_set_count = static_cast<u32>(vector_.real_ptrs.size() - 1);
  g.vss_count = static_cast<u32>(vector_.virtual_to_real.size());
  narrow_ = wide_ = g;
  wide_.in_start = {upload(memory_, "in_start", vector_.in_start).address};
  wide_.out_start = {upload(memory_, "out_start", vector_.out_start).address};
  far_ = wide_;
  const auto shifted = [](std::vector<u64> offsets) {
    for (u64& offset : offsets) offset += kFar;
    return offsets;
  };
  far_.in_start = {upload(memory_, "in_start (far)", shifted(vector_.in_start)).address};
  far_.out_start = {upload(memory_, "out_start (far)", shifted(vector_.out_start)).address};
  far_.in_index.address -= 4 * kFar;
  far_.out_index.address -= 4 * kFar;
  narrow_.in_start = {upload(memory_, "in_start (32 bits)", narrowed(vector_.in_start)).address};
  narrow_.out_start = {upload(memory_, "out_start (32 bits)", narrowed(vector_.out_start)).address};
}

GraphArrays EmulatedGraph::arrays(bool wide, bool far) const { return !wide ? narrow_ : far ? far_ : wide_; }

emulator::GridShape draw_shape(emulator::Random& random, const Vector& vector, u32 most_warps) {
  if (vector.vertex_count > kWideGrids || random.below(8) != 0) return {3 + random.below(2), 2};
  return {1 + random.below(2), 3 + random.below(most_warps - 2)};
}

std::string run_traversal(EmulatedGraph& graph, const Variant& variant, u64 seed) {
  emulator::Random random(seed);
  const std::size_t mark = graph.memory().mark();
  std::string wrong = Run(graph, variant, random).all();
  graph.memory().release_to(mark);
  return wrong;
}

}  // namespace bitfront::test
