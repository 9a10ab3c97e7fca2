/// Proves and times the kernels on a GPU without Java.
///
///   bfs_bench MODULE[,MODULE...] JOB... [--json FILE] [--sources 64] [--sweep-sources 16] [--runs 3]
///             [--costs NAME=VALUE,...[;...]] [--variants NAME,...] [--threads T] [--blocks-per-sm K] [--max-blocks B] [--eta 10] [--radius 2] [--host-checks 2] [--trace] [--tiles]
///
/// MODULE: the compiled kernels (fatbin, cubin or PTX); further ones are compared with the first, on fewer sources. A JOB
/// is one of
///   vectors:FOLDER                        every variant on every test vector, limits, parents and all
///   kron:SCALE dkron:SCALE urand:SCALE    generated graphs (dkron: directed)
///   road:WIDTHxHEIGHT:KEEP rgg:SCALE:RADIUS community:SCALE star:LOG_LEAVES chain:LOG_LENGTH
/// followed by @degree where vertices shall be numbered by descending degree. `--costs` overrides what an adaptive
/// traversal chooses by; several sets, separated by semicolons, are timed one after the other. `--tiles` packs BVSS for it.
///
/// A generated graph is traversed from seeded sources of degree > 0. All levels of every source and variant are verified
/// by a linear-time check on the device, `--host-checks` of them also on the host, before anything is timed; the time of a
/// source is the median of its runs, from events around the traversal's launch. Without `--variants`: `paper`, that is
/// eager updates where the update divergence is at most 25,000, else lazy ones, with the switch if three trial runs gain
/// by it. Exit code 1 if anything was wrong.

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>

#include "../test/expectation.h"
#include "device.h"
#include "jobs.h"

