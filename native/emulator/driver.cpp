/// A CUDA driver whose GPUs are emulated: the functions of libcuda.so.1 that the Java side calls, and the library of
/// sorts and scans, over the emulator's memory. Java's engines run on it unchanged. Accesses of kernels outside buffers and
/// to what was never written are found; races are not looked for.
///
/// Work that is queued runs when something waits for it, or, by a seeded draw, when more is queued behind it: what a host
/// may rely on is only what it waited for. Memory is the host's, so that an address is the same on both sides; it begins as
/// rubbish. Calls on a stream or buffer of another device than the thread's current one fail.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <string>
#include <vector>

#include "bitfront/device.cuh"

namespace bitfront::emulator {

/// Of `CUresult`.
enum Result : int {
  kSuccess = 0,
  kInvalidValue = 1,
  kOutOfMemory = 2,
  kInvalidContext = 201,
  kInvalidHandle = 400,
  kNotFound = 500,
  kLaunchFailed = 719,
  kCooperativeLaunchTooLarge = 720,
};

struct KernelEntry {
  const char* name;
  std::size_t argument_bytes;
  void (*call)(const void* argument);
  KernelEntry* next;
};

namespace {

KernelEntry* entries = nullptr;

struct Registration {
  KernelEntry entry;
  Registration(const char* name, std::size_t bytes, void (*call)(const void*)) : entry{name, bytes, call, entries} {
    entries = &entry;
  }
};

}  // namespace

}  // namespace bitfront::emulator

// The kernels, each of which leaves its name here.
#undef BITFRONT_KERNEL
#define BITFRONT_KERNEL(name, Arguments, shape)                                                      \
  static void name(const Arguments& arguments);                                                      \
  static const ::bitfront::emulator::Registration name##_registration(                               \
      #name, sizeof(Arguments), [](const void* argument) { name(*static_cast<const Arguments*>(argument)); }); \
  static void name(const Arguments& arguments)
#include "bitfront.cu"

namespace bitfront::emulator {

namespace {

constexpr u32 kDevices = 2;
constexpr u32 kMultiprocessors = 4;
constexpr u32 kWarpsPerBlock = kMaxWarps / kMultiprocessors;
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
  static thread_local Context* current_;
};

thread_local Context* Driver::current_ = nullptr;

using Lock = std::lock_guard<std::recursive_mutex>;

void say(const std::string& what) { std::fprintf(stderr, "emulated GPU: %s\n", what.c_str()); }

/// Whether a buffer of the device holds these bytes; says so if not.
bool holds(u64 address, u64 bytes, u32 device, const char* what) {
  if (bytes == 0 || Driver::get().heap().holds(address, bytes, device)) return true;
  say(std::string(what) + " of " + std::to_string(bytes) + " bytes is not within a buffer of device " + std::to_string(device));
  return false;
}

/// A copy between host and device, or within it. Ends the context where a buffer ends before it.
int copy(u64 to, u64 from, u64 bytes, u32 device, bool to_device, bool from_device) {
  Heap& heap = Driver::get().heap();
  if (to_device && !holds(to, bytes, device, "a copy")) return kInvalidValue;
  if (from_device && !holds(from, bytes, device, "a copy")) return kInvalidValue;
  std::memmove(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes);
  if (to_device) heap.memory().set_initialised(to, bytes);
  return kSuccess;
}

int queue_copy(u64 to, u64 from, u64 bytes, Stream* stream, bool to_device, bool from_device) {
  Lock lock(Driver::get().mutex());
  const u32 device = stream->context->device;
  return Driver::get().queue(stream, {[=] { return copy(to, from, bytes, device, to_device, from_device); }});
}

/// A grid of no more threads than were asked for, as every kernel takes any.
GridShape draw_shape(u32 blocks, u32 threads, bool whole) {
  const u32 warps = threads / kLanes;
  if (whole) return {blocks, warps};
  const u32 per_block = 1 + Driver::get().random().below(std::min(warps, kMaxWarps));
  return {1 + Driver::get().random().below(std::min(blocks, kMaxWarps / per_block)), per_block};
}

int queue_launch(const KernelEntry* entry, u32 blocks, u32 threads, Stream* stream, void** parameters, bool cooperative) {
  Driver& driver = Driver::get();
  Lock lock(driver.mutex());
  if (blocks == 0 || threads == 0 || threads % kLanes != 0 || threads > 1024) return kInvalidValue;
  if (cooperative && blocks * threads / kLanes > kMaxWarps) return kCooperativeLaunchTooLarge;
  const auto* bytes = static_cast<const char*>(parameters[0]);
  auto argument = std::make_shared<std::vector<u64>>((entry->argument_bytes + 7) / 8);
  std::memcpy(argument->data(), bytes, entry->argument_bytes);
  return driver.queue(stream, {[=, &driver] {
    const std::string wrong = driver.heap().machine().launch(draw_shape(blocks, threads, cooperative), driver.random().next(),
                                                             [&] { entry->call(argument->data()); });
    if (wrong.empty()) return +kSuccess;
    say(std::string(entry->name) + ": " + wrong);
    return +kLaunchFailed;
  }});
}

}  // namespace

}  // namespace bitfront::emulator

