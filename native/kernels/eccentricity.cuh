#pragma once
/// Bounds of eccentricities after each search (Takes and Kosters, *Determining the diameter of small world networks*, 2011), and
/// where the next search should begin: `io.bitfront.engine.answer.EccentricityBounds`, without bringing levels to the host.

#include "bitfront/eccentricity_abi.cuh"
#include "bounds.cuh"

namespace bitfront {

/// What a vertex of another component has for bounds.
constexpr u32 kOutside = ~0u;

BITFRONT_DEVICE DevicePtr<u32> found_at(const EccentricityArguments& arguments, u64 offset) { return {arguments.control.address + offset}; }

/// The largest of `value(vertex)` over all vertices with edges, for a word that is 0 before.
///
/// Launch: any grid, block size a multiple of 32.
template <class Value>
BITFRONT_DEVICE void find_largest(const EccentricityArguments& arguments, u64 offset, Value value) {
  u32 largest = 0;
  for (u32 v = thread_in_grid(); v < arguments.graph.live_count; v += thread_count()) {
    const u32 own = value(v);
    largest = own > largest ? own : largest;
  }
  warp_barrier();
  largest = ~lanes_min(~largest);
  if (lane_id() == 0 && largest != 0) reduce_max(found_at(arguments, offset), 0, largest);
}

BITFRONT_DEVICE u32 complement_of_index(const EccentricityArguments& arguments, u32 v) { return ~load_readonly(arguments.graph.old_id_of, v); }

template <Offsets kOffsets>
BITFRONT_DEVICE u32 neighbours_of(const EccentricityArguments& arguments, u32 v) {
  if (is_stray(arguments.graph, v)) return 0;
  const EdgeRange edges = out_edges<kOffsets>(arguments.graph, v);
  return static_cast<u32>(edges.end - edges.begin);
}

/// Launch: as `find_largest`.
template <Offsets kOffsets>
BITFRONT_DEVICE void find_most_neighbours(const EccentricityArguments& arguments) {
  find_largest(arguments, offsetof(EccentricityControl, degree), [&](u32 v) { return neighbours_of<kOffsets>(arguments, v); });
}

/// Launch: as `find_largest`; after `find_most_neighbours`.
template <Offsets kOffsets>
BITFRONT_DEVICE void find_first(const EccentricityArguments& arguments) {
  const u32 most = load(found_at(arguments, offsetof(EccentricityControl, degree)), 0);
  find_largest(arguments, offsetof(EccentricityControl, not_first), [&](u32 v) {
    return neighbours_of<kOffsets>(arguments, v) == most ? complement_of_index(arguments, v) : 0;
  });
}

struct EccentricityRange {
  u32 least, most;

