/// Tests of the emulator: which accesses it reports as races, and which values a load may find.

#include <set>
#include <vector>

#include "machine_bench.h"

namespace bitfront::test {

namespace {

void reports_a_race_of_a_store_and_a_load() {
  const u64 count = reports("a race", [](DevicePtr<u32> words) {
    if (thread_in_grid() == 0) store(words, 5, 1u);
    if (thread_in_grid() == 150) load(words, 5);
  });
  expect(count == kSeeds, __func__, std::to_string(count) + " of the schedules");
}

void reports_a_race_of_two_stores_within_a_block() {
  const u64 count = reports("a race", [](DevicePtr<u32> words) {
    if (thread_in_block() % 32 == 0) store(words, block_index(), 1u);
  });
  expect(count == kSeeds, __func__, std::to_string(count) + " of the schedules");
}

void reports_a_race_across_blocks_despite_a_block_barrier() {
  const u64 count = reports("a race", [](DevicePtr<u32> words) {
    if (thread_in_grid() == 0) store(words, 0, 1u);
    block_barrier();
    if (thread_in_grid() == 64) load(words, 0);
  });
  expect(count == kSeeds, __func__, std::to_string(count) + " of the schedules");
}

void reports_a_plain_load_beside_an_atomic() {
  const u64 count = reports("a race", [](DevicePtr<u32> words) {
    if (lane_id() == 0) atomic_or(words, 0, 1);
    if (thread_in_grid() == 64) load(words, 0);
  });
  expect(count == kSeeds, __func__, std::to_string(count) + " of the schedules");
}

void admits_atomics_and_declared_races() {
  for (u64 seed = 0; seed < kSeeds; ++seed) {
    Bench bench;
    const DevicePtr<u32> words = bench.words(3);
    const std::string wrong = bench.launch(seed, [&] {
      atomic_add(words, 0, 1);
      reduce_or(words, 1, 1);
      store_relaxed(as<i32>(words), 2, 7);
      load_stale(as<i32>(words), 2);
    });
    expect(wrong.empty(), __func__, wrong);
  }
}

/// Two of a warp's lanes, one of which stores.
constexpr auto in_warp = [](auto between) {
  return [=](DevicePtr<u32> words) {
    if (lane_id() == 3) store(words, warp_in_grid(), 1u);
    between();
    if (lane_id() == 9) load(words, warp_in_grid());
  };
};

void reports_a_race_within_a_warp() {
  u64 count = reports("lane 3 of its warp stores with no barrier between: a race", in_warp([] {}));
  count += reports("lane 9 of its warp loads with no barrier between: a race", in_warp([] {}));
  expect(count == kSeeds, __func__, std::to_string(count) + " of the schedules");
}

/// Lanes that meet are not ordered by that.
void reports_a_race_within_a_warp_despite_a_ballot() {
  const u64 count = reports("lane 3 of its warp stores with no barrier between: a race", in_warp([] { ballot(true); }));
  expect(count == kSeeds, __func__, std::to_string(count) + " of the schedules");
}

void a_barrier_of_the_warp_orders_its_lanes() {
  const u64 count = reports("a race", in_warp([] { warp_barrier(); })) + reports("a race", in_warp([] { block_barrier(); }));
  expect(count == 0, __func__, std::to_string(count) + " of the schedules");
}

void lanes_may_write_different_bytes_of_a_word() {
  const auto bytes = [](u32 distance) {
    return reports("a race", [=](DevicePtr<u32> words) {
      if (warp_in_grid() == 0) store(as<u8>(words), lane_id() * distance / 2, u8{1});
    });
  };
  expect(bytes(2) == 0, __func__, "different bytes: " + std::to_string(bytes(2)));
  expect(bytes(1) == kSeeds, __func__, "the same bytes: " + std::to_string(bytes(1)));
}

/// What a load in `reader`'s thread finds of word 0, which counts the threads of warp 0 by relaxed stores or atomics.
template <class Load>
std::set<u32> found_while_counted(u32 reader, Load load_word) {
  std::set<u32> found;
  for (u64 seed = 0; seed < 4 * kSeeds; ++seed) {
    Bench bench;
    const DevicePtr<u32> words = bench.words(2);
    const std::string wrong = bench.launch(seed, [&] {
      if (warp_in_grid() == 0) {
        const u32 last = atomic_add(words, 0, 1);
        if (last == kLanes - 1) store_relaxed(words, 1, 1u);
      }
      if (thread_in_grid() != reader) return;
      while (load_relaxed(words, 1) == 0) {}
      found.insert(load_word(words));
    });
    expect(wrong.empty(), __func__, wrong);
  }
  return found;
}

void warps_may_write_different_bytes_of_a_word() {
  const auto bytes = [](u32 distance) {
    return reports("a race", [=](DevicePtr<u32> words) {
      if (lane_id() == 7) store(as<u8>(words), warp_in_grid() * distance / 2, u8{1});
    });
  };
  expect(bytes(2) == 0, __func__, "different bytes: " + std::to_string(bytes(2)));
  expect(bytes(1) == kSeeds, __func__, "the same bytes: " + std::to_string(bytes(1)));
}

void warps_may_write_different_bytes_of_a_word_again_after_a_barrier() {
  const auto bytes = [](u32 distance) {
    return reports("a race", [=](DevicePtr<u32>) {
      BITFRONT_SHARED(u8, memory, 16);
      for (u32 turn = 0; turn < 3; ++turn) {
        if (lane_id() == 7) store(memory, thread_in_block() / kLanes * distance / 2, u8{1});
        block_barrier();
      }
    });
  };
  expect(bytes(2) == 0, __func__, "different bytes: " + std::to_string(bytes(2)));
  expect(bytes(1) == kSeeds, __func__, "the same bytes: " + std::to_string(bytes(1)));
}

void a_stale_load_finds_any_value_since_the_last_barrier() {
  const std::set<u32> found = found_while_counted(100, [](DevicePtr<u32> words) { return load_stale(words, 0); });
  expect(found.size() > kLanes / 2 && *found.begin() == 0 && *found.rbegin() == kLanes, __func__,
         std::to_string(found.size()) + " values");
}

void a_relaxed_load_finds_the_newest_value() {
  const std::set<u32> found = found_while_counted(100, [](DevicePtr<u32> words) { return load_relaxed(words, 0); });
  expect(found == std::set<u32>{kLanes}, __func__, std::to_string(found.size()) + " values");
}

void a_stale_load_finds_what_its_own_thread_has_written() {
  for (u64 seed = 0; seed < kSeeds; ++seed) {
    Bench bench;
    const DevicePtr<u32> words = bench.words(1);
    const DevicePtr<u32> wrongs = bench.words(1);
    bench.launch(seed, [&] {
      const u32 own = atomic_add(words, 0, 1) + 1;
      if (load_stale(words, 0) < own) reduce_add(wrongs, 0, 1);
    });
    expect(*bench.view(wrongs) == 0, __func__, "a value from before");
  }
}

/// Threads of a block count; then `barrier`, then one of this block and one of another look.
template <class Barrier>
std::pair<bool, bool> stale_after(Barrier barrier) {
  bool near = false, far = false;
  for (u64 seed = 0; seed < 4 * kSeeds; ++seed) {
    Bench bench;
    const DevicePtr<u32> words = bench.words(2);
    bench.launch(seed, [&] {
      if (block_index() == 0) atomic_add(words, 0, 1);
      barrier();
      if (thread_in_grid() == 0) store_relaxed(words, 1, 1u);
      if (thread_in_grid() == 40) near |= load_stale(words, 0) != block_threads();
      if (thread_in_grid() == 100) {
        while (load_relaxed(words, 1) == 0) {}
        far |= load_stale(words, 0) != block_threads();
      }
    });
  }
  return {near, far};
}

void barriers_make_stale_values_old() {
  const auto block = stale_after([] { block_barrier(); });
  expect(!block.first, __func__, "a block does not know its own writes");
  expect(block.second, __func__, "a block knows another's writes for a barrier of its own");
  const auto grid = stale_after([] { grid_barrier({}); });
  expect(!grid.first && !grid.second, __func__, "a value from before the grid's barrier");
}

void a_warp_knows_its_own_writes_after_its_barrier() {
  bool without = false, with = false;
  for (u64 seed = 0; seed < 4 * kSeeds; ++seed) {
    for (const bool waits : {false, true}) {
      Bench bench;
      const DevicePtr<u32> words = bench.words(1);
      bench.machine.launch({1, 1}, seed, [&] {
        atomic_add(words, 0, 1);
        if (waits) warp_barrier();
        else ballot(true);
        (waits ? with : without) |= load_stale(words, 0) != kLanes;
      });
    }
  }
  expect(without && !with, __func__, "stale without a barrier: " + std::to_string(without) + ", with it: " + std::to_string(with));
}

void reports_a_race_of_any_two_warps_of_a_large_block() {
  for (u32 warp = 1; warp < 32; ++warp) {
    Bench bench;
    const DevicePtr<u32> words = bench.words(1);
    const std::string wrong = bench.machine.launch({1, 32}, warp, [&] {
      if (thread_in_block() == 0 || thread_in_block() == 32 * warp) store(words, 0, 1u);
    });
    expect(contains(wrong, "a race"), __func__, "of warp " + std::to_string(warp));
  }
}

}  // namespace

void test_races() {
  reports_a_race_of_a_store_and_a_load();
  reports_a_race_of_two_stores_within_a_block();
  reports_a_race_across_blocks_despite_a_block_barrier();
  reports_a_plain_load_beside_an_atomic();
  admits_atomics_and_declared_races();
  reports_a_race_within_a_warp();
  reports_a_race_within_a_warp_despite_a_ballot();
  a_barrier_of_the_warp_orders_its_lanes();
  lanes_may_write_different_bytes_of_a_word();
  warps_may_write_different_bytes_of_a_word();
  warps_may_write_different_bytes_of_a_word_again_after_a_barrier();
  a_stale_load_finds_any_value_since_the_last_barrier();
  a_relaxed_load_finds_the_newest_value();
  a_stale_load_finds_what_its_own_thread_has_written();
  barriers_make_stale_values_old();
  a_warp_knows_its_own_writes_after_its_barrier();
  reports_a_race_of_any_two_warps_of_a_large_block();
}

}  // namespace bitfront::test