using namespace bitfront::emulator;
using bitfront::u32;
using bitfront::u64;

#define EXPORTED extern "C" __attribute__((visibility("default"))) int

EXPORTED cuInit(u32) { return kSuccess; }

EXPORTED cuDriverGetVersion(int* version) {
  *version = 12060;
  return kSuccess;
}

EXPORTED cuDeviceGetCount(int* count) {
  *count = kDevices;
  return kSuccess;
}

EXPORTED cuDeviceGet(int* device, int index) {
  if (index < 0 || static_cast<u32>(index) >= kDevices) return kInvalidValue;
  *device = index;
  return kSuccess;
}

EXPORTED cuDeviceGetName(char* name, int length, int) {
  std::snprintf(name, static_cast<std::size_t>(length), "emulated GPU");
  return kSuccess;
}

EXPORTED cuDeviceTotalMem_v2(std::size_t* bytes, int) {
  *bytes = kDeviceBytes;
  return kSuccess;
}

/// Of a domain that no machine has, so that no other library knows a device by it.
EXPORTED cuDeviceGetPCIBusId(char* id, int length, int device) {
  std::snprintf(id, static_cast<std::size_t>(length), "FFFF:%02X:00.0", device + 1);
  return kSuccess;
}

/// The numbers are those of `CUdevice_attribute`.
EXPORTED cuDeviceGetAttribute(int* value, int attribute, int) {
  switch (attribute) {
    case 16: *value = kMultiprocessors; return kSuccess;
    case 75: *value = 9; return kSuccess;         // compute capability, major
    case 76: *value = 0; return kSuccess;         // and minor
    case 95: *value = 1; return kSuccess;         // cooperative launches
    case 97: *value = 227 << 10; return kSuccess; // shared memory that a block can have
  }
  return kInvalidValue;
}

EXPORTED cuDevicePrimaryCtxRetain(void** context, int device) {
  *context = &Driver::get().context(static_cast<u32>(device));
  return kSuccess;
}

EXPORTED cuDevicePrimaryCtxRelease_v2(int) { return kSuccess; }

EXPORTED cuCtxSetCurrent(void* context) {
  Driver::get().current() = static_cast<Context*>(context);
  return kSuccess;
}

EXPORTED cuCtxGetId(void* context, u64* id) {
  *id = static_cast<Context*>(context)->device;
  return kSuccess;
}

EXPORTED cuStreamCreate(void** stream, u32) {
  Lock lock(Driver::get().mutex());
  if (Driver::get().current() == nullptr) return kInvalidContext;
  *stream = Driver::get().open_stream();
  return kSuccess;
}

EXPORTED cuStreamDestroy_v2(void* stream) {
  Lock lock(Driver::get().mutex());
  Driver::get().close_stream(static_cast<Stream*>(stream));
  return kSuccess;
}

EXPORTED cuStreamGetId(void* stream, u64* id) {
  *id = reinterpret_cast<u64>(stream);
  return kSuccess;
}

EXPORTED cuStreamSynchronize(void* stream) {
  Lock lock(Driver::get().mutex());
  return Driver::get().drain(*static_cast<Stream*>(stream));
}

