#pragma once
/// What an adaptive traversal's switching rule must decide, worked out anew from an oracle's levels.

#include "expectation.h"

namespace bitfront::test {

/// The modes that any level may run in, and be forced to: tests draw among these. Levels of other modes follow each other.
constexpr LevelMode kFreeModes[] = {LevelMode::Tensor, LevelMode::Pull, LevelMode::Push, LevelMode::PushMarked};

constexpr u32 bit_of_mode(LevelMode mode) { return 1u << static_cast<u32>(mode); }

/// Replays one traversal's levels in order.
class Decisions {
 public:
  /// @param edges of the graph, as the kernel reads them off its offsets
  /// @param left_out by vertex, whether it counts as visited from the start
  /// @param followed the first vertices, those whose lists are followed where bitmaps hold what a level has found
  /// @param samples whether it has samples of the graph
  /// @param small whether it has small rounds, else levels in one block alone
  /// @param scans whether pulls of tiny frontiers are scans
  /// @param divides whether first vertices look for their marks
  Decisions(const Vector& vector, u64 edges, const Expectation& expected, const BfsRequest& request,
            const std::vector<u32>& forced, const std::vector<bool>& left_out, u32 followed, bool samples, bool small, bool scans,
            bool divides);

  /// Bits by mode: those in which level `level` may run, its predecessors having run as told. Several where costs are too
  /// near each other for floats, or small rounds may go on.
  u32 allowed(u32 level) const;

  /// Tells how the next level ran.
  void ran(LevelMode mode);

 private:
  bool is_queued() const;
  bool may_run_alone(u32 level) const;
  u64 pieces_of(u32 level) const;
  bool pulls(u32 level) const;
  u32 cheapest(u32 level, u32 among, bool queued) const;
  u32 cheapest(u32 level, u32 among, bool queued, u32 vain) const;
  bool knows_vain() const;
  bool samples_before(u32 near) const;
  u32 vain_after(u32 level) const;
  u64 edges_of(u32 level, LevelMode found_by) const;
  bool may_share(u32 level) const;

  u64 followed_;
  const Vector& vector_;
  const Expectation& expected_;
  const BfsRequest& request_;
  const std::vector<u32>& forced_;
  u32 special_;
  bool scans_, divides_;
  std::vector<LevelMode> modes_;
  u64 edges_, live_, visited_;
  u64 frontier_edges_, seen_edges_;
  std::vector<bool> left_out_;
  std::vector<PullSample> samples_;
  u32 vain_ = 0;           ///< samples, when they were last looked at, and the edges then
  u64 vain_seen_ = 0, vain_frontier_ = 0;
  u32 few_ = 0;
  bool guesses_ = false;   ///< which edges the kernels counted and which they guessed hangs on how warps shared a list, or whether they
                           ///< looked at samples on roundings
};

}  // namespace bitfront::test
