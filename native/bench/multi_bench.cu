/// Proves and times traversals from many sources at once on a GPU without Java.
///
///   multi_bench MODULE[,MODULE...] JOB... [--widths 1024,512,256] [--batches 8] [--draw random|cells] [--checks 16]
///               [--engines wide,near,independent,independent_ell,tensor,tensor_reindexed,tensor_plain,naive_lazy,naive_eager] [--piece-edges 256] [--costs NAME=VALUE,...[;...]] [--max-blocks B] [--lanes L] [--per-target] [--uncounted] [--trace] [--json FILE]
///
/// Engines: ours, `independent` by `--lanes` log2 of the lanes of a list (as the mean degree says) and, per target, as many sources
/// as blocks, `independent_ell` with rows of 4 neighbours, 8 where the mean degree is above 4; the paper's Algorithm 5 and the steps of its ablation (Table VI: Full, AB, A), 256 sources wide, and its
/// single-source kernels, source after source (Naive; the first 16 of a batch).
/// MODULE: the compiled kernels; further ones are compared with the first. A JOB is a generated graph (see `jobs.h`) or
/// vectors:FOLDER, every width on every test vector. `--draw cells` forms batches as a job over all sources does: balls
/// grown by breadth-first search from the smallest vertex not yet taken. The sums of `--checks` sources of the first batch
/// are compared with a search on the host. A batch's time is its launch's, clearing what the batch before left included;
/// batches have different sources, and the first is run once more beforehand. `--uncounted` times them without sums too. Exit code 1 if anything was wrong.

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>

#include "bitfront/multi_abi.cuh"
#include "device.h"
#include "jobs.h"

namespace bitfront::bench {

namespace {

constexpr u32 kTraceCapacity = 1 << 16;

constexpr const char* kModeNames[] = {"none", "push", "pull", "filtered", "sparse", "tensor"};

constexpr u32 kAllModes = 1u << 1 | 1u << 2 | 1u << 3 | 1u << 4;

constexpr u32 kTensorWidth = 256;
constexpr u32 kMostQueued = 1 << 18, kLongList = 512;
constexpr u32 kNaiveSources = 16;

/// Costs of modes as measured on an H200.
constexpr MultiCosts kH200MultiCosts{.allowed = kAllModes,
                                     .push_level = 12'000'000,
                                     .push_edge = 350,
                                     .push_vertex = 150,
                                     .queue_word = 60,
                                     .pull_vertex = 90,
                                     .pull_record = 30,
                                     .pull_probe = 8,
                                     .barrier = 1'500'000,
                                     .sparse_level = 20'000'000,
                                     .sparse_vertex = 200,
                                     .sparse_record = 20};

struct Options {
  std::string json, draw = "random";
  std::vector<std::string> modules, jobs, costs = {""};
  std::vector<std::string> engines = {"wide"};
  std::vector<u32> widths = {1024};
  u32 batches = 8, checks = 16, piece_edges = 256, max_blocks = 0, lanes_log = ~0u;
  bool trace = false, per_target = false, uncounted = false;
};

u32 number(const std::string& text) { return static_cast<u32>(std::stoul(text)); }

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
    if (word == "--trace" || word == "--per-target" || word == "--uncounted") {
      (word == "--trace" ? o.trace : word == "--uncounted" ? o.uncounted : o.per_target) = true;
      continue;
    }
    if (i + 1 == count) throw std::invalid_argument(word + " wants a value");
    const std::string value = words[++i];
    if (word == "--json") o.json = value;
    else if (word == "--draw") o.draw = value;
    else if (word == "--engines") o.engines = split(value, ',');
    else if (word == "--costs") o.costs = split(value, ';');
    else if (word == "--batches") o.batches = number(value);
    else if (word == "--checks") o.checks = number(value);
    else if (word == "--piece-edges") o.piece_edges = number(value);
    else if (word == "--max-blocks") o.max_blocks = number(value);
    else if (word == "--lanes") o.lanes_log = number(value);
    else if (word == "--widths") {
      o.widths.clear();
      for (const std::string& width : split(value, ',')) o.widths.push_back(number(width));
    } else throw std::invalid_argument("unknown option " + word);
  }
  return o;
}

