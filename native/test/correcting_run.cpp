#include "correcting_run.h"

#include <vector>

#include "entries.h"

namespace bitfront::test {

namespace {

/// Words that a reset must clear hold rubbish, such as an earlier traversal's deals.
u64 rubbish(emulator::Memory& memory, emulator::Random& random, const char* name, u64 count) {
  const u64 address = memory.allocate(name, count * 8);
  auto* words = static_cast<u64*>(memory.host_view(address));
  for (u64 i = 0; i < count; ++i) words[i] = u64{1 + random.below(3)} << kTellAt | random.below(4);
  memory.set_initialised(address, count * 8);
  return address;
}

}  // namespace

std::string run_correcting(EmulatedGraph& graph, u64 seed) {
  const Vector& vector = graph.vector();
  if (vector.vertex_count == 0) return {};
  emulator::Random random(seed);
  emulator::Memory& memory = graph.memory();
  const std::size_t mark = memory.mark();
  const bool wide = random.below(2) == 0;
  const Traversal& traversal = vector.traversals[random.below(static_cast<u32>(vector.traversals.size()))];
  Limits limits;
  if (random.below(3) == 0) limits.max_level = 1 + random.below(8);
  const Expectation expected = expect(vector, traversal, limits);
  const auto shape = draw_shape(random, vector, 16);

  BfsArguments run{};
  run.graph = graph.arrays(wide, random.below(2) == 0);
  run.state.level = {memory.allocate("level", vector.vertex_count * 4ull)};
  run.state.control = {memory.allocate("control", sizeof(BfsControl))};
  const u64 room = piece_capacity(vector.vertex_count, vector.out_index.size());
  for (auto& pieces : run.state.pieces) pieces = {memory.allocate("pieces", room * 8)};
  run.state.told_count = told_words(shape.blocks);
  run.state.told = {rubbish(memory, random, "told", run.state.told_count)};
  run.request.source = traversal.source;
  run.request.max_level = limits.max_level;
  run.request.costs.small_pieces = random.below(3) == 0 ? kMostKept : random.below(3);
  run.request.costs.small_lanes_log = random.below(6);
  run.request.costs.list_edges = 2 + random.below(2);
  kKept = random.below(2) == 0 ? kMostKept : random.below(4);

  const auto launch = [&](const char* name, emulator::GridShape grid, void (*kernel)(const BfsArguments&)) {
    const std::string wrong = graph.machine().launch(grid, random.next(), [&] { kernel(run); });
    return wrong.empty() ? wrong : std::string(name) + ": " + wrong;
  };
  std::string wrong = launch("reset", draw_shape(random, vector, 8), bfs_reset_correcting);
  if (wrong.empty()) wrong = launch("traverse", shape, wide ? bfs_correcting_64 : bfs_correcting_32);
  if (wrong.empty()) {
    const u32 steps = static_cast<const BfsControl*>(memory.host_view(run.state.control.address))->steps;
    // A step follows what is left of levels too large; one that gave its lists to the grid, a step more.
    if (steps < expected.last_level || steps > expected.last_level + 2 || steps > limits.max_level) {
      wrong = "steps is " + std::to_string(steps) + " where the last level is " + std::to_string(expected.last_level);
    }
    const auto* level = static_cast<const i32*>(memory.host_view(run.state.level.address));
    for (u32 v = 0; v < vector.vertex_count && wrong.empty(); ++v) {
      if (level[v] == expected.level[v]) continue;
      wrong = "level[" + std::to_string(v) + "] is " + std::to_string(level[v]) + ", not " + std::to_string(expected.level[v]);
    }
  }
  kKept = kMostKept;
  memory.release_to(mark);
  return wrong;
}

}  // namespace bitfront::test
