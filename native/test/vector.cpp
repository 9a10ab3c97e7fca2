#include "vector.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace bitfront::test {

namespace {

constexpr char kMagic[] = "BFVECTOR";
constexpr u32 kVersion = 1;

class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path), file_(path, std::ios::binary) {
    if (!file_) throw std::runtime_error(path + ": cannot be opened");
  }

  void bytes(void* to, std::size_t count) {
    file_.read(static_cast<char*>(to), static_cast<std::streamsize>(count));
    if (!file_) throw std::runtime_error(path_ + ": ends early");
  }

  template <class T>
  T value() {
    T result;
    bytes(&result, sizeof result);
    return result;
  }

  template <class T>
  void array(std::vector<T>& to, u64 count) {
    if (count > 1u << 28) throw std::runtime_error(path_ + ": is too large for a test vector");
    to.resize(count);
    if (count != 0) bytes(to.data(), count * sizeof(T));
  }

  void expect_end() {
    if (file_.peek() != std::ifstream::traits_type::eof()) throw std::runtime_error(path_ + ": goes on after its end");
  }

 private:
  std::string path_;
  std::ifstream file_;
};

template <class T>
void write_array(std::ofstream& file, const std::vector<T>& array) {
  file.write(reinterpret_cast<const char*>(array.data()), static_cast<std::streamsize>(array.size() * sizeof(T)));
}

