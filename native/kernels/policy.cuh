#pragma once
/// What a compiled traversal variant is made of. A variant is a value of `BfsPolicy`, one line in `bitfront.cu`.

#include "bitfront/device.cuh"

namespace bitfront {

/// Store a level on discovery (paper Algorithm 2), once per level of the traversal (Algorithm 3), or as each level's mode
/// wants it (ours; `adaptive.cuh`).
enum class Update { Eager, Lazy, Adaptive };

/// May a level run bottom-up on CUDA cores (Algorithm 4, by Eq. 6). Needs lazy updates; adaptive ones choose by cost.
enum class Pull { Never, WhenCheaper };

/// How slices are laid out for the tensor cores: Section 5.1's two products per VSS, or one slice per row of A and 16
/// products per VSS, kept for measurement.
enum class Layout { Packed, Naive };

/// Width of offsets into adjacency lists; 32 bits where the graph has fewer than 2^32 edges.
enum class Offsets { Bits32, Bits64 };

/// May small frontiers be run in rounds without a grid barrier. Needs adaptive updates. Apart, because a kernel that holds
/// both spills registers in its other levels: 7 to 8% on kron 22 and urand 22.
enum class SmallRounds { Never, WhenSmall };

/// May levels be pulled while hardly anything is visited, by a scan of all lists. Needs adaptive updates. Apart, because no traversal
/// that chooses its levels has such ones, and all of them would take 5% longer.
enum class Scans { Never, WhenRare };

/// May marks of levels of many edges be sorted into bins before they are set, or may the first vertices look for theirs themselves.
/// Needs adaptive updates. Apart, because sorting wants blocks that take turns at waiting, which other levels do not, and because a kernel
/// that can divide levels takes 3% longer on kron 24, which has none.
enum class Marking { Direct, Sorted, Divided };

struct BfsPolicy {
  Update update;
  Pull pull = Pull::Never;
  Layout layout = Layout::Packed;
  Offsets offsets = Offsets::Bits32;
  SmallRounds small = SmallRounds::Never;
  Scans scans = Scans::Never;
  Marking marking = Marking::Direct;
};

constexpr bool is_consistent(BfsPolicy policy) {
  return (policy.pull == Pull::Never || policy.update == Update::Lazy) &&
         (policy.small == SmallRounds::Never || policy.update == Update::Adaptive) &&
         (policy.scans == Scans::Never || policy.update == Update::Adaptive) &&
         (policy.marking == Marking::Direct || policy.update == Update::Adaptive);
}

template <Offsets kOffsets>
BITFRONT_DEVICE u64 load_offset(DevicePtr<const void> starts, u64 index) {
  if constexpr (kOffsets == Offsets::Bits32) {
    return load_readonly(as<const u32>(starts), index);
  } else {
    return load_readonly(as<const u64>(starts), index);
  }
}

}  // namespace bitfront
