#pragma once
/// A CUDA driver whose GPUs are emulated: the functions of libcuda.so.1 that the Java side calls, and the library of
/// sorts and scans, over the emulator's memory. Java's engines run on it unchanged. Accesses of kernels outside buffers and
/// to what was never written are found; races are not looked for.
///
/// Work that is queued runs when something waits for it, or, by a seeded draw, when more is queued behind it: what a host
/// may rely on is only what it waited for. Memory is the host's, so that an address is the same on both sides; it begins as
/// rubbish. Calls on a stream of another device than the thread's current one fail, and copies that touch its buffers.

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "machine.h"
#include "memory.h"

#define EXPORTED extern "C" __attribute__((visibility("default"))) int

namespace bitfront::emulator {

/// Of `CUresult`.
enum Result : int {
  kSuccess = 0,
  kInvalidValue = 1,
  kOutOfMemory = 2,
  kInvalidContext = 201,
  kInvalidHandle = 400,
  kNotFound = 500,
  kNotReady = 600,
  kAlreadyRegistered = 712,
  kNotRegistered = 713,
  kLaunchFailed = 719,
  kCooperativeLaunchTooLarge = 720,
};

/// A kernel of the compiled module.
struct KernelEntry {
  const char* name;
  std::size_t argument_bytes;
  void (*call)(const void* argument);
  KernelEntry* next;
};

/// The first of all kernels.
KernelEntry* kernel_entries();

constexpr u32 kDevices = 2;
constexpr u32 kMultiprocessors = 4;
constexpr u32 kGridWarps = 8;    ///< of a device at once
constexpr u32 kWarpsPerBlock = kGridWarps / kMultiprocessors;
constexpr u32 kBurst = 200;
constexpr u64 kDeviceBytes = u64{2} << 30;
constexpr u64 kRubbishBytes = u64{16} << 20;  ///< of a buffer; more would take long
constexpr u32 kHost = kDevices;  ///< the owner of page-locked memory
constexpr u64 kHostBytes = u64{1} << 30;
constexpr u64 kMemoryBytes = 2 * (kDevices * kDeviceBytes + kHostBytes);  ///< addresses, some of them between buffers

/// Buffers of all devices and page-locked ones.
class Heap {
 public:
  explicit Heap(std::size_t bytes) : memory_(bytes, false), machine_(memory_, kBurst) {}

  Memory& memory() { return memory_; }
  Machine& machine() { return machine_; }

  /// Throws `std::bad_alloc` where no addresses are left.
  u64 allocate(const char* name, u64 bytes, u32 owner) {
    const u64 address = memory_.allocate(name, bytes);
    std::memset(reinterpret_cast<void*>(address), 0xA5, std::min(bytes, kRubbishBytes));
    live_[address] = {bytes, owner};
    return address;
  }

  bool free(u64 address) {
    const auto found = live_.find(address);
    if (found == live_.end()) return false;
    memory_.release(address);
    live_.erase(found);
    return true;
  }

  /// Whether a live buffer of the device, or a page-locked one, holds these bytes.
  bool holds(u64 address, u64 bytes, u32 device) const {
    auto after = live_.upper_bound(address);
    if (after == live_.begin()) return false;
    const auto& [start, block] = *--after;
    return (block.owner == device || block.owner == kHost) && address - start <= block.bytes &&
           bytes <= block.bytes - (address - start);
  }

  u64 taken_of(u32 owner) const {
    u64 bytes = 0;
    for (const auto& [address, block] : live_) bytes += block.owner == owner ? block.bytes : 0;
    return bytes;
  }

 private:
  struct Block {
    u64 bytes;
    u32 owner;
  };

  Memory memory_;
  Machine machine_;
  std::map<u64, Block> live_;
};

struct Event {
  u64 wanted = 0;  ///< times recorded
  u64 reached = 0;
  struct Stream* stream = nullptr;  ///< where it was recorded last; gone once it is reached
  struct Context* context = nullptr;
  std::chrono::steady_clock::time_point at;
};

/// Lives as long as queued work that speaks of it, too.
using EventHandle = std::shared_ptr<Event>;

/// One piece of queued work: what it does, or the event it waits for.
struct Work {
  std::function<int()> run;
  EventHandle awaited = nullptr;
  u64 count = 0;
};

struct Context {
  u32 device;
  int failure = kSuccess;  ///< stays
};

struct Stream {
  Context* context;
  std::deque<Work> queue;
};

class Driver {
 public:
  static Driver& get() {
    // Never destroyed: threads that nobody waits for may still be here when the process ends.
    static Driver& driver = *new Driver;
    return driver;
  }

  std::recursive_mutex& mutex() { return mutex_; }
  Heap& heap() { return heap_; }
  Random& random() { return random_; }
  Context& context(u32 device) { return contexts_[device]; }
  Context*& current() { return current_; }

  Stream* open_stream() {
    streams_.push_back(std::make_unique<Stream>(Stream{current_, {}}));
    return streams_.back().get();
  }

  void close_stream(Stream* stream) {
    drain(*stream);
    std::erase_if(streams_, [&](const auto& one) { return one.get() == stream; });
  }

  /// Queues work, and may do some of what is queued.
  int queue(Stream* stream, Work work) {
    if (stream->context != current_) return kInvalidHandle;
    if (stream->context->failure != kSuccess) return stream->context->failure;
    stream->queue.push_back(std::move(work));
    if (random_.below(2) == 0) {
      for (u32 steps = 1 + random_.below(4); steps != 0 && !stream->queue.empty(); --steps) step(*stream);
    }
    return kSuccess;
  }

  int drain(Stream& stream) {
    while (!stream.queue.empty()) step(stream);
    return stream.context->failure;
  }

  int drain(const Context& context) {
    for (const auto& stream : streams_) {
      if (stream->context == &context) drain(*stream);
    }
    return context.failure;
  }

  /// False where some of these bytes are locked already.
  bool lock_pages(u64 address, u64 bytes) {
    const auto after = locked_.lower_bound(address + bytes);
    if (bytes == 0 || (after != locked_.begin() && std::prev(after)->second > address)) return false;
    locked_[address] = address + bytes;
    return true;
  }

  bool unlock_pages(u64 address) { return locked_.erase(address) == 1; }

  int reach(Event& event, u64 count) {
    while (event.reached < count && event.context->failure == kSuccess) step(*event.stream);
    return event.context == nullptr ? kSuccess : event.context->failure;
  }

 private:
  Driver() : heap_(kMemoryBytes), random_(seed()) {
    for (u32 device = 0; device < kDevices; ++device) contexts_[device].device = device;
  }

  static u64 seed() {
    const char* text = std::getenv("BITFRONT_EMULATOR_SEED");
    return text == nullptr ? 0 : std::strtoull(text, nullptr, 10);
  }

  void step(Stream& stream) {
    Work work = std::move(stream.queue.front());
    stream.queue.pop_front();
    if (work.awaited != nullptr) reach(*work.awaited, work.count);
    if (work.run && stream.context->failure == kSuccess) stream.context->failure = work.run();
  }

  std::recursive_mutex mutex_;
  Heap heap_;
  Random random_;
  Context contexts_[kDevices];
  std::vector<std::unique_ptr<Stream>> streams_;
  std::map<u64, u64> locked_;  ///< ends by beginnings
  static thread_local Context* current_;
};

using Lock = std::lock_guard<std::recursive_mutex>;

void say(const std::string& what);

/// Whether a buffer of the device holds these bytes; says so if not.
bool holds(u64 address, u64 bytes, u32 device, const char* what);

}  // namespace bitfront::emulator
