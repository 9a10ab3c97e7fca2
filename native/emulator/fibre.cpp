#include "fibre.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <map>
#include <mutex>
#include <system_error>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

#if !defined(__x86_64__)
#error "fibres switch stacks in x86-64 assembly"
#endif

namespace bitfront::emulator {

namespace {

/// Who is being left and who entered, for the side that wakes up; a switch happens on one OS thread.
thread_local Fibre* leaving = nullptr;
thread_local Fibre* entering = nullptr;

/// Stacks that fibres left, by their size: mapping, guarding and unmapping one costs more than a short launch of its
/// thread. They are as many as fibres ever were at once, and hold what ran on them last.
class LeftStacks {
 public:
  /// A stack's lowest usable byte, or null where none of this size is left.
  char* take(std::size_t bytes) {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::vector<char*>& stacks = by_size_[bytes];
    if (stacks.empty()) return nullptr;
    char* const stack = stacks.back();
    stacks.pop_back();
    return stack;
  }

  void leave(char* stack, std::size_t bytes) {
    const std::lock_guard<std::mutex> lock(mutex_);
    by_size_[bytes].push_back(stack);
  }

 private:
  std::mutex mutex_;
  std::map<std::size_t, std::vector<char*>> by_size_;
};

/// Never destroyed: fibres may be, after everything else.
LeftStacks& left_stacks() {
  static auto* const left = new LeftStacks;
  return *left;
}

}  // namespace

/// Saves the registers a call preserves on the running stack, stores its pointer in `*save`, and returns on `load`.
extern "C" void bitfront_switch_stack(void** save, void* load);
asm(R"(
.text
.globl bitfront_switch_stack
.type bitfront_switch_stack, @function
bitfront_switch_stack:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
.size bitfront_switch_stack, . - bitfront_switch_stack
)");

Fibre::Fibre(std::size_t stack_bytes) {
  const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  stack_bytes_ = (stack_bytes + page - 1) / page * page;
  owns_stack_ = true;
  stack_ = left_stacks().take(stack_bytes_);
  if (stack_ != nullptr) return;
  void* mapped = mmap(nullptr, page + stack_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "map a fibre's stack");
  if (mprotect(mapped, page, PROT_NONE) != 0) {
    throw std::system_error(errno, std::generic_category(), "guard a fibre's stack");
  }
  stack_ = static_cast<char*>(mapped) + page;
}

Fibre::~Fibre() {
  if (owns_stack_) left_stacks().leave(stack_, stack_bytes_);
}

void Fibre::start(void (*body)(void*), void* argument) {
  body_ = body;
  argument_ = argument;
  sanitizer_state_ = nullptr;
#if defined(__SANITIZE_ADDRESS__)
  __asan_unpoison_memory_region(stack_, stack_bytes_);
#endif
  // Six registers, then the address to return to; above it the stack is aligned as at a function's entry.
  std::uintptr_t top = reinterpret_cast<std::uintptr_t>(stack_ + stack_bytes_) & ~std::uintptr_t{15};
  auto* words = reinterpret_cast<std::uintptr_t*>(top) - 8;
  for (int i = 0; i < 6; ++i) words[i] = 0;
  words[6] = reinterpret_cast<std::uintptr_t>(&Fibre::enter);
  words[7] = 0;
  stack_pointer_ = words;
}

void Fibre::switch_to(Fibre& from, Fibre& to, [[maybe_unused]] bool from_ends) {
  leaving = &from;
  entering = &to;
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_start_switch_fiber(from_ends ? nullptr : &from.sanitizer_state_, to.stack_, to.stack_bytes_);
#endif
  bitfront_switch_stack(&from.stack_pointer_, to.stack_pointer_);
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_finish_switch_fiber(from.sanitizer_state_, nullptr, nullptr);
#endif
}

void Fibre::enter() {
#if defined(__SANITIZE_ADDRESS__)
  // The first to be left is the calling thread, whose stack bounds only the sanitizer knows.
  const void* bottom = nullptr;
  std::size_t bytes = 0;
  __sanitizer_finish_switch_fiber(nullptr, &bottom, &bytes);
  if (leaving->stack_bytes_ == 0) {
    leaving->stack_bytes_ = bytes;
    leaving->stack_ = static_cast<char*>(const_cast<void*>(bottom));
  }
#endif
  entering->body_(entering->argument_);
  __builtin_unreachable();
}

}  // namespace bitfront::emulator
