#pragma once
/// The entries of the compiled module for a host that links them: the emulator's tests. `bitfront.cu` defines them.

#include "bitfront/multi_abi.cuh"
#include "bitfront/prepare_abi.cuh"
#include "bitfront/profile_abi.cuh"

namespace bitfront {
extern u32 kLightness;  ///< of `multi_pull.cuh`
}

void bfs_eager(const bitfront::BfsArguments&);
void bfs_eager_naive(const bitfront::BfsArguments&);
void bfs_lazy(const bitfront::BfsArguments&);
void bfs_lazy_naive(const bitfront::BfsArguments&);
void bfs_lazy_pull_32(const bitfront::BfsArguments&);
void bfs_lazy_pull_64(const bitfront::BfsArguments&);
void bfs_auto_32(const bitfront::BfsArguments&);
void bfs_auto_64(const bitfront::BfsArguments&);
void bfs_auto_small_32(const bitfront::BfsArguments&);
void bfs_auto_small_64(const bitfront::BfsArguments&);
void bfs_reset_auto_32(const bitfront::BfsArguments&);
void bfs_reset_auto_64(const bitfront::BfsArguments&);
void bfs_reset_eager(const bitfront::BfsArguments&);
void bfs_reset_lazy(const bitfront::BfsArguments&);
void bfs_leave_out_32(const bitfront::BfsArguments&);
void bfs_leave_out_64(const bitfront::BfsArguments&);
void bfs_summary_32(const bitfront::SummaryArguments&);
void bfs_summary_64(const bitfront::SummaryArguments&);
void bfs_verify_32(const bitfront::VerifyArguments&);
void bfs_verify_64(const bitfront::VerifyArguments&);
void bfs_verify_long_32(const bitfront::VerifyArguments&);
void bfs_verify_long_64(const bitfront::VerifyArguments&);
void bfs_parents_32(const bitfront::ParentArguments&);
void bfs_parents_64(const bitfront::ParentArguments&);
void bfs_long_parents_32(const bitfront::ParentArguments&);
void bfs_long_parents_64(const bitfront::ParentArguments&);
void renumber(const bitfront::RenumberArguments&);
void narrow_offsets(const bitfront::NarrowArguments&);
void prepare_count_arrays(const bitfront::ColumnArguments&);
void prepare_count_kron(const bitfront::ColumnArguments&);
void prepare_count_urand(const bitfront::ColumnArguments&);
void prepare_count_road(const bitfront::ColumnArguments&);
void prepare_keys_arrays(const bitfront::ColumnArguments&);
void prepare_keys_kron(const bitfront::ColumnArguments&);
void prepare_keys_urand(const bitfront::ColumnArguments&);
void prepare_keys_road(const bitfront::ColumnArguments&);
void prepare_columns(const bitfront::CompressArguments&);
void prepare_order_keys(const bitfront::OrderArguments&);
void prepare_inverse(const bitfront::OrderArguments&);
void prepare_hubs(const bitfront::HubArguments&);
void prepare_slice_counts(const bitfront::SliceArguments&);
void prepare_vss_counts(const bitfront::SliceArguments&);
void prepare_slice_keys(const bitfront::SliceArguments&);
void prepare_slice_heads(const bitfront::SliceArguments&);
void prepare_slices(const bitfront::SliceArguments&);
void prepare_vss(const bitfront::SliceArguments&);
void prepare_key_windows(const bitfront::PlaceArguments&);
void prepare_list_degrees(const bitfront::PlaceArguments&);
void prepare_key_sets(const bitfront::PlaceArguments&);
void prepare_key_set_windows(const bitfront::PlaceArguments&);
void prepare_key_first_sets(const bitfront::PlaceArguments&);
void prepare_place_sets(const bitfront::PlaceArguments&);
void prepare_window_keys(const bitfront::WindowArguments&);
void prepare_window_heads(const bitfront::WindowArguments&);
void prepare_window_rows(const bitfront::WindowArguments&);
void prepare_jaccard(const bitfront::WindowArguments&);
void prepare_points(const bitfront::PointArguments&);
void prepare_coordinates(const bitfront::PointArguments&);
void prepare_near_counts(const bitfront::PointArguments&);
void prepare_near(const bitfront::PointArguments&);
void prepare_degrees(const bitfront::FigureArguments&);
void prepare_components(const bitfront::FigureArguments&);
void prepare_unite_first(const bitfront::FigureArguments&);
void prepare_unite_rest(const bitfront::FigureArguments&);
void prepare_flatten(const bitfront::FigureArguments&);
void prepare_samples(const bitfront::FigureArguments&);
void prepare_divergence(const bitfront::FigureArguments&);
void multi_near_256_32(const bitfront::MultiArguments&);
void multi_wide_256_32(const bitfront::MultiArguments&);
void multi_near_256_64(const bitfront::MultiArguments&);
void multi_wide_256_64(const bitfront::MultiArguments&);
void multi_near_512_32(const bitfront::MultiArguments&);
void multi_wide_512_32(const bitfront::MultiArguments&);
void multi_near_512_64(const bitfront::MultiArguments&);
void multi_wide_512_64(const bitfront::MultiArguments&);
void multi_near_1024_32(const bitfront::MultiArguments&);
void multi_wide_1024_32(const bitfront::MultiArguments&);
void multi_near_1024_64(const bitfront::MultiArguments&);
void multi_wide_1024_64(const bitfront::MultiArguments&);
void multi_tensor_plain(const bitfront::MultiTensorArguments&);
void multi_tensor_reindexed(const bitfront::MultiTensorArguments&);
void multi_tensor(const bitfront::MultiTensorArguments&);
void multi_begin_256(const bitfront::MultiArguments&);
void multi_begin_512(const bitfront::MultiArguments&);
void multi_begin_1024(const bitfront::MultiArguments&);
void multi_prepare_32(const bitfront::MultiArguments&);
void multi_prepare_64(const bitfront::MultiArguments&);
void multi_independent_32(const bitfront::IndependentArguments&);
void multi_independent_64(const bitfront::IndependentArguments&);
void multi_fold(const bitfront::IndependentArguments&);
void profile_group(const bitfront::ProfileArguments&);
void profile_store(const bitfront::ProfileArguments&);
void profile_members(const bitfront::ProfileArguments&);
void profile_places(const bitfront::ProfileArguments&);
void profile_histogram(const bitfront::ProfileArguments&);
void profile_offsets(const bitfront::ProfileArguments&);
void profile_sums(const bitfront::ProfileArguments&);
