#pragma once
/// A GPU of a few warps: every thread of a launch is a fibre, and a seeded schedule decides at every access, atomic and
/// barrier who runs next. Lanes of a warp meet at warp-wide operations. Whatever goes wrong (a race, a bad address,
/// threads that wait for each other for ever) ends the launch with a sentence.

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fibre.h"
#include "memory.h"
#include "work.h"

namespace bitfront::emulator {

struct GridShape {
  u32 blocks;
  u32 warps_per_block;
};

enum class WarpOp : u32 { None, Ballot, Shuffle, ShuffleUp, Sum, Min, Or, Barrier, Product };

/// splitmix64: one generator per launch, so that a seed names a schedule.
class Random {
 public:
  explicit Random(u64 seed) : state_(seed) {}
  u64 next();
  u32 below(u32 bound) { return static_cast<u32>((next() >> 32) * bound >> 32); }

 private:
  u64 state_;
};

class Machine {
 public:
  /// @param burst mean number of accesses between two switches; 0: drawn per launch, often 1 or 2
  explicit Machine(Memory& memory, u32 burst = 0) : memory_(memory), long_burst_(burst) {}

  /// Runs `kernel` in every thread of a grid, scheduled by `seed`. Empty if all threads ended in order, else what went
  /// wrong.
  std::string launch(GridShape shape, u64 seed, const std::function<void()>& kernel);

  /// Counts what launches do from now on; null: nothing.
  void count(WorkCount* work) { work_ = work; }

  // For the device functions, on the fibre that runs:
  static Machine& current() { return *current_; }
  u32 thread_in_block() const { return running_->index % (shape_.warps_per_block * kLanes); }
  u32 block_index() const { return running_->block; }
  GridShape shape() const { return shape_; }
  void touch(u64 address, std::size_t bytes, Access access);

  /// A 32-bit word as a cache may know it: by a seeded draw any value that no barrier has made old.
  u32 load_stale(u64 address);
  u64 meet(WarpOp op, u32 a, u32 b);
  void wait_for_block();
  void wait_for_grid();
  void join_blocks();
  void wait_for_blocks();
  /// Until some thread has told something.
  void wait_to_be_told();
  void told() { if (waiting_ != 0) resume_told(); }
  u64 shared_memory(const void* key, const char* name, std::size_t bytes);
  void begin_copy(u64 to, u64 from, u32 bytes);
  void close_copies() { ++running_->groups; }
  void await_copies(u32 pending);
  u64 tick() { return ++clock_; }

 private:
  enum class State : u32 { Ready, AtWarpOp, AtBlockBarrier, AtGridBarrier, AtBlockSum, Untold, Ended };

  /// How the next thread is chosen.
  enum class Style : u32 { Scattered, Bursts, StubbornWarps, RoundRobin };

  /// Bytes on their way into the block's memory.
  struct Copy {
    u64 to;
    u64 from;  ///< 0: zeros
    u32 bytes;
    u32 group;
  };

  struct Thread {
    std::unique_ptr<Fibre> fibre;
    u32 index = 0, warp = 0, block = 0;
    State state = State::Ready;
    u32 ready_at = 0;  ///< position in ready_
    u64 result = 0;
    u32 groups = 0;    ///< of copies, closed
    std::vector<Copy> copies;
  };

  struct Warp {
    WarpOp op = WarpOp::None;
    u32 arrived = 0;
    u32 a[kLanes], b[kLanes];
    u32 stretch = 0;  ///< between two barriers; no other has its number
  };

  struct Block {
    u32 arrived = 0;
    u32 epoch = 0;
    u64 sums = 0;  ///< awaited
    std::vector<std::pair<const void*, u64>> shared;
  };

  void prepare(GridShape shape, u64 seed);
  Place place() const;
  void start_stretches(u32 first, u32 count);
  void copy(const Copy& copy);
  void maybe_switch();
  void draw_burst();
  void pause(State state);
  void resume_all(u32 first, u32 count, State from);
  void resume_told();
  void make_ready(Thread& thread);
  void drop_ready(Thread& thread);
  Thread* choose();
  void run_next(bool from_ends);
  void compute(Warp& warp, Thread* lanes);
  void report(const std::string& what);
  [[noreturn]] void abandon();
  std::string deadlock() const;
  static void thread_body(void* machine);

  static thread_local Machine* current_;

  Memory& memory_;
  WorkCount* work_ = nullptr;
  const u32 long_burst_;
  GridShape shape_{};
  Style style_ = Style::Scattered;
  Random random_{0};
  u32 burst_ = 1;
  u32 mean_burst_ = 1;
  u64 switches_ = 0;
  u64 clock_ = 0;
  u32 stretches_ = 0;
  u32 grid_arrived_ = 0;
  u64 joins_ = 0;  ///< in sums of all blocks
  u32 waiting_ = 0;  ///< threads that wait to be told
  const std::function<void()>* kernel_ = nullptr;
  std::string failure_;
  Fibre main_;
  Thread* running_ = nullptr;
  std::vector<Thread> threads_;
  std::vector<Warp> warps_;
  std::vector<Block> blocks_;
  std::vector<u32> ready_;   ///< indices of threads: choosing one must not touch others, of which caches hold few
  std::vector<u32> ranks_;   ///< of warps, where some are preferred
};

}  // namespace bitfront::emulator