namespace bitfront::bench {

namespace {

constexpr double kEagerDivergence = 25'000;

/// Marks are gathered where the first vertices have at least such a part of all edges.
constexpr u64 kGatheredShare = 4;

constexpr const char* kModeNames[] = {"none", "tensor", "pull", "push", "marked", "small", "alone"};

const std::vector<std::string> kAllVariants = {"bfs_eager",      "bfs_eager_naive",  "bfs_lazy",
                                               "bfs_lazy_naive", "bfs_lazy_pull_32", "bfs_lazy_pull_64",
                                               "bfs_auto_32",    "bfs_auto_64",      "bfs_auto_sorted_32",
                                               "bfs_auto_divided_32", "bfs_auto_divided_64", "bfs_pull_32",
                                               "bfs_pull_64",    "bfs_auto_small_32",
                                               "bfs_auto_small_64", "bfs_hops", "bfs_correcting_32", "bfs_correcting_64"};

struct Options {
  std::string json;
  std::vector<std::string> modules, jobs, variants;
  u32 sources = 64, sweep_sources = 16, runs = 3, threads = 0, blocks_per_sm = 0, max_blocks = 0, eta = 10, host_checks = 2, radius = 2;
  bool trace = false, tiles = false;
  std::vector<std::string> costs = {""};
};

Options parse(int count, char** words) {
  Options o;
  if (count < 3) throw std::invalid_argument("wants a module and at least one job");
  o.modules = split(words[1], ',');
  for (int i = 2; i < count; ++i) {
    const std::string word = words[i];
    if (!word.starts_with("--")) {
      o.jobs.push_back(word);
      continue;
    }
    if (word == "--tiles") {
      o.tiles = true;
      continue;
    }
    if (word == "--trace") {
      o.trace = true;
      continue;
    }
    if (i + 1 == count) throw std::invalid_argument(word + " wants a value");
    const std::string value = words[++i];
    if (word == "--json") o.json = value;
    else if (word == "--variants") o.variants = value == "all" ? kAllVariants : split(value, ',');
    else if (word == "--costs") o.costs = split(value, ';');
    else if (word == "--sources") o.sources = static_cast<u32>(std::stoul(value));
    else if (word == "--sweep-sources") o.sweep_sources = static_cast<u32>(std::stoul(value));
    else if (word == "--runs") o.runs = static_cast<u32>(std::stoul(value));
    else if (word == "--threads") o.threads = static_cast<u32>(std::stoul(value));
    else if (word == "--blocks-per-sm") o.blocks_per_sm = static_cast<u32>(std::stoul(value));
    else if (word == "--max-blocks") o.max_blocks = static_cast<u32>(std::stoul(value));
    else if (word == "--eta") o.eta = static_cast<u32>(std::stoul(value));
    else if (word == "--radius") o.radius = static_cast<u32>(std::stoul(value));
    else if (word == "--host-checks") o.host_checks = static_cast<u32>(std::stoul(value));
    else throw std::invalid_argument("unknown option " + word);
  }
  return o;
}

/// The product's costs for a graph, with `changes` of NAME=VALUE, comma-separated.
SwitchCosts costs_of(const HostGraph& graph, double divergence, const std::string& changes) {
  const bool is_local = divergence > 0 && divergence <= kEagerDivergence;  // 0: not packed, so not known
  SwitchCosts costs = costs_for(is_local, graph.live_count, graph.edge_count(), mean_neighbour_degree(graph));
  const u64 first = std::min<u64>(32 * kGatheredWords, graph.vertex_count);
  if (costs.look == 1 && costs.small_edges == 0 && graph.in_starts()[first] >= graph.edge_count() / kGatheredShare) {
    costs.gathered_words = kGatheredWords;
    costs.gather_edges = 2'000'000;
    costs.gathered_first = 1'024;
    costs.gather_first_edges = 30'000;
  }
  LevelCosts& level = costs.level;
  const std::map<std::string, float*> times = {
      {"push_level", &level.push_level},   {"push_burst", &level.push_burst},   {"push_new", &level.push_new},
      {"push_edge", &level.push_edge},     {"queue_level", &level.queue_level}, {"mark_level", &level.mark_level},
      {"mark_root", &level.mark_root},     {"mark_edge", &level.mark_edge},     {"pull_level", &level.pull_level},
      {"pull_vertex", &level.pull_vertex}, {"pull_probe", &level.pull_probe},   {"probe_limit", &level.probe_limit},
      {"tensor_level", &level.tensor_level}, {"tensor_scan", &level.tensor_scan}, {"tensor_vss", &level.tensor_vss},
      {"stay", &costs.stay},               {"tensor_doubt", &costs.tensor_doubt}};
  const std::map<std::string, u32*> counts = {
      {"allowed", &costs.allowed},           {"local_pieces", &costs.local_pieces}, {"small_edges", &costs.small_edges},
      {"alone_edges", &costs.alone_edges},   {"alone_after", &costs.alone_after},
      {"small_vertices", &costs.small_vertices}, {"small_pieces", &costs.small_pieces},
      {"small_lanes_log", &costs.small_lanes_log}, {"list_edges", &costs.list_edges}, {"look", &costs.look},
      {"gathered_words", &costs.gathered_words}, {"gather_edges", &costs.gather_edges}, {"gathered_first", &costs.gathered_first},
      {"gather_first_edges", &costs.gather_first_edges}, {"sort_edges", &costs.sort_edges}};
  for (const std::string& change : split(changes, ',')) {
    if (change.empty()) continue;
    const auto halves = split(change, '=');
    if (const auto time = times.find(halves.at(0)); time != times.end()) *time->second = std::stof(halves.at(1));
    else *counts.at(halves.at(0)) = static_cast<u32>(std::stoul(halves.at(1)));
  }
  return costs;
}

/// Mean over VSSs of the mean standard deviation of row ids in their non-empty columns (paper Section 4.2).
double update_divergence(const HostGraph& g) {
  const u64 vss = g.virtual_to_real.size();
  double total = 0;
#pragma omp parallel for schedule(static) reduction(+ : total)
  for (u64 v = 0; v < vss; ++v) {
    double deviations = 0;
    u32 columns = 0;
    for (u32 column = 0; column < kRowsPerLane; ++column) {
      double sum = 0, squares = 0;
      u32 rows = 0;
      for (u32 lane = 0; lane < kLanes; ++lane) {
        if ((g.tile_masks[v * kLanes + lane] >> 8 * column & 0xFF) == 0) continue;
        const double row = g.row_ids[v * kTau + lane * kRowsPerLane + column];
        sum += row, squares += row * row, ++rows;
      }
      if (rows == 0) continue;
      deviations += std::sqrt(std::max(0.0, squares / rows - sum / rows * (sum / rows)));
      ++columns;
    }
    total += columns == 0 ? 0 : deviations / columns;
  }
  return vss == 0 ? 0 : total / static_cast<double>(vss);
}

class Bench {
 public:
  explicit Bench(const Options& options) : options_(options) {
    for (const std::string& path : options.modules) {
      modules_.push_back(std::make_unique<Module>(path, options.threads, options.blocks_per_sm, options.max_blocks));
    }
  }