EXPORTED cuStreamWaitEvent(void* stream, void* event, u32) {
  Lock lock(Driver::get().mutex());
  const EventHandle& awaited = *static_cast<EventHandle*>(event);
  return Driver::get().queue(static_cast<Stream*>(stream), {nullptr, awaited, awaited->wanted});
}

EXPORTED cuEventCreate(void** event, u32) {
  *event = new EventHandle(std::make_shared<Event>());
  return kSuccess;
}

EXPORTED cuEventDestroy_v2(void* event) {
  Lock lock(Driver::get().mutex());
  delete static_cast<EventHandle*>(event);
  return kSuccess;
}

EXPORTED cuEventRecord(void* handle, void* stream) {
  Lock lock(Driver::get().mutex());
  const EventHandle event = *static_cast<EventHandle*>(handle);
  event->stream = static_cast<Stream*>(stream);
  event->context = event->stream->context;
  const u64 count = ++event->wanted;
  return Driver::get().queue(event->stream, {[=] {
    event->reached = count;
    event->at = std::chrono::steady_clock::now();
    return +kSuccess;
  }});
}

EXPORTED cuEventSynchronize(void* event) {
  Lock lock(Driver::get().mutex());
  const EventHandle awaited = *static_cast<EventHandle*>(event);
  return Driver::get().reach(*awaited, awaited->wanted);
}

EXPORTED cuEventElapsedTime(float* milliseconds, void* from, void* to) {
  Lock lock(Driver::get().mutex());
  const auto elapsed = (*static_cast<EventHandle*>(to))->at - (*static_cast<EventHandle*>(from))->at;
  *milliseconds = std::chrono::duration<float, std::milli>(elapsed).count();
  return kSuccess;
}

namespace {

/// @param most bytes that the owner's buffers may take
int allocate(u64* address, const char* name, u64 bytes, u32 owner, u64 most) {
  Heap& heap = Driver::get().heap();
  if (bytes > most - heap.taken_of(owner)) return kOutOfMemory;
  try {
    *address = heap.allocate(name, bytes, owner);
  } catch (const std::bad_alloc&) {
    return kOutOfMemory;
  }
  return kSuccess;
}

}  // namespace

EXPORTED cuMemAlloc_v2(u64* address, std::size_t bytes) {
  Lock lock(Driver::get().mutex());
  const Context* context = Driver::get().current();
  return context == nullptr ? kInvalidContext : allocate(address, "a buffer", bytes, context->device, kDeviceBytes);
}

/// Waits for the device, as the real one does.
EXPORTED cuMemFree_v2(u64 address) {
  Lock lock(Driver::get().mutex());
  if (Driver::get().current() == nullptr) return kInvalidContext;
  const int result = Driver::get().drain(*Driver::get().current());
  return Driver::get().heap().free(address) ? result : kInvalidValue;
}

EXPORTED cuMemAllocFromPoolAsync(u64*, std::size_t, void*, void*) { return kOutOfMemory; }

EXPORTED cuMemAllocHost_v2(void** address, std::size_t bytes) {
  Lock lock(Driver::get().mutex());
  u64 found = 0;
  const int result = allocate(&found, "page-locked memory", bytes, kHost, kHostBytes);
  if (result != kSuccess) return result;
  Driver::get().heap().memory().set_initialised(found, bytes);
  *address = reinterpret_cast<void*>(found);
  return kSuccess;
}

EXPORTED cuMemFreeHost(void* address) { return cuMemFree_v2(reinterpret_cast<u64>(address)); }

EXPORTED cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
  Driver& driver = Driver::get();
  Lock lock(driver.mutex());
  if (driver.current() == nullptr) return kInvalidContext;
  *total = kDeviceBytes;
  *free = kDeviceBytes - driver.heap().taken_of(driver.current()->device);
  return kSuccess;
}

EXPORTED cuMemcpyHtoDAsync_v2(u64 to, const void* from, std::size_t bytes, void* stream) {
  return queue_copy(to, reinterpret_cast<u64>(from), bytes, static_cast<Stream*>(stream), true, false);
}

EXPORTED cuMemcpyDtoHAsync_v2(void* to, u64 from, std::size_t bytes, void* stream) {
  return queue_copy(reinterpret_cast<u64>(to), from, bytes, static_cast<Stream*>(stream), false, true);
}