MultiCosts costs_of(const std::string& changes) {
  MultiCosts costs = kH200MultiCosts;
  const std::map<std::string, u32*> fields = {
      {"allowed", &costs.allowed},         {"push_level", &costs.push_level},   {"push_edge", &costs.push_edge},
      {"push_vertex", &costs.push_vertex}, {"sparse_level", &costs.sparse_level},
      {"queue_word", &costs.queue_word},   {"pull_vertex", &costs.pull_vertex}, {"pull_record", &costs.pull_record},
      {"pull_probe", &costs.pull_probe},   {"barrier", &costs.barrier},
      {"sparse_vertex", &costs.sparse_vertex}, {"sparse_record", &costs.sparse_record}};
  for (const std::string& change : split(changes, ',')) {
    if (change.empty()) continue;
    const auto halves = split(change, '=');
    *fields.at(halves.at(0)) = number(halves.at(1));
  }
  return costs;
}

bool is_wide(const std::string& engine) { return engine == "wide" || engine == "near"; }
bool is_independent(const std::string& engine) { return engine.starts_with("independent"); }
bool is_ours(const std::string& engine) { return is_wide(engine) || is_independent(engine); }

/// What a source's search finds.
struct Sums {
  u64 reached = 1, distance = 0;
  double harmonic = 0;
  u32 eccentricity = 0;
  bool operator==(const Sums&) const = default;
};

/// By a queue and a bitmap.
Sums search(const HostGraph& g, u32 source) {
  std::vector<u32> seen(bitmap_words(g.vertex_count), 0), queue{source};
  seen[source / 32] |= 1u << source % 32;
  Sums sums;
  std::size_t head = 0;
  for (u32 level = 1; head < queue.size(); ++level) {
    const std::size_t end = queue.size();
    for (; head < end; ++head) {
      for (u64 e = g.out_start[queue[head]]; e < g.out_start[queue[head] + 1]; ++e) {
        const u32 v = g.out_index[e];
        if ((seen[v / 32] >> v % 32 & 1) != 0) continue;
        seen[v / 32] |= 1u << v % 32;
        queue.push_back(v);
      }
    }
    const u64 found = queue.size() - end;
    if (found == 0) break;
    sums.reached += found;
    sums.distance += found * level;
    sums.harmonic += static_cast<double>(found) / level;
    sums.eccentricity = level;
  }
  return sums;
}

/// What a batch adds up.
enum class Summed { Nothing, PerSource, PerTarget };

constexpr const char* kSummedNames[] = {"nothing", "per source", "per target"};

/// A graph and the state of batches on a device.
class MultiEngine {
 public:
  MultiEngine(Module& kernels, const HostGraph& graph, u32 width, u32 piece_edges, u32 lanes_log)
      : module_(kernels), wide_(graph.edge_count() >> 32 != 0), width_(width), sources_(width), reached_(width),
        distance_(width), harmonic_(width), eccentricity_(width), control_(1), trace_(kTraceCapacity) {
    const auto upload_starts = [&](const Array<u64>& starts) {
      if (wide_) keep(DeviceArray<u64>::of(starts));
      else keep(DeviceArray<u32>::of(Array<u32>(starts.begin(), starts.end())));
      return buffers_.back();
    };
    GraphArrays& g = wide_arguments_.graph;
    g.in_start = {upload_starts(graph.in_starts())};
    g.in_index = {keep(DeviceArray<u32>::of(graph.in_indices()))};
    g.out_start = graph.directed ? DevicePtr<const void>{upload_starts(graph.out_start)} : g.in_start;
    g.out_index = graph.directed ? DevicePtr<const u32>{keep(DeviceArray<u32>::of(graph.out_index))} : g.in_index;
    g.vertex_count = graph.vertex_count;
    g.live_count = graph.live_count;
    const u64 n = graph.live_count;
    const u64 pieces = multi_piece_capacity(n, graph.edge_count(), piece_edges);
    MultiState& s = wide_arguments_.state;
    for (auto& records : s.records) records = {zeroed(n * width / 32)};
    for (auto& active : s.active) active = {zeroed(bitmap_words(graph.live_count))};
    s.done = {zeroed(bitmap_words(graph.live_count))};
    s.ever = {zeroed(bitmap_words(graph.live_count))};
    for (auto& queue : s.pieces) queue = {keep(DeviceArray<u64>(pieces))};
    s.found = {keep(DeviceArray<u32>(n))};
    s.hubs = {keep(DeviceArray<u32>(n))};
    s.hub_pieces = {keep(DeviceArray<u64>(pieces))};
    for (auto& marked : s.marked) marked = {zeroed(bitmap_words(graph.live_count))};
    for (auto& list : s.candidates) list = {keep(DeviceArray<u32>(n))};
    control_.clear();
    s.control = {control_.address()};
    s.piece_edges = piece_edges;
    s.clear_words = bitmap_words(graph.live_count);
    target_sums_ = zeroed(8 * n);
    request_.sources = {sources_.address()};
    describe_independent(graph, lanes_log);
    kernels.launch(wide_ ? "multi_prepare_64" : "multi_prepare_32", wide_arguments_, false);
    if (!graph.real_ptrs.empty()) allocate_tensor(graph);
    check(cudaEventCreate(&begin_), "create an event");
    check(cudaEventCreate(&end_), "create an event");
  }
  MultiEngine(const MultiEngine&) = delete;
  MultiEngine& operator=(const MultiEngine&) = delete;
  ~MultiEngine() {
    for (const u64 buffer : buffers_) cudaFree(reinterpret_cast<void*>(buffer));
    cudaEventDestroy(begin_);
    cudaEventDestroy(end_);
  }

