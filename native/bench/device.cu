#include "device.h"

#include <algorithm>
#include <string_view>

namespace bitfront::bench {

namespace {

constexpr u32 kTraceCapacity = 1 << 17;

/// A driver function by name, without linking the driver.
template <class Function>
Function driver(const char* name) {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found;
  check(cudaGetDriverEntryPointByVersion(name, &function, 12000, cudaEnableDefault, &found), name);
  if (found != cudaDriverEntryPointSuccess) throw std::runtime_error(std::string(name) + " is not in the driver");
  return reinterpret_cast<Function>(function);
}

#define DRIVER(name) driver<decltype(&name)>(#name)

/// Every edge spans at most one level upwards, every reached vertex but the source has an in-neighbour one level up.
/// Shares nothing with the traversals.
__global__ void verify_levels(const u64* out_start, const u32* out_index, const u64* in_start, const u32* in_index,
                              const i32* level, u32 n, u32 source, u32* verdict) {
  const u32 warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const u32 lane = threadIdx.x % 32;
  for (u32 v = warp; v < n; v += gridDim.x * blockDim.x / 32) {
    const i32 own = level[v];
    bool wrong = (own == 0) != (v == source) || own < -1;
    bool has_parent = own <= 0;
    if (own >= 0) {
      for (u64 e = out_start[v] + lane; e < out_start[v + 1]; e += 32) {
        const i32 below = level[out_index[e]];
        wrong |= below < 0 || below > own + 1;
      }
    }
    for (u64 e = in_start[v] + lane; own > 0 && !has_parent && e < in_start[v + 1]; e += 32) {
      has_parent = level[in_index[e]] == own - 1;
    }
    if (__any_sync(~0u, wrong) || !__any_sync(~0u, has_parent)) {
      if (lane == 0) atomicMax(verdict, v + 1);
    }
  }
}

/// The vertex from which on none has more than one in-neighbour.
u32 single_from(const HostGraph& graph) {
  u32 vertex = graph.live_count;
  while (vertex > 0 && graph.in_starts()[vertex] - graph.in_starts()[vertex - 1] <= 1) --vertex;
  return vertex;
}

}  // namespace

Module::Module(const std::string& path, u32 threads, u32 blocks_per_sm, u32 max_blocks)
    : threads_(threads), blocks_per_sm_(blocks_per_sm), max_blocks_(max_blocks) {
  check(cudaFree(nullptr), "open the device");
  int device = 0;
  check(cudaGetDevice(&device), "current device");
  check(cudaDeviceGetAttribute(&multiprocessors_, cudaDevAttrMultiProcessorCount, device), "count multiprocessors");
  check(DRIVER(cuModuleLoad)(&module_, path.c_str()), "load the module");
  CUdeviceptr address = 0;
  std::size_t bytes = 0;
  check(DRIVER(cuModuleGetGlobal)(&address, &bytes, module_, "bitfront_abi_version"), "find bitfront_abi_version");
  u32 version = 0;
  check(cudaMemcpy(&version, reinterpret_cast<void*>(address), sizeof version, cudaMemcpyDeviceToHost), "read the version");
  if (version != kAbiVersion) throw std::runtime_error("the module has ABI version " + std::to_string(version));
}

Module::~Module() { DRIVER(cuModuleUnload)(module_); }

const Entry& Module::entry(const std::string& name) {
  const auto known = entries_.find(name);
  if (known != entries_.end()) return known->second;
  Entry entry{};
  check(DRIVER(cuModuleGetFunction)(&entry.function, module_, name.c_str()), name.c_str());
  int threads = 0, per_sm = 0;
  check(DRIVER(cuFuncGetAttribute)(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, entry.function), "block size");
  if (threads_ != 0) threads = std::min(threads, static_cast<int>(threads_));
  check(DRIVER(cuOccupancyMaxActiveBlocksPerMultiprocessor)(&per_sm, entry.function, threads, 0), "occupancy");
  if (blocks_per_sm_ != 0) per_sm = std::min(per_sm, static_cast<int>(blocks_per_sm_));
  entry.block_threads = static_cast<u32>(threads);
  entry.blocks = static_cast<u32>(per_sm * multiprocessors_);
  if (max_blocks_ != 0) entry.blocks = std::min(entry.blocks, max_blocks_);
  return entries_[name] = entry;
}

void Module::launch_raw(const Entry& entry, void* arguments, bool cooperative) {
  void* parameters[] = {arguments};
  if (cooperative) {
    static const auto launch = DRIVER(cuLaunchCooperativeKernel);
    check(launch(entry.function, entry.blocks, 1, 1, entry.block_threads, 1, 1, 0, nullptr, parameters), "launch");
  } else {
    static const auto launch = DRIVER(cuLaunchKernel);
    check(launch(entry.function, entry.blocks, 1, 1, entry.block_threads, 1, 1, 0, nullptr, parameters, nullptr), "launch");
  }
}

bool is_adaptive(const std::string& name) {
  return name.starts_with("bfs_auto") || name.starts_with("bfs_pull") ||
         name.starts_with("bfs_correcting") || name == "bfs_hops";
}

Variant variant_of(const std::string& name) {
  if (name == "bfs_hops") return {name, false, "bfs_reset_hops"};
  const bool wide = name.ends_with("_64");
  if (name.starts_with("bfs_correcting")) return {name, wide, "bfs_reset_correcting"};
  if (is_adaptive(name)) return {name, wide, wide ? "bfs_reset_auto_64" : "bfs_reset_auto_32"};
  return {name, wide, name.starts_with("bfs_eager") ? "bfs_reset_eager" : "bfs_reset_lazy"};
}

DeviceEngine::DeviceEngine(Module& module, const HostGraph& graph, const std::vector<u32>& old_id_of)
    : module_(&module),
      host_(graph),
      real_ptrs_(DeviceArray<u32>::of(graph.real_ptrs)),
      virtual_to_real_(DeviceArray<u32>::of(graph.virtual_to_real)),
      row_ids_(DeviceArray<u32>::of(graph.row_ids)),
      tile_masks_(DeviceArray<u32>::of(graph.tile_masks)),
      in_index_(DeviceArray<u32>::of(graph.in_indices())),
      old_id_of_(DeviceArray<u32>::of(old_id_of)),
      hubs_(DeviceArray<u32>::of(graph.hubs)),
      in_start_(DeviceArray<u64>::of(graph.in_starts())),
      level_(graph.vertex_count),
      frontier_(bitmap_words(graph.vertex_count)),
      next_(bitmap_words(graph.vertex_count)),
      visited_(bitmap_words(graph.vertex_count)),
      queue_{DeviceArray<u32>(graph.virtual_to_real.size()), DeviceArray<u32>(graph.virtual_to_real.size())},
      targets_(bitmap_words(graph.vertex_count)),
      pieces_{DeviceArray<u64>(piece_capacity(graph.vertex_count, graph.edge_count())),
              DeviceArray<u64>(piece_capacity(graph.vertex_count, graph.edge_count()))},
      control_(1),
      trace_(kTraceCapacity),
      verdict_(1) {
  if (graph.edge_count() >> 32 == 0) {
    const Array<u32> narrow(graph.in_starts().begin(), graph.in_starts().end());
    in_start_narrow_ = DeviceArray<u32>::of(narrow);
    if (graph.directed) {
      out_start_narrow_ = DeviceArray<u32>::of(Array<u32>(graph.out_start.begin(), graph.out_start.end()));
    }
  }
  if (graph.directed) {
    out_start_ = DeviceArray<u64>::of(graph.out_start);
    out_index_ = DeviceArray<u32>::of(graph.out_index);
  }
  control_.clear();
  single_from_ = single_from(graph);
  firsts_ = DeviceArray<u32>(4ull * single_from_);
  (module).launch("graph_firsts_64", FirstsArguments{arrays(true), {firsts_.address()}}, false);
  check(cudaEventCreate(&begin_), "create an event");
  check(cudaEventCreate(&end_), "create an event");
}

GraphArrays DeviceEngine::arrays(bool wide) const {
  GraphArrays g{};
  g.real_ptrs = {real_ptrs_.address()};
  g.virtual_to_real = {virtual_to_real_.address()};
  g.row_ids = {row_ids_.address()};
  g.tile_masks = {tile_masks_.address()};
  g.in_start = {wide ? in_start_.address() : in_start_narrow_.address()};
  g.in_index = {in_index_.address()};
  g.out_start = g.in_start;
  if (host_.directed) g.out_start = {wide ? out_start_.address() : out_start_narrow_.address()};
  g.old_id_of = {old_id_of_.address()};
  g.out_index = {host_.directed ? out_index_.address() : in_index_.address()};
  g.hubs = {hubs_.address()};
  g.firsts = {firsts_.address()};
  g.live_count = host_.live_count;
  g.single_from = single_from_;
  g.vertex_count = host_.vertex_count;
  g.slice_set_count = static_cast<u32>(host_.real_ptrs.size() - 1);
  g.vss_count = static_cast<u32>(host_.virtual_to_real.size());
  return g;
}

bool DeviceEngine::list_hops(u32 radius) {
  if (radius_ == radius) return lists_fit_;
  radius_ = radius;
  const u32 n = host_.vertex_count;
  hop_index_ = {};
  hop_pieces_ = DeviceArray<u64>(n);
  near_ = DeviceArray<u32>(n / 8 + 1);
  DeviceArray<HopCounts> counts(1);
  HopArguments a{arrays(true), {}, {}, {counts.address()}, 0, radius, 1, 0};
  float milliseconds[2];
  for (float& taken : milliseconds) {
    counts.clear();
    module_->entry("graph_hops_64");
    check(cudaEventRecord(begin_), "record");
    module_->launch("graph_hops_64", a, false);
    check(cudaEventRecord(end_), "record");
    check(cudaEventSynchronize(end_), "list hops");
    check(cudaEventElapsedTime(&taken, begin_, end_), "time");
    if (!a.pieces.is_null()) break;
    a.capacity = counts.download()[0].entries;
    hop_index_ = DeviceArray<u32>(a.capacity);
    a.pieces = {hop_pieces_.address()}, a.index = {hop_index_.address()};
  }
  const HopCounts found = counts.download()[0];
  std::printf("  lists of %u hops: %.2f entries on average, the longest %u; counted in %.2f ms, made in %.2f\n", radius,
              static_cast<double>(found.entries) / n, found.longest, milliseconds[0], milliseconds[1]);
  lists_fit_ = found.longest <= kMostListed;
  return lists_fit_;
}

float DeviceEngine::traverse(const Variant& variant, u32 source, const Limits& limits) {
  BfsArguments a{};
  a.graph = arrays(variant.wide);
  a.state = {{level_.address()}, {frontier_.address()}, {next_.address()}, {visited_.address()},
             {{queue_[0].address()}, {queue_[1].address()}}, {control_.address()},
             {{pieces_[0].address()}, {pieces_[1].address()}}, {}, 0};
  a.request = {source, limits.max_level, limits.eta, static_cast<u32>(limits.targets.size()), {}, {}, kTraceCapacity, 0,
               limits.costs, {}, {}};
  if (!limits.targets.empty()) {
    std::vector<u32> words(targets_.size(), 0);
    for (const u32 target : limits.targets) words[target / 32] |= 1u << target % 32;
    check(cudaMemcpy(targets_.data(), words.data(), words.size() * 4, cudaMemcpyHostToDevice), "upload targets");
    a.request.targets = {targets_.address()};
  }
  if (variant.name.starts_with("bfs_correcting")) {
    if (told_.size() == 0) told_ = DeviceArray<u64>(told_words(module_->entry(variant.name).blocks));
    a.state.told = {told_.address()}, a.state.told_count = told_.size();
  }
  if (variant.name == "bfs_hops") {
    if (!list_hops(limits.radius)) throw std::runtime_error("a list is too long");
    a.hops = {{hop_pieces_.address()}, {hop_index_.address()}, {near_.address()}, limits.radius, 0};
    a.request.costs.small_vertices = ~0u;
  }
  if (limits.traced) a.request.trace = {trace_.address()};
  module_->launch(variant.reset, a, false);
  module_->entry(variant.name);
  check(cudaEventRecord(begin_), "record");
  module_->launch(variant.name, a, true);
  check(cudaEventRecord(end_), "record");
  check(cudaEventSynchronize(end_), "traverse");
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, begin_, end_), "time");
  return milliseconds;
}

