#pragma once
/// A thread of control with its own stack, switched by hand: a switch costs nanoseconds, so that a test can afford one
/// at every memory access. Switches are announced to AddressSanitizer.

#include <cstddef>

namespace bitfront::emulator {

/// A place where execution can be left and taken up again.
class Fibre {
 public:
  /// The thread that calls: it has a stack already.
  Fibre() = default;

  /// Own stack of `stack_bytes`, guarded below; nothing runs until `start` and a switch.
  explicit Fibre(std::size_t stack_bytes);
  ~Fibre();
  Fibre(const Fibre&) = delete;
  Fibre& operator=(const Fibre&) = delete;

  /// Makes the next switch to this fibre call `body(argument)`, which must not return. Whatever ran on the stack before
  /// is forgotten without unwinding.
  void start(void (*body)(void*), void* argument);

  /// Leaves `from`, the running fibre, and takes up `to`. With `from_ends`, `from` is never taken up where it was.
  static void switch_to(Fibre& from, Fibre& to, bool from_ends);

 private:
  static void enter();

  void* stack_pointer_ = nullptr;
  char* stack_ = nullptr;  ///< lowest usable byte
  std::size_t stack_bytes_ = 0;
  bool owns_stack_ = false;
  void* sanitizer_state_ = nullptr;
  void (*body_)(void*) = nullptr;
  void* argument_ = nullptr;
};

}  // namespace bitfront::emulator
