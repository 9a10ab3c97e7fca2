#pragma once
/// The entries of the compiled module for a host that links them: the emulator's tests. `bitfront.cu` defines them.

#include "bitfront/abi.cuh"

void bfs_eager(const bitfront::BfsArguments&);
void bfs_eager_naive(const bitfront::BfsArguments&);
void bfs_lazy(const bitfront::BfsArguments&);
void bfs_lazy_naive(const bitfront::BfsArguments&);
void bfs_lazy_pull_32(const bitfront::BfsArguments&);
void bfs_lazy_pull_64(const bitfront::BfsArguments&);
void bfs_auto_32(const bitfront::BfsArguments&);
void bfs_auto_64(const bitfront::BfsArguments&);
void bfs_reset_auto_32(const bitfront::BfsArguments&);
void bfs_reset_auto_64(const bitfront::BfsArguments&);
void bfs_reset_eager(const bitfront::BfsArguments&);
void bfs_reset_lazy(const bitfront::BfsArguments&);
void bfs_summary_32(const bitfront::SummaryArguments&);
void bfs_summary_64(const bitfront::SummaryArguments&);
void bfs_parents_32(const bitfront::ParentArguments&);
void bfs_parents_64(const bitfront::ParentArguments&);
void renumber(const bitfront::RenumberArguments&);