  /// Milliseconds of one batch.
  float run(Module& kernels, const std::string& engine, const std::vector<u32>& sources, const MultiCosts& costs,
            Summed summed, bool traced) {
    check(cudaMemcpy(sources_.data(), sources.data(), sources.size() * 4, cudaMemcpyHostToDevice), "upload sources");
    MultiRequest& r = request_;
    r.reached = {summed == Summed::Nothing ? 0 : reached_.address()};
    r.distance = {distance_.address()};
    r.harmonic = {harmonic_.address()};
    r.eccentricity = {eccentricity_.address()};
    r.target_sums = {summed == Summed::PerTarget ? target_sums_ : 0};
    r.trace = {traced ? trace_.address() : 0};
    r.trace_capacity = kTraceCapacity;
    r.source_count = static_cast<u32>(sources.size());
    r.costs = costs;
    tensor_ = engine.starts_with("tensor");
    const std::string name = entry_name(engine);
    const u32 blocks = kernels.entry(name).blocks;
    if (is_independent(engine)) independent_arguments_.request = r, allocate_independent(blocks, summed), choose_rows(kernels, engine);
    check(cudaEventRecord(begin_), "record");
    if (is_independent(engine)) run_independent(kernels, name, summed, blocks);
    else if (tensor_) tensor_arguments_.request = r, kernels.launch(name, tensor_arguments_, true);
    else wide_arguments_.request = r, kernels.launch(name, wide_arguments_, true);
    check(cudaEventRecord(end_), "record");
    check(cudaEventSynchronize(end_), "traverse");
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, begin_, end_), "time");
    return milliseconds;
  }

  std::string entry_name(const std::string& engine) const {
    std::string name = "multi_" + engine;
    if (is_independent(engine)) return name + (wide_ ? "_64" : "_32");
    if (is_wide(engine)) name.append("_").append(std::to_string(width_)).append(wide_ ? "_64" : "_32");
    return name;
  }

  std::vector<Sums> sums(u32 count) const {
    const auto reached = reached_.download(count), distance = distance_.download(count);
    const auto harmonic = harmonic_.download(count);
    const auto eccentricity = eccentricity_.download(count);
    std::vector<Sums> sums(count);
    for (u32 i = 0; i < count; ++i) sums[i] = {reached[i], distance[i], harmonic[i], eccentricity[i]};
    return sums;
  }

  u32 levels() const {
    if (independent_blocks_ != 0) return 0;
    return (tensor_ ? tensor_control_ : control_).download()[0].levels;
  }
  std::vector<MultiTraceRecord> trace() const { return trace_.download(std::min(levels(), kTraceCapacity)); }

 private:
  void allocate_tensor(const HostGraph& graph) {
    GraphArrays& g = wide_arguments_.graph;
    g.real_ptrs = {keep(DeviceArray<u32>::of(graph.real_ptrs))};
    g.virtual_to_real = {keep(DeviceArray<u32>::of(graph.virtual_to_real))};
    g.row_ids = {keep(DeviceArray<u32>::of(graph.row_ids))};
    g.tile_masks = {keep(DeviceArray<u32>::of(graph.tile_masks))};
    g.slice_set_count = static_cast<u32>(graph.real_ptrs.size() - 1);
    g.vss_count = static_cast<u32>(graph.virtual_to_real.size());
    const u64 sets = g.slice_set_count;
    MultiTensorState& s = tensor_arguments_.state;
    for (auto* records : {&s.visited, &s.next, &s.frontier}) *records = {keep(DeviceArray<u32>(sets * kTensorWidth / 4))};
    s.active_sets = {keep(DeviceArray<u32>(sets * kTensorWidth / 32))};
    s.dirty_sets = {keep(DeviceArray<u32>(sets / 4 + 1))};
    for (auto& queue : s.queue) queue = {keep(DeviceArray<u32>(g.vss_count))};
    tensor_control_.clear();
    s.control = {tensor_control_.address()};
    tensor_arguments_.graph = g;
  }

  void describe_independent(const HostGraph& graph, u32 lanes_log) {
    IndependentState& s = independent_arguments_.state;
    independent_arguments_.graph = wide_arguments_.graph;
    s.seen_words = (bitmap_words(graph.live_count) + 3) / 4 * 4;
    s.queue_capacity = 2;
    while (s.queue_capacity < kMostQueued && s.queue_capacity < graph.live_count) s.queue_capacity *= 2;
    s.lanes_log = lanes_log;
    const u64 mean = graph.edge_count() / (graph.live_count + 1ull) + 1;
    if (lanes_log == ~0u) for (s.lanes_log = 1; s.lanes_log < 5 && (4ull << s.lanes_log) < mean; ++s.lanes_log) {}
    list_lanes_log_ = s.lanes_log;
    row_lanes_log_ = lanes_log != ~0u ? lanes_log : mean > 5 ? 1 : 0;
    s.long_list = ~0u;
    for (u32 v = 0; v < graph.live_count; ++v) if (graph.out_degree(v) > kLongList) s.long_list = kLongList;
  }

  void allocate_independent(u32 blocks, Summed summed) {
    IndependentState& s = independent_arguments_.state;
    const u32 live = independent_arguments_.graph.live_count;
    if (blocks > independent_blocks_) {
      independent_blocks_ = blocks;
      s.seen = {zeroed(u64{blocks} * s.seen_words)};
      s.queue = {keep(DeviceArray<u32>(u64{blocks} * s.queue_capacity))};
      s.dealt = {keep(DeviceArray<u32>(1))};
      s.ends = {keep(DeviceArray<u32>(width_))};
      cells_ = 0;
    }
    s.cell_row = 1;
    s.cell_column = (live + 1ull) / 2 * 2;
    if (summed != Summed::PerTarget || cells_ != 0) return;
    DeviceArray<u32> cells(s.cell_column / 2 * blocks);
    check(cudaMemset(cells.data(), 0xFF, cells.size() * 4), "clear");
    cells_ = keep(std::move(cells));
  }

  /// Rows where the engine goes by them, else lists by as many lanes as were chosen for these.
  void choose_rows(Module& kernels, const std::string& engine) {
    IndependentState& s = independent_arguments_.state;
    if (engine != "independent_ell") {
      s.lanes_log = list_lanes_log_;
      return;
    }
    s.lanes_log = row_lanes_log_;
    if (!s.rows.is_null()) return;
    s.rows = {keep(DeviceArray<u32>((u64{4} << s.lanes_log) * independent_arguments_.graph.live_count))};
    kernels.launch(wide_ ? "multi_rows_64" : "multi_rows_32", independent_arguments_, false);
  }

  /// Per target, as many sources at a time as there are blocks, folded each time.
  void run_independent(Module& kernels, const std::string& name, Summed summed, u32 blocks) {
    MultiRequest& r = independent_arguments_.request;
    const u32 count = r.source_count;
    const bool folds = summed == Summed::PerTarget;
    r.levels = {folds ? cells_ : 0};
    r.level_bytes = 2;
    for (u32 first = 0; first < count; first += r.source_count) {
      r.source_count = folds ? std::min(blocks, count - first) : count;
      r.sources = {sources_.address() + 4ull * first};
      check(cudaMemsetAsync(reinterpret_cast<void*>(independent_arguments_.state.dealt.address), 0, 4), "clear");
      kernels.launch(name, independent_arguments_, false);
      if (folds) kernels.launch("multi_fold", independent_arguments_, false);
    }
  }

  template <class T>
  u64 keep(DeviceArray<T> array) {
    buffers_.push_back(array.release());
    return buffers_.back();
  }
  u64 zeroed(u64 words) {
    DeviceArray<u32> array(words);
    array.clear();
    return keep(std::move(array));
  }

  Module& module_;
  bool wide_;
  u32 width_;
  std::vector<u64> buffers_;
  DeviceArray<u32> sources_;
  DeviceArray<u64> reached_, distance_;
  DeviceArray<double> harmonic_;
  DeviceArray<u32> eccentricity_;
  DeviceArray<MultiControl> control_, tensor_control_{1};
  DeviceArray<MultiTraceRecord> trace_;
  u64 target_sums_ = 0;
  bool tensor_ = false;
  MultiArguments wide_arguments_{};
  MultiTensorArguments tensor_arguments_{};
  IndependentArguments independent_arguments_{};
  u32 independent_blocks_ = 0;
  u32 list_lanes_log_ = 0, row_lanes_log_ = 0;
  u64 cells_ = 0;
  MultiRequest request_{};
  cudaEvent_t begin_{}, end_{};
};

