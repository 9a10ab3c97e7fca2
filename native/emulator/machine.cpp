#include "machine.h"

#include <algorithm>
#include <cstring>

namespace bitfront::emulator {

namespace {

constexpr std::size_t kStackBytes = 64 * 1024;

/// Switches after which a launch counts as one that never ends.
constexpr u64 kSwitchLimit = 1'000'000'000;

const char* name_of(WarpOp op) {
  switch (op) {
    case WarpOp::None: return "nothing";
    case WarpOp::Ballot: return "ballot";
    case WarpOp::Shuffle: return "shuffle";
    case WarpOp::ShuffleUp: return "shuffle_up";
    case WarpOp::Sum: return "lanes_sum";
    case WarpOp::Min: return "lanes_min";
    case WarpOp::Or: return "lanes_or";
    case WarpOp::Barrier: return "warp_barrier";
    case WarpOp::Product: return "and_popc_m8n8k128";
  }
  return "unknown";
}

/// Accumulators of `lane`: row lane / 4 of A against columns 2 (lane % 4) and the next of B. Lane 4 r + c holds word c of
/// row r of A, lane 4 k + c word c of column k of B (PTX ISA, fragments of mma.m8n8k128).
u64 product(const u32* a, const u32* b, u32 lane) {
  u32 counts[2] = {0, 0};
  const u32 row = lane / 4;
  for (u32 half = 0; half < 2; ++half) {
    const u32 column = 2 * (lane % 4) + half;
    for (u32 word = 0; word < 4; ++word) {
      counts[half] += static_cast<u32>(__builtin_popcount(a[4 * row + word] & b[4 * column + word]));
    }
  }
  return static_cast<u64>(counts[1]) << 32 | counts[0];
}

}  // namespace

thread_local Machine* Machine::current_ = nullptr;

u64 Random::next() {
  u64 z = state_ += 0x9E3779B97F4A7C15ull;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ z >> 27) * 0x94D049BB133111EBull;
  return z ^ z >> 31;
}

std::string Machine::launch(GridShape shape, u64 seed, const std::function<void()>& kernel) {
  const std::size_t mark = memory_.mark();
  prepare(shape, seed);
  kernel_ = &kernel;
  Machine* const outer = std::exchange(current_, this);
  running_ = choose();
  Fibre::switch_to(main_, *running_->fibre, false);
  current_ = outer;
  memory_.release_to(mark);
  return std::exchange(failure_, {});
}

void Machine::prepare(GridShape shape, u64 seed) {
  const u32 warps = shape.blocks * shape.warps_per_block;
  if (warps == 0 || warps > kMaxWarps || shape.blocks > kMaxBlocks) {
    throw std::invalid_argument("a grid has 1 to 32 warps in at most 8 blocks");
  }
  shape_ = shape;
  random_ = Random(seed);
  style_ = static_cast<Style>(random_.below(4));
  mean_burst_ = style_ == Style::Scattered ? 2 : style_ == Style::RoundRobin ? 1 : 24;
  if (long_burst_ != 0) {
    style_ = Style::Bursts;
    mean_burst_ = long_burst_;
  }
  switches_ = 0;
  grid_arrived_ = 0;
  joins_ = 0;
  waiting_ = 0;
  memory_.start_epoch();
  threads_.resize(warps * kLanes);
  warps_.assign(warps, {});
  blocks_.assign(shape.blocks, {});
  start_stretches(0, warps);
  ready_.clear();
  ranks_.resize(warps);
  for (u32& rank : ranks_) rank = random_.below(1 << 20);
  for (u32 index = 0; index < threads_.size(); ++index) {
    Thread& thread = threads_[index];
    if (!thread.fibre) thread.fibre = std::make_unique<Fibre>(kStackBytes);
    thread.index = index;
    thread.warp = index / kLanes;
    thread.block = thread.warp / shape.warps_per_block;
    thread.groups = 0;
    thread.copies.clear();
    thread.fibre->start(&Machine::thread_body, this);
    make_ready(thread);
  }
  draw_burst();
}

void Machine::thread_body(void* machine) {
  Machine& self = *static_cast<Machine*>(machine);
  (*self.kernel_)();
  self.running_->state = State::Ended;
  self.drop_ready(*self.running_);
  self.run_next(true);
}

void Machine::make_ready(Thread& thread) {
  thread.state = State::Ready;
  thread.ready_at = static_cast<u32>(ready_.size());
  ready_.push_back(thread.index);
}

void Machine::drop_ready(Thread& thread) {
  const u32 last = ready_.back();
  ready_[thread.ready_at] = last;
  threads_[last].ready_at = thread.ready_at;
  ready_.pop_back();
}

void Machine::draw_burst() { burst_ = mean_burst_ == 1 ? 1 : 1 + random_.below(2 * mean_burst_ - 1); }

