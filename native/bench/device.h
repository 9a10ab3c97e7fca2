#pragma once
/// The bench's way to a GPU: the compiled module through the driver API, as the product loads it, memory and events
/// through the runtime.

#include <cuda.h>
#include <cuda_runtime.h>

#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "host_graph.h"

namespace bitfront::bench {

inline void check(cudaError_t result, const char* what) {
  if (result != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(result));
}

inline void check(CUresult result, const char* what) {
  if (result != CUDA_SUCCESS) throw std::runtime_error(std::string(what) + ": CUresult " + std::to_string(result));
}

/// An array in device memory, freed with its owner.
template <class T>
class DeviceArray {
 public:
  DeviceArray() = default;
  explicit DeviceArray(u64 count) : count_(count) {
    check(cudaMalloc(&data_, std::max<u64>(1, count) * sizeof(T)), "allocate");
  }
  template <class Source>
  static DeviceArray of(const Source& host) {
    DeviceArray array(host.size());
    if (!host.empty()) check(cudaMemcpy(array.data_, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice), "upload");
    return array;
  }
  DeviceArray(DeviceArray&& other) noexcept { swap(other); }
  DeviceArray& operator=(DeviceArray&& other) noexcept {
    swap(other);
    return *this;
  }
  ~DeviceArray() { cudaFree(data_); }

  T* data() const { return data_; }
  u64 size() const { return count_; }
  u64 address() const { return reinterpret_cast<u64>(data_); }
  /// The address, which the caller frees.
  u64 release() {
    count_ = 0;
    return reinterpret_cast<u64>(std::exchange(data_, nullptr));
  }
  void clear() { check(cudaMemset(data_, 0, count_ * sizeof(T)), "clear"); }
  std::vector<T> download() const { return download(count_); }
  /// The first `count`.
  std::vector<T> download(u64 count) const {
    std::vector<T> host(count);
    if (count != 0) check(cudaMemcpy(host.data(), data_, count * sizeof(T), cudaMemcpyDeviceToHost), "download");
    return host;
  }

 private:
  void swap(DeviceArray& other) {
    std::swap(data_, other.data_);
    std::swap(count_, other.count_);
  }
  T* data_ = nullptr;
  u64 count_ = 0;
};

/// A kernel of the module and how large a grid of it the device holds.
struct Entry {
  CUfunction function;
  u32 block_threads;
  u32 blocks;  ///< of a cooperative launch
};

/// The compiled module, version checked.
class Module {
 public:
  /// @param threads of a block, `blocks_per_sm`: at most so many, 0: as many as fit; `max_blocks` bounds the grid.
  Module(const std::string& path, u32 threads, u32 blocks_per_sm, u32 max_blocks);
  ~Module();
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  const Entry& entry(const std::string& name);

  template <class Arguments>
  void launch(const std::string& name, const Arguments& arguments, bool cooperative) {
    launch_raw(entry(name), const_cast<Arguments*>(&arguments), cooperative);
  }

 private:
  void launch_raw(const Entry& entry, void* arguments, bool cooperative);

