# Adaptive: a block sets what it has gathered while its warps still mark.
# only bfs_auto_32
/if \(count == 0\) return;/{
n
s/block_barrier\(\);//
}
