#include "driver.h"

#include <cstdio>

namespace bitfront::emulator {

thread_local Context* Driver::current_ = nullptr;

void say(const std::string& what) { std::fprintf(stderr, "emulated GPU: %s\n", what.c_str()); }

bool holds(u64 address, u64 bytes, u32 device, const char* what) {
  if (bytes == 0 || Driver::get().heap().holds(address, bytes, device)) return true;
  say(std::string(what) + " of " + std::to_string(bytes) + " bytes is not within a buffer of device " + std::to_string(device));
  return false;
}

}  // namespace bitfront::emulator