EXPORTED cuMemcpyDtoDAsync_v2(u64 to, u64 from, std::size_t bytes, void* stream) {
  return queue_copy(to, from, bytes, static_cast<Stream*>(stream), true, true);
}

EXPORTED cuMemcpyDtoH_v2(void* to, u64 from, std::size_t bytes) {
  std::memcpy(to, reinterpret_cast<const void*>(from), bytes);
  return kSuccess;
}

EXPORTED cuMemsetD8Async(u64 address, unsigned char value, std::size_t bytes, void* stream) {
  Lock lock(Driver::get().mutex());
  const u32 device = static_cast<Stream*>(stream)->context->device;
  return Driver::get().queue(static_cast<Stream*>(stream), {[=] {
    if (!holds(address, bytes, device, "a fill")) return +kInvalidValue;
    std::memset(reinterpret_cast<void*>(address), value, bytes);
    Driver::get().heap().memory().set_initialised(address, bytes);
    return +kSuccess;
  }});
}

EXPORTED cuModuleLoadData(void** module, const void*) {
  *module = entries;
  return kSuccess;
}

EXPORTED cuModuleUnload(void*) { return kSuccess; }

EXPORTED cuModuleGetFunction(void** function, void*, const char* name) {
  for (KernelEntry* entry = entries; entry != nullptr; entry = entry->next) {
    if (std::strcmp(entry->name, name) != 0) continue;
    *function = entry;
    return kSuccess;
  }
  return kNotFound;
}

EXPORTED cuModuleGetGlobal_v2(u64* address, std::size_t* bytes, void*, const char* name) {
  static const u32 version = bitfront::kAbiVersion;
  if (std::strcmp(name, "bitfront_abi_version") != 0) return kNotFound;
  *address = reinterpret_cast<u64>(&version);
  *bytes = sizeof version;
  return kSuccess;
}

EXPORTED cuFuncGetAttribute(int* value, int attribute, void*) {
  if (attribute != 0) return kInvalidValue;  // the most threads of a block
  *value = kWarpsPerBlock * bitfront::kLanes;
  return kSuccess;
}

EXPORTED cuFuncSetAttribute(void*, int, int) { return kSuccess; }

EXPORTED cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, void*, int threads, std::size_t) {
  *blocks = std::max(1, static_cast<int>(kWarpsPerBlock * bitfront::kLanes) / std::max(1, threads));
  return kSuccess;
}

EXPORTED cuLaunchKernel(void* function, u32 blocks, u32, u32, u32 threads, u32, u32, u32, void* stream, void** parameters,
                        void**) {
  return queue_launch(static_cast<KernelEntry*>(function), blocks, threads, static_cast<Stream*>(stream), parameters, false);
}

EXPORTED cuLaunchCooperativeKernel(void* function, u32 blocks, u32, u32, u32 threads, u32, u32, u32, void* stream,
                                   void** parameters) {
  return queue_launch(static_cast<KernelEntry*>(function), blocks, threads, static_cast<Stream*>(stream), parameters, true);
}

// --- sorts and scans, as in library/cub_library.cu ------------------------------------------------------------------