template <class T>
void write_value(std::ofstream& file, T value) {
  file.write(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace

Vector read_vector(const std::string& path) {
  Reader in(path);
  char magic[8];
  in.bytes(magic, sizeof magic);
  if (std::memcmp(magic, kMagic, sizeof magic) != 0) throw std::runtime_error(path + ": is no test vector");
  if (in.value<u32>() != kVersion) throw std::runtime_error(path + ": has another version");
  Vector v;
  v.name = std::filesystem::path(path).stem();
  v.vertex_count = in.value<u32>();
  const u64 edges = in.value<u64>();
  v.directed = in.value<u32>() != 0;
  const u32 sets = in.value<u32>();
  const u32 vss = in.value<u32>();
  const u32 traversals = in.value<u32>();
  const u64 starts = v.vertex_count + 1ull;
  in.array(v.out_start, starts);
  in.array(v.out_index, edges);
  if (v.directed) {
    in.array(v.in_start, starts);
    in.array(v.in_index, edges);
  } else {
    v.in_start = v.out_start;
    v.in_index = v.out_index;
  }
  in.array(v.old_id_of, v.vertex_count);
  in.array(v.real_ptrs, sets + 1ull);
  in.array(v.virtual_to_real, vss);
  in.array(v.row_ids, u64{kTau} * vss);
  in.array(v.tile_masks, u64{kLanes} * vss);
  v.traversals.resize(traversals);
  for (Traversal& t : v.traversals) {
    t.source = in.value<u32>();
    in.array(t.level, v.vertex_count);
    in.array(t.parent, v.vertex_count);
  }
  in.expect_end();
  return v;
}

void write_vector(const Vector& v, const std::string& path) {
  std::ofstream file(path, std::ios::binary);
  file.write(kMagic, 8);
  write_value(file, kVersion);
  write_value(file, v.vertex_count);
  write_value(file, u64{v.out_index.size()});
  write_value(file, u32{v.directed});
  write_value(file, static_cast<u32>(v.real_ptrs.size() - 1));
  write_value(file, static_cast<u32>(v.virtual_to_real.size()));
  write_value(file, static_cast<u32>(v.traversals.size()));
  write_array(file, v.out_start);
  write_array(file, v.out_index);
  if (v.directed) {
    write_array(file, v.in_start);
    write_array(file, v.in_index);
  }
  for (const auto* array : {&v.old_id_of, &v.real_ptrs, &v.virtual_to_real, &v.row_ids, &v.tile_masks}) {
    write_array(file, *array);
  }
  for (const Traversal& t : v.traversals) {
    write_value(file, t.source);
    write_array(file, t.level);
    write_array(file, t.parent);
  }
  if (!file.flush()) throw std::runtime_error(path + ": cannot be written");
}

std::vector<std::string> list_vectors(const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".bfv") paths.push_back(entry.path());
  }
  if (paths.empty()) throw std::runtime_error(folder + ": holds no .bfv files");
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::vector<u32> component_labels(const Vector& vector) {
  constexpr u32 kNone = ~0u;
  std::vector<u32> label(vector.vertex_count, kNone);
  for (u32 first = 0; first < vector.vertex_count; ++first) {
    if (label[first] != kNone) continue;
    std::vector<u32> stack{first};
    label[first] = first;
    const auto visit = [&](const std::vector<u64>& start, const std::vector<u32>& index, u32 from) {
      for (u64 e = start[from]; e < start[from + 1]; ++e) {
        if (label[index[e]] != kNone) continue;
        label[index[e]] = first;
        stack.push_back(index[e]);
      }
    };
    while (!stack.empty()) {
      const u32 from = stack.back();
      stack.pop_back();
      visit(vector.out_start, vector.out_index, from);
      visit(vector.in_start, vector.in_index, from);
    }
  }
  return label;
}

std::vector<PullSample> samples_of(const Vector& vector) {
  const u64 edges = vector.out_index.size();
  if (edges == 0) return {};
  const std::vector<u32> hubs = hubs_of(vector);
  std::vector<PullSample> samples(kPullSamples);
  for (u64 i = 0; i < kPullSamples; ++i) {
    PullSample& sample = samples[i];
    sample.vertex = vector.out_index[(2 * i + 1) * edges / (2 * kPullSamples)];
    sample.hub = hubs[sample.vertex];
    std::fill(std::begin(sample.pad), std::end(sample.pad), 0);
    std::fill(std::begin(sample.neighbours), std::end(sample.neighbours), ~0u);
    const u64 begin = vector.in_start[sample.vertex], end = vector.in_start[sample.vertex + 1];
    for (u64 at = begin; at < end && at < begin + kSampleLooks; ++at) sample.neighbours[at - begin] = vector.in_index[at];
  }
  return samples;
}

std::vector<bool> strays_of(const Vector& vector, u32 live_count) {
  const std::vector<u32> label = component_labels(vector);
  std::vector<u32> size(vector.vertex_count, 0);
  for (u32 v = 0; v < live_count; ++v) ++size[label[v]];
  const u32 largest = static_cast<u32>(std::max_element(size.begin(), size.end()) - size.begin());
  std::vector<bool> strays(live_count);
  for (u32 v = 0; v < live_count; ++v) strays[v] = label[v] != largest;
  return strays;
}

std::vector<u32> hubs_of(const Vector& v) {
  const auto degree = [&](u32 vertex) { return v.in_start[vertex + 1] - v.in_start[vertex]; };
  std::vector<u32> hubs(v.vertex_count, ~0u);
  for (u32 vertex = 0; vertex < v.vertex_count; ++vertex) {
    for (u64 e = v.in_start[vertex]; e < v.in_start[vertex + 1]; ++e) {
      if (hubs[vertex] == ~0u || degree(v.in_index[e]) > degree(hubs[vertex])) hubs[vertex] = v.in_index[e];
    }
  }
  return hubs;
}

std::vector<u32> firsts_of(const Vector& v) {
  const std::vector<u32> hubs = hubs_of(v);
  std::vector<u32> firsts(4ull * v.vertex_count, ~0u);
  for (u32 vertex = 0; vertex < v.vertex_count; ++vertex) {
    std::vector<u32> others;
    for (u64 e = v.in_start[vertex]; e < v.in_start[vertex + 1]; ++e) {
      if (v.in_index[e] != hubs[vertex]) others.push_back(v.in_index[e]);
    }
    for (std::size_t i = 0; i < others.size() && i < 4; ++i) firsts[4ull * vertex + i] = others[i];
    if (others.size() == 4) firsts[4ull * vertex + 3] |= 1u << 31;
  }
  return firsts;
}

}  // namespace bitfront::test
