#pragma once
/// What host and device agree on for bounds of eccentricities in the largest component of an undirected graph; conventions as
/// in `abi.cuh`, versioned with it. After each search `eccentricity_bound`, `_open`, `_tie` and `_next` run one after the
/// other; `_degree` and `_first` say where the first search begins, `_at` which vertex lies so far from a source.

#include "bitfront/abi.cuh"

namespace bitfront {

/// Numbers of vertices are input indices here, of several the smallest; complements are of the smallest of several numbers, 0
/// where there is none. All are 0 before the kernel that finds them.
struct EccentricityControl {
  u32 degree;                       ///< degree: the most neighbours
  u32 not_first;                    ///< first: complement of the vertex that has them
  u32 diameter;                     ///< bound: the largest eccentricity known
  u32 not_radius;                   ///< bound: complement of the smallest
  u32 not_farthest;                 ///< open: complement of the vertex of the largest
  u32 not_centre;                   ///< open: complement of the vertex of the smallest
  u32 open;                         ///< open: vertices that may change either
  u32 key;                          ///< open: of the open ones, the highest upper bound, or the complement of the lowest lower one
  u32 tie;                          ///< tie: of these 1 and the largest sum of hops, or the complement of the smallest
  u32 not_next;                     ///< next: of these the complement of the vertex
  u32 not_at;                       ///< at: complement of the vertex
  u32 reserved;
};

/// The argument of every `eccentricity_*`.
struct EccentricityArguments {
  GraphArrays graph;                ///< live_count, old_id_of, out_start, strays
  DevicePtr<const i32> level;       ///< bound, at: of the last search
  DevicePtr<u32> least;             ///< live_count lower bounds, ~0 outside the component
  DevicePtr<u32> most;              ///< live_count upper bounds, ~0 outside the component
  DevicePtr<u32> total;             ///< live_count sums of hops from all searches
  DevicePtr<EccentricityControl> control;
  u32 eccentricity;                 ///< bound: of the source; at: hops
  u32 is_first;                     ///< bound: nothing is known before
  u32 upwards;                      ///< open, tie, next: whether the vertex that may be farthest from all is wanted, else the nearest
  u32 reserved;
};

}  // namespace bitfront