namespace {

struct Operand {
  const void* address;
  u64 bytes;
};

/// Answers how much temporary memory is wanted, else queues `work` on arrays that must lie within buffers.
int with_temporary(void* temporary, u64* temporary_bytes, void* handle, std::vector<Operand> operands,
                   std::function<void(Heap&)> work) {
  constexpr u64 kTemporaryBytes = 256;
  if (temporary == nullptr) {
    *temporary_bytes = kTemporaryBytes;
    return kSuccess;
  }
  if (*temporary_bytes < kTemporaryBytes) return kInvalidValue;
  Lock lock(Driver::get().mutex());
  auto* stream = static_cast<Stream*>(handle);
  const u32 device = stream->context->device;
  return Driver::get().queue(stream, {[=] {
    for (const Operand& operand : operands) {
      if (!holds(reinterpret_cast<u64>(operand.address), operand.bytes, device, "a sort or scan")) return +kInvalidValue;
    }
    work(Driver::get().heap());
    return +kSuccess;
  }});
}

template <class T>
void written(Heap& heap, const T* at, u64 count) {
  heap.memory().set_initialised(reinterpret_cast<u64>(at), count * sizeof(T));
}

/// The result of a sort ends in either buffer, the other's contents are lost.
template <class T>
void leave(Heap& heap, const std::vector<T>& sorted, T* in, T* other, bool in_other) {
  std::copy(sorted.begin(), sorted.end(), in_other ? other : in);
  std::fill_n(in_other ? in : other, sorted.size(), T{0xA5A5A5A5});
  written(heap, other, sorted.size());
}

bool draw_buffer(int* in_other) {
  Lock lock(Driver::get().mutex());
  *in_other = static_cast<int>(Driver::get().random().below(2));
  return *in_other != 0;
}

template <class T>
int sum_before(void* temporary, u64* temporary_bytes, const u32* counts, T* sums, u64 count, void* stream) {
  return with_temporary(temporary, temporary_bytes, stream, {{counts, 4 * count}, {sums, sizeof(T) * count}}, [=](Heap& heap) {
    std::exclusive_scan(counts, counts + count, sums, T{0});
    written(heap, sums, count);
  });
}

}  // namespace

EXPORTED bitfront_cub_version() { return 1; }

EXPORTED bitfront_sort_keys(void* temporary, u64* temporary_bytes, u64* keys, u64* other, u64 count, int begin_bit, int end_bit,
                            int* in_other, void* stream) {
  const bool to_other = draw_buffer(in_other);
  return with_temporary(temporary, temporary_bytes, stream, {{keys, 8 * count}, {other, 8 * count}}, [=](Heap& heap) {
    const u64 mask = (end_bit == 64 ? 0 : u64{1} << end_bit) - (u64{1} << begin_bit);
    std::vector<u64> sorted(keys, keys + count);
    std::stable_sort(sorted.begin(), sorted.end(), [=](u64 a, u64 b) { return (a & mask) < (b & mask); });
    leave(heap, sorted, keys, other, to_other);
  });
}

EXPORTED bitfront_sort_pairs(void* temporary, u64* temporary_bytes, u32* keys, u32* other_keys, u32* values, u32* other_values,
                             u64 count, int* in_other, void* stream) {
  const bool to_other = draw_buffer(in_other);
  const std::vector<Operand> operands{
      {keys, 4 * count}, {other_keys, 4 * count}, {values, 4 * count}, {other_values, 4 * count}};
  return with_temporary(temporary, temporary_bytes, stream, operands, [=](Heap& heap) {
    std::vector<u64> order(count);
    std::iota(order.begin(), order.end(), u64{0});
    std::stable_sort(order.begin(), order.end(), [=](u64 a, u64 b) { return keys[a] < keys[b]; });
    std::vector<u32> sorted_keys(count), sorted_values(count);
    for (u64 i = 0; i < count; ++i) {
      sorted_keys[i] = keys[order[i]];
      sorted_values[i] = values[order[i]];
    }
    leave(heap, sorted_keys, keys, other_keys, to_other);
    leave(heap, sorted_values, values, other_values, to_other);
  });
}

EXPORTED bitfront_unique(void* temporary, u64* temporary_bytes, const u64* keys, u64* unique, u64* kept, u64 count,
                         void* stream) {
  const std::vector<Operand> operands{{keys, 8 * count}, {unique, 8 * count}, {kept, 8}};
  return with_temporary(temporary, temporary_bytes, stream, operands, [=](Heap& heap) {
    *kept = static_cast<u64>(std::unique_copy(keys, keys + count, unique) - unique);
    written(heap, unique, *kept);
    written(heap, kept, 1);
  });
}

EXPORTED bitfront_sum_narrow(void* temporary, u64* temporary_bytes, const u32* counts, u32* sums, u64 count, void* stream) {
  return sum_before(temporary, temporary_bytes, counts, sums, count, stream);
}

EXPORTED bitfront_sum_wide(void* temporary, u64* temporary_bytes, const u32* counts, u64* sums, u64 count, void* stream) {
  return sum_before(temporary, temporary_bytes, counts, sums, count, stream);
}
