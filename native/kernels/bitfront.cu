/// The entries of the compiled module. A traversal variant is one line.

#include "adaptive.cuh"
#include "bounds.cuh"
#include "correcting.cuh"
#include "eager.cuh"
#include "eccentricity.cuh"
#include "figures.cuh"
#include "hops.cuh"
#include "jaccard.cuh"
#include "lazy.cuh"
#include "multi_begin.cuh"
#include "multi_independent.cuh"
#include "multi_tensor.cuh"
#include "multi_wide.cuh"
#include "points.cuh"
#include "post.cuh"
#include "prepare.cuh"
#include "profile.cuh"
#include "reset.cuh"
#include "resume.cuh"
#include "verify.cuh"

namespace bitfront {

#ifndef BITFRONT_EAGER_SHAPE
#define BITFRONT_EAGER_SHAPE 1024, 1
#endif
#ifndef BITFRONT_LAZY_SHAPE
#define BITFRONT_LAZY_SHAPE 512, 2
#endif
#ifndef BITFRONT_ADAPTIVE_SHAPE
#define BITFRONT_ADAPTIVE_SHAPE 896, 1
#endif

#ifndef BITFRONT_SMALL_SHAPE
#define BITFRONT_SMALL_SHAPE 768, 1
#endif
#ifndef BITFRONT_CORRECTING_SHAPE
#define BITFRONT_CORRECTING_SHAPE 1024, 1
#endif
#ifndef BITFRONT_SORTED_SHAPE
#define BITFRONT_SORTED_SHAPE 512, 2
#endif
#ifndef BITFRONT_WIDE_SHAPE
#define BITFRONT_WIDE_SHAPE 512, 2
#endif

#ifndef BITFRONT_NEAR_SHAPE
#define BITFRONT_NEAR_SHAPE 512, 1
#endif
#ifndef BITFRONT_INDEPENDENT_SHAPE
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 1200
#define BITFRONT_INDEPENDENT_SHAPE 768, 2  // sm_120 holds 1,536 threads
#else
#define BITFRONT_INDEPENDENT_SHAPE 1024, 2
#endif
#endif
#ifndef BITFRONT_TENSOR_SHAPE
#define BITFRONT_TENSOR_SHAPE 256, 3
#endif

/// Eager traversals wait for latency, not for bandwidth: few blocks make short barriers.
constexpr LaunchShape kEagerShape{BITFRONT_EAGER_SHAPE};
constexpr LaunchShape kLazyShape{BITFRONT_LAZY_SHAPE};
/// As many threads as leave each the registers that a pull wants.
constexpr LaunchShape kAdaptiveShape{BITFRONT_ADAPTIVE_SHAPE};
/// Small rounds wait for latency: as many threads as leave each all the registers it wants.
constexpr LaunchShape kSmallShape{BITFRONT_SMALL_SHAPE};
/// As many threads as follow most frontiers of a mesh at once.
constexpr LaunchShape kCorrectingShape{BITFRONT_CORRECTING_SHAPE};
/// Two blocks of a multiprocessor: one sorts while the other waits.
constexpr LaunchShape kSortedShape{BITFRONT_SORTED_SHAPE};
static_assert(kSortedShape.block_threads <= kMostSorters);
constexpr LaunchShape kWideShape{BITFRONT_WIDE_SHAPE};
constexpr LaunchShape kNearShape{BITFRONT_NEAR_SHAPE};
/// Independent searches wait for memory: as many threads as there can be.
constexpr LaunchShape kIndependentShape{BITFRONT_INDEPENDENT_SHAPE};
constexpr LaunchShape kTensorShape{BITFRONT_TENSOR_SHAPE};
constexpr LaunchShape kPostShape{256, 6};  // sm_120 holds 1,536 threads
constexpr LaunchShape kJaccardShape{kJaccardThreads, 1};
constexpr LaunchShape kProfileShape{kTileThreads, 4};

template <BfsPolicy kPolicy>
BITFRONT_DEVICE void traverse(const BfsArguments& arguments) {
  static_assert(is_consistent(kPolicy));
  if constexpr (kPolicy.update == Update::Eager) {
    traverse_eagerly<kPolicy>(arguments);
  } else if constexpr (kPolicy.update == Update::Adaptive) {
    traverse_adaptively<kPolicy>(arguments);
  } else {
    traverse_lazily<kPolicy>(arguments);
  }
}

}  // namespace bitfront

