#include "verify_run.h"

#include <algorithm>
#include <iterator>

#include "entries.h"

namespace bitfront::test {

namespace {

using Levels = std::vector<i32>;

/// A way for levels to be wrong: makes them so, or returns false where this graph has no place for it.
struct Corruption {
  const char* name;
  bool (*apply)(const Vector& vector, u32 source, Levels& level, emulator::Random& random);
};

/// One of the vertices that `eligible` admits; vertex_count where there is none.
template <class Eligible>
u32 pick(const Levels& level, emulator::Random& random, Eligible eligible) {
  const auto count = static_cast<u32>(level.size());
  const u32 first = random.below(count);
  for (u32 i = 0; i < count; ++i) {
    const u32 vertex = (first + i) % count;
    if (eligible(vertex)) return vertex;
  }
  return count;
}

/// Gives a vertex of those that `eligible` admits another level.
template <class Eligible, class Change>
bool change_one(Levels& level, emulator::Random& random, Eligible eligible, Change change) {
  const u32 vertex = pick(level, random, eligible);
  if (vertex == level.size()) return false;
  level[vertex] = change(level[vertex]);
  return true;
}

bool shift_from(Levels& level, emulator::Random& random, i32 least, i32 by) {
  const i32 deepest = *std::max_element(level.begin(), level.end());
  if (deepest < least) return false;
  const i32 first = least + static_cast<i32>(random.below(static_cast<u32>(deepest - least) + 1));
  for (i32& of : level) of += of >= first ? by : 0;
  return true;
}

constexpr Corruption kCorruptions[] = {
    {"a reached vertex made unreached",
     [](const Vector&, u32 source, Levels& level, emulator::Random& random) {
       return change_one(level, random, [&](u32 v) { return level[v] > 0 && v != source; }, [](i32) { return -1; });
     }},
    {"a reached vertex that leads nowhere made unreached",
     [](const Vector& vector, u32 source, Levels& level, emulator::Random& random) {
       const auto leaf = [&](u32 v) {
         return v != source && level[v] > 0 &&
                std::all_of(vector.out_index.begin() + static_cast<std::ptrdiff_t>(vector.out_start[v]),
                            vector.out_index.begin() + static_cast<std::ptrdiff_t>(vector.out_start[v + 1]),
                            [&](u32 to) { return level[to] <= level[v]; });
       };
       return change_one(level, random, leaf, [](i32) { return -1; });
     }},
    {"a level one too high",
     [](const Vector&, u32, Levels& level, emulator::Random& random) {
       return change_one(level, random, [&](u32 v) { return level[v] > 0; }, [](i32 of) { return of + 1; });
     }},
    {"a level one too low, a parent's",
     [](const Vector&, u32, Levels& level, emulator::Random& random) {
       return change_one(level, random, [&](u32 v) { return level[v] > 0; }, [](i32 of) { return of - 1; });
     }},
    {"all levels from one on too high",
     [](const Vector&, u32, Levels& level, emulator::Random& random) { return shift_from(level, random, 1, 1); }},
    {"all levels from one on too low",
     [](const Vector&, u32, Levels& level, emulator::Random& random) { return shift_from(level, random, 2, -1); }},
    {"an unreached vertex given a level",
     [](const Vector&, u32, Levels& level, emulator::Random& random) {
       const i32 of = 1 + static_cast<i32>(random.below(4));
       return change_one(level, random, [&](u32 v) { return level[v] < 0; }, [&](i32) { return of; });
     }},
    {"a second source",
     [](const Vector& vector, u32, Levels& level, emulator::Random& random) {
       const auto alone = [&](u32 v) { return level[v] < 0 && vector.out_start[v] == vector.out_start[v + 1]; };
       return change_one(level, random, alone, [](i32) { return 0; }) ||
              change_one(level, random, [&](u32 v) { return level[v] < 0; }, [](i32) { return 0; });
     }},
    {"no source",
     [](const Vector&, u32 source, Levels& level, emulator::Random& random) {
       level[source] = random.below(2) == 0 ? -1 : 1;
       return true;
     }},
    {"no level at all",
     [](const Vector&, u32, Levels& level, emulator::Random& random) {
       return change_one(level, random, [&](u32 v) { return level[v] < 0; }, [](i32) { return -2; });
     }},
};

/// What is wrong with a vertex's level as its edges show it, worked out edge by edge from the tail.
std::vector<bool> wrong_vertices(const Vector& vector, u32 source, const Levels& level) {
  const u32 n = vector.vertex_count;
  std::vector<bool> wrong(n), has_parent(n);
  for (u32 from = 0; from < n; ++from) {
    for (u64 e = vector.out_start[from]; e < vector.out_start[from + 1]; ++e) {
      const u32 to = vector.out_index[e];
      if (level[to] == level[from] + 1) has_parent[to] = true;
      if (level[from] >= 0 && (level[to] < 0 || level[to] - level[from] > 1)) wrong[from] = true;
    }
  }
  for (u32 v = 0; v < n; ++v) {
    if (level[v] > 0 && !has_parent[v]) wrong[v] = true;
    if ((level[v] == 0) != (v == source) || level[v] < -1) wrong[v] = true;
  }
  return wrong;
}

class VerifyRun {
 public:
  VerifyRun(EmulatedGraph& graph, const VerifyVariant& variant, emulator::Random& random)
      : graph_(graph), memory_(graph.memory()), variant_(variant), random_(random), far_(random.below(2) == 0) {}