class MultiBench {
 public:
  explicit MultiBench(const Options& options) : options_(options) {
    for (const std::string& path : options.modules) modules_.push_back(std::make_unique<Module>(path, 0, 0, options.max_blocks));
  }

  bool run() {
    for (const std::string& job : options_.jobs) {
      if (job.starts_with("vectors:")) run_vectors(job.substr(8));
      else run_graph(job);
    }
    if (!options_.json.empty()) write_json(options_.json, results_);
    if (failures_ != 0) std::printf("%llu sums are wrong\n", static_cast<unsigned long long>(failures_));
    return failures_ == 0;
  }

 private:
  /// Compares the sums of the first `count` sources with the host's.
  void verify(const HostGraph& graph, const MultiEngine& engine, const std::string& name, const std::vector<u32>& sources,
              u32 count) {
    const auto found = engine.sums(static_cast<u32>(sources.size()));
    count = std::min<u32>(count, static_cast<u32>(sources.size()));
    u64 wrong = 0;
#pragma omp parallel for schedule(dynamic, 1) reduction(+ : wrong)
    for (u32 i = 0; i < count; ++i) {
      const Sums expected = search(graph, sources[i]);
      if (expected == found[i]) continue;
      ++wrong;
#pragma omp critical
      std::printf("WRONG: %s on %s, source %u: reached %llu distance %llu harmonic %.17g eccentricity %u, not %llu %llu %.17g %u\n",
                  name.c_str(), graph.name.c_str(), sources[i],
                  static_cast<unsigned long long>(found[i].reached), static_cast<unsigned long long>(found[i].distance),
                  found[i].harmonic, found[i].eccentricity, static_cast<unsigned long long>(expected.reached),
                  static_cast<unsigned long long>(expected.distance), expected.harmonic, expected.eccentricity);
    }
    failures_ += wrong;
  }