using namespace bitfront;

#define BITFRONT_BFS_ENTRY(name, shape, ...)    \
  BITFRONT_KERNEL(name, BfsArguments, shape) {  \
    traverse<BfsPolicy{__VA_ARGS__}>(arguments); \
  }

BITFRONT_BFS_ENTRY(bfs_eager, kEagerShape, Update::Eager)
BITFRONT_BFS_ENTRY(bfs_eager_naive, kEagerShape, Update::Eager, Pull::Never, Layout::Naive)
BITFRONT_BFS_ENTRY(bfs_lazy, kLazyShape, Update::Lazy)
BITFRONT_BFS_ENTRY(bfs_lazy_naive, kLazyShape, Update::Lazy, Pull::Never, Layout::Naive)
BITFRONT_BFS_ENTRY(bfs_lazy_pull_32, kLazyShape, Update::Lazy, Pull::WhenCheaper)
BITFRONT_BFS_ENTRY(bfs_lazy_pull_64, kLazyShape, Update::Lazy, Pull::WhenCheaper, Layout::Packed, Offsets::Bits64)
BITFRONT_BFS_ENTRY(bfs_auto_32, kAdaptiveShape, Update::Adaptive)
BITFRONT_BFS_ENTRY(bfs_auto_64, kAdaptiveShape, Update::Adaptive, Pull::Never, Layout::Packed, Offsets::Bits64)
BITFRONT_BFS_ENTRY(bfs_pull_32, kAdaptiveShape, Update::Adaptive, Pull::Never, Layout::Packed, Offsets::Bits32, SmallRounds::Never,
                   Scans::WhenRare)
BITFRONT_BFS_ENTRY(bfs_pull_64, kAdaptiveShape, Update::Adaptive, Pull::Never, Layout::Packed, Offsets::Bits64, SmallRounds::Never,
                   Scans::WhenRare)
BITFRONT_BFS_ENTRY(bfs_auto_small_32, kSmallShape, Update::Adaptive, Pull::Never, Layout::Packed, Offsets::Bits32,
                   SmallRounds::WhenSmall)
BITFRONT_BFS_ENTRY(bfs_auto_small_64, kSmallShape, Update::Adaptive, Pull::Never, Layout::Packed, Offsets::Bits64,
                   SmallRounds::WhenSmall)
BITFRONT_BFS_ENTRY(bfs_auto_divided_32, kAdaptiveShape, Update::Adaptive, Pull::Never, Layout::Packed, Offsets::Bits32,
                   SmallRounds::Never, Scans::Never, Marking::Divided)
BITFRONT_BFS_ENTRY(bfs_auto_divided_64, kAdaptiveShape, Update::Adaptive, Pull::Never, Layout::Packed, Offsets::Bits64,
                   SmallRounds::Never, Scans::Never, Marking::Divided)

BITFRONT_BFS_ENTRY(bfs_auto_sorted_32, kSortedShape, Update::Adaptive, Pull::Never, Layout::Packed, Offsets::Bits32,
                   SmallRounds::Never, Scans::Never, Marking::Sorted)

BITFRONT_KERNEL(bfs_hops, BfsArguments, kSmallShape) { traverse_by_hops(arguments); }
BITFRONT_KERNEL(bfs_correcting_32, BfsArguments, kCorrectingShape) { traverse_correcting<Offsets::Bits32>(arguments); }
BITFRONT_KERNEL(bfs_correcting_64, BfsArguments, kCorrectingShape) { traverse_correcting<Offsets::Bits64>(arguments); }