  BITFRONT_DEVICE bool is_known() const { return least == most && least != kOutside; }
};

BITFRONT_DEVICE EccentricityRange bounds_of(const EccentricityArguments& arguments, u32 v) {
  return {load(arguments.least, v), load(arguments.most, v)};
}

/// Bounds of a vertex that lies `hops` from a source; nothing in a component is as many hops away as it has vertices.
BITFRONT_DEVICE EccentricityRange bound_by(const EccentricityArguments& arguments, u32 v, u32 hops) {
  const u32 of_source = arguments.eccentricity;
  const u32 beyond = of_source > hops ? of_source - hops : 0;
  const u32 others = arguments.graph.live_count - arguments.graph.stray_vertices - 1;
  EccentricityRange range{hops > beyond ? hops : beyond, of_source + hops < others ? of_source + hops : others};
  if (arguments.is_first != 0) return range;
  const EccentricityRange before = bounds_of(arguments, v);
  return {before.least > range.least ? before.least : range.least, before.most < range.most ? before.most : range.most};
}

/// Launch: any grid, block size a multiple of 32.
/// Needs:  levels of a whole traversal from a vertex of the component.
/// Writes: least, most, total.
BITFRONT_DEVICE void bound_eccentricities(const EccentricityArguments& arguments) {
  u32 largest = 0, not_smallest = 0;
  for (u32 v = thread_in_grid(); v < arguments.graph.live_count; v += thread_count()) {
    const i32 level = load_readonly(arguments.level, v);
    const bool is_outside = level < 0;
    if (is_outside && arguments.is_first == 0) continue;
    const EccentricityRange range = is_outside ? EccentricityRange{kOutside, kOutside} : bound_by(arguments, v, static_cast<u32>(level));
    store(arguments.least, v, range.least);
    store(arguments.most, v, range.most);
    store(arguments.total, v, is_outside ? 0u : static_cast<u32>(level) + (arguments.is_first != 0 ? 0u : load(arguments.total, v)));
    if (!range.is_known()) continue;
    largest = range.least > largest ? range.least : largest;
    not_smallest = ~range.least > not_smallest ? ~range.least : not_smallest;
  }
  warp_barrier();
  largest = ~lanes_min(~largest);
  not_smallest = ~lanes_min(~not_smallest);
  if (lane_id() != 0 || largest == 0) return;
  reduce_max(found_at(arguments, offsetof(EccentricityControl, diameter)), 0, largest);
  reduce_max(found_at(arguments, offsetof(EccentricityControl, not_radius)), 0, not_smallest);
}

/// The extremes known so far.
struct Extremes {
  u32 diameter, radius;
};

BITFRONT_DEVICE Extremes known_extremes(const EccentricityArguments& arguments) {
  return {load(found_at(arguments, offsetof(EccentricityControl, diameter)), 0),
          ~load(found_at(arguments, offsetof(EccentricityControl, not_radius)), 0)};
}

/// Whether a vertex may still change the extremes.
BITFRONT_DEVICE bool is_open(EccentricityRange range, Extremes extremes) {
  return range.least != range.most && (range.most > extremes.diameter || range.least < extremes.radius);
}

BITFRONT_DEVICE u32 key_of(const EccentricityArguments& arguments, EccentricityRange range) {
  return arguments.upwards != 0 ? range.most : ~range.least;
}

/// Counts open vertices and finds their best key, and who has the extremes.
///
/// Launch: as `find_largest`; after `bound_eccentricities`.
BITFRONT_DEVICE void find_open(const EccentricityArguments& arguments) {
  const Extremes extremes = known_extremes(arguments);
  u32 open = 0, key = 0, not_farthest = 0, not_centre = 0;
  for (u32 v = thread_in_grid(); v < arguments.graph.live_count; v += thread_count()) {
    const EccentricityRange range = bounds_of(arguments, v);
    if (is_open(range, extremes)) {
      const u32 own = key_of(arguments, range);
      key = own > key ? own : key;
      ++open;
    } else if (range.is_known() && (range.least == extremes.diameter || range.least == extremes.radius)) {
      const u32 index = complement_of_index(arguments, v);
      if (range.least == extremes.diameter && index > not_farthest) not_farthest = index;
      if (range.least == extremes.radius && index > not_centre) not_centre = index;
    }
  }
  warp_barrier();
  const u32 found[] = {~lanes_min(~key), ~lanes_min(~not_farthest), ~lanes_min(~not_centre), lanes_sum(open)};
  if (lane_id() != 0) return;
  if (found[0] != 0) reduce_max(found_at(arguments, offsetof(EccentricityControl, key)), 0, found[0]);
  if (found[1] != 0) reduce_max(found_at(arguments, offsetof(EccentricityControl, not_farthest)), 0, found[1]);
  if (found[2] != 0) reduce_max(found_at(arguments, offsetof(EccentricityControl, not_centre)), 0, found[2]);
  if (found[3] != 0) reduce_add(found_at(arguments, offsetof(EccentricityControl, open)), 0, found[3]);
}

/// How a vertex stands among those of the best key; 0 where it is none of them.
BITFRONT_DEVICE u32 tie_of(const EccentricityArguments& arguments, Extremes extremes, u32 key, u32 v) {
  const EccentricityRange range = bounds_of(arguments, v);
  if (!is_open(range, extremes) || key_of(arguments, range) != key) return 0;
  const u32 total = load(arguments.total, v);
  return arguments.upwards != 0 ? total + 1 : ~total;
}

/// Launch: as `find_largest`; after `find_open`.
BITFRONT_DEVICE void find_tie(const EccentricityArguments& arguments) {
  const Extremes extremes = known_extremes(arguments);
  const u32 key = load(found_at(arguments, offsetof(EccentricityControl, key)), 0);
  find_largest(arguments, offsetof(EccentricityControl, tie), [&](u32 v) { return tie_of(arguments, extremes, key, v); });
}

/// Launch: as `find_largest`; after `find_tie`.
BITFRONT_DEVICE void find_next(const EccentricityArguments& arguments) {
  const Extremes extremes = known_extremes(arguments);
  const u32 key = load(found_at(arguments, offsetof(EccentricityControl, key)), 0);
  const u32 tie = load(found_at(arguments, offsetof(EccentricityControl, tie)), 0);
  if (tie == 0) return;
  find_largest(arguments, offsetof(EccentricityControl, not_next), [&](u32 v) {
    return tie_of(arguments, extremes, key, v) == tie ? complement_of_index(arguments, v) : 0;
  });
}

/// Launch: as `find_largest`.
BITFRONT_DEVICE void find_at(const EccentricityArguments& arguments) {
  find_largest(arguments, offsetof(EccentricityControl, not_at), [&](u32 v) {
    return load_readonly(arguments.level, v) == static_cast<i32>(arguments.eccentricity) ? complement_of_index(arguments, v) : 0;
  });
}

}  // namespace bitfront