  void run_vectors(const std::string& folder) {
    u64 batches = 0;
    for (const std::string& path : test::list_vectors(folder)) {
      const test::Vector vector = test::read_vector(path);
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
      if (graph.live_count == 0) continue;
      for (const u32 width : options_.widths) {
        MultiEngine engine(*modules_[0], graph, width, 1 + static_cast<u32>(batches % 40), options_.lanes_log);
        for (const u32 fill : {1u, 31u, 32u, 33u, width - 1, width}) {
          std::vector<u32> sources(fill);
          for (u32 i = 0; i < fill; ++i) sources[i] = static_cast<u32>(u64{i} * 2654435761u % vector.vertex_count);
          for (const std::string& name : options_.engines) {
            MultiCosts costs = kH200MultiCosts;
            if (batches % 4 < 3) costs.allowed = 1u << (1 + batches % 4) | (name == "near" ? 1u << 4 : 0);
            if (is_independent(name)) costs.allowed = 0;
            if (!is_ours(name) && width != kTensorWidth) continue;
            engine.run(*modules_[0], name, sources, costs, Summed::PerSource, batches % 2 == 0);
            verify(graph, engine, engine.entry_name(name), sources, fill);
            ++batches;
          }
        }
      }
    }
    std::printf("vectors: %llu batches\n", static_cast<unsigned long long>(batches));
  }