#define BITFRONT_POST_ENTRY(name, Arguments, body) \
  BITFRONT_KERNEL(name, Arguments, kPostShape) { body(arguments); }

BITFRONT_POST_ENTRY(graph_firsts_32, FirstsArguments, lay_out_firsts<Offsets::Bits32>)
BITFRONT_POST_ENTRY(graph_firsts_64, FirstsArguments, lay_out_firsts<Offsets::Bits64>)
BITFRONT_POST_ENTRY(graph_hops_32, HopArguments, list_hops<Offsets::Bits32>)
BITFRONT_POST_ENTRY(graph_hops_64, HopArguments, list_hops<Offsets::Bits64>)
BITFRONT_POST_ENTRY(bfs_reset_hops, BfsArguments, reset_hops)
BITFRONT_POST_ENTRY(bfs_reset_correcting, BfsArguments, reset_correcting)
BITFRONT_POST_ENTRY(bfs_reset_eager, BfsArguments, reset_state<Update::Eager>)
BITFRONT_POST_ENTRY(bfs_reset_lazy, BfsArguments, reset_state<Update::Lazy>)
BITFRONT_POST_ENTRY(bfs_reset_auto_32, BfsArguments, reset_adaptive<Offsets::Bits32>)
BITFRONT_POST_ENTRY(bfs_reset_auto_64, BfsArguments, reset_adaptive<Offsets::Bits64>)
BITFRONT_POST_ENTRY(bfs_survey, SurveyArguments, survey)
BITFRONT_POST_ENTRY(bfs_settle, SettleArguments, settle)
BITFRONT_POST_ENTRY(bfs_resume_32, BfsArguments, resume<Offsets::Bits32>)
BITFRONT_POST_ENTRY(bfs_resume_64, BfsArguments, resume<Offsets::Bits64>)
BITFRONT_POST_ENTRY(bfs_leave_out_32, BfsArguments, leave_out_components<Offsets::Bits32>)
BITFRONT_POST_ENTRY(bfs_leave_out_64, BfsArguments, leave_out_components<Offsets::Bits64>)
BITFRONT_POST_ENTRY(bfs_summary_32, SummaryArguments, summarise<Offsets::Bits32>)
BITFRONT_POST_ENTRY(bfs_summary_64, SummaryArguments, summarise<Offsets::Bits64>)
BITFRONT_POST_ENTRY(bfs_verify_32, VerifyArguments, verify_levels<Offsets::Bits32>)
BITFRONT_POST_ENTRY(bfs_verify_64, VerifyArguments, verify_levels<Offsets::Bits64>)
BITFRONT_POST_ENTRY(bfs_verify_long_32, VerifyArguments, verify_long_lists<Offsets::Bits32>)
BITFRONT_POST_ENTRY(bfs_verify_long_64, VerifyArguments, verify_long_lists<Offsets::Bits64>)
BITFRONT_POST_ENTRY(bfs_parents_32, ParentArguments, find_parents<Offsets::Bits32>)
BITFRONT_POST_ENTRY(bfs_parents_64, ParentArguments, find_parents<Offsets::Bits64>)
BITFRONT_POST_ENTRY(bfs_long_parents_32, ParentArguments, find_long_parents<Offsets::Bits32>)
BITFRONT_POST_ENTRY(bfs_long_parents_64, ParentArguments, find_long_parents<Offsets::Bits64>)
BITFRONT_POST_ENTRY(renumber, RenumberArguments, scatter_to_input)
BITFRONT_POST_ENTRY(widen_levels, RenumberArguments, widen_levels_of)
BITFRONT_POST_ENTRY(narrow_offsets, NarrowArguments, narrow)

