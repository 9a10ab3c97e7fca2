/// The kernels, each of which leaves its name and the size of its argument. The emulator's tests link the same object.

#include "bitfront/device.cuh"
#include "driver.h"

namespace bitfront::emulator {

namespace {

KernelEntry* entries = nullptr;

struct Registration {
  KernelEntry entry;
  Registration(const char* name, std::size_t bytes, void (*call)(const void*)) : entry{name, bytes, call, entries} {
    entries = &entry;
  }
};

}  // namespace

KernelEntry* kernel_entries() { return entries; }

}  // namespace bitfront::emulator

#undef BITFRONT_KERNEL
#define BITFRONT_KERNEL(name, Arguments, shape)                                                      \
  void name(const Arguments& arguments);                                                             \
  static const ::bitfront::emulator::Registration name##_registration(                               \
      #name, sizeof(Arguments), [](const void* argument) { name(*static_cast<const Arguments*>(argument)); }); \
  void name(const Arguments& arguments)
#include "bitfront.cu"