  std::vector<std::vector<u32>> draw_batches(const HostGraph& graph, u32 width) {
    std::vector<std::vector<u32>> batches;
    const bool cells = options_.draw == "cells";
    const std::vector<u32> sources = cells ? grow_cells(graph, width) : draw_sources(graph, width * options_.batches);
    const u64 whole = sources.size() / width;
    for (u64 b = 0; b < std::min<u64>(whole, options_.batches); ++b) {
      const u64 at = cells ? (b * 0x9E3779B97F4A7C15ull >> 20) % whole : b;
      batches.emplace_back(sources.begin() + static_cast<std::ptrdiff_t>(at * width),
                           sources.begin() + static_cast<std::ptrdiff_t>((at + 1) * width));
    }
    if (batches.empty()) batches.push_back(sources);
    return batches;
  }

  void run_graph(const std::string& job) {
    const auto start = std::chrono::steady_clock::now();
    const bool packed = std::any_of(options_.engines.begin(), options_.engines.end(), [](const auto& name) { return !is_ours(name); });
    const HostGraph graph = generate(job, packed);
    std::printf("%s: %u vertices, %u with edges, %llu edges, built in %.1f s\n", job.c_str(), graph.vertex_count,
                graph.live_count, static_cast<unsigned long long>(graph.edge_count()), seconds_since(start));
    for (const u32 width : options_.widths) {
      MultiEngine engine(*modules_[0], graph, width, options_.piece_edges, options_.lanes_log);
      const auto batches = draw_batches(graph, width);
      for (const std::string& name : options_.engines) {
        if (name.starts_with("naive")) {
          run_naive(graph, name, width, batches[0]);
          continue;
        }
        if (!is_ours(name) && width != kTensorWidth) continue;
        engine.run(*modules_[0], name, batches[0], costs_of(options_.costs[0]), Summed::PerSource, false);
        verify(graph, engine, engine.entry_name(name), batches[0], options_.checks);
        std::printf("  checked at %.1f s\n", seconds_since(start));
        for (std::size_t m = 0; m < modules_.size(); ++m) {
          for (const std::string& costs : options_.costs) {
            run_batches(engine, name, graph, m, width, batches, costs, options_.per_target ? Summed::PerTarget : Summed::PerSource);
            if (options_.uncounted) run_batches(engine, name, graph, m, width, batches, costs, Summed::Nothing);
          }
        }
      }
    }
  }

  /// The paper's single-source kernel, source after source.
  void run_naive(const HostGraph& graph, const std::string& name, u32 width, const std::vector<u32>& batch) {
    std::vector<u32> numbers(graph.vertex_count);
    for (u32 v = 0; v < graph.vertex_count; ++v) numbers[v] = v;
    DeviceEngine engine(*modules_[0], graph, numbers);
    const Variant variant = variant_of(name == "naive_eager" ? "bfs_eager" : "bfs_lazy");
    std::vector<double> times;
    engine.traverse(variant, batch[0], {});
    for (u32 i = 0; i < kNaiveSources && i < batch.size(); ++i) times.push_back(1000.0 * engine.traverse(variant, batch[i], {}));
    const auto [least, most] = std::minmax_element(times.begin(), times.end());
    double sum = 0;
    for (const double time : times) sum += time;
    std::printf("  %s %s: mean %.2f us per BFS (min %.2f, max %.2f)\n", name.c_str(), variant.name.c_str(),
                sum / static_cast<double>(times.size()), *least, *most);
    char line[512];
    std::snprintf(line, sizeof line,
                  "{\"graph\":\"%s\",\"variant\":\"%s\",\"draw\":\"%s\",\"width\":%u,\"sources\":%zu,\"meanUsPerBfs\":%.3f,"
                  "\"minUsPerBfs\":%.3f,\"maxUsPerBfs\":%.3f}",
                  graph.name.c_str(), variant.name.c_str(), options_.draw.c_str(), width, times.size(),
                  sum / static_cast<double>(times.size()), *least, *most);
    results_.push_back(line);
  }

