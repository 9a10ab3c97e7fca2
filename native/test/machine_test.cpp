/// Tests of the emulator itself: what it must compute, and what it must report.

#include <set>
#include <vector>

#include "machine_bench.h"

namespace bitfront::test {

namespace {

void multiplies_bit_matrices_as_ptx_defines() {
  Bench bench;
  emulator::Random random(7);
  bool a[8][128], b[128][8];
  for (auto& row : a) for (bool& bit : row) bit = random.below(2) != 0;
  for (auto& row : b) for (bool& bit : row) bit = random.below(2) != 0;
  const DevicePtr<u32> result = bench.words(64);
  const std::string wrong = bench.machine.launch({1, 1}, 1, [&] {
    const u32 group = lane_id() / 4, member = lane_id() % 4;
    u32 of_a = 0, of_b = 0;
    for (u32 i = 0; i < 32; ++i) {
      of_a |= u32{a[group][32 * member + i]} << i;
      of_b |= u32{b[32 * member + i][group]} << i;
    }
    const CountPair counts = and_popc_m8n8k128(of_a, of_b);
    store(result, 8 * group + 2 * member, counts.even);
    store(result, 8 * group + 2 * member + 1, counts.odd);
  });
  expect(wrong.empty(), __func__, wrong);
  for (u32 row = 0; row < 8; ++row) {
    for (u32 column = 0; column < 8; ++column) {
      u32 expected = 0;
      for (u32 k = 0; k < 128; ++k) expected += a[row][k] && b[k][column];
      expect(bench.view(result)[8 * row + column] == expected, __func__, "element is wrong");
    }
  }
}

void lanes_meet_at_warp_wide_operations() {
  Bench bench;
  const DevicePtr<u32> out = bench.words(6);
  for (u64 seed = 0; seed < kSeeds; ++seed) {
    const std::string wrong = bench.launch(seed, [&] {
      const u32 odd = ballot(lane_id() % 2 == 1);
      const u32 from_five = shuffle(10 * lane_id(), 5);
      const u32 below = shuffle_up(lane_id(), 3);
      const bool right = odd == 0xAAAAAAAA && from_five == 50 && below == (lane_id() < 3 ? lane_id() : lane_id() - 3) &&
                         lanes_sum(lane_id()) == 496 && lanes_min(100 - lane_id()) == 69 && lanes_or(1u << lane_id()) == ~0u;
      if (ballot(right) == ~0u && lane_id() == 0) store(out, warp_in_grid(), 1u + static_cast<u32>(seed));
    });
    expect(wrong.empty(), __func__, wrong);
    for (u32 warp = 0; warp < 6; ++warp) expect(bench.view(out)[warp] == 1 + seed, __func__, "a lane got a wrong value");
  }
}

void barriers_order_plain_accesses() {
  for (u64 seed = 0; seed < kSeeds; ++seed) {
    Bench bench;
    const DevicePtr<u32> words = bench.words(kGrid.blocks * 64);
    const std::string wrong = bench.launch(seed, [&] {
      const u32 self = thread_in_grid();
      store(words, self, self);
      block_barrier();
      const u32 neighbour = self / 64 * 64 + (self + 33) % 64;
      const u32 seen = load(words, neighbour);
      grid_barrier({});
      store(words, (self + 64) % thread_count(), seen);
    });
    expect(wrong.empty(), __func__, wrong);
  }
}

/// Adds `value` for the block, by turns in the two sums at `words`; all threads get the sum over blocks. Between joining and
/// waiting they do `meanwhile`.
struct Adder {
  DevicePtr<u32> words;
  u64 bases[2] = {};
  u32 turn = 0;

