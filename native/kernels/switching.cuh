#pragma once
/// Which way the next level of an adaptive traversal runs. Every function gives all threads the same answer.

#include "round.cuh"

namespace bitfront {

/// Where a traversal stands; the same in all threads.
struct Position {
  Found frontier;
  u32 visited;      ///< vertices, and those that no path leads to, where components are known
  u64 edges;        ///< out of them; those of small rounds are not counted, only `Auto` has them and asks for none
  u32 targets;      ///< found
  Round round;      ///< the last
  u32 current;      ///< which of the two bitmaps
  u32 sliced;       ///< VSSs of the frontier in the queue, ~0 where it was not built
  bool queued;      ///< the frontier is in the queues of `round`, not only in the bitmaps
  bool pulling;     ///< the last level was pulled
  bool pulled;      ///< some level was
};

constexpr u32 kNotSliced = ~0u;

/// The bitmap of visited vertices, and the other one.
struct Bitmaps {
  DevicePtr<u32> visited, other;
};

BITFRONT_DEVICE Bitmaps bitmaps_at(const BfsState& state, const Position& at) {
  return at.current == 0 ? Bitmaps{state.visited, state.frontier} : Bitmaps{state.frontier, state.visited};
}

constexpr u32 bit_of(LevelMode mode) { return 1u << static_cast<u32>(mode); }

/// Whether a level stores on discovery, and leaves its frontier queued.
constexpr bool queues(LevelMode mode) { return mode == LevelMode::Push || mode == LevelMode::PushAlone; }

/// Where a traversal stands after a level.
BITFRONT_DEVICE void advance(Position& at, const Found& found, LevelMode mode) {
  at.frontier = found;
  at.visited += found.vertices;
  at.edges += found.edges;
  at.targets += found.targets;
  at.queued = queues(mode);
  at.sliced = kNotSliced;
  at.pulling = mode == LevelMode::Pull;
  at.pulled |= at.pulling;
  at.current ^= queues(mode) ? 0 : 1;
}

/// Whether a traversal goes on after a level that found `vertices`.
BITFRONT_DEVICE bool goes_on(const BfsArguments& arguments, const Position& at, u32 vertices) {
  const BfsRequest& request = arguments.request;
  return vertices != 0 && at.visited < arguments.graph.live_count &&
         (request.target_count == 0 || at.targets < request.target_count);
}

/// What a rule compares: the graph, and what of it is left.
struct Extent {
  u64 vertices, edges;
};

/// The mode that level `level` is forced to run in, 0 where it is free.
BITFRONT_DEVICE u32 forced_mode(const BfsRequest& request, u32 level) {
  return level <= request.forced_count ? load_readonly(request.forced, level - 1) : 0;
}

/// Whether what samples told of a pull still holds: neither the visited part of the graph has grown by an eighth of all edges since,
/// nor the frontier four times as large.
BITFRONT_DEVICE bool knows_vain(const BlockQueue& block, const Position& at, u64 edge_count) {
  return at.edges - load(block.vain, 1) < edge_count / 8 + 1 && at.frontier.edges < 4 * load(block.vain, 2);
}

/// Whether samples are looked at before the next level is pulled, as `Auto` would have it: not where half as many edges lead out of
/// the frontier as out of unvisited vertices, since to look through all of these in vain takes hardly longer than to follow those.
BITFRONT_DEVICE bool looks_before_pull(const BfsArguments& arguments, const BlockQueue& block, const Position& at, u64 edge_count,
                                       u32 level) {
  const BfsRequest& request = arguments.request;
  return !arguments.graph.samples.is_null() && request.policy.rule == SwitchRule::Auto && forced_mode(request, level) == 0 &&
         edge_count >= at.edges + request.costs.sampled_edges && edge_count > at.edges + 2 * at.frontier.edges && request.costs.allowed != bit_of(LevelMode::Pull) &&
         !knows_vain(block, at, edge_count);
}

/// Whether a sample is not visited, nor is what a pull would look at first.
BITFRONT_DEVICE bool is_vain(DevicePtr<u32> visited, DevicePtr<const PullSample> sample) {
  const DevicePtr<const u32> words{sample.address};
  const u32 vertex = load_readonly(words, offsetof(PullSample, vertex) / 4);
  const u32 hub = load_readonly(words, offsetof(PullSample, hub) / 4);
  if (holds(visited, vertex) || holds(visited, hub)) return false;
  bool any = false;
#pragma unroll
  for (u32 i = 0; i < kSampleLooks; ++i) {
    const u32 neighbour = load_readonly(words, offsetof(PullSample, neighbours) / 4 + i);
    if (neighbour != kNoVertex) any |= holds(visited, neighbour);
  }
  return !any;
}

/// Finds which part of all edges a pull would look at in vain: of vertices that neither their hub nor the next in-neighbours decide.
/// What a pull costs otherwise is expected as if all parts of the graph were alike; one that is not reached yet is looked through
/// to the end.
///
/// Launch: whole grid, between two levels.
/// Writes: `vain`, the same in all blocks.
/// Cost:   two or three loads that wait for each other, a grid barrier.
BITFRONT_DEVICE void sample_pull(const BfsArguments& arguments, BlockQueue block, DevicePtr<u32> visited, u64 edges, u64 frontier_edges) {
  block_barrier();
  if (thread_in_block() == 0) {
    store(block.vain, 0, u64{0});
    store(block.vain, 1, edges);
    store(block.vain, 2, frontier_edges + 1);
  }
  block_barrier();
  for (u32 base = thread_in_block() / kLanes * kLanes; base < kPullSamples; base += block_threads()) {
    const u64 sample = arguments.graph.samples.address + u64{base + lane_id()} * sizeof(PullSample);
    const u32 votes = ballot(is_vain(visited, {sample}));
    if (lane_id() == 0 && votes != 0) reduce_add(block.vain, 0, u64{popcount(votes)});
  }
  synchronise(arguments.state);
}

/// The cheapest mode of `allowed`, bits by mode; push where none is.
///
/// Expected to find a vertex: as large a share of the edges as is not yet out of visited vertices. Expected probes of an
/// unvisited vertex: edges per edge out of the frontier, but no more than vertices have on average; and what samples say, while it
/// holds. VSSs of a frontier: one per vertex, and a slice of its own for every edge, at eight columns to a set.
///
/// Cost: some 50 instructions in floats by every warp, 20 where a pull costs less than the least that other ways can, as in
/// most levels after the largest: at all 50 they took 0.5 us longer than when forced.
BITFRONT_DEVICE LevelMode cheapest_mode(const BfsArguments& arguments, const BlockQueue& block, const Position& at, u64 edge_count,
                                        u32 allowed) {
  const SwitchCosts& costs = arguments.request.costs;
  const LevelCosts& of = costs.level;
  const auto smaller = [](float a, float b) { return a < b ? a : b; };
  const auto may = [&](LevelMode mode) { return (allowed & bit_of(mode)) != 0; };
  const float all = edge_count == 0 ? 1.0f : static_cast<float>(edge_count);
  const float edges = at.frontier.edges == 0 ? 1.0f : static_cast<float>(at.frontier.edges);
  const float unvisited = static_cast<float>(arguments.graph.live_count - at.visited);
  const float rarity = quotient(all, edges);
  const float queue = at.queued ? 0.0f : of.queue_level;
  const float to_bitmap = at.queued ? costs.stay : 1.0f;
  const float to_queue = at.queued ? 1.0f : costs.stay;
  const float tensor_doubt = to_bitmap * costs.tensor_doubt;
  const float tensor_level = of.tensor_level + (at.queued ? of.tensor_scan : 0.0f);
  const u64 vain_samples = load(block.vain, 0);
  const float vain = vain_samples != 0 && knows_vain(block, at, edge_count)
                         ? static_cast<float>(vain_samples) * (all / kPullSamples) * costs.pull_vain
                         : 0.0f;
  const float pull =
      to_bitmap * (of.pull_level + unvisited * (of.pull_vertex + smaller(rarity, of.probe_limit) * of.pull_probe) + vain);
  const float least_push = to_queue * (queue + smaller(of.push_level, of.mark_level));
  if (may(LevelMode::Pull) && pull < smaller(least_push, tensor_doubt * tensor_level)) return LevelMode::Pull;
  const float left = edge_count > at.edges ? static_cast<float>(edge_count - at.edges) : 0.0f;
  const float finding = quotient(left, rarity);
  const float unmet = 1.0f - smaller(quotient(static_cast<float>(at.edges) * kHubShare, all), 1.0f);
  const float push = to_queue * (of.push_level + queue + unmet * smaller(finding, kBurstEdges) * of.push_burst +
                                 finding * of.push_new + edges * of.push_edge);
  const float marks = to_queue * (of.mark_level + queue + square_root(edges) * of.mark_root + edges * of.mark_edge);
  const float most_vss = static_cast<float>(at.frontier.vertices) + edges * (static_cast<float>(kSigma) / kTau);
  const float vss = smaller(most_vss, static_cast<float>(arguments.graph.vss_count));
  const float tensor = tensor_doubt * (tensor_level + vss * of.tensor_vss);
  LevelMode best = LevelMode::Push;
  float least = 3e38f;
  const auto consider = [&](LevelMode mode, float cost) {
    if (!may(mode) || cost >= least) return;
    best = mode;
    least = cost;
  };
  consider(LevelMode::Push, push);
  consider(LevelMode::PushMarked, marks);
  consider(LevelMode::Pull, pull);
  consider(LevelMode::Tensor, tensor);
  return best;
}

/// Whether a rule of earlier systems pulls the next level, `left` being what is unvisited.
///
/// Beamer: edges out of the frontier against those of unvisited vertices; back by vertices. SepGraph: the same, but never
/// where vertices have few edges. Ligra: edges out of the frontier against all. PushPull, GraphBlast: vertices against all,
/// which is GraphBlast's estimate of the edges. Gunrock: expected edges against expected probes, once.
BITFRONT_DEVICE bool wants_pull(const SwitchPolicy& policy, const Position& at, Extent all, Extent left) {
  const u64 vertices = at.frontier.vertices;
  const u64 edges = at.frontier.edges;
  const u64 alpha = policy.alpha;
  const u64 beta = policy.beta;
  const auto stays = [&](u64 size, u64 whole) { return beta == 0 || size * beta >= whole; };
  switch (policy.rule) {
    case SwitchRule::Beamer:
      return at.pulling ? stays(vertices, all.vertices) : edges * alpha > left.edges;
    case SwitchRule::SepGraph:
      if (all.edges < policy.delta * all.vertices) return false;
      return at.pulling ? stays(vertices, all.vertices) : edges * alpha > left.edges;
    case SwitchRule::Ligra:
      return at.pulling ? stays(edges, all.edges) : edges * alpha > all.edges;
    case SwitchRule::PushPull:
    case SwitchRule::GraphBlast:
      return at.pulling ? stays(vertices, all.vertices) : vertices * alpha > all.vertices;
    case SwitchRule::Gunrock: {
      const u64 visits = vertices * all.edges / all.vertices;
      const u64 probes = left.vertices * all.vertices / (all.vertices - left.vertices);
      return at.pulling ? stays(visits, probes) : !at.pulled && visits * alpha > probes;
    }
    default:
      return false;
  }
}

/// The next level's mode by the request's policy.
///
/// Needs: `sliced` known where the rule is `Paper`.
BITFRONT_DEVICE LevelMode choose_mode(const BfsArguments& arguments, const BlockQueue& block, const Position& at, u64 edge_count) {
  const SwitchPolicy& policy = arguments.request.policy;
  if (policy.rule == SwitchRule::Auto) return cheapest_mode(arguments, block, at, edge_count, arguments.request.costs.allowed);
  const Extent all{arguments.graph.vertex_count, edge_count};
  const Extent left{all.vertices - at.visited, edge_count > at.edges ? edge_count - at.edges : 0};
  if (policy.rule == SwitchRule::Paper) {
    return left.vertices < u64{policy.alpha} * at.sliced ? LevelMode::Pull : LevelMode::Tensor;
  }
  return wants_pull(policy, at, all, left)
             ? LevelMode::Pull
             : cheapest_mode(arguments, block, at, edge_count, bit_of(LevelMode::Push) | bit_of(LevelMode::PushMarked));
}

}  // namespace bitfront
