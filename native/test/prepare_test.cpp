/// Runs the kernels that prepare a graph on the emulator: every test vector is built again from its edges, shuffled, with
/// duplicates and self-loops among them, and must come out as the vector says, array by array; every generated stream of
/// edges must be the one that the Java generators made.
///
///   prepare_test FOLDER [--schedules N] [--seed S]
///
/// The host's sorts and scans stand in for CUB's.

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>

#include "prepare_checks.h"

namespace bitfront {
extern u32 kLongList;  // of prepare.cuh
}

namespace bitfront::test {

namespace {

constexpr std::size_t kMemoryBytes = 64u << 20;

std::vector<std::string> list_streams(const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".bfe") paths.push_back(entry.path());
  }
  if (paths.size() < 4) throw std::runtime_error(folder + ": holds no .bfe files");
  std::sort(paths.begin(), paths.end());
  return paths;
}

int run(const std::string& folder, u64 schedules, u64 seed) {
  // One for all runs: the system clears each page once.
  emulator::Memory memory(kMemoryBytes);
  u64 runs = 0, failures = 0;
  const auto attempt = [&](const std::string& name, const std::function<void(Device&)>& check) {
    Device device(memory, emulator::Random(seed * 1'000'003 + runs).next());
    kLongList = device.random().below(3) == 0 ? 8'192 : 1 + device.random().below(30);
    ++runs;
    try {
      check(device);
    } catch (const std::runtime_error& e) {
      std::printf("FAILED %s: %s\n  again: prepare_test %s --seed %llu\n", name.c_str(), e.what(), folder.c_str(),
                  static_cast<unsigned long long>(seed));
      ++failures;
    }
  };
  void (*const checks[])(Device&, const Vector&) = {check_csc, check_order, check_hubs, check_bvss, check_figures};
  for (const std::string& path : list_vectors(folder)) {
    const Vector vector = read_vector(path);
    if (vector.vertex_count == 0) continue;
    for (u64 i = 0; i < schedules && failures < 5; ++i) {
      for (const auto check : checks) attempt(vector.name, [&](Device& device) { check(device, vector); });
    }
    if (failures < 5) attempt(vector.name, [&](Device& device) { check_jaccard(device, vector); });
  }
  for (const std::string& path : list_streams(folder)) {
    const Stream stream = read_stream(path);
    for (u64 i = 0; i < schedules && failures < 5; ++i) {
      attempt(path, [&](Device& device) { check_stream(device, stream); });
    }
  }
  std::printf("prepare_test: %llu runs, %llu failed\n", static_cast<unsigned long long>(runs),
              static_cast<unsigned long long>(failures));
  return failures == 0 ? 0 : 1;
}

}  // namespace

}  // namespace bitfront::test

int main(int count, char** words) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  if (count < 2) {
    std::fprintf(stderr, "prepare_test: no folder of test vectors given\n");
    return 2;
  }
  bitfront::u64 schedules = 3, seed = 1;
  for (int i = 2; i + 1 < count; i += 2) {
    (std::strcmp(words[i], "--seed") == 0 ? seed : schedules) = std::strtoull(words[i + 1], nullptr, 10);
  }
  try {
    return bitfront::test::run(words[1], schedules, seed);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "prepare_test: %s\n", e.what());
    return 2;
  }
}