  bool run() {
    for (const std::string& job : options_.jobs) {
      if (job.starts_with("vectors:")) run_vectors(job.substr(8));
      else run_graph(job);
    }
    if (!options_.json.empty()) write_json(options_.json, results_);
    return failures_ == 0;
  }

 private:
  void fail(const std::string& what) {
    ++failures_;
    std::printf("WRONG %s\n", what.c_str());
  }

  void run_vectors(const std::string& folder) {
    u64 traversals = 0;
    const auto names = options_.variants.empty() ? kAllVariants : options_.variants;
    for (const auto& path : test::list_vectors(folder)) {
      const test::Vector vector = test::read_vector(path);
      if (vector.traversals.empty()) continue;
      HostGraph graph;
      graph.name = vector.name;
      graph.vertex_count = vector.vertex_count;
      graph.directed = vector.directed;
      const auto copy = [](auto& to, const auto& from) { to.assign(from.begin(), from.end()); };
      copy(graph.out_start, vector.out_start), copy(graph.out_index, vector.out_index);
      copy(graph.in_start, vector.in_start), copy(graph.in_index, vector.in_index);
      copy(graph.real_ptrs, vector.real_ptrs), copy(graph.virtual_to_real, vector.virtual_to_real);
      copy(graph.row_ids, vector.row_ids), copy(graph.tile_masks, vector.tile_masks);
      find_hubs(graph);
      DeviceEngine engine(*modules_[0], graph, vector.old_id_of);
      for (const std::string& name : names) {
        for (u32 t = 0; t < vector.traversals.size() && t < options_.sources; ++t, ++traversals) {
          run_vector(engine, vector, variant_of(name), t);
        }
      }
    }
    std::printf("vectors: %llu traversals\n", static_cast<unsigned long long>(traversals));
  }

  /// Costs that let one mode, another, or any win.
  static SwitchCosts costs_by_turns(u32 t) {
    SwitchCosts costs = costs_for(false, 1'000, 10'000, 10);
    constexpr u32 kModes[] = {1, 2, 3, 0, 4};  // tensor, pull, push, any, marked
    if (kModes[t % 5] != 0) costs.allowed = 1u << kModes[t % 5];
    if (t % 5 == 3) costs.level.push_level = costs.level.push_edge = 0;
    if (t % 4 == 3) costs.allowed |= 1u << 5;
    if (t % 3 == 2) costs.allowed |= 1u << 6;
    costs.small_edges = 1000;
    costs.alone_edges = 100;
    costs.alone_after = t / 3 % 3;
    costs.small_vertices = t % 2 == 0 ? 100 : 20;
    costs.small_pieces = 4 * (t % 3);
    costs.small_lanes_log = t % 6;
    costs.list_edges = 2 + t / 6 % 2;
    costs.look = t % 2;
    costs.gathered_words = t % 3 == 0 ? 0 : 3 * (t % 3);
    costs.gather_edges = 0;
    costs.sort_edges = 0;
    return costs;
  }