void Machine::maybe_switch() {
  if (--burst_ != 0) return;
  draw_burst();
  run_next(false);
}

Machine::Thread* Machine::choose() {
  const auto count = static_cast<u32>(ready_.size());
  if (count == 0) return nullptr;
  if (style_ == Style::RoundRobin && running_ != nullptr) return &threads_[ready_[(running_->ready_at + 1) % count]];
  u32 chosen = ready_[random_.below(count)];
  if (style_ != Style::StubbornWarps) return &threads_[chosen];
  // A thread of the warp that ranks highest, of a few looked at; now and then a warp's rank changes.
  for (u32 tries = 0; tries < 6; ++tries) {
    const u32 other = ready_[random_.below(count)];
    if (ranks_[other / kLanes] > ranks_[chosen / kLanes]) chosen = other;
  }
  if (random_.below(64) == 0) ranks_[chosen / kLanes] = random_.below(1 << 20);
  return &threads_[chosen];
}

void Machine::run_next(bool from_ends) {
  Thread* const from = running_;
  Thread* const next = choose();
  if (next == nullptr) {
    const bool all_ended =
        std::all_of(threads_.begin(), threads_.end(), [](const Thread& t) { return t.state == State::Ended; });
    if (!all_ended) failure_ = deadlock();
    abandon();
  }
  if (++switches_ > kSwitchLimit) {
    report("does not end");
    abandon();
  }
  if (next == from) return;
  running_ = next;
  Fibre::switch_to(*from->fibre, *next->fibre, from_ends);
}

/// Says which thread went wrong. Apart from `abandon`, since a stack left for good must own nothing.
void Machine::report(const std::string& what) {
  const Thread& thread = *running_;
  failure_ = "warp " + std::to_string(thread.warp) + " lane " + std::to_string(thread.index % kLanes) + " (block " +
             std::to_string(thread.block) + ") " + what;
}

/// Ends the launch where it stands.
void Machine::abandon() {
  Fibre& fibre = *std::exchange(running_, nullptr)->fibre;
  Fibre::switch_to(fibre, main_, true);
  __builtin_unreachable();
}

std::string Machine::deadlock() const {
  const auto count = [&](State state) {
    return static_cast<u32>(std::count_if(threads_.begin(), threads_.end(), [&](const Thread& thread) { return thread.state == state; }));
  };
  std::string text = "deadlock: " + std::to_string(count(State::Ended)) + " threads ended";
  const std::pair<State, const char*> kinds[] = {{State::AtBlockSum, "wait for the sum of all blocks"},
                                                 {State::Untold, "wait to be told"},
                                                 {State::AtGridBarrier, "wait at the grid barrier"},
                                                 {State::AtBlockBarrier, "at a block barrier"}};
  for (const auto& [state, where] : kinds) {
    if (count(state) != 0) text += ", " + std::to_string(count(state)) + " " + where;
  }
  for (u32 w = 0; w < warps_.size(); ++w) {
    if (warps_[w].arrived == 0) continue;
    text += ", " + std::to_string(warps_[w].arrived) + " lanes of warp " + std::to_string(w) + " at " +
            name_of(warps_[w].op);
  }
  return text;
}

Place Machine::place() const {
  return {running_->index, shape_.warps_per_block, blocks_[running_->block].epoch, warps_[running_->warp].stretch};
}

/// After a barrier of some warps.
void Machine::start_stretches(u32 first, u32 count) {
  for (u32 warp = first; warp < first + count; ++warp) warps_[warp].stretch = ++stretches_;
}

void Machine::touch(u64 address, std::size_t bytes, Access access) {
  maybe_switch();
  if (work_ != nullptr) work_->note(address, access, running_->warp);
  if (memory_.touch(address, bytes, access, place())) return;
  report(memory_.complaint());
  abandon();
}

u32 Machine::load_stale(u64 address) {
  touch(address, 4, Access::RelaxedRead);
  if (!memory_.has_records()) return *static_cast<const u32*>(memory_.host_view(address));
  const std::vector<u32> values = memory_.values_at(address, place());
  return values.size() == 1 ? values[0] : values[random_.below(static_cast<u32>(values.size()))];
}

void Machine::copy(const Copy& copy) {
  touch(copy.to, copy.bytes, Access::PlainWrite);
  if (copy.from == 0) {
    std::memset(memory_.host_view(copy.to), 0, copy.bytes);
    return;
  }
  touch(copy.from, copy.bytes, Access::PlainRead);
  std::memcpy(memory_.host_view(copy.to), memory_.host_view(copy.from), copy.bytes);
}

/// A copy arrives at once or as late as it may.
void Machine::begin_copy(u64 to, u64 from, u32 bytes) {
  const Copy wanted{to, from, bytes, running_->groups};
  if (random_.below(2) == 0) copy(wanted);
  else running_->copies.push_back(wanted);
}

