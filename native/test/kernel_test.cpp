/// Runs every traversal variant on the emulator over a folder of test vectors, each under several seeded schedules.
///
///   kernel_test FOLDER [--schedules N] [--at-least K] [--failures F] [--seed S] [--shard I/N] [--modes BITS]
///   kernel_test FOLDER --variant NAME --graph NAME --run SEED
///
/// With `--modes`, multi-source levels run in these modes alone, where a variant has one of them: bit `1 << mode`. With
/// `--variant` or `--graph`, that alone; on a graph that is named every multi-source variant runs as often as others.
/// `--schedules`: traversals per variant in all, spread over the graphs (default 200), with at least `--at-least` (3) on
/// each; a run of a multi-source variant is two. A failure prints the second form, which repeats it; after `--failures` of
/// them (all) nothing more is run. Exit code 1 if anything failed.

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <functional>
#include <stdexcept>

#include "bound_run.h"
#include "correcting_run.h"
#include "eccentricity_run.h"
#include "entries.h"
#include "hop_run.h"
#include "multi_run.h"
#include "profile_run.h"
#include "verify_run.h"

namespace bitfront::test {

namespace {

using enum Variant::Choice;

constexpr Variant kVariants[] = {
    {"bfs_eager", bfs_eager, bfs_reset_eager, Never, false},
    {"bfs_eager_naive", bfs_eager_naive, bfs_reset_eager, Never, false},
    {"bfs_lazy", bfs_lazy, bfs_reset_lazy, Never, false},
    {"bfs_lazy_naive", bfs_lazy_naive, bfs_reset_lazy, Never, false},
    {"bfs_lazy_pull_32", bfs_lazy_pull_32, bfs_reset_lazy, Paper, false},
    {"bfs_lazy_pull_64", bfs_lazy_pull_64, bfs_reset_lazy, Paper, true},
    {"bfs_auto_32", bfs_auto_32, bfs_reset_auto_32, Auto, false},
    {"bfs_auto_64", bfs_auto_64, bfs_reset_auto_64, Auto, true},
    {"bfs_auto_divided_32", bfs_auto_divided_32, bfs_reset_auto_32, Auto, false, false, false, true},
    {"bfs_auto_divided_64", bfs_auto_divided_64, bfs_reset_auto_64, Auto, true, false, false, true},
    {"bfs_auto_sorted_32", bfs_auto_sorted_32, bfs_reset_auto_32, Auto, false},
    {"bfs_pull_32", bfs_pull_32, bfs_reset_auto_32, Auto, false, false, true},
    {"bfs_pull_64", bfs_pull_64, bfs_reset_auto_64, Auto, true, false, true},
    {"bfs_auto_small_32", bfs_auto_small_32, bfs_reset_auto_32, Auto, false, true},
    {"bfs_auto_small_64", bfs_auto_small_64, bfs_reset_auto_64, Auto, true, true},
};

constexpr MultiVariant kMultiVariants[] = {
    {"multi_wide_256_32", multi_wide_256_32, multi_prepare_32, nullptr, 8, false},
    {"multi_near_256_32", multi_near_256_32, multi_prepare_32, nullptr, 8, false, 0b10010},
    {"multi_wide_256_64", multi_wide_256_64, multi_prepare_64, nullptr, 8, true},
    {"multi_near_256_64", multi_near_256_64, multi_prepare_64, nullptr, 8, true, 0b10010},
    {"multi_wide_512_32", multi_wide_512_32, multi_prepare_32, nullptr, 16, false},
    {"multi_near_512_32", multi_near_512_32, multi_prepare_32, nullptr, 16, false, 0b10010},
    {"multi_wide_512_64", multi_wide_512_64, multi_prepare_64, nullptr, 16, true},
    {"multi_near_512_64", multi_near_512_64, multi_prepare_64, nullptr, 16, true, 0b10010},
    {"multi_wide_1024_32", multi_wide_1024_32, multi_prepare_32, nullptr, 32, false},
    {"multi_near_1024_32", multi_near_1024_32, multi_prepare_32, nullptr, 32, false, 0b10010},
    {"multi_wide_1024_64", multi_wide_1024_64, multi_prepare_64, nullptr, 32, true},
    {"multi_near_1024_64", multi_near_1024_64, multi_prepare_64, nullptr, 32, true, 0b10010},
    {"multi_independent_32", nullptr, nullptr, nullptr, 32, false, 0b1110, multi_independent_32},
    {"multi_independent_64", nullptr, nullptr, nullptr, 32, true, 0b1110, multi_independent_64},
    {"multi_independent_ell_32", nullptr, nullptr, nullptr, 32, false, 0b1110, multi_independent_ell_32, multi_rows_32},
    {"multi_independent_ell_64", nullptr, nullptr, nullptr, 32, true, 0b1110, multi_independent_ell_64, multi_rows_64},
    {"multi_tensor_plain", nullptr, nullptr, multi_tensor_plain, 8, false},
    {"multi_tensor_reindexed", nullptr, nullptr, multi_tensor_reindexed, 8, false},
    {"multi_tensor", nullptr, nullptr, multi_tensor, 8, false},
};

constexpr VerifyVariant kVerifyVariants[] = {
    {"bfs_verify_32", bfs_verify_32, false},
    {"bfs_verify_64", bfs_verify_64, true},
};

/// A variant of any kind: its name, and one run of it, of `traversals`, with what a seed draws.
struct Case {
  const char* name;
  u64 traversals;
  bool many_sources;
  std::function<std::string(EmulatedGraph&, u64)> run;
};

/// Batches are dear: a level takes 32 lanes for every vertex and edge. Up to this size a graph is run on as often as a
/// single search is; up to the next ones, in vertices times levels, each graph by some of the variants, once.
constexpr u32 kSmallBatchGraph = 40;
constexpr u64 kMiddleBatchWork = 10'000, kLargestBatchWork = 130'000;

/// How many of the multi-source variants run on a graph larger than the smallest.
u64 batch_variants(const Vector& vector) {
  i32 depth = 0;
  for (const Traversal& traversal : vector.traversals) {
    depth = std::max(depth, *std::max_element(traversal.level.begin(), traversal.level.end()));
  }
  const u64 work = u64{vector.vertex_count} * static_cast<u64>(depth + 2);
  return work <= kMiddleBatchWork ? 3 : work <= kLargestBatchWork ? 1 : 0;
}

std::vector<Case> all_cases(u32 modes) {
  std::vector<Case> cases;
  for (const Variant& variant : kVariants) {
    cases.push_back({variant.name, 1, false, [&variant](EmulatedGraph& graph, u64 seed) { return run_traversal(graph, variant, seed); }});
  }
  for (const MultiVariant& variant : kMultiVariants) {
    MultiVariant limited = variant;
    if ((variant.modes & modes) != 0) limited.modes &= modes;
    cases.push_back({variant.name, 2, true, [limited](EmulatedGraph& graph, u64 seed) { return run_batches(graph, limited, seed); }});
  }
  for (const VerifyVariant& variant : kVerifyVariants) {
    cases.push_back({variant.name, 3, false, [&variant](EmulatedGraph& graph, u64 seed) { return run_verify(graph, variant, seed); }});
  }
  cases.push_back({"profile", 1, false, run_profiles});
  cases.push_back({"hops", 3, false, run_hops});
  cases.push_back({"correcting", 1, false, run_correcting});
  cases.push_back({"bound", 1, false, run_bounds});
  cases.push_back({"eccentricity", 1, false, run_eccentricities});
  return cases;
}

struct Options {
  std::string folder;
  u64 schedules = 200;
  u64 at_least = 3;
  u64 failures = ~u64{0};
  u64 seed = 1;
  u64 shard = 0, shards = 1;
  std::string variant, graph;
  u32 modes = ~0u;
  u64 run = 0;
  bool single = false;
};

u64 number(std::string_view text) {
  u64 value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw std::invalid_argument(std::string(text) + " is no number");
  }
  return value;
}

Options parse(int count, char** words) {
  Options options;
  if (count < 2) throw std::invalid_argument("no folder of test vectors given");
  options.folder = words[1];
  for (int i = 2; i + 1 < count; i += 2) {
    const std::string_view name = words[i];
    const std::string_view value = words[i + 1];
    if (name == "--schedules") options.schedules = number(value);
    else if (name == "--at-least") options.at_least = number(value);
    else if (name == "--failures") options.failures = number(value);
    else if (name == "--seed") options.seed = number(value);
    else if (name == "--modes") options.modes = static_cast<u32>(number(value));
    else if (name == "--variant") options.variant = value;
    else if (name == "--graph") options.graph = value;
    else if (name == "--run") options.run = number(value), options.single = true;
    else if (name == "--shard") {
      const std::size_t slash = value.find('/');
      if (slash == value.npos) throw std::invalid_argument("--shard wants I/N");
      options.shard = number(value.substr(0, slash));
      options.shards = number(value.substr(slash + 1));
    } else throw std::invalid_argument("unknown option " + std::string(name));
  }
  return options;
}

u64 mix(u64 a, u64 b) { return emulator::Random(a ^ b * 0xD1342543DE82EF95ull).next(); }

/// True if the run was as it should be.
bool run_one(const Options& options, EmulatedGraph& graph, const Case& variant, u64 seed) {
  const std::string wrong = variant.run(graph, seed);
  if (wrong.empty()) return true;
  std::printf("FAILED %s on %s: %s\n  again: kernel_test %s --variant %s --graph %s --run %llu\n", variant.name,
              graph.vector().name.c_str(), wrong.c_str(), options.folder.c_str(), variant.name,
              graph.vector().name.c_str(), static_cast<unsigned long long>(seed));
  return false;
}

int run_all(const Options& options) {
  const auto cases = all_cases(options.modes);
  const auto paths = list_vectors(options.folder);
  const auto per_graph = [&](const Case& variant) {
    const u64 runs = (options.schedules + paths.size() - 1) / paths.size();
    return (std::max(options.at_least, runs) + variant.traversals - 1) / variant.traversals;
  };
  // One for all graphs: the system clears each page once.
  emulator::Memory memory(kMemoryBytes);
  u64 runs = 0, failures = 0;
  for (std::size_t p = 0; p < paths.size(); ++p) {
    const Vector vector = read_vector(paths[p]);
    if (vector.traversals.empty()) continue;
    if (!options.graph.empty() && options.graph != vector.name) continue;
    EmulatedGraph graph(memory, vector);
    for (std::size_t v = 0; v < cases.size(); ++v) {
      const Case& variant = cases[v];
      if (!options.variant.empty() && options.variant != variant.name) continue;
      if (options.single) return run_one(options, graph, variant, options.run) ? 0 : 1;
      const bool sampled = variant.many_sources && vector.vertex_count > kSmallBatchGraph && options.graph.empty();
      if (sampled && (p + v + options.seed) % std::size(kMultiVariants) >= batch_variants(vector)) continue;
      const u64 count = sampled ? 1 : per_graph(variant);
      for (u64 i = 0; i < count && failures < options.failures; ++i) {
        if ((p * cases.size() + v + i) % options.shards != options.shard) continue;
        ++runs;
        failures += !run_one(options, graph, variant, mix(mix(options.seed, std::hash<std::string>{}(vector.name)), v << 32 | i));
      }
    }
  }
  if (runs == 0) throw std::invalid_argument("nothing ran: no such graph or variant");
  std::printf("kernel_test: %llu runs of %zu variants on %zu graphs, %llu failed\n", static_cast<unsigned long long>(runs),
              cases.size(), paths.size(), static_cast<unsigned long long>(failures));
  return failures == 0 ? 0 : 1;
}

}  // namespace

}  // namespace bitfront::test

int main(int count, char** words) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  try {
    return bitfront::test::run_all(bitfront::test::parse(count, words));
  } catch (const std::exception& e) {
    std::fprintf(stderr, "kernel_test: %s\n", e.what());
    return 2;
  }
}