u32 DeviceEngine::steps() { return control_.download()[0].steps; }

std::vector<TraceRecord> DeviceEngine::trace(u32 steps) {
  std::vector<TraceRecord> records(std::min(steps, kTraceCapacity));
  if (!records.empty()) {
    check(cudaMemcpy(records.data(), trace_.data(), records.size() * sizeof(TraceRecord), cudaMemcpyDeviceToHost), "download");
  }
  return records;
}

DeviceEngine::Summary DeviceEngine::summarise(bool wide) {
  const u32 count = steps() + 1;
  DeviceArray<u64> vertices(count), edges(count);
  vertices.clear();
  edges.clear();
  const SummaryArguments a{arrays(wide), {level_.address()}, {vertices.address()}, {edges.address()}, {}, {}, count, 0};
  module_->launch(wide ? "bfs_summary_64" : "bfs_summary_32", a, false);
  return {vertices.download(), edges.download()};
}

std::vector<i32> DeviceEngine::parents(bool wide) {
  DeviceArray<i32> parent(host_.vertex_count);
  const ParentArguments a{arrays(wide), {level_.address()}, {parent.address()}, ~0u, 0};
  module_->launch(wide ? "bfs_parents_64" : "bfs_parents_32", a, false);
  return parent.download();
}

std::vector<i32> DeviceEngine::renumbered_levels() {
  DeviceArray<i32> to(host_.vertex_count);
  module_->launch("renumber", RenumberArguments{{old_id_of_.address()}, {level_.address()}, {to.address()}, host_.vertex_count, 4},
                 false);
  return to.download();
}

u32 DeviceEngine::verify(u32 source) {
  verdict_.clear();
  const u64* out_start = host_.directed ? out_start_.data() : in_start_.data();
  const u32* out_index = host_.directed ? out_index_.data() : in_index_.data();
  verify_levels<<<2048, 256>>>(out_start, out_index, in_start_.data(), in_index_.data(), level_.data(), host_.vertex_count,
                               source, verdict_.data());
  check(cudaGetLastError(), "verify");
  return verdict_.download()[0];
}

}  // namespace bitfront::bench
