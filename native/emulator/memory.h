#pragma once
/// Device memory of the emulator: named buffers with gaps between them, and a record per 32-bit word of who touched it
/// since the last grid barrier. Reports accesses outside buffers, reads of words never written, writes to read-only
/// buffers, and races: two accesses to one word by different threads with no barrier between them, at least one a write
/// and at least one not declared relaxed; threads of a warp need a barrier of the warp, lanes that meet otherwise are not
/// ordered. Remembers what a word was before each relaxed write since the last grid barrier, for loads that may be stale.

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
  u32 thread;        ///< in the grid
  u32 warps_per_block;
  u32 block_epoch;   ///< block barriers passed since the last grid barrier
  u32 stretch;       ///< of its warp, between two barriers; from 1, no two of a machine have the same number

  u32 lane() const { return thread % 32; }
  u32 warp() const { return thread / 32; }
  u32 block() const { return warp() / warps_per_block; }
};

/// Warps and blocks of a grid, at most: a word's record holds a bit for each warp, an epoch for each block.
constexpr u32 kMaxWarps = 32;
constexpr u32 kMaxBlocks = 8;

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

  bool has_records() const { return records_ != nullptr; }
  const std::string& complaint() const { return complaint_; }

  void* host_view(u64 address) const { return reinterpret_cast<void*>(address); }

  /// The host has written a buffer's words.
  void set_initialised(u64 address, std::size_t bytes);

  /// Forgets all accesses: a barrier of the whole grid, or a new launch.
  void start_epoch() {
    ++epoch_;
    writes_.clear();
  }

  /// Forgets what was read, as whatever follows comes after it.
  void forget_reads() { ++read_epoch_; }

  /// Records an access of `bytes` bytes. False if it is not in order; `complaint` then says why.
  bool touch(u64 address, std::size_t bytes, Access access, const Place& place);

  /// What a load of a 32-bit word may find where a cache answers that need not know of other blocks' or warps' writes: what
  /// the word is, or was before any write that nothing orders before the load. The newest first. Needs records.
  std::vector<u32> values_at(u64 address, const Place& place) const;

 private:
  enum class Word : u8 { Outside, ReadOnly, Unwritten, Written };

  struct Buffer {
    const char* name;
    std::size_t begin, end;
  };

  /// Accesses of one kind to a word.
  struct Touches {
    u32 warps;                    ///< in `epoch`, a bit each
    u32 recent;                   ///< of these, warps that did so in their block's epoch below
    u16 block_epoch[kMaxBlocks];
    u8 bytes;                     ///< a bit for each byte that any of them touched in `epoch`
    u8 recent_bytes;              ///< the same of `recent`
    u32 stretch;                  ///< the latest of a warp that did so; 0: none did
    u8 lanes[4];                  ///< who did so in that stretch, per byte: a lane, kSeveral or kNobody
  };

  /// Who touched a word in `epoch`, read it in `read_epoch`.
  struct Record {
    u32 epoch, read_epoch;
    u32 latest_write;             ///< relaxed, one more than its index; 0: none
    Touches by[kAccessKinds];
  };

  /// A relaxed write: what the word was, and the write before it, as `latest_write`.
  struct Write {
    u32 before, earlier;
    Place place;
  };

  void refresh(Record& record) const;
  static constexpr u8 kSeveral = 32, kNobody = 33;

  static u32 other_warps(const Touches& touches, const Place& place, u32 bytes);
  static u32 other_lane(const Touches& touches, const Place& place, u32 bytes);
  static void note(Touches& touches, const Place& place, u32 bytes);
  u32 value(std::size_t word) const;
  bool touch_word(std::size_t word, u32 bytes, Access access, const Place& place);
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
  std::vector<Write> writes_;
  std::string complaint_;
};

}  // namespace bitfront::emulator
