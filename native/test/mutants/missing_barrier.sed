# Lazy: levels are finalised while other warps still mark.
# only bfs_lazy
/if \(thread_in_grid\(\) == 0\) store\(next_length, 0, 0u\);/{
n
s/synchronise\(state\);//
}