  void run_batches(MultiEngine& engine, const std::string& name, const HostGraph& graph, std::size_t m, u32 width,
                   const std::vector<std::vector<u32>>& batches, const std::string& costs, Summed summed) {
    std::vector<double> times;
    u64 levels = 0;
    engine.run(*modules_[m], name, batches[0], costs_of(costs), summed, false);
    for (const auto& batch : batches) {
      times.push_back(1000.0 * engine.run(*modules_[m], name, batch, costs_of(costs), summed, false) /
                      static_cast<double>(batch.size()));
      levels += engine.levels();
    }
    const auto [least, most] = std::minmax_element(times.begin(), times.end());
    const Entry& entry = modules_[m]->entry(engine.entry_name(name));
    const double mean_levels = static_cast<double>(levels) / static_cast<double>(times.size());
    std::printf("  %s %s %s %u x %u: sums %s: median %.2f us per BFS (min %.2f, max %.2f), %.0f levels %s\n",
                options_.modules[m].c_str(), engine.entry_name(name).c_str(), options_.draw.c_str(), entry.blocks,
                entry.block_threads, kSummedNames[static_cast<u32>(summed)], median(times), *least, *most, mean_levels, costs.c_str());
    char line[1024];
    std::snprintf(line, sizeof line,
                  "{\"graph\":\"%s\",\"vertices\":%u,\"edges\":%llu,\"module\":\"%s\",\"variant\":\"%s\",\"draw\":\"%s\","
                  "\"sums\":\"%s\",\"costs\":\"%s\",\"width\":%u,\"batches\":%zu,\"blocks\":%u,\"blockThreads\":%u,"
                  "\"meanLevels\":%.1f,\"medianUsPerBfs\":%.3f,\"minUsPerBfs\":%.3f,\"maxUsPerBfs\":%.3f}",
                  graph.name.c_str(), graph.vertex_count, static_cast<unsigned long long>(graph.edge_count()),
                  options_.modules[m].c_str(), engine.entry_name(name).c_str(), options_.draw.c_str(),
                  kSummedNames[static_cast<u32>(summed)], costs.c_str(), width, batches.size(), entry.blocks,
                  entry.block_threads, mean_levels, median(times), *least, *most);
    results_.push_back(line);
    if (options_.trace) print_trace(engine, name, m, batches[0], costs, summed);
  }

  void print_trace(MultiEngine& engine, const std::string& name, std::size_t m, const std::vector<u32>& batch, const std::string& costs,
                   Summed summed) {
    const float bare = engine.run(*modules_[m], name, batch, costs_of(costs), summed, false);
    const float traced = engine.run(*modules_[m], name, batch, costs_of(costs), summed, true);
    const auto records = engine.trace();
    double sum = 0;
    for (std::size_t i = 0; i < records.size(); ++i) {
      const double us = static_cast<double>(records[i].nanoseconds) / 1000;
      sum += us;
      if (i < 14 || i == records.size() / 2) {
        std::printf("    level %2zu %-8s %9u vertices: %9.1f us\n", i + 1, kModeNames[static_cast<u32>(records[i].mode)],
                    records[i].vertices, us);
      }
    }
    std::printf("    batch %.3f ms, traced %.3f, of which levels %.3f\n", bare, traced, sum / 1000);
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
    return bitfront::bench::MultiBench(bitfront::bench::parse(count, words)).run() ? 0 : 1;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "multi_bench: %s\n", e.what());
    return 2;
  }
}