  std::string all() {
    const Vector& vector = graph_.vector();
    const Traversal& traversal = vector.traversals[random_.below(static_cast<u32>(vector.traversals.size()))];
    source_ = traversal.source;
    Levels right(vector.vertex_count);
    for (u32 v = 0; v < vector.vertex_count; ++v) right[v] = traversal.level[vector.old_id_of[v]];
    std::string wrong = check("right levels", right);
    const u32 first = random_.below(std::size(kCorruptions));
    const u32 count = vector.vertex_count > kWideGrids ? 2 : std::size(kCorruptions);
    for (u32 i = 0; i < count && wrong.empty(); ++i) {
      const Corruption& corruption = kCorruptions[(first + i) % std::size(kCorruptions)];
      Levels level = right;
      if (!corruption.apply(vector, source_, level, random_)) continue;
      wrong = check(corruption.name, level);
    }
    return wrong;
  }

 private:
  std::string check(const char* what, const Levels& level) {
    const std::vector<bool> expected = wrong_vertices(graph_.vector(), source_, level);
    const auto count = static_cast<u32>(std::count(expected.begin(), expected.end(), true));
    if ((count == 0) != (std::string_view(what) == "right levels")) return std::string(what) + ": the oracle says otherwise";
    const std::size_t mark = memory_.mark();
    VerifyDefects defects{0, ~0u};
    std::string wrong = launch(level, defects);
    memory_.release_to(mark);
    if (!wrong.empty()) return std::string(what) + ": " + wrong;
    if (defects.count != count) {
      return std::string(what) + ": " + std::to_string(defects.count) + " vertices are said to be wrong, not " + std::to_string(count);
    }
    if (count != 0 && (defects.vertex >= expected.size() || !expected[defects.vertex])) {
      return std::string(what) + ": vertex " + std::to_string(defects.vertex) + " is named, which is right";
    }
    return {};
  }

  u64 zeroed(const char* name) {
    const u64 bytes = 4ull * bitmap_words(graph_.vector().vertex_count);
    const u64 address = memory_.allocate(name, bytes);
    std::fill_n(static_cast<char*>(memory_.host_view(address)), bytes, 0);
    memory_.set_initialised(address, bytes);
    return address;
  }

  std::string launch(const Levels& level, VerifyDefects& defects) {
    const u64 found = memory_.allocate("defects", sizeof(VerifyDefects));
    auto* const words = static_cast<VerifyDefects*>(memory_.host_view(found));
    *words = defects;
    memory_.set_initialised(found, sizeof(VerifyDefects));
    const VerifyArguments arguments{graph_.arrays(variant_.wide, far_),
                                    {memory_.allocate_read_only("level", level.data(), level.size() * 4)},
                                    {found},
                                    {zeroed("spanning")},
                                    {zeroed("parented")},
                                    source_,
                                    random_.below(3) == 0 ? 8'192 : 1 + random_.below(60)};
    std::string wrong = graph_.machine().launch(draw_shape(random_, graph_.vector(), 8), random_.next(),
                                                [&] { (variant_.wide ? bfs_verify_long_64 : bfs_verify_long_32)(arguments); });
    if (!wrong.empty()) return wrong;
    wrong = graph_.machine().launch(draw_shape(random_, graph_.vector(), 8), random_.next(),
                                                      [&] { variant_.verify(arguments); });
    defects = *words;
    return wrong;
  }

  EmulatedGraph& graph_;
  emulator::Memory& memory_;
  const VerifyVariant& variant_;
  emulator::Random& random_;
  bool far_;
  u32 source_ = 0;
};

}  // namespace

std::string run_verify(EmulatedGraph& graph, const VerifyVariant& variant, u64 seed) {
  emulator::Random random(seed);
  return VerifyRun(graph, variant, random).all();
}

}  // namespace bitfront::test
