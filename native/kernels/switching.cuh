#pragma once
/// Which way the next level of an adaptive traversal runs. Every function gives all threads the same answer.

#include "round.cuh"

namespace bitfront {

/// Where a traversal stands; the same in all threads.
struct Position {
  Found frontier;
  u32 visited;      ///< vertices
  u64 edges;        ///< out of them; those of small rounds are not counted, only `Cost` has them and asks for none
  u32 targets;      ///< found
  Round round;      ///< the last
  u32 current;      ///< which of the two bitmaps
  u32 sliced;       ///< VSSs of the frontier in the queue, ~0 where it was not built
  bool queued;      ///< the frontier is in the queues of `round`, not only in the bitmaps
  bool pulling;     ///< the last level was pulled
  bool pulled;      ///< some level was
};

constexpr u32 kNotSliced = ~0u;

constexpr u32 bit_of(LevelMode mode) { return 1u << static_cast<u32>(mode); }

/// What a rule compares: the graph, and what of it is left.
struct Extent {
  u64 vertices, edges;
};

/// The cheapest mode of `allowed`, bits by mode; push where none is.
///
/// Expected probes of an unvisited vertex: edges per edge out of the frontier, but no more than most vertices have.
/// VSSs of a frontier: one per vertex, and a slice of its own for every edge, at eight columns to a set.
///
/// Cost: some 40 instructions in floats. In 64-bit integers, whose division is a routine, levels took 0.6 us longer than by
/// a rule without one.
BITFRONT_DEVICE LevelMode cheapest_mode(const BfsArguments& arguments, const Position& at, u64 edge_count, u32 allowed) {
  const auto of = [](auto count) { return static_cast<float>(count); };
  const SwitchCosts& costs = arguments.request.costs;
  const float words = of(bitmap_words(arguments.graph.live_count));
  const float edges = of(at.frontier.edges == 0 ? 1 : at.frontier.edges);
  const float unvisited = of(arguments.graph.live_count - at.visited);
  const float rarity = of(edge_count) / edges + 1;
  const float probes = rarity < of(costs.probe_limit) ? rarity : of(costs.probe_limit);
  const float scan = words * of(costs.queue_word) + of(costs.barrier);
  const float queue = at.queued ? 0 : scan;
  const float most_vss = of(at.frontier.vertices) + edges * (of(kSigma) / of(kTau));
  const float vss = most_vss < of(arguments.graph.vss_count) ? most_vss : of(arguments.graph.vss_count);
  const float sweep = words * of(costs.sweep_word) + of(costs.barrier);
  const float leaving = of(costs.stay_percent) * 0.01f;
  const float to_bitmap = at.queued ? leaving : 1.0f;
  const float to_queue = at.queued ? 1.0f : leaving;
  const float of_pull =
      to_bitmap * (words * of(costs.pull_word) + unvisited * (of(costs.pull_vertex) + probes * of(costs.pull_probe)));
  const float of_tensor = to_bitmap * (scan + vss * of(costs.tensor_vss) + sweep);
  const float of_push = to_queue * (queue + edges * of(costs.push_edge));
  const float of_marks = to_queue * (queue + edges * of(costs.mark_edge) + sweep);
  LevelMode best = LevelMode::Push;
  float least = 3e38f;
  const auto consider = [&](LevelMode mode, float cost) {
    if ((allowed & bit_of(mode)) == 0 || cost >= least) return;
    best = mode;
    least = cost;
  };
  consider(LevelMode::Push, of_push);
  consider(LevelMode::PushMarked, of_marks);
  consider(LevelMode::Pull, of_pull);
  consider(LevelMode::Tensor, of_tensor);
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

/// The mode that level `level` is forced to run in, 0 where it is free.
BITFRONT_DEVICE u32 forced_mode(const BfsRequest& request, u32 level) {
  return level <= request.forced_count ? load_readonly(request.forced, level - 1) : 0;
}

/// The next level's mode by the request's policy.
///
/// Needs: `sliced` known where the rule is `Eq6`.
BITFRONT_DEVICE LevelMode choose_mode(const BfsArguments& arguments, const Position& at, u64 edge_count) {
  const SwitchPolicy& policy = arguments.request.policy;
  if (policy.rule == SwitchRule::Cost) return cheapest_mode(arguments, at, edge_count, arguments.request.costs.allowed);
  const Extent all{arguments.graph.vertex_count, edge_count};
  const Extent left{all.vertices - at.visited, edge_count > at.edges ? edge_count - at.edges : 0};
  if (policy.rule == SwitchRule::Eq6) {
    return left.vertices < u64{policy.alpha} * at.sliced ? LevelMode::Pull : LevelMode::Tensor;
  }
  return wants_pull(policy, at, all, left)
             ? LevelMode::Pull
             : cheapest_mode(arguments, at, edge_count, bit_of(LevelMode::Push) | bit_of(LevelMode::PushMarked));
}

}  // namespace bitfront