  /// Traversal `t` of a vector, unlimited, to a level or to a target by turns.
  void run_vector(DeviceEngine& engine, const test::Vector& vector, const Variant& variant, u32 t) {
    test::Limits limits;
    const bool by_hops = variant.name == "bfs_hops";
    const bool plain = by_hops || variant.name.starts_with("bfs_correcting");
    const u32 radius = 2 + t % (kMostHops - 1);
    if (by_hops && !engine.list_hops(radius)) return;
    if (t % 4 == 1 && !plain) limits.max_level = 2;
    if (t % 4 == 2 && !plain) limits.targets = {vector.vertex_count / 2};
    const u32 etas[] = {10, 0, ~0u};
    const auto expected = test::expect(vector, vector.traversals[t], limits);
    engine.traverse(variant, vector.traversals[t].source, {limits.max_level, etas[t % 3], costs_by_turns(t), limits.targets, t % 2 == 0 && !plain, radius});
    const std::string where = variant.name + " on " + vector.name + ", traversal " + std::to_string(t);
    if (engine.levels().download() != expected.level) fail(where + ": levels");
    if (engine.renumbered_levels() != expected.level_by_input) fail(where + ": renumbered levels");
    if (engine.parents(variant.wide) != expected.parent_by_input) fail(where + ": parents");
    auto summary = engine.summarise(variant.wide);
    summary.vertices.resize(expected.vertices.size());
    summary.edges.resize(expected.edges.size());
    if (summary.vertices != expected.vertices || summary.edges != expected.edges) fail(where + ": sums per level");
  }

  void run_graph(const std::string& job) {
    const auto start = std::chrono::steady_clock::now();
    const bool packed = options_.tiles || options_.variants.empty() ||
                        !std::all_of(options_.variants.begin(), options_.variants.end(),
                                     [](const std::string& name) { return is_adaptive(name); });
    const HostGraph graph = generate(job, packed);
    const double built = seconds_since(start);
    if (const auto wrong = packed ? check_packing(graph) : ""; !wrong.empty()) fail(wrong);
    const double divergence = update_divergence(graph);
    std::printf("%s: %u vertices, %llu edges, %zu VSS, U_div %.0f, built in %.1f s\n", job.c_str(), graph.vertex_count,
                static_cast<unsigned long long>(graph.edge_count()), graph.virtual_to_real.size(), divergence, built);
    std::vector<u32> identity(graph.vertex_count);
    for (u32 v = 0; v < graph.vertex_count; ++v) identity[v] = v;
    DeviceEngine engine(*modules_[0], graph, identity);
    const auto sources = draw_sources(graph, options_.sources);
    auto names = options_.variants;
    if (names.empty()) names = {paper_variant(engine, graph, divergence, sources)};
    for (std::size_t m = 0; m < modules_.size(); ++m) {
      engine.use(*modules_[m]);
      std::vector<u32> some = sources;
      if (m > 0) some.resize(std::min<std::size_t>(some.size(), options_.sweep_sources));
      for (const std::string& name : names) {
        const bool priced = is_adaptive(name);
        for (std::size_t c = 0; c < (priced ? options_.costs.size() : 1); ++c) {
          run_variant(engine, graph, m, variant_of(name), some, divergence, priced ? options_.costs[c] : "");
        }
      }
    }
  }