  BlockSums add(u64 value, const std::function<void()>& meanwhile = [] {}) {
    BITFRONT_SHARED(u64, sums, 2);
    const DevicePtr<u64> word{words.address + 8 * turn};
    block_barrier();
    u64 before = 0;
    if (thread_in_block() == 0) before = join_sum(word, value);
    meanwhile();
    if (thread_in_block() == 0) {
      const BlockSums of_blocks = await_sum(word, bases[turn], before);
      store(sums, 0, of_blocks.before);
      store(sums, 1, of_blocks.all);
    }
    block_barrier();
    turn = 1 - turn;
    return {load(sums, 0), load(sums, 1)};
  }
};

void blocks_add_up_what_they_say() {
  for (u64 seed = 0; seed < kSeeds; ++seed) {
    Bench bench;
    const DevicePtr<u32> words = bench.words(4);
    const DevicePtr<u32> wrongs = bench.words(1);
    const std::string wrong = bench.launch(seed, [&] {
      Adder adder{words};
      for (u64 round = 1; round < 6; ++round) {
        const u64 own = round << 10 * block_index();
        const BlockSums sums = adder.add(own);
        const bool right = sums.all == round * 0x100401 && (sums.before & own) == 0 && (sums.before & ~sums.all) == 0;
        if (!right) reduce_add(wrongs, 0, 1);
      }
    });
    expect(wrong.empty(), __func__, wrong);
    expect(*bench.view(wrongs) == 0, __func__, "a wrong sum");
  }
}

void words_that_are_told_are_awaited() {
  for (u64 seed = 0; seed < kSeeds; ++seed) {
    Bench bench;
    const DevicePtr<u64> told = as<u64>(bench.words(2 * kGrid.blocks));
    const DevicePtr<u32> wrongs = bench.words(1);
    const std::string wrong = bench.launch(seed, [&] {
      for (u64 number = 1; number < 4; ++number) {
        if (thread_in_block() == 5) tell(told, block_index(), number << kTellAt | (10 * number + block_index()));
        for (u32 block = 0; block < block_count(); ++block) {
          if (await_told(told, block, number) != 10 * number + block) reduce_add(wrongs, 0, 1);
        }
        grid_barrier({});
      }
    });
    expect(wrong.empty(), __func__, wrong);
    expect(*bench.view(wrongs) == 0, __func__, "a wrong word");
  }
  const u64 count = reports("deadlock: 191 threads ended, 1 wait to be told", [](DevicePtr<u32> words) {
    if (thread_in_grid() == 70) await_told(as<u64>(words), 0, 1);
  });
  expect(count == kSeeds, __func__, "nobody tells: " + std::to_string(count));
}

void a_sum_of_blocks_orders_atomics_and_reads() {
  for (u64 seed = 0; seed < kSeeds; ++seed) {
    Bench bench;
    const DevicePtr<u32> sums = bench.words(4);
    const DevicePtr<u32> words = bench.words(2);
    const std::string wrong = bench.launch(seed, [&] {
      Adder adder{sums};
      atomic_add(words, 0, 1);
      load(words, 1);
      adder.add(0);
      if (load_relaxed(words, 0) != thread_count()) reduce_add(words, 0, 1000);
      if (thread_in_grid() == 70) store(words, 1, 5u);
    });
    expect(wrong.empty(), __func__, wrong);
    expect(bench.view(words)[0] == 192, __func__, "an atomic came late");
  }
}

void a_block_works_on_between_joining_a_sum_and_waiting_for_it() {
  u64 ahead = 0;
  for (u64 seed = 0; seed < kSeeds; ++seed) {
    Bench bench;
    const DevicePtr<u32> sums = bench.words(4);
    const DevicePtr<u32> words = bench.words(2);
    const std::string wrong = bench.launch(seed, [&] {
      Adder adder{sums};
      if (block_index() == 0) atomic_add(words, 0, 1);
      adder.add(0, [&] {
        if (block_index() == 1 && load_relaxed(words, 0) < block_threads()) atomic_or(words, 1, 1);
      });
    });
    expect(wrong.empty(), __func__, wrong);
    ahead += bench.view(words)[1];
  }
  expect(ahead > 0, __func__, "no block ever got ahead of another");
}

void reports_a_race_of_a_store_and_a_load_despite_a_sum_of_blocks() {
  const u64 count = reports("a race", [](DevicePtr<u32> words) {
    Adder adder{words};
    if (thread_in_grid() == 0) store(words, 5, 1u);
    adder.add(0);
    if (thread_in_grid() == 150) load(words, 5);
  });
  expect(count == kSeeds, __func__, std::to_string(count) + " of the schedules");
}

void reports_blocks_that_never_add() {
  const u64 count = reports("2 wait for the sum of all blocks", [](DevicePtr<u32> words) {
    Adder adder{words};
    if (block_index() != 1) adder.add(0);
  });
  expect(count == kSeeds, __func__, std::to_string(count) + " of the schedules");
}

void runs_blocks_of_more_than_eight_warps() {
  for (const GridShape shape : {GridShape{1, 32}, GridShape{2, 16}, GridShape{3, 9}}) {
    Bench bench;
    const u32 threads = shape.blocks * shape.warps_per_block * kLanes;
    const DevicePtr<u32> words = bench.words(threads);
    const std::string wrong = bench.machine.launch(shape, 1, [&] {
      store(words, thread_in_grid(), thread_in_grid());
      block_barrier();
      const u32 base = block_index() * block_threads();
      const u32 opposite = base + (thread_in_block() + block_threads() / 2) % block_threads();
      const u32 seen = load(words, opposite);
      block_barrier();
      store(words, thread_in_grid(), seen == opposite ? 1u : 0u);
    });
    expect(wrong.empty(), __func__, wrong);
    for (u32 i = 0; i < threads; ++i) expect(bench.view(words)[i] == 1, __func__, "thread " + std::to_string(i));
  }
}

void reads_lists_that_lie_beyond_32_bits() {
  const u64 begin = (u64{5} << 32) + 7;
  for (const bool cut : {false, true}) {
    Bench bench;
    const u32 data[4] = {10, 11, 12, 13};
    const u64 list = bench.memory.allocate_read_only("list", data, sizeof data);
    const DevicePtr<const u32> far{list - 4 * begin};
    const DevicePtr<u32> words = bench.words(1);
    const std::string wrong = bench.machine.launch({1, 1}, 1, [&] {
      const u64 at = begin + 2;
      if (thread_in_grid() == 0) store(words, 0, load_readonly(far, cut ? static_cast<u32>(at) : at));
    });
    expect(cut ? contains(wrong, "no device address") : wrong.empty() && *bench.view(words) == 12, __func__, wrong);
  }
}

void atomics_lose_nothing() {
  for (u64 seed = 0; seed < kSeeds; ++seed) {
    Bench bench;
    const DevicePtr<u32> words = bench.words(2);
    bench.launch(seed, [&] {
      reduce_add(words, 0, 1);
      atomic_or(words, 1, 1u << lane_id());
    });
    expect(bench.view(words)[0] == 192 && bench.view(words)[1] == ~0u, __func__, "a lost update");
  }
}

void schedules_expose_lost_updates_of_relaxed_stores() {
  std::set<i32> sums;
  for (u64 seed = 0; seed < kSeeds; ++seed) {
    Bench bench;
    const DevicePtr<i32> sum{bench.words(1).address};
    bench.launch(seed, [&] { store_relaxed(sum, 0, load_stale(sum, 0) + 1); });
    sums.insert(*static_cast<i32*>(bench.memory.host_view(sum.address)));
  }
  expect(sums.size() > 5, __func__, std::to_string(sums.size()) + " different outcomes");
}

void a_seed_names_a_schedule() {
  const auto order = [](u64 seed) {
    Bench bench;
    const DevicePtr<u32> next = bench.words(1);
    std::vector<u32> threads(192);
    bench.launch(seed, [&] {
      for (u32 i = 0; i < 3; ++i) reduce_or(next, 0, 0);
      threads[atomic_add(next, 0, 1)] = thread_in_grid();
    });
    return threads;
  };
  std::set<std::vector<u32>> orders;
  for (u64 seed = 0; seed < 20; ++seed) {
    orders.insert(order(seed));
    expect(order(seed) == order(seed), __func__, "seed " + std::to_string(seed) + " gave two schedules");
  }
  expect(orders.size() >= 16, __func__, std::to_string(orders.size()) + " schedules from 20 seeds");
}

void reports_a_barrier_not_reached_by_all() {
  u64 count = reports("deadlock: 1 threads ended, 191 wait at the grid barrier", [](DevicePtr<u32>) {
    if (thread_in_grid() != 70) grid_barrier({});
  });
  expect(count == kSeeds, __func__, "grid barrier: " + std::to_string(count));
  count = reports("deadlock", [](DevicePtr<u32>) {
    if (block_index() == 1) block_barrier();
    else grid_barrier({});
  });
  expect(count == kSeeds, __func__, "mixed barriers: " + std::to_string(count));
}

void reports_lanes_that_never_meet() {
  u64 count = reports("31 lanes of warp 2 at ballot", [](DevicePtr<u32>) {
    if (thread_in_grid() != 64) ballot(true);
  });
  expect(count == kSeeds, __func__, "a missing lane: " + std::to_string(count));
  count = reports("where other lanes are at", [](DevicePtr<u32>) {
    if (lane_id() == 3) shuffle(0, 0);
    else ballot(true);
  });
  expect(count == kSeeds, __func__, "different operations: " + std::to_string(count));
}

void reports_accesses_outside_buffers() {
  u64 count = reports("words word 64 of 64", [](DevicePtr<u32> words) { if (thread_in_grid() == 9) load(words, 64); });
  expect(count == kSeeds, __func__, "past the end: " + std::to_string(count));
  count = reports("no device address", [](DevicePtr<u32>) { store(DevicePtr<u32>{8}, 0, 1u); });
  expect(count == kSeeds, __func__, "a stray address: " + std::to_string(count));
}

void reports_reads_of_words_never_written() {
  for (const bool atomically : {false, true}) {
    Bench bench;
    const DevicePtr<u32> fresh{bench.memory.allocate("fresh", 64)};
    const std::string wrong = bench.launch(1, [&] {
      if (atomically) reduce_or(fresh, 3, 1);
      else load(fresh, 3);
    });
    expect(contains(wrong, "fresh word 3 of 16, which was never written"), __func__, wrong);
  }
}

void reports_writes_to_read_only_buffers() {
  Bench bench;
  const u32 data[4] = {};
  const DevicePtr<u32> fixed{bench.memory.allocate_read_only("fixed", data, sizeof data)};
  const std::string wrong = bench.launch(1, [&] { store(fixed, 1, 1u); });
  expect(contains(wrong, "to read-only fixed word 1 of 4"), __func__, wrong);
}

void gives_each_block_its_own_shared_memory() {
  Bench bench;
  const DevicePtr<u32> words = bench.words(3);
  for (u64 seed = 0; seed < kSeeds; ++seed) {
    const std::string wrong = bench.launch(seed, [&] {
      BITFRONT_SHARED(u64, sums, 2);
      if (thread_in_block() < 2) store(sums, thread_in_block(), u64{0});
      block_barrier();
      reduce_add(sums, 1, block_index());
      block_barrier();
      if (thread_in_block() == 0) store(words, block_index(), static_cast<u32>(load(sums, 1)));
    });
    expect(wrong.empty(), __func__, wrong);
    for (u32 block = 0; block < 3; ++block) expect(bench.view(words)[block] == 64 * block, __func__, "a wrong sum");
  }
}

}  // namespace

}  // namespace bitfront::test

int main() {
  using namespace bitfront::test;
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  multiplies_bit_matrices_as_ptx_defines();
  lanes_meet_at_warp_wide_operations();
  barriers_order_plain_accesses();
  blocks_add_up_what_they_say();
  words_that_are_told_are_awaited();
  a_sum_of_blocks_orders_atomics_and_reads();
  a_block_works_on_between_joining_a_sum_and_waiting_for_it();
  reports_a_race_of_a_store_and_a_load_despite_a_sum_of_blocks();
  reports_blocks_that_never_add();
  runs_blocks_of_more_than_eight_warps();
  test_races();
  reads_lists_that_lie_beyond_32_bits();
  atomics_lose_nothing();
  schedules_expose_lost_updates_of_relaxed_stores();
  a_seed_names_a_schedule();
  reports_a_barrier_not_reached_by_all();
  reports_lanes_that_never_meet();
  reports_accesses_outside_buffers();
  reports_reads_of_words_never_written();
  reports_writes_to_read_only_buffers();
  gives_each_block_its_own_shared_memory();
  std::printf("machine_test: %d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
