/// The functions of libcuda.so.1 that the Java side calls.

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "driver.h"

namespace bitfront {
extern u32 kLightness;                  // of multi_pull.cuh
extern u32 kWarpProbes, kSharedProbes;  // of pull.cuh
}

namespace bitfront::emulator {

namespace {

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
  const u32 per_block = 1 + Driver::get().random().below(std::min(warps, kGridWarps));
  return {1 + Driver::get().random().below(std::min(blocks, kGridWarps / per_block)), per_block};
}

int queue_launch(const KernelEntry* entry, u32 blocks, u32 threads, Stream* stream, void** parameters, bool cooperative) {
  Driver& driver = Driver::get();
  Lock lock(driver.mutex());
  if (blocks == 0 || threads == 0 || threads % kLanes != 0 || threads > 1024) return kInvalidValue;
  if (cooperative && blocks * threads / kLanes > kGridWarps) return kCooperativeLaunchTooLarge;
  const auto* bytes = static_cast<const char*>(parameters[0]);
  auto argument = std::make_shared<std::vector<u64>>((entry->argument_bytes + 7) / 8);
  std::memcpy(argument->data(), bytes, entry->argument_bytes);
  return driver.queue(stream, {[=, &driver] {
    // As shipped, or so low that small graphs have light sources.
    kLightness = driver.random().below(4) == 0 ? 512 : 2;
    kWarpProbes = driver.random().below(4) == 0 ? 128 : 40;
    kSharedProbes = driver.random().below(4) == 0 ? 1'024 : 50;
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

EXPORTED cuInit(u32 flags) { return flags == 0 ? kSuccess : kInvalidValue; }

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
  const Event& begin = **static_cast<EventHandle*>(from);
  const Event& end = **static_cast<EventHandle*>(to);
  if (begin.wanted == 0 || end.wanted == 0) return kInvalidHandle;
  if (begin.reached < begin.wanted || end.reached < end.wanted) return kNotReady;
  *milliseconds = std::chrono::duration<float, std::milli>(end.at - begin.at).count();
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

/// Memory of the process itself: its pages are locked once at a time.
EXPORTED cuMemHostRegister_v2(void* address, std::size_t bytes, u32) {
  Lock lock(Driver::get().mutex());
  if (Driver::get().current() == nullptr) return kInvalidContext;
  return Driver::get().lock_pages(reinterpret_cast<u64>(address), bytes) ? kSuccess : kAlreadyRegistered;
}

EXPORTED cuMemHostUnregister(void* address) {
  Lock lock(Driver::get().mutex());
  if (Driver::get().current() == nullptr) return kInvalidContext;
  return Driver::get().unlock_pages(reinterpret_cast<u64>(address)) ? kSuccess : kNotRegistered;
}

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
  *module = kernel_entries();
  return kSuccess;
}

EXPORTED cuModuleUnload(void*) { return kSuccess; }

EXPORTED cuModuleGetFunction(void** function, void*, const char* name) {
  for (KernelEntry* entry = kernel_entries(); entry != nullptr; entry = entry->next) {
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

/// Kernels know grids and blocks of one dimension.
EXPORTED cuLaunchKernel(void* function, u32 blocks, u32 y, u32 z, u32 threads, u32 block_y, u32 block_z, u32, void* stream,
                        void** parameters, void**) {
  if (y != 1 || z != 1 || block_y != 1 || block_z != 1) return kInvalidValue;
  return queue_launch(static_cast<KernelEntry*>(function), blocks, threads, static_cast<Stream*>(stream), parameters, false);
}

EXPORTED cuLaunchCooperativeKernel(void* function, u32 blocks, u32 y, u32 z, u32 threads, u32 block_y, u32 block_z, u32,
                                   void* stream, void** parameters) {
  if (y != 1 || z != 1 || block_y != 1 || block_z != 1) return kInvalidValue;
  return queue_launch(static_cast<KernelEntry*>(function), blocks, threads, static_cast<Stream*>(stream), parameters, true);
}