BITFRONT_POST_ENTRY(prepare_count_arrays, ColumnArguments, count_columns<EdgeKind::Arrays>)
BITFRONT_POST_ENTRY(prepare_count_kron, ColumnArguments, count_columns<EdgeKind::Kronecker>)
BITFRONT_POST_ENTRY(prepare_count_urand, ColumnArguments, count_columns<EdgeKind::Uniform>)
BITFRONT_POST_ENTRY(prepare_count_road, ColumnArguments, count_columns<EdgeKind::Road>)
BITFRONT_POST_ENTRY(prepare_keys_arrays, ColumnArguments, emit_keys<EdgeKind::Arrays>)
BITFRONT_POST_ENTRY(prepare_keys_kron, ColumnArguments, emit_keys<EdgeKind::Kronecker>)
BITFRONT_POST_ENTRY(prepare_keys_urand, ColumnArguments, emit_keys<EdgeKind::Uniform>)
BITFRONT_POST_ENTRY(prepare_keys_road, ColumnArguments, emit_keys<EdgeKind::Road>)
BITFRONT_POST_ENTRY(prepare_columns, CompressArguments, compress_columns)
BITFRONT_POST_ENTRY(prepare_order_keys, OrderArguments, order_keys)
BITFRONT_POST_ENTRY(prepare_inverse, OrderArguments, invert_order)
BITFRONT_POST_ENTRY(prepare_hubs, HubArguments, find_hubs)
BITFRONT_POST_ENTRY(prepare_slice_counts, SliceArguments, count_slices)
BITFRONT_POST_ENTRY(prepare_vss_counts, SliceArguments, count_vss)
BITFRONT_POST_ENTRY(prepare_slice_keys, SliceArguments, emit_slice_keys)
BITFRONT_POST_ENTRY(prepare_slice_heads, SliceArguments, flag_heads)
BITFRONT_POST_ENTRY(prepare_slices, SliceArguments, fold_slices)
BITFRONT_POST_ENTRY(prepare_vss, SliceArguments, deal_slices)
BITFRONT_POST_ENTRY(prepare_key_windows, PlaceArguments, key_windows)
BITFRONT_POST_ENTRY(prepare_list_degrees, PlaceArguments, list_degrees)
BITFRONT_POST_ENTRY(prepare_key_sets, PlaceArguments, key_sets)
BITFRONT_POST_ENTRY(prepare_key_set_windows, PlaceArguments, key_set_windows)
BITFRONT_POST_ENTRY(prepare_key_first_sets, PlaceArguments, key_first_sets)
BITFRONT_POST_ENTRY(prepare_place_sets, PlaceArguments, place_sets)
BITFRONT_POST_ENTRY(prepare_window_keys, WindowArguments, emit_window_keys)
BITFRONT_POST_ENTRY(prepare_window_heads, WindowArguments, flag_window_heads)
BITFRONT_POST_ENTRY(prepare_window_rows, WindowArguments, list_window_rows)
BITFRONT_POST_ENTRY(prepare_degrees, FigureArguments, count_degrees)
BITFRONT_POST_ENTRY(prepare_components, FigureArguments, start_components)
BITFRONT_POST_ENTRY(prepare_unite_first, FigureArguments, unite_first)
BITFRONT_POST_ENTRY(prepare_unite_rest, FigureArguments, unite_rest)
BITFRONT_POST_ENTRY(prepare_flatten, FigureArguments, flatten_components)
BITFRONT_POST_ENTRY(prepare_samples, FigureArguments, sample_components)
BITFRONT_POST_ENTRY(prepare_divergence, FigureArguments, sum_divergence)
BITFRONT_POST_ENTRY(prepare_points, PointArguments, key_points)
BITFRONT_POST_ENTRY(prepare_coordinates, PointArguments, store_points)
BITFRONT_POST_ENTRY(prepare_near_counts, PointArguments, count_near)
BITFRONT_POST_ENTRY(prepare_near, PointArguments, list_near)
BITFRONT_KERNEL(prepare_jaccard, WindowArguments, kJaccardShape) { order_windows(arguments); }

#define BITFRONT_MULTI_ENTRY(name, shape, ...) \
  BITFRONT_KERNEL(name, MultiArguments, shape) { traverse_wide<MultiPolicy{__VA_ARGS__}>(arguments); }