void Machine::await_copies(u32 pending) {
  Thread& self = *running_;
  const auto awaited = [&](const Copy& copy) { return copy.group + pending < self.groups; };
  for (const Copy& late : self.copies) {
    if (awaited(late)) copy(late);
  }
  std::erase_if(self.copies, awaited);
}

void Machine::pause(State state) {
  running_->state = state;
  drop_ready(*running_);
  run_next(false);
}

void Machine::resume_all(u32 first, u32 count, State from) {
  for (u32 index = first; index < first + count; ++index) {
    if (threads_[index].state == from) make_ready(threads_[index]);
  }
}

u64 Machine::meet(WarpOp op, u32 a, u32 b) {
  Thread& self = *running_;
  Warp& warp = warps_[self.warp];
  if (warp.arrived != 0 && warp.op != op) {
    report("is at " + std::string(name_of(op)) + " where other lanes are at " + name_of(warp.op));
    abandon();
  }
  warp.op = op;
  const u32 lane = self.index % kLanes;
  warp.a[lane] = a;
  warp.b[lane] = b;
  if (++warp.arrived == kLanes) {
    compute(warp, &threads_[self.warp * kLanes]);
    if (op == WarpOp::Barrier) start_stretches(self.warp, 1);
    warp.arrived = 0;
    resume_all(self.warp * kLanes, kLanes, State::AtWarpOp);
    maybe_switch();
  } else {
    pause(State::AtWarpOp);
  }
  return self.result;
}

void Machine::compute(Warp& warp, Thread* lanes) {
  u64 common = warp.op == WarpOp::Min ? ~0u : 0;
  for (u32 lane = 0; lane < kLanes; ++lane) {
    if (warp.op == WarpOp::Ballot) common |= static_cast<u64>(warp.a[lane] != 0) << lane;
    if (warp.op == WarpOp::Sum) common = static_cast<u32>(common + warp.a[lane]);
    if (warp.op == WarpOp::Or) common |= warp.a[lane];
    if (warp.op == WarpOp::Min) common = std::min<u64>(common, warp.a[lane]);
  }
  for (u32 lane = 0; lane < kLanes; ++lane) {
    u64 result = common;
    if (warp.op == WarpOp::Shuffle) result = warp.a[warp.b[lane] % kLanes];
    if (warp.op == WarpOp::ShuffleUp) result = warp.a[lane >= warp.b[lane] ? lane - warp.b[lane] : lane];
    if (warp.op == WarpOp::Product) result = product(warp.a, warp.b, lane);
    lanes[lane].result = result;
  }
}

void Machine::wait_for_block() {
  Block& block = blocks_[running_->block];
  const u32 threads = shape_.warps_per_block * kLanes;
  if (++block.arrived < threads) {
    pause(State::AtBlockBarrier);
    return;
  }
  block.arrived = 0;
  ++block.epoch;
  start_stretches(running_->block * shape_.warps_per_block, shape_.warps_per_block);
  resume_all(running_->block * threads, threads, State::AtBlockBarrier);
  maybe_switch();
}

void Machine::wait_for_grid() {
  if (++grid_arrived_ < threads_.size()) {
    pause(State::AtGridBarrier);
    return;
  }
  grid_arrived_ = 0;
  if (work_ != nullptr) work_->end_stretch();
  for (Block& block : blocks_) block.epoch = 0;
  memory_.start_epoch();
  start_stretches(0, static_cast<u32>(warps_.size()));
  resume_all(0, static_cast<u32>(threads_.size()), State::AtGridBarrier);
  maybe_switch();
}

/// One thread of each block: once the last has joined, what any block has read is read; stores are not yet seen by others.
void Machine::join_blocks() {
  if (++joins_ % shape_.blocks != 0) return;
  memory_.forget_reads();
  resume_all(0, static_cast<u32>(threads_.size()), State::AtBlockSum);
}

/// One thread of each block, after it has joined.
void Machine::wait_for_blocks() {
  const u64 sums = ++blocks_[running_->block].sums;
  if (joins_ < sums * shape_.blocks) pause(State::AtBlockSum);
  else maybe_switch();
}

void Machine::wait_to_be_told() {
  ++waiting_;
  pause(State::Untold);
}

void Machine::resume_told() {
  waiting_ = 0;
  resume_all(0, static_cast<u32>(threads_.size()), State::Untold);
}

u64 Machine::shared_memory(const void* key, const char* name, std::size_t bytes) {
  auto& shared = blocks_[running_->block].shared;
  for (const auto& [known, address] : shared) {
    if (known == key) return address;
  }
  shared.emplace_back(key, memory_.allocate(name, bytes));
  return shared.back().second;
}

}  // namespace bitfront::emulator