  std::string paper_variant(DeviceEngine& engine, const HostGraph& graph, double divergence,
                            const std::vector<u32>& sources) {
    if (divergence <= kEagerDivergence) return "bfs_eager";
    const std::string pull = graph.edge_count() >> 32 == 0 ? "bfs_lazy_pull_32" : "bfs_lazy_pull_64";
    double with = 0, without = 0;
    for (u32 trial = 0; trial < 3 && trial < sources.size(); ++trial) {
      const u32 source = sources[sources.size() - 1 - trial];
      engine.traverse(variant_of(pull), source, {});
      with += engine.traverse(variant_of(pull), source, {});
      engine.traverse(variant_of("bfs_lazy"), source, {});
      without += engine.traverse(variant_of("bfs_lazy"), source, {});
    }
    std::printf("  three trials: %.3f ms with the switch, %.3f without\n", with / 3, without / 3);
    return with < without ? pull : "bfs_lazy";
  }

  void verify(DeviceEngine& engine, const HostGraph& graph, const Variant& variant, u32 source, bool on_host) {
    const std::string where = variant.name + " on " + graph.name + " from " + std::to_string(source);
    const u32 verdict = engine.verify(source);
    if (verdict != 0) fail(where + ": vertex " + std::to_string(verdict - 1));
    if (!on_host) return;
    const auto levels = engine.levels().download();
    if (const auto wrong = check_levels(graph, source, levels.data()); !wrong.empty()) fail(where + ": " + wrong);
  }

  void run_variant(DeviceEngine& engine, const HostGraph& graph, std::size_t module, const Variant& variant,
                   const std::vector<u32>& sources, double divergence, const std::string& costs) {
    DeviceEngine::Limits limits;
    limits.eta = options_.eta;
    limits.radius = options_.radius;
    limits.costs = costs_of(graph, divergence, costs);
    if (!costs.empty()) std::printf("  with %s\n", costs.c_str());
    for (u32 s = 0; s < sources.size(); ++s) {
      engine.traverse(variant, sources[s], limits);
      verify(engine, graph, variant, sources[s], s < options_.host_checks);
    }
    std::vector<double> times;
    u64 levels = 0;
    for (const u32 source : sources) {
      std::vector<double> runs;
      for (u32 run = 0; run < options_.runs; ++run) runs.push_back(engine.traverse(variant, source, limits));
      times.push_back(median(runs));
      levels += engine.steps();
    }
    if (times.empty()) return;
    std::vector<double> sorted = times;
    std::sort(sorted.begin(), sorted.end());
    double mean = 0;
    for (const double time : times) mean += time / static_cast<double>(times.size());
    const Entry& entry = modules_[module]->entry(variant.name);
    char line[1024];
    std::snprintf(line, sizeof line,
                  "{\"graph\":\"%s\",\"ordering\":\"%s\",\"costs\":\"%s\",\"module\":\"%s\",\"variant\":\"%s\",\"vertices\":%u,\"edges\":%llu,\"vss\":%zu,\"updateDivergence\":%.1f,"
                  "\"sources\":%zu,\"runs\":%u,\"blocks\":%u,\"blockThreads\":%u,\"meanLevels\":%.1f,\"minMs\":%.4f,"
                  "\"medianMs\":%.4f,\"meanMs\":%.4f,\"p90Ms\":%.4f,\"maxMs\":%.4f",
                  graph.name.c_str(), graph.name.ends_with("@degree") ? "degree" : "natural", costs.c_str(),
                  options_.modules[module].c_str(), variant.name.c_str(), graph.vertex_count,
                  static_cast<unsigned long long>(graph.edge_count()), graph.virtual_to_real.size(), divergence,
                  times.size(), options_.runs, entry.blocks, entry.block_threads,
                  static_cast<double>(levels) / static_cast<double>(times.size()), sorted.front(), median(times), mean,
                  sorted[sorted.size() * 9 / 10], sorted.back());
    std::printf("  %-18s %u x %u: median %.3f ms (min %.3f, mean %.3f, p90 %.3f, max %.3f), %.0f levels\n",
                variant.name.c_str(), entry.blocks, entry.block_threads, median(times), sorted.front(), mean,
                sorted[sorted.size() * 9 / 10], sorted.back(), static_cast<double>(levels) / static_cast<double>(times.size()));
    if (options_.trace) {
      std::vector<std::pair<double, u32>> order;
      for (u32 i = 0; i < times.size(); ++i) order.push_back({times[i], sources[i]});
      std::sort(order.begin(), order.end());
      for (const std::size_t at : {times.size() / 2, times.size() - 2, times.size() - 1}) {
        std::printf("   source %u: %.4f ms\n", order[at].second, order[at].first);
        trace_json(engine, variant, order[at].second, limits);
      }
    }
    results_.push_back(line + (options_.trace && module == 0 ? trace_json(engine, variant, sources[0], limits) : std::string{}) + "}");
  }