BITFRONT_MULTI_ENTRY(multi_wide_256_32, kWideShape, 8, Offsets::Bits32)
BITFRONT_MULTI_ENTRY(multi_near_256_32, kNearShape, 8, Offsets::Bits32, Levels::Near)
BITFRONT_MULTI_ENTRY(multi_wide_256_64, kWideShape, 8, Offsets::Bits64)
BITFRONT_MULTI_ENTRY(multi_near_256_64, kNearShape, 8, Offsets::Bits64, Levels::Near)
BITFRONT_MULTI_ENTRY(multi_wide_512_32, kWideShape, 16, Offsets::Bits32)
BITFRONT_MULTI_ENTRY(multi_near_512_32, kNearShape, 16, Offsets::Bits32, Levels::Near)
BITFRONT_MULTI_ENTRY(multi_wide_512_64, kWideShape, 16, Offsets::Bits64)
BITFRONT_MULTI_ENTRY(multi_near_512_64, kNearShape, 16, Offsets::Bits64, Levels::Near)
BITFRONT_MULTI_ENTRY(multi_wide_1024_32, kWideShape, 32, Offsets::Bits32)
BITFRONT_MULTI_ENTRY(multi_near_1024_32, kNearShape, 32, Offsets::Bits32, Levels::Near)
BITFRONT_MULTI_ENTRY(multi_wide_1024_64, kWideShape, 32, Offsets::Bits64)
BITFRONT_MULTI_ENTRY(multi_near_1024_64, kNearShape, 32, Offsets::Bits64, Levels::Near)
#define BITFRONT_MULTI_TENSOR_ENTRY(name, ...) \
  BITFRONT_KERNEL(name, MultiTensorArguments, kTensorShape) { traverse_by_tensor<TensorPolicy{__VA_ARGS__}>(arguments); }

BITFRONT_MULTI_TENSOR_ENTRY(multi_tensor_plain, RecordOrder::ByVertex, SetTracking::None)
BITFRONT_MULTI_TENSOR_ENTRY(multi_tensor_reindexed, RecordOrder::ByColumn, SetTracking::None)
BITFRONT_MULTI_TENSOR_ENTRY(multi_tensor, RecordOrder::ByColumn, SetTracking::Dynamic)
#define BITFRONT_INDEPENDENT_ENTRY(name, ...) \
  BITFRONT_KERNEL(name, IndependentArguments, kIndependentShape) { \
    traverse_independently<IndependentPolicy{__VA_ARGS__}>(arguments); \
  }

BITFRONT_INDEPENDENT_ENTRY(multi_independent_32, Offsets::Bits32)
BITFRONT_INDEPENDENT_ENTRY(multi_independent_64, Offsets::Bits64)
BITFRONT_INDEPENDENT_ENTRY(multi_independent_ell_32, Offsets::Bits32, Adjacency::Ell)
BITFRONT_INDEPENDENT_ENTRY(multi_independent_ell_64, Offsets::Bits64, Adjacency::Ell)
BITFRONT_POST_ENTRY(multi_rows_32, IndependentArguments, fill_rows<Offsets::Bits32>)
BITFRONT_POST_ENTRY(multi_rows_64, IndependentArguments, fill_rows<Offsets::Bits64>)
BITFRONT_POST_ENTRY(multi_fold, IndependentArguments, fold_levels)
BITFRONT_POST_ENTRY(multi_begin_256, MultiArguments, begin_batch<8>)
BITFRONT_POST_ENTRY(multi_begin_512, MultiArguments, begin_batch<16>)
BITFRONT_POST_ENTRY(multi_begin_1024, MultiArguments, begin_batch<32>)
BITFRONT_POST_ENTRY(multi_prepare_32, MultiArguments, list_hubs<Offsets::Bits32>)
BITFRONT_POST_ENTRY(multi_prepare_64, MultiArguments, list_hubs<Offsets::Bits64>)

