#pragma once
/// Device memory of the emulator: named buffers with gaps between them, and a record per 32-bit word of who touched it
/// since the last grid barrier. Reports accesses outside buffers, reads of words never written, writes to read-only
/// buffers, and races: two accesses to one word by different warps with no barrier between them, at least one a write
/// and at least one not declared relaxed.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "bitfront/abi.cuh"

namespace bitfront::emulator {

/// An update reads and writes atomically, and so is relaxed.
enum class Access : u32 { PlainRead, PlainWrite, RelaxedRead, RelaxedWrite, Update };
constexpr u32 kAccessKinds = 5;

/// Where an access happens. Barriers advance the epochs; a grid barrier also starts a new block epoch everywhere.
struct Place {
  u32 warp;          ///< in the grid
  u32 block;
  u32 warps_per_block;
  u32 block_epoch;   ///< block barriers passed since the last grid barrier
};

/// Warps of a grid: a word's record holds one bit and one epoch for each.
constexpr u32 kMaxWarps = 8;

class Memory {
 public:
  /// Without records no race is reported, and an access costs a third.
  explicit Memory(std::size_t bytes, bool with_records = true);
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  /// A buffer whose words have never been written. Names must outlive the memory.
  u64 allocate(const char* name, std::size_t bytes);

  /// A buffer that no kernel may write, filled by the host.
  u64 allocate_read_only(const char* name, const void* data, std::size_t bytes);

  /// Frees one buffer, whose addresses are used again once all after it are free.
  void release(u64 address);

  /// Frees everything allocated since `mark` was taken.
  std::size_t mark() const { return used_; }
  void release_to(std::size_t mark);

  const std::string& complaint() const { return complaint_; }

  void* host_view(u64 address) const { return reinterpret_cast<void*>(address); }

  /// The host has written a buffer's words.
  void set_initialised(u64 address, std::size_t bytes);

  /// Forgets all accesses: a barrier of the whole grid, or a new launch.
  void start_epoch() { ++epoch_; }

  /// Forgets what was read, as whatever follows comes after it.
  void forget_reads() { ++read_epoch_; }

  /// Records an access of `bytes` bytes. False if it is not in order; `complaint` then says why.
  bool touch(u64 address, std::size_t bytes, Access access, const Place& place);

 private:
  enum class Word : u8 { Outside, ReadOnly, Unwritten, Written };

  struct Buffer {
    const char* name;
    std::size_t begin, end;
  };

  /// Who touched a word in `epoch`, read it in `read_epoch`, per kind of access: a bit per warp, and the warp's block
  /// epoch.
  struct Record {
    u32 epoch, read_epoch;
    u8 warps[kAccessKinds];
    u16 block_epoch[kAccessKinds][kMaxWarps];
  };

  bool touch_word(std::size_t word, Access access, const Place& place);
  bool complain(std::string what);
  std::string describe(std::size_t word) const;
  std::size_t reserve(const char* name, std::size_t bytes, Word state);

  std::size_t capacity_;
  std::size_t used_ = 0;
  u32 epoch_ = 1, read_epoch_ = 1;
  char* bytes_;
  Word* words_;
  Record* records_;  ///< null: none are kept
  std::vector<Buffer> buffers_;
  std::string complaint_;
};

}  // namespace bitfront::emulator
