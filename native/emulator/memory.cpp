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
  const u32 of_word = bytes < 4 ? ((1u << bytes) - 1) << offset % 4 : 0b1111;
  for (std::size_t word = offset / 4; word <= (offset + bytes - 1) / 4; ++word) {
    if (!touch_word(word, of_word, access, place)) return false;
  }
  return true;
}

/// @param bytes of the word, a bit each
bool Memory::touch_word(std::size_t word, u32 bytes, Access access, const Place& place) {
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
  refresh(record);
  for (u32 kind = 0; kind < kAccessKinds; ++kind) {
    if (!conflict(access, static_cast<Access>(kind))) continue;
    const Touches& touches = record.by[kind];
    const auto done = [&](const std::string& who) {
      return std::string(verb(access)) + " " + describe(word) + ", which " + who + " " + verb(static_cast<Access>(kind)) +
             " with no barrier between: a race";
    };
    if (const u32 warps = other_warps(touches, place, bytes); warps != 0) {
      return complain(done("warp " + std::to_string(__builtin_ctz(warps))));
    }
    const u32 lane = other_lane(touches, place, bytes);
    if (lane == kSeveral) return complain(done("several lanes of its warp"));
    if (lane != kNobody) return complain(done("lane " + std::to_string(lane) + " of its warp"));
  }
  note(record.by[static_cast<u32>(access)], place, bytes);
  if (is_write(access) && is_relaxed(access)) {
    writes_.push_back({value(word), record.latest_write, place});
    record.latest_write = static_cast<u32>(writes_.size());
  }
  return true;
}

void Memory::refresh(Record& record) const {
  if (record.epoch != epoch_) {
    record.epoch = epoch_;
    record.latest_write = 0;
    for (Touches& touches : record.by) touches.warps = touches.recent = touches.stretch = 0, touches.bytes = touches.recent_bytes = 0;
  }
  if (record.read_epoch != read_epoch_) {
    record.read_epoch = read_epoch_;
    for (const Access read : {Access::PlainRead, Access::RelaxedRead}) {
      Touches& touches = record.by[static_cast<u32>(read)];
      touches.warps = touches.recent = 0, touches.bytes = touches.recent_bytes = 0;
    }
  }
}

namespace {

/// Bits of the warps of a block.
u32 warps_of_block(const Place& place) {
  const u32 all = place.warps_per_block == kMaxWarps ? ~0u : (1u << place.warps_per_block) - 1;
  return all << place.block() * place.warps_per_block;
}

/// Whether a barrier, or the order of one thread's own accesses, stands between an access and a later one.
bool is_ordered(const Place& earlier, const Place& later) {
  if (earlier.thread == later.thread) return true;
  if (earlier.block() != later.block()) return false;
  return earlier.block_epoch < later.block_epoch || (earlier.warp() == later.warp() && earlier.stretch < later.stretch);
}

}  // namespace

/// Warps but the place's own that touched the word with no barrier since, if any touched one of the bytes.
u32 Memory::other_warps(const Touches& touches, const Place& place, u32 bytes) {
  const u32 block = warps_of_block(place);
  const bool same_epoch = touches.block_epoch[place.block()] == place.block_epoch;
  const u32 elsewhere = (touches.bytes & bytes) != 0 ? touches.warps & ~block : 0;
  const u32 beside = same_epoch && (touches.recent_bytes & bytes) != 0 ? touches.recent & block & ~(1u << place.warp()) : 0;
  return elsewhere | beside;
}

/// A lane but the place's own that touched one of the bytes with no barrier of the warp since.
u32 Memory::other_lane(const Touches& touches, const Place& place, u32 bytes) {
  if (touches.stretch != place.stretch) return kNobody;
  for (u32 left = bytes; left != 0; left &= left - 1) {
    const u32 lane = touches.lanes[__builtin_ctz(left)];
    if (lane != kNobody && lane != place.lane()) return lane;
  }
  return kNobody;
}

void Memory::note(Touches& touches, const Place& place, u32 bytes) {
  const u32 own = 1u << place.warp();
  u16& epoch = touches.block_epoch[place.block()];
  if (epoch != place.block_epoch) touches.recent &= ~warps_of_block(place);
  if (touches.recent == 0) touches.recent_bytes = 0;
  epoch = static_cast<u16>(place.block_epoch);
  touches.warps |= own;
  touches.recent |= own;
  touches.bytes |= static_cast<u8>(bytes);
  touches.recent_bytes |= static_cast<u8>(bytes);
  if (touches.stretch != place.stretch) std::memset(touches.lanes, kNobody, sizeof touches.lanes);
  touches.stretch = place.stretch;
  for (u32 left = bytes; left != 0; left &= left - 1) {
    u8& lane = touches.lanes[__builtin_ctz(left)];
    lane = lane == kNobody || lane == place.lane() ? static_cast<u8>(place.lane()) : kSeveral;
  }
}

u32 Memory::value(std::size_t word) const {
  u32 value;
  std::memcpy(&value, bytes_ + 4 * word, 4);
  return value;
}

std::vector<u32> Memory::values_at(u64 address, const Place& place) const {
  const std::size_t word = (address - reinterpret_cast<u64>(bytes_)) / 4;
  std::vector<u32> values{value(word)};
  if (records_[word].epoch != epoch_) return values;
  for (u32 at = records_[word].latest_write; at != 0; at = writes_[at - 1].earlier) {
    if (is_ordered(writes_[at - 1].place, place)) break;
    values.push_back(writes_[at - 1].before);
  }
  return values;
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
