#include "memory.h"

#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <new>
#include <system_error>
#include <utility>

namespace bitfront::emulator {

namespace {

constexpr std::size_t kGap = 256;

/// Zeroed pages that cost nothing until touched.
void* map_pages(std::size_t bytes) {
  void* mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "map the emulator's memory");
  return mapped;
}

const char* verb(Access access) {
  switch (access) {
    case Access::PlainRead: return "loads";
    case Access::PlainWrite: return "stores";
    case Access::RelaxedRead: return "loads (relaxed)";
    case Access::RelaxedWrite: return "stores (relaxed)";
    case Access::Update: return "updates atomically";
  }
  return "touches";
}

bool is_write(Access access) { return access != Access::PlainRead && access != Access::RelaxedRead; }

bool is_relaxed(Access access) { return access != Access::PlainRead && access != Access::PlainWrite; }

bool conflict(Access one, Access other) {
  return (is_write(one) || is_write(other)) && !(is_relaxed(one) && is_relaxed(other));
}

}  // namespace

Memory::Memory(std::size_t bytes, bool with_records)
    : capacity_(bytes),
      bytes_(static_cast<char*>(map_pages(bytes))),
      words_(static_cast<Word*>(map_pages(bytes / 4 * sizeof(Word)))),
      records_(with_records ? static_cast<Record*>(map_pages(bytes / 4 * sizeof(Record))) : nullptr) {}

Memory::~Memory() {
  munmap(bytes_, capacity_);
  munmap(words_, capacity_ / 4 * sizeof(Word));
  if (records_ != nullptr) munmap(records_, capacity_ / 4 * sizeof(Record));
}

std::size_t Memory::reserve(const char* name, std::size_t bytes, Word state) {
  const std::size_t begin = (used_ + kGap + 255) / 256 * 256;
  const std::size_t end = begin + (bytes + 3) / 4 * 4;
  if (end + kGap > capacity_) throw std::bad_alloc();
  std::memset(words_ + begin / 4, static_cast<int>(state), (end - begin) / 4);
  buffers_.push_back({name, begin, end});
  used_ = end;
  return begin;
}

u64 Memory::allocate(const char* name, std::size_t bytes) {
  return reinterpret_cast<u64>(bytes_ + reserve(name, bytes, Word::Unwritten));
}

u64 Memory::allocate_read_only(const char* name, const void* data, std::size_t bytes) {
  char* at = bytes_ + reserve(name, bytes, Word::ReadOnly);
  if (bytes != 0) std::memcpy(at, data, bytes);
  return reinterpret_cast<u64>(at);
}

void Memory::release(u64 address) {
  const std::size_t begin = address - reinterpret_cast<u64>(bytes_);
  std::erase_if(buffers_, [&](const Buffer& buffer) {
    if (buffer.begin != begin) return false;
    std::memset(words_ + begin / 4, static_cast<int>(Word::Outside), (buffer.end - begin) / 4);
    return true;
  });
  used_ = buffers_.empty() ? 0 : buffers_.back().end;
}

void Memory::release_to(std::size_t mark) {
  std::memset(words_ + mark / 4, static_cast<int>(Word::Outside), (used_ - mark) / 4);
  while (!buffers_.empty() && buffers_.back().begin >= mark) buffers_.pop_back();
  used_ = mark;
}

void Memory::set_initialised(u64 address, std::size_t bytes) {
  const std::size_t begin = address - reinterpret_cast<u64>(bytes_);
  std::memset(words_ + begin / 4, static_cast<int>(Word::Written), (begin + bytes + 3) / 4 - begin / 4);
}

bool Memory::touch(u64 address, std::size_t bytes, Access access, const Place& place) {
  const u64 offset = address - reinterpret_cast<u64>(bytes_);
  if (offset >= capacity_) return complain(std::string(verb(access)) + " at an address that is no device address");
  if (address % bytes != 0) return complain(std::string(verb(access)) + " misaligned, at " + describe(offset / 4));
  for (std::size_t word = offset / 4; word <= (offset + bytes - 1) / 4; ++word) {
    if (!touch_word(word, access, place)) return false;
  }
  return true;
}

bool Memory::touch_word(std::size_t word, Access access, const Place& place) {
  Word& state = words_[word];
  if (state == Word::ReadOnly && !is_write(access)) return true;
  if (state == Word::Outside) return complain(std::string(verb(access)) + " outside any buffer, at " + describe(word));
  if (state == Word::ReadOnly) return complain(std::string(verb(access)) + " to read-only " + describe(word));
  if (state == Word::Unwritten) {
    if (access != Access::PlainWrite && access != Access::RelaxedWrite) {
      return complain(std::string(verb(access)) + " " + describe(word) + ", which was never written");
    }
    state = Word::Written;
  }
  if (records_ == nullptr) return true;
  Record& record = records_[word];
  if (record.epoch != epoch_) {
    record.epoch = epoch_;
    std::memset(record.warps, 0, sizeof record.warps);
  }
  if (record.read_epoch != read_epoch_) {
    record.read_epoch = read_epoch_;
    record.warps[static_cast<u32>(Access::PlainRead)] = record.warps[static_cast<u32>(Access::RelaxedRead)] = 0;
  }
  const u32 own = 1u << place.warp;
  for (u32 kind = 0; kind < kAccessKinds; ++kind) {
    if (!conflict(access, static_cast<Access>(kind))) continue;
    for (u32 others = record.warps[kind] & ~own; others != 0; others &= others - 1) {
      const u32 warp = static_cast<u32>(__builtin_ctz(others));
      const bool same_block = warp / place.warps_per_block == place.block;
      if (same_block && record.block_epoch[kind][warp] < place.block_epoch) continue;
      return complain(std::string(verb(access)) + " " + describe(word) + ", which warp " + std::to_string(warp) + " " +
             verb(static_cast<Access>(kind)) + " with no barrier between: a race");
    }
  }
  const u32 kind = static_cast<u32>(access);
  record.warps[kind] = static_cast<u8>(record.warps[kind] | own);
  record.block_epoch[kind][place.warp] = static_cast<u16>(place.block_epoch);
  return true;
}

bool Memory::complain(std::string what) {
  complaint_ = std::move(what);
  return false;
}

std::string Memory::describe(std::size_t word) const {
  for (const Buffer& buffer : buffers_) {
    if (word * 4 + kGap < buffer.begin || word * 4 >= buffer.end + kGap) continue;
    const auto index = (static_cast<std::ptrdiff_t>(word * 4) - static_cast<std::ptrdiff_t>(buffer.begin)) / 4;
    return std::string(buffer.name) + " word " + std::to_string(index) + " of " +
           std::to_string((buffer.end - buffer.begin) / 4);
  }
  return "no buffer";
}

}  // namespace bitfront::emulator