#define BITFRONT_PROFILE_ENTRY(name, body) \
  BITFRONT_KERNEL(name, ProfileArguments, kProfileShape) { body(arguments); }

BITFRONT_PROFILE_ENTRY(profile_group, group_vertices)
BITFRONT_PROFILE_ENTRY(profile_store, store_profiles)
BITFRONT_PROFILE_ENTRY(profile_members, add_to_profiles)
BITFRONT_PROFILE_ENTRY(profile_places, place_histograms)
BITFRONT_PROFILE_ENTRY(profile_histogram, count_hops)
BITFRONT_PROFILE_ENTRY(profile_offsets, find_offsets)
BITFRONT_PROFILE_ENTRY(profile_sums, sum_sources)

BITFRONT_POST_ENTRY(bound_degrees_32, BoundArguments, count_neighbours<Offsets::Bits32>)
BITFRONT_POST_ENTRY(bound_degrees_64, BoundArguments, count_neighbours<Offsets::Bits64>)
BITFRONT_POST_ENTRY(bound_most, BoundArguments, list_most_neighbours)
BITFRONT_POST_ENTRY(bound_long_sums_32, BoundArguments, sum_long_lists<Offsets::Bits32>)
BITFRONT_POST_ENTRY(bound_long_sums_64, BoundArguments, sum_long_lists<Offsets::Bits64>)
BITFRONT_POST_ENTRY(bound_sums_32, BoundArguments, sum_lists<Offsets::Bits32>)
BITFRONT_POST_ENTRY(bound_sums_64, BoundArguments, sum_lists<Offsets::Bits64>)
BITFRONT_POST_ENTRY(bound_long_few_32, BoundArguments, count_few_of_long_lists<Offsets::Bits32>)
BITFRONT_POST_ENTRY(bound_long_few_64, BoundArguments, count_few_of_long_lists<Offsets::Bits64>)
BITFRONT_POST_ENTRY(bound_few_32, BoundArguments, count_few_of_lists<Offsets::Bits32>)
BITFRONT_POST_ENTRY(bound_few_64, BoundArguments, count_few_of_lists<Offsets::Bits64>)
BITFRONT_POST_ENTRY(bound_ways_32, BoundArguments, count_ways<Offsets::Bits32>)
BITFRONT_POST_ENTRY(bound_ways_64, BoundArguments, count_ways<Offsets::Bits64>)
BITFRONT_POST_ENTRY(bound_last, BoundArguments, list_last)
BITFRONT_POST_ENTRY(bound_spread_32, BoundArguments, spread_marks<Offsets::Bits32>)
BITFRONT_POST_ENTRY(bound_spread_64, BoundArguments, spread_marks<Offsets::Bits64>)
BITFRONT_POST_ENTRY(bound_kinds, BoundArguments, tell_kinds)

BITFRONT_POST_ENTRY(eccentricity_degree_32, EccentricityArguments, find_most_neighbours<Offsets::Bits32>)
BITFRONT_POST_ENTRY(eccentricity_degree_64, EccentricityArguments, find_most_neighbours<Offsets::Bits64>)
BITFRONT_POST_ENTRY(eccentricity_first_32, EccentricityArguments, find_first<Offsets::Bits32>)
BITFRONT_POST_ENTRY(eccentricity_first_64, EccentricityArguments, find_first<Offsets::Bits64>)
BITFRONT_POST_ENTRY(eccentricity_bound, EccentricityArguments, bound_eccentricities)
BITFRONT_POST_ENTRY(eccentricity_open, EccentricityArguments, find_open)
BITFRONT_POST_ENTRY(eccentricity_tie, EccentricityArguments, find_tie)
BITFRONT_POST_ENTRY(eccentricity_next, EccentricityArguments, find_next)
BITFRONT_POST_ENTRY(eccentricity_at, EccentricityArguments, find_at)

#ifdef __CUDACC__
/// Checked by the host before anything is launched.
extern "C" __constant__ const u32 bitfront_abi_version = kAbiVersion;
#endif