  /// Levels and microseconds by mode.
  static std::string modes_json(const std::vector<TraceRecord>& records) {
    std::string json;
    for (u32 mode = 1; mode < std::size(kModeNames); ++mode) {
      u64 levels = 0, nanoseconds = 0;
      for (const TraceRecord& record : records) {
        if (static_cast<u32>(record.mode) == mode) ++levels, nanoseconds += record.nanoseconds;
      }
      if (levels == 0) continue;
      const double us = static_cast<double>(nanoseconds) / 1000;
      std::printf("    %-6s %6llu levels, %10.1f us, %.2f us a level\n", kModeNames[mode],
                  static_cast<unsigned long long>(levels), us, us / static_cast<double>(levels));
      json += std::string(json.empty() ? "" : ",") + "\"" + kModeNames[mode] + "\":{\"levels\":" + std::to_string(levels) +
              ",\"us\":" + std::to_string(us) + "}";
    }
    return json;
  }

  /// The levels of one source (the first twenty, then sums by mode), and its time with and without a trace.
  std::string trace_json(DeviceEngine& engine, const Variant& variant, u32 source, DeviceEngine::Limits limits) {
    std::vector<double> bare, traced;
    for (u32 run = 0; run < 9; ++run) {
      limits.traced = run % 2 == 1;
      (limits.traced ? traced : bare).push_back(engine.traverse(variant, source, limits));
    }
    limits.traced = true;
    engine.traverse(variant, source, limits);
    const auto records = engine.trace(engine.steps());
    const auto summary = engine.summarise(variant.wide);
    std::string json = ",\"source\":" + std::to_string(source) + ",\"bareMs\":" + std::to_string(median(bare)) +
                       ",\"tracedMs\":" + std::to_string(median(traced)) + ",\"levels\":[";
    std::printf("    trace costs %.4f -> %.4f ms\n", median(bare), median(traced));
    for (std::size_t i = 0; i < records.size() && i < 20; ++i) {
      const char* mode = kModeNames[static_cast<u32>(records[i].mode)];
      json += std::string(i == 0 ? "" : ",") + "{\"mode\":\"" + mode + "\",\"queue\":" + std::to_string(records[i].queue_length) +
              ",\"frontier\":" + std::to_string(summary.vertices[i]) + ",\"frontierEdges\":" + std::to_string(summary.edges[i]) +
              ",\"us\":" + std::to_string(static_cast<double>(records[i].nanoseconds) / 1000) + "}";
      std::printf("    level %2zu %-6s queue %9u frontier %9llu edges %10llu: %8.1f us\n", i + 1, mode,
                  records[i].queue_length, static_cast<unsigned long long>(summary.vertices[i]),
                  static_cast<unsigned long long>(summary.edges[i]), static_cast<double>(records[i].nanoseconds) / 1000);
    }
    return json + "],\"modes\":{" + modes_json(records) + "}";
  }

  Options options_;
  std::vector<std::unique_ptr<Module>> modules_;
  u64 failures_ = 0;
  std::vector<std::string> results_;
};

}  // namespace

}  // namespace bitfront::bench

int main(int count, char** words) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  try {
    return bitfront::bench::Bench(bitfront::bench::parse(count, words)).run() ? 0 : 1;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "bfs_bench: %s\n", e.what());
    return 2;
  }
}
