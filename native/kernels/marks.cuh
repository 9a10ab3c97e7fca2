#pragma once
/// Marks of what a level reaches, set by reductions that no warp waits for. Reductions of one word follow one another, so
/// where most edges lead to few vertices, the first ones, a block gathers their marks in its own memory and sets them at the
/// end: once, whatever the number of edges.

#include "level.cuh"

namespace bitfront {

constexpr u32 kNoVertex = ~0u;

/// Words of a thread that are set together.
constexpr u32 kSetTogether = 4;

struct Marks {
  DevicePtr<u32> words;      ///< a bitmap
  SharedPtr<u32> gathered;   ///< the block's share of the first of them
  u32 gathered_words;        ///< how many, 0 for none
  bool looks;                ///< at a word of the bitmap before it sets a bit of it
};

/// Marks of a level that follows `edges`, nothing gathered yet.
///
/// Launch: whole block.
BITFRONT_DEVICE Marks begin_marks(const BfsArguments& arguments, SharedPtr<u32> memory, u64 edges, bool looks) {
  const SwitchCosts& costs = arguments.request.costs;
  const u32 words = bitmap_words(arguments.graph.live_count);
  const u32 wanted = edges >= costs.gather_edges ? costs.gathered_words : edges >= costs.gather_first_edges ? costs.gathered_first : 0;
  const Marks marks{arguments.state.next, memory, wanted < words ? wanted : words, looks};
  for (u32 word = thread_in_block(); word < marks.gathered_words; word += block_threads()) store(memory, word, 0u);
  if (marks.gathered_words != 0) block_barrier();
  return marks;
}

/// Sets the bits `bits_of(k)` of word `word_of(k)`, k < kCount; none where they are zero. Words are looked at together.
template <u32 kCount, class WordOf, class BitsOf>
BITFRONT_DEVICE void mark_words(const Marks& marks, WordOf word_of, BitsOf bits_of) {
  u32 marked[kCount];
#pragma unroll
  for (u32 k = 0; k < kCount; ++k) {
    const u32 word = word_of(k);
    marked[k] = bits_of(k) != 0 ? 0 : ~0u;
    if (word < marks.gathered_words) {
      marked[k] = load_relaxed(marks.gathered, word);
    } else if (marks.looks && bits_of(k) != 0) {
      marked[k] = load_stale(marks.words, word);
    }
  }
#pragma unroll
  for (u32 k = 0; k < kCount; ++k) {
    const u32 word = word_of(k);
    const u32 bits = bits_of(k);
    if ((bits & ~marked[k]) == 0) continue;
    if (word < marks.gathered_words) {
      reduce_or(marks.gathered, word, bits);
    } else {
      reduce_or(marks.words, word, bits);
    }
  }
}

/// Marks vertices; kNoVertex is none.
template <u32 kCount>
BITFRONT_DEVICE void mark(const Marks& marks, const u32 (&vertices)[kCount]) {
  mark_words<kCount>(
      marks, [&](u32 k) { return vertices[k] / 32; }, [&](u32 k) { return vertices[k] != kNoVertex ? 1u << vertices[k] % 32 : 0; });
}

/// Sets what the block has gathered, each block from another word on.
///
/// Launch: whole block.
BITFRONT_DEVICE void end_marks(const Marks& marks) {
  const u32 count = marks.gathered_words;
  if (count == 0) return;
  block_barrier();
  const u32 turn = static_cast<u32>(u64{count} * block_index() / block_count());
  for (u32 base = thread_in_block(); base < count; base += kSetTogether * block_threads()) {
    u32 word[kSetTogether], bits[kSetTogether], set[kSetTogether];
#pragma unroll
    for (u32 k = 0; k < kSetTogether; ++k) {
      const u32 i = base + k * block_threads();
      word[k] = i + turn < count ? i + turn : i + turn - count;
      bits[k] = i < count ? load(marks.gathered, word[k]) : 0;
      set[k] = bits[k] != 0 ? load_relaxed(marks.words, word[k]) : ~0u;
    }
#pragma unroll
    for (u32 k = 0; k < kSetTogether; ++k) {
      if ((bits[k] & ~set[k]) != 0) reduce_or(marks.words, word[k], bits[k]);
    }
  }
}

}  // namespace bitfront