  CUmodule module_{};
  u32 threads_, blocks_per_sm_, max_blocks_;
  int multiprocessors_ = 0;
  std::map<std::string, Entry> entries_;
};

/// Costs of an adaptive traversal's levels as `LevelCosts.expected` of the product has them, which measures its own on large
/// graphs, and all else it chooses by. Where neighbours have near numbers (the paper's eager graphs), most edges out of a
/// frontier lead to visited vertices, and blocks keep what they find, unless edges gather at hubs.
constexpr SwitchCosts costs_for(bool is_local, u32 live_count, u64 edge_count, u32 neighbour_degree) {
  const float words = static_cast<float>(live_count) / 32;
  const float mean_degree = static_cast<float>(edge_count) / static_cast<float>(live_count == 0 ? 1 : live_count);
  const bool hubs = u64{neighbour_degree} * live_count > 8 * edge_count;
  SwitchCosts costs{};
  costs.allowed = 1u << 2 | 1u << 3 | 1u << 4 | 1u << 5 | 1u << 6;
  costs.alone_edges = 1'024;
  costs.alone_after = 4;
  costs.level = {.push_level = 5'600 + 0.0015f * words,
                 .push_burst = neighbour_degree < 1'000 ? 0.1f * static_cast<float>(neighbour_degree) : 100.0f,
                 .push_new = 0.05f,
                 .push_edge = 0.01f,
                 .queue_level = 300 + 0.003f * words,
                 .mark_level = 5'800 + 0.0045f * words,
                 .mark_root = hubs ? 18.0f : 25.0f,
                 .mark_edge = hubs ? 0.004f : 0.01f,
                 .pull_level = 5'500 + 0.0025f * words,
                 .pull_vertex = 0.01f,
                 .pull_probe = hubs ? 0.001f : 0.008f,
                 .probe_limit = mean_degree,
                 .tensor_level = 8'500 + 0.005f * words,
                 .tensor_scan = 8'000 + (words > 100'000 ? 0.15f * (words - 100'000) : 0),
                 .tensor_vss = 0.2f};
  costs.list_edges = mean_degree > 8 ? 4 : 2;
  costs.sort_edges = 2'000'000;
  costs.stay = 1.05f;
  costs.tensor_doubt = 1.25f;
  costs.small_vertices = 100'000;
  costs.small_pieces = 32;
  costs.look = is_local && !hubs ? mean_degree >= 4 : hubs;
  while (costs.small_lanes_log < 5 && static_cast<float>(1u << costs.small_lanes_log) <= mean_degree) ++costs.small_lanes_log;
  if (costs.small_lanes_log > 3) --costs.small_lanes_log;
  if (is_local && !hubs) {
    costs.local_pieces = 64;
    if (mean_degree > 2) costs.small_edges = 500'000;
  }
  return costs;
}

struct Variant {
  std::string name;
  bool wide;
  const char* reset;
};

bool is_adaptive(const std::string& name);
Variant variant_of(const std::string& name);

/// A graph and the state of traversals on a device.
class DeviceEngine {
 public:
  DeviceEngine(Module& module, const HostGraph& graph, const std::vector<u32>& old_id_of);

  struct Limits {
    u32 max_level = ~0u;
    u32 eta = 10;
    SwitchCosts costs{};
    std::vector<u32> targets;
    bool traced = false;
    u32 radius = 0;  ///< of the lists that `bfs_hops` follows; other traversals take no notice
  };

  /// Launches from another module from now on.
  void use(Module& module) { module_ = &module; }

  /// Resets, traverses; milliseconds of the traversal.
  float traverse(const Variant& variant, u32 source, const Limits& limits);

  /// Makes the lists of what lies up to `radius` hops away, and says how long they are and took. Whether each fits a piece.
  bool list_hops(u32 radius);

  u32 steps();
  const DeviceArray<i32>& levels() const { return level_; }
  std::vector<TraceRecord> trace(u32 steps);
  struct Summary {
    std::vector<u64> vertices, edges;
  };
  Summary summarise(bool wide);
  std::vector<i32> parents(bool wide);
  std::vector<i32> renumbered_levels();
  /// What a linear-time check on the device finds: 0 if the levels are right, else 1 + a vertex whose level is wrong.
  u32 verify(u32 source);

 private:
  GraphArrays arrays(bool wide) const;

  Module* module_;
  const HostGraph& host_;
  DeviceArray<u32> real_ptrs_, virtual_to_real_, row_ids_, tile_masks_, in_index_, out_index_, old_id_of_, hubs_, firsts_;
  DeviceArray<u32> in_start_narrow_, out_start_narrow_;
  DeviceArray<u64> in_start_, out_start_;
  DeviceArray<i32> level_;
  DeviceArray<u32> frontier_, next_, visited_, queue_[2], targets_;
  DeviceArray<u64> pieces_[2], told_;
  DeviceArray<BfsControl> control_;
  DeviceArray<TraceRecord> trace_;
  DeviceArray<u32> verdict_;
  DeviceArray<u64> hop_pieces_;
  DeviceArray<u32> hop_index_, near_;
  u32 radius_ = 0, single_from_ = 0;
  bool lists_fit_ = false;
  cudaEvent_t begin_{}, end_{};
};

}  // namespace bitfront::bench
